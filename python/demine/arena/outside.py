"""Outside players: anybody's program as a strategy, by lines through a pipe.

The program is started once per worker and plays many games. The first line that it reads tells the
board and wants no answer. Every other line is a position, and is answered by one line:

    {"board": "grid-16x30", "neighbours": [[1, 30, 31], …]}
    {"shape": [16, 30], "mines": 99, "labels": "?????1??0…"}

`labels` has a character per cell, in the order of their numbers: `?` covered, or the count
(`0`–`9`, then letters from `a`). The answer is the number of a covered cell, or several separated
by spaces, which are then opened in turn; a `?` in front says that it is a guess. Positions without
an open cell ask for the first move. The end of the input ends the program.
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
    """A strategy that asks a program, which is started when it is first asked.

    It can be sent to other processes: there the program is started again.
    """

    def __init__(self, command: str) -> None:
        """A command line as a shell would take it, without being run by one."""
        from shlex import split

        self.command = command
        try:
            self.words = split(command)
        except ValueError as error:
            raise StrategyError(f"strategy {PREFIX}{command}: {error}") from None
        if not self.words:
            raise StrategyError(f"strategy {PREFIX}: expected the command of a program")
        self._line: _Line | None = None

    def __reduce__(self) -> tuple[type[Outside], tuple[str]]:
        """Pickle by the command."""
        return Outside, (self.command,)

    def __call__(self, position: Position, chance: Chance | None = None) -> list[int]:
        """What the program opens."""
        if self._line is None:
            self._line = _Line(self.words)
        return self._line.ask(position)


def _is_alone() -> bool:
    """Whether nobody else ends what a program has started; workers end with all their children."""
    from multiprocessing import parent_process

    return os.name == "posix" and parent_process() is None


class _Line:
    """A running program."""

    def __init__(self, words: list[str]) -> None:
        from subprocess import PIPE, Popen

        is_leader = _is_alone()
        try:
            self.process = Popen(
                words, stdin=PIPE, stdout=PIPE, text=True, bufsize=1, start_new_session=is_leader
            )
        except OSError as error:
            raise StrategyError(f"{words[0]}: {error.strerror or error}") from None
        self.end = weakref.finalize(self, _end, self.process, is_leader)
        self.board: Board | None = None

    def ask(self, position: Position) -> list[int]:
        """One line there, one line back."""
        if self.board is not position.board:
            self.board = position.board
            self.tell(board_line(position.board))
        self.tell(position_line(position))
        assert self.process.stdout is not None
        return cells_of(self.process.stdout.readline())

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise StrategyError("the program has ended") from None


def _end(process: Popen[str], is_leader: bool) -> None:
    """Nothing is left of it: neither the process, nor what it started, nor its pipes."""
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
    """The board, as programs are told it."""
    around = [list(board.neighbours(cell)) for cell in board.cells]
    return json.dumps({"board": name_of(board), "neighbours": around})


def position_line(position: Position) -> str:
    """A position, as programs are told it."""
    labels = "".join(_sign(label) for label in position.labels)
    shape = list(position.board.layout.shape)
    return json.dumps({"shape": shape, "mines": position.mines, "labels": labels})


def _sign(label: str | int) -> str:
    if label == COVERED:
        return COVERED
    if not isinstance(label, int) or label >= len(_DIGITS):
        raise StrategyError(f"a cell is labelled {label}: expected ? or a count below 36")
    return _DIGITS[label]


def cells_of(line: str) -> list[int]:
    """The cells of an answer; a `Guess` if it says so."""
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
