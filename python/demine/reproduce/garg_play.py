"""Garg 2019, §II and §VI: the command `demine play --paper`, run as a process of its own.

The board is that of the paper's screens. Each check types something and reads the answer.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from demine.reproduce.tables import Item

_SECONDS: Final = 300
_PROMPT: Final = "Enter the cell"
_HELP: Final = (
    "Type the column followed by the row (eg. a5). To put or remove a flag, add 'f' to the cell "
    "(eg. a5f).For help type 'hint' or to automatically solve type 'auto' Type 'help' to show "
    "this message again."
)


def items(mined: Sequence[int], opened: str, last: str) -> Iterator[Item]:
    """The screens and the input; `opened` and `last` are the paper's boards, row by row."""
    board = "".join("M" if cell in mined else "S" for cell in range(100))
    rows = "\n".join(board[start : start + 10] for start in range(0, 100, 10))
    file = f"10x10x{len(mined)}\n{rows}\n"
    yield from _screens(file, opened, last)
    yield from _inputs(file)
    yield from _sizes()


def _screens(file: str, opened: str, last: str) -> Iterator[Item]:
    first, third, ending, *_ = _play("hint auto n", file=file)
    shown = [_cells(first), _cells(third), _cells(ending)]
    wanted = ["." * 100, opened, last]
    yield _item("first screen: an empty board, the help text, 10 mines left", [
        shown[0] == wanted[0], _HELP in first, "(10 mines left)" in third,
    ])  # fmt: skip
    yield _item("second screen: `hint` makes the move a1", ["Move made: a1\n" in third])
    yield _item("third screen: the board after a1", [shown[1] == wanted[1]])
    yield _item("fourth screen: `auto` follows the third screen", ["You Win" in ending])
    yield _item("last screen: `auto` wins, its last move is h10f", [
        ending.count("Move made: h10f\n") == 1, "Play again? (y/n):" in ending,
    ])  # fmt: skip
    yield _item("last screen: every number and every mine", [shown[2] == wanted[2]])
    took = re.search(r"You Win\. It took you (\d+) minutes and (\d+) seconds\.\n", ending)
    yield _item("last screen: time in minutes and seconds", [took is not None])
    yield _item("§VI: the screens of a whole game", [shown == wanted])


def _inputs(file: str) -> Iterator[Item]:
    _, help_, wrong, one, again = _play("help zz a1 a1", file=file)[:5]
    yield _item("§VI: help shows the text again", [_HELP in help_])
    yield _item("§II.2: input is checked and asked again", ["'zz' is not a cell" in wrong])
    yield _item("§II.2: column and row choose a cell", [_cells(one)[0] == "0"])
    yield _item("§II.5: open cells are asked again", ["a1 is already open" in again])
    _, flagged, refused, cleared = _play("b9f b9 b9f", file=file)[:4]
    yield _item("§II: flags are put, shown as x and removed", [
        _cells(flagged)[81] == "x", "(9 mines left)" in refused, _cells(cleared)[81] == ".",
    ])  # fmt: skip
    yield _item("§II.5: flagged cells are not opened", ["b9 is flagged" in refused])
    games = _play("hint auto y a1 quit", file=file)
    yield _item("§II.1: loop until the user leaves", [sum("You Win" in g for g in games) == 1,
                                                       len(games) > 4])  # fmt: skip


def _sizes() -> Iterator[Item]:
    first, second = _play("a1", "--rows", "4", "--cols", "7", "--mines", "5", "--seed", "1")[:2]
    yield _item("§II.1: size and mines are set in advance", [
        len(_cells(first)) == 28, "(5 mines left)" in second,
    ])  # fmt: skip


def _item(name: str, right: Sequence[bool]) -> Item:
    said = f"`demine play --paper` {'shows it' if all(right) else 'does not show it'}"
    return Item(name, said, all(right))


@cache
def _play(typed: str, *options: str, file: str = "") -> list[str]:
    """Everything the command says before and between prompts; a prompt begins a text."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "board.mine"
        path.write_text(file, encoding="utf-8")
        command = [sys.executable, "-m", "demine", "play", "--paper", *options]
        done = subprocess.run(
            command if options else [*command, str(path)],
            input=typed.replace(" ", "\n") + "\n",
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_SECONDS,
        )
    start, *rest = done.stdout.split(_PROMPT)
    return [start, *rest, "", "", ""]


def _cells(screen: str) -> str:
    """The cells of the board on a screen, row by row; a dot is covered."""
    rows = re.findall(r"^ *\d+ \|(.*)\|$", screen, re.MULTILINE)
    return "".join(cell.strip() or "." for row in rows for cell in row.split("|"))
