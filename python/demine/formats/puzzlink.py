"""Minesweeper puzzles of puzz.link and pzv.jp: `p?mines/COLUMNS/ROWS/…`.

Cells go row by row: a digit is a number, `.` a free cell without a number, and the letters g to z
are 1 to 20 covered cells. The puzzle does not say how many mines there are.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from demine.arguments import show
from demine.board import grid
from demine.errors import FormatError
from demine.formats.mine import grid_shape
from demine.labels import COVERED, FREE, Label
from demine.position import Position

PAGE: Final = "https://puzz.link/p?mines"

_PUZZLE: Final = re.compile(r"[?/]mines/(?:v:/)?([0-9]{1,4})/([0-9]{1,4})(?:/([^/\s]*))?/?\s*$")
_LETTERS: Final = "ghijklmnopqrstuvwxyz"


def find(text: str) -> tuple[str, str, str] | None:
    """Columns, rows and cells of a link to such a puzzle; None for other links."""
    found = _PUZZLE.search(text)
    return None if found is None else (found[1], found[2], found[3] or "")


def parse(puzzle: tuple[str, str, str]) -> Position:
    """The position of a puzzle, with an unknown number of mines."""
    columns, rows = int(puzzle[0]), int(puzzle[1])
    labels: list[Label] = []
    for place, symbol in enumerate(puzzle[2], 1):
        labels.extend(_labels(place, symbol))
    if len(labels) != rows * columns or not labels:
        raise FormatError(f"the puzzle: {len(labels)} cells found, expected {columns}x{rows}")
    return Position(grid(rows, columns), labels)


def _labels(place: int, symbol: str) -> list[Label]:
    if symbol in _LETTERS:
        return [COVERED] * (1 + _LETTERS.index(symbol))
    if symbol == ".":
        return [FREE]
    if symbol in "012345678":
        return [int(symbol)]
    raise FormatError(f"the puzzle, cell symbol {place}: {show(symbol)}, expected 0-8 . or g-z")


def write(position: Position) -> str:
    """The link to a king grid whose mines are unknown in place and number."""
    rows, columns = grid_shape(position.board, "puzzlink")
    if position.mines is not None:
        raise FormatError(f"{position.mines} mines: the puzzlink format holds no number of mines")
    symbols = (_symbol(label) for label in position.labels)
    cells = "".join(_run(symbol, len(list(run))) for symbol, run in groupby(symbols))
    return f"{PAGE}/{columns}/{rows}/{cells}\n"


def _symbol(label: Label) -> str:
    if label in (COVERED, FREE):
        return "?" if label == COVERED else "."
    if isinstance(label, int) and 0 <= label <= 8:
        return str(label)
    raise FormatError(f"a cell is labelled {label}: the puzzlink format writes ?, □ and 0 to 8")


def _run(symbol: str, length: int) -> str:
    if symbol != "?":
        return symbol * length
    longest = len(_LETTERS)
    whole, rest = divmod(length, longest)
    return _LETTERS[-1] * whole + (_LETTERS[rest - 1] if rest else "")
