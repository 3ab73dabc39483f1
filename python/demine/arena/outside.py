"""External players: programs as strategies, connected by pipes.

Each worker starts the program once and plays many games with it. The first input line describes the
board and needs no answer. Every other line is a position; the program answers with one line:

    {"board": "grid-16x30", "neighbours": [[1, 30, 31], …]}
    {"shape": [16, 30], "mines": 99, "labels": "?????1??0…"}

`labels` has one character per cell in index order: `?` for a covered cell, or its number (`0`–`9`,
then letters from `a`). The answer is the index of a covered cell, or several separated by spaces,
which are opened in turn. A leading `?` marks a guess. A position without an open cell asks for the
first move. The program ends when its input ends.
"""

from __future__ import annotations

import json
import os
import signal
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from demine.arguments import show
from demine.board import Board
from demine.errors import StrategyError
from demine.formats import name_of
from demine.labels import COVERED
from demine.position import Position
from demine.strategies import Chance, Guess

if TYPE_CHECKING:
    from subprocess import Popen

PREFIX: Final = "pipe:"
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Outside:
    """A strategy that asks a program, which starts with the first position.

    Another process that receives the strategy starts the program again.
    """

    def __init__(self, command: str) -> None:
        """A command line in shell syntax; no shell runs it."""
        from shlex import split

        self.command = command
        try:
            self.words = split(command)
        except ValueError as error:
            raise StrategyError(f"strategy {PREFIX}{command}: {error}") from None
        if not self.words:
            raise StrategyError(f"strategy {PREFIX}: expected the command of a program")
        self._program: _Process | None = None

    def __reduce__(self) -> tuple[type[Outside], tuple[str]]:
        return Outside, (self.command,)

    def __call__(self, position: Position, chance: Chance | None = None) -> list[int]:
        """The cells that the program opens."""
        if self._program is None:
            self._program = _Process(self.words)
        return self._program.ask(position)


class _Process:
    """A running program."""

    def __init__(self, words: list[str]) -> None:
        from multiprocessing import parent_process
        from subprocess import PIPE, Popen

        # This process must end the program's children; workers end all of theirs anyway.
        is_leader = os.name == "posix" and parent_process() is None
        try:
            self.process = Popen(
                words, stdin=PIPE, stdout=PIPE, text=True, bufsize=1, start_new_session=is_leader
            )
        except OSError as error:
            raise StrategyError(f"{words[0]}: {error.strerror or error}") from None
        self.end = weakref.finalize(self, _end, self.process, is_leader)
        self.board: Board | None = None

    def ask(self, position: Position) -> list[int]:
        """Send a position and read the answer."""
        if self.board is not position.board:
            self.board = position.board
            self._send(board_line(position.board))
        self._send(position_line(position))
        assert self.process.stdout is not None
        return cells_of(self.process.stdout.readline())

    def _send(self, line: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise StrategyError("the program has ended") from None


def _end(process: Popen[str], is_leader: bool) -> None:
    """End the process and its children, and close its pipes."""
    with suppress(OSError):  # All of them may have ended.
        if is_leader:
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def board_line(board: Board) -> str:
    """The line that describes a board."""
    around = [list(board.neighbours(cell)) for cell in board.cells]
    return json.dumps({"board": name_of(board), "neighbours": around})


def position_line(position: Position) -> str:
    """The line of a position."""
    position.check_classic("an external player")
    labels = "".join(_sign(label) for label in position.labels)
    shape = list(position.board.layout.shape)
    return json.dumps({"shape": shape, "mines": position.mines, "labels": labels})


def _sign(label: str | int) -> str:
    if label == COVERED:
        return COVERED
    if not isinstance(label, int) or label >= len(_DIGITS):
        raise StrategyError(f"a cell is labelled {label}: expected ? or a number below 36")
    return _DIGITS[label]


def cells_of(line: str) -> list[int]:
    """The cells of an answer; a `Guess` if it starts with `?`."""
    if not line:
        raise StrategyError("the program has ended: expected a cell")
    words = line.split()
    is_guess = bool(words) and words[0].startswith("?")
    if is_guess:
        words = [words[0][1:], *words[1:]] if words[0] != "?" else words[1:]
    try:
        cells = [int(word) for word in words]
    except ValueError:
        said = show(line.strip())
        raise StrategyError(f"the program said {said}: expected the numbers of cells") from None
    return Guess(cells) if is_guess else cells
