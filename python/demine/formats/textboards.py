"""Boards as plain rows of symbols, from two other programs; both are king grids.

minesweepr: `.` a 0, `x` covered, `*` a known mine, a digit a number. Gecode's example: `.` covered,
a digit a number. A board with an `x` or a `*` is minesweepr's, any other with a `.` is Gecode's.
Neither says how many mines there are.
"""

from __future__ import annotations

import re
from typing import Final

from demine.arguments import show
from demine.board import grid
from demine.errors import FormatError
from demine.labels import COVERED, MINED, Label
from demine.position import Position

_ROW: Final = re.compile(r"[.xX*0-8]+")
_NUMBERS: Final[dict[str, Label]] = {str(number): number for number in range(9)}
_MINESWEEPR: Final[dict[str, Label]] = {".": 0, "x": COVERED, "X": COVERED, "*": MINED, **_NUMBERS}
_GECODE: Final[dict[str, Label]] = {".": COVERED, **_NUMBERS}


def is_board(lines: list[tuple[int, str]]) -> bool:
    """Whether lines can be such a board: rows of its symbols alone, no header of another format."""
    rows = [line.strip() for _, line in lines]
    if not rows or _ROW.fullmatch(rows[0]) is None:
        return False
    is_whole = all(_ROW.fullmatch(row) for row in rows) and len(set(map(len, rows))) == 1
    return (is_whole and len(rows) > 1) or "." in rows[0] or rows[0][0] in "xX*"


def parse(lines: list[tuple[int, str]]) -> Position:
    """The position in numbered rows, with an unknown number of mines."""
    rows = [(number, line.strip()) for number, line in lines]
    wide = len(rows[0][1])
    meaning = _MINESWEEPR if any(set(row) & set("xX*") for _, row in rows) else _GECODE
    for number, row in rows:
        if _ROW.fullmatch(row) is None:
            wrong = next((letter for letter in row if _ROW.fullmatch(letter) is None), "")
            raise FormatError(
                f"line {number}: {show(wrong)} is not a cell: expected . x * or 0 to 8"
            )
        if len(row) != wide:
            raise FormatError(f"line {number}: {len(row)} cells, the first row has {wide}")
    labels = [meaning[letter] for _, row in rows for letter in row]
    return Position(grid(len(rows), wide), labels)
