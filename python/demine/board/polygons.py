"""Polygons as cells: a map, or any drawing of shapes that touch.

Sides are cut where a corner of another polygon lies on them. Then two polygons share a side if they
share a piece, and a corner if they share an end of one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from demine.arguments import each, show
from demine.board.layout import Points
from demine.errors import InvalidBoard

MOST_CORNERS: Final = 1_000_000
_MOST_OUTLINES: Final = 1 << 23
"""Corners of all outlines, each padded to the longest."""
_MOST_PAIRS: Final = 1 << 22
_MOST_NEAR: Final = 1 << 25
"""Pairs of neighbours, and corners near sides, that any drawing may have,"""
_PAIRS_OF_CORNER: Final = 16
_NEAR_SIDE: Final = 4096
"""and those that it may have beside for each corner and each side."""
_SAME: Final = 1e-6
"""Corners closer than this share of the usual size of a cell are one."""

Ring = list[tuple[float, float]]
Ends = NDArray[np.float64]


class Shapes(NamedTuple):
    """An outline per shape, padded to the same number of corners, and the neighbours."""

    outlines: Points
    edges: NDArray[np.int64]


def polygon_cells(shapes: Iterable[Any], *, corners: bool) -> Shapes:
    """The cells of polygons: of shapely, of GeoJSON, or lists of corners. y points up.

    A cell of several polygons, such as islands, is drawn as the largest of them.
    """
    rings = [_rings(shape, i) for i, shape in enumerate(each(shapes, "polygons"), start=1)]
    if not rings or sum(len(ring) for shape in rings for ring in shape) > MOST_CORNERS:
        raise InvalidBoard(f"expected at least one polygon, and at most {MOST_CORNERS} corners")
    points = np.array([point for shape in rings for ring in shape for point in ring])
    (left, low), (right, high) = points.min(axis=0), points.max(axis=0)
    unit = float(np.sqrt((right - left) * (high - low) / len(rings)))
    scaled = [
        [[((x - left) / unit, (high - y) / unit) for x, y in ring] for ring in shape]
        for shape in rings
    ]
    outlines = [max(shape, key=_area) for shape in scaled]
    if len(outlines) * max(map(len, outlines)) > _MOST_OUTLINES:
        longest = max(map(len, outlines))
        raise InvalidBoard(f"a polygon of {longest} corners among {len(outlines)} is too long")
    return Shapes(_pad(outlines), _Pieces(scaled).pairs(corners))


class _Pieces:
    """The pieces of all sides, by the numbers of their ends, and which shapes have them."""

    def __init__(self, shapes: list[list[Ring]]) -> None:
        self._number: dict[tuple[int, int], int] = {}
        self.ends: dict[int, set[int]] = defaultdict(set)
        self.pieces: dict[tuple[int, int], set[int]] = defaultdict(set)
        for shape in shapes:
            for ring in shape:
                for point in ring:
                    self._number.setdefault(_key(point), len(self._number))
        self._points = np.array(list(self._number), dtype=np.float64) * _SAME
        self._orders = [np.argsort(self._points[:, axis], kind="stable") for axis in (0, 1)]
        self._sorted = [self._points[order, axis] for axis, order in enumerate(self._orders)]
        self._near_left = _MOST_NEAR + _NEAR_SIDE * sum(len(ring) for s in shapes for ring in s)
        for cell, shape in enumerate(shapes):
            for ring in shape:
                for start, end in pairwise([*ring, ring[0]]):
                    self._add(cell, self._number[_key(start)], self._number[_key(end)])

    def pairs(self, corners: bool) -> NDArray[np.int64]:
        """The shapes that share a piece, or with `corners` an end."""
        groups = (self.ends if corners else self.pieces).values()
        count = sum(len(cells) * (len(cells) - 1) // 2 for cells in groups)
        if count > _MOST_PAIRS + _PAIRS_OF_CORNER * len(self._points):
            raise InvalidBoard(
                "too many polygons touch at the same corners: expected shapes as on a map"
            )
        pairs = (pair for cells in groups for pair in combinations(sorted(cells), 2))
        found = np.fromiter(pairs, dtype=np.dtype((np.int64, 2)), count=count)
        return np.unique(found, axis=0)

    def _add(self, cell: int, start: int, end: int) -> None:
        for one, other in pairwise(self._cut(start, end)):
            self.pieces[min(one, other), max(one, other)].add(cell)
            self.ends[one].add(cell)
            self.ends[other].add(cell)

    def _cut(self, start: int, end: int) -> list[int]:
        """The ends of the pieces of a side, from its start on."""
        a, b = self._points[start], self._points[end]
        near = min((self._beside(a, b, axis) for axis in (0, 1)), key=len)
        self._near_left -= len(near)
        if self._near_left < 0:
            raise InvalidBoard("too many sides pass too many corners: expected shapes as on a map")
        along, beside = b - a, self._points[near] - a
        length = float(np.hypot(*along))
        if length == 0:
            return []
        far = np.abs(along[0] * beside[:, 1] - along[1] * beside[:, 0]) / length
        place = beside @ along / length
        on = near[(far <= 2 * _SAME) & (place > _SAME) & (place < length - _SAME)]
        between = sorted(on.tolist(), key=lambda v: float((self._points[v] - a) @ along))
        return [start, *between, end]

    def _beside(self, a: Ends, b: Ends, axis: int) -> NDArray[np.int64]:
        """The corners that are no farther along an axis than these two."""
        low, high = sorted((a[axis], b[axis]))
        places = np.searchsorted(self._sorted[axis], [low - _SAME, high + _SAME])
        return self._orders[axis][slice(*places)]


def _key(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0] / _SAME), round(point[1] / _SAME)


def _rings(shape: Any, number: int) -> list[Ring]:
    """The outer and inner rings of a shape; shapes that are no polygons are refused."""
    found = getattr(shape, "__geo_interface__", shape)
    if isinstance(found, Mapping) and found.get("type") == "Feature":
        found = found.get("geometry") or {}
    if isinstance(found, Mapping):
        kind, given = found.get("type"), found.get("coordinates")
        if kind not in ("Polygon", "MultiPolygon") or not isinstance(given, list | tuple):
            said = show(kind) if kind not in ("Polygon", "MultiPolygon") else "without coordinates"
            raise InvalidBoard(f"shape {number} is {said}: expected a Polygon or a MultiPolygon")
        parts = [given] if kind == "Polygon" else given
        return [_ring(ring, number) for part in parts for ring in each(part, "rings")]
    return [_ring(found, number)]


def _ring(given: Any, number: int) -> Ring:
    """The corners of a ring, without those that repeat the one before."""
    wrong = f"shape {number}: expected rings of at least three corners (x, y)"
    try:
        points = [(float(point[0]), float(point[1])) for point in given]
    except (TypeError, ValueError, LookupError):
        raise InvalidBoard(wrong) from None
    if not np.isfinite(points).all() or (points and np.abs(points).max() > 1e9):
        raise InvalidBoard(f"shape {number}: a coordinate is not finite or beyond 10⁹")
    ring = [point for i, point in enumerate(points) if point != points[i - 1]]
    if len(ring) < 3 or _area(ring) == 0:
        raise InvalidBoard(wrong)
    return ring


def _area(ring: Sequence[tuple[float, float]]) -> float:
    turns = (x * v - u * y for (x, y), (u, v) in pairwise([*ring, ring[0]]))
    return abs(sum(turns)) / 2


def _pad(outlines: list[Ring]) -> Points:
    most = max(map(len, outlines))
    return np.array([ring + [ring[-1]] * (most - len(ring)) for ring in outlines])
