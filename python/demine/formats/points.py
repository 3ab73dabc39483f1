"""Points in the plane, a line each: a board of their Voronoi cells, all covered.

    x y          or   0.25, 1.5
    0.25 1.5          0.75, 0.5

The first line may name the columns.
"""

from __future__ import annotations

import re
from typing import Final

from demine.arguments import show
from demine.board import voronoi
from demine.errors import FormatError
from demine.labels import COVERED
from demine.position import Position

_NUMBER: Final = r"[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,2})?"
_POINT: Final = re.compile(rf"\s*({_NUMBER})(?:\s*[,;]\s*|\s+)({_NUMBER})\s*")
_HEADER: Final = re.compile(r"\s*x(?:\s*[,;]\s*|\s+)y\s*", re.IGNORECASE)


def is_points(first: str) -> bool:
    """Whether a text that begins with this line is a list of points."""
    return _HEADER.fullmatch(first) is not None or _POINT.fullmatch(first) is not None


def parse(lines: list[tuple[int, str]]) -> Position:
    """The cells of the points, covered."""
    rows = lines[1:] if _HEADER.fullmatch(lines[0][1]) else lines
    board = voronoi([_point(number, line) for number, line in rows])
    return Position(board, [COVERED] * len(board))


def _point(number: int, line: str) -> tuple[float, float]:
    match = _POINT.fullmatch(line)
    if match is None:
        raise FormatError(f"line {number}: {show(line)}, expected the x and y of a point")
    return float(match[1]), float(match[2])
