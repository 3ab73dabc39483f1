"""Boards as plain rows of symbols, from other programs; all are king grids.

minesweepr: `.` a 0, `x` covered, `*` a known mine, a digit a number. Gecode's example: `.` covered,
a digit a number. A board with an `x` or a `*` is minesweepr's, any other with a `.` is Gecode's.
Other boards have the symbols of the `mine` format, and `#`, `-` or `_` for covered cells. None says
how many mines there are.

There may be spaces, commas or bars between the cells, in rows of the `mine` format, too.
"""

from __future__ import annotations

import re
from typing import Final

from demine.arguments import show
from demine.board import grid
from demine.errors import FormatError
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position

_ROW: Final = re.compile(r"[.xX*0-8]+")
_OTHER_ROW: Final = re.compile(r"[HhFfMmSs?#_*0-8-]+")
_SPACED: Final = re.compile(r"[^\s,|;](?:(?:\s*[,|;]\s*|\s+)[^\s,|;])+")
_HEADER: Final = re.compile(r"\d{1,9}x\d{1,9}x(?:\d{1,9}|\?)")
_NUMBERS: Final[dict[str, Label]] = {str(number): number for number in range(9)}
_MINESWEEPR: Final[dict[str, Label]] = {".": 0, "x": COVERED, "X": COVERED, "*": MINED, **_NUMBERS}
_GECODE: Final[dict[str, Label]] = {".": COVERED, **_NUMBERS}
_OTHERS: Final[dict[str, Label]] = {
    **dict.fromkeys("HhFf?#-_", COVERED),
    **dict.fromkeys("Mm*", MINED),
    **dict.fromkeys("Ss", FREE),
    **_NUMBERS,
}


def is_spaced(lines: list[tuple[int, str]]) -> bool:
    """Whether lines are rows of symbols with something between them, below a header or not."""
    rows = [line.strip().strip("|").strip() for _, line in lines]
    rows = rows[1:] if rows and _HEADER.fullmatch(rows[0]) else rows
    widths = {len(_symbols(row)) for row in rows}
    # Two columns of digits are points.
    is_wide = (len(widths) == 1 and min(widths) > 2) or any(not set(row) <= _DIGITS for row in rows)
    return bool(rows) and is_wide and all(_SPACED.fullmatch(row) for row in rows)


_DIGITS: Final = set("0123456789 \t,;|")


def without_spaces(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The same lines with nothing between the symbols."""
    return [(number, _symbols(line)) for number, line in lines]


def _symbols(row: str) -> str:
    return re.sub(r"[\s,|;]+", "", row)


def is_board(lines: list[tuple[int, str]]) -> bool:
    """Whether lines can be such a board: rows of its symbols alone, no header of another format."""
    rows = [line.strip() for _, line in lines]
    if rows and len(rows) > 1 and all(_OTHER_ROW.fullmatch(row) for row in rows):
        return True
    if not rows or _ROW.fullmatch(rows[0]) is None:
        return False
    is_whole = all(_ROW.fullmatch(row) for row in rows) and len(set(map(len, rows))) == 1
    return (is_whole and len(rows) > 1) or "." in rows[0] or rows[0][0] in "xX*"


def parse(lines: list[tuple[int, str]]) -> Position:
    """The position in numbered rows, with an unknown number of mines."""
    rows = [(number, line.strip()) for number, line in lines]
    wide = len(rows[0][1])
    meaning = _meaning([row for _, row in rows])
    for number, row in rows:
        wrong = next((letter for letter in row if letter not in meaning), None)
        if wrong is not None:
            raise FormatError(
                f"line {number}: {show(wrong)} is not a cell: expected . x * or 0 to 8"
            )
        if len(row) != wide:
            raise FormatError(f"line {number}: {len(row)} cells, the first row has {wide}")
    labels = [meaning[letter] for _, row in rows for letter in row]
    return Position(grid(len(rows), wide), labels)


def _meaning(rows: list[str]) -> dict[str, Label]:
    """What the symbols mean, by those that appear."""
    found = set("".join(rows))
    if found & set("xX") or found >= {".", "*"}:
        return _MINESWEEPR
    return _GECODE if "." in found else _OTHERS
