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
_SAME: Final = 1e-6
"""Corners closer than this share of the usual size of a cell are one."""

Ring = list[tuple[float, float]]


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
    pairs = _Pieces(scaled).pairs(corners)
    edges = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
    return Shapes(_pad([max(shape, key=_area) for shape in scaled]), edges)


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
        self._by_x = np.argsort(self._points[:, 0], kind="stable")
        self._xs = self._points[self._by_x, 0]
        for cell, shape in enumerate(shapes):
            for ring in shape:
                for start, end in pairwise([*ring, ring[0]]):
                    self._add(cell, self._number[_key(start)], self._number[_key(end)])

    def pairs(self, corners: bool) -> set[tuple[int, int]]:
        """The shapes that share a piece, or with `corners` an end."""
        groups = self.ends.values() if corners else self.pieces.values()
        return {pair for cells in groups for pair in combinations(sorted(cells), 2)}

    def _add(self, cell: int, start: int, end: int) -> None:
        for one, other in pairwise(self._cut(start, end)):
            self.pieces[min(one, other), max(one, other)].add(cell)
            self.ends[one].add(cell)
            self.ends[other].add(cell)

    def _cut(self, start: int, end: int) -> list[int]:
        """The ends of the pieces of a side, from its start on."""
        a, b = self._points[start], self._points[end]
        low, high = min(a[0], b[0]) - _SAME, max(a[0], b[0]) + _SAME
        near = self._by_x[np.searchsorted(self._xs, low) : np.searchsorted(self._xs, high, "right")]
        along, beside = b - a, self._points[near] - a
        length = float(np.hypot(*along))
        if length == 0:
            return []
        far = np.abs(along[0] * beside[:, 1] - along[1] * beside[:, 0]) / length
        place = beside @ along / length
        on = near[(far <= 2 * _SAME) & (place > _SAME) & (place < length - _SAME)]
        between = sorted(on.tolist(), key=lambda v: float((self._points[v] - a) @ along))
        return [start, *between, end]


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
