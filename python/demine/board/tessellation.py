"""Voronoi cells: each point gets the part of a rectangle that is nearest to it.

A cell is the rectangle cut by the bisectors of its point and the other points. The nearest come
first, until no other can reach the cell. Neighbours share a side; with corners, at least a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from demine.board.layout import Points, middles
from demine.errors import InvalidBoard

# Lengths below this share of the usual distance between points are rounding errors.
_NEGLIGIBLE: Final = 1e-7
_BORDER: Final = -1
# Widths of a cell within which nearly all points that cut it are.
_NEAR: Final = 4.0
# Of Lloyd's relaxation.
_ROUNDS: Final = 6


class VoronoiCells(NamedTuple):
    """A polygon per point, padded to the same number of corners, and the neighbours."""

    outlines: Points
    edges: NDArray[np.int64]


class _Corner(NamedTuple):
    """A corner of a polygon, and the point beyond the side that begins there."""

    x: float
    y: float
    beyond: int


def voronoi_cells(points: Points, *, corners: bool) -> VoronoiCells:
    """The cells of different points; one unit is the usual width of a cell."""
    points = points - points.min(axis=0)  # far from the origin, rounding would lose distances
    low, high = _rectangle(points)
    unit = float(np.sqrt(np.prod(high - low) / len(points)))
    scaled = (points - low) / unit
    near = _Nearest(scaled)
    polygons = [_cell(near, i, (high - low) / unit) for i in range(len(points))]
    pairs = set(_sides(polygons))
    if corners:
        pairs |= set(_meetings(polygons))
    return VoronoiCells(_pad(polygons), np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2))


def scatter(count: int, seed: int) -> Points:
    """Random points of a seed, moved until their cells have about the same size (Lloyd)."""
    points = np.random.default_rng(seed).random((count, 2)) * (3.0, 2.0)
    for _ in range(_ROUNDS):
        points = np.round(middles(voronoi_cells(points, corners=False).outlines), 6)
    return points


def _rectangle(points: Points) -> tuple[Points, Points]:
    """A rectangle with a margin of half the usual distance between points."""
    low, high = points.min(axis=0), points.max(axis=0)
    sides = np.maximum(high - low, max(1e-9, float((high - low).max()) / 10) or 1.0)
    room = float(np.sqrt(np.prod(sides) / len(points))) / 2 or 0.5
    return low - room, high + room


class _Nearest:
    """The other points of each point, the nearest first; those far away are seldom needed."""

    def __init__(self, points: Points) -> None:
        self.points = points
        self._by_x = np.argsort(points[:, 0], kind="stable")
        self._xs = points[self._by_x, 0]

    def of(self, i: int) -> Iterator[tuple[int, float]]:
        """The points with their distances, itself included."""
        x = self.points[i, 0]
        left, right = np.searchsorted(self._xs, (x - _NEAR - 1, x + _NEAR + 1))
        yield from self._sorted(i, np.sort(self._by_x[left:right]), 0.0, _NEAR)
        yield from self._sorted(i, np.arange(len(self.points)), _NEAR, np.inf)

    def _sorted(
        self, i: int, among: NDArray[np.int64], above: float, most: float
    ) -> Iterator[tuple[int, float]]:
        """Those whose distance is at most `most`, and above `above` unless that is 0."""
        distances = np.linalg.norm(self.points[among] - self.points[i], axis=1)
        fit = (distances <= most) & ((distances > above) | (above == 0))
        among, distances = among[fit], distances[fit]
        order = np.argsort(distances, kind="stable")
        return zip(among[order].tolist(), distances[order].tolist(), strict=True)


def _cell(near: _Nearest, i: int, size: Points) -> list[_Corner]:
    points = near.points
    x, y = points[i].tolist()
    wide, high = size.tolist()
    cell = [_Corner(u, v, _BORDER) for u, v in ((0, 0), (wide, 0), (wide, high), (0, high))]
    for j, distance in near.of(i):
        reach = max((u - x) ** 2 + (v - y) ** 2 for u, v, _ in cell) ** 0.5
        if distance > 2 * reach:
            break
        if j != i:
            cell = _cut(cell, (x, y), points[j].tolist(), j)
    corners = [corner for corner, end in _around(cell) if dist(corner[:2], end[:2]) > _NEGLIGIBLE]
    if len(corners) < 3:
        said = "beside the distances of the others: expected points farther apart"
        raise InvalidBoard(f"point {i + 1} has a cell without size {said}")
    return corners


def _cut(
    cell: list[_Corner], near: tuple[float, float], far: tuple[float, float], beyond: int
) -> list[_Corner]:
    """The part of a polygon that is nearer to one point than to another."""
    across = (far[0] - near[0], far[1] - near[1])
    middle = ((far[0] + near[0]) / 2, (far[1] + near[1]) / 2)

    def outside(corner: _Corner) -> float:
        return (corner.x - middle[0]) * across[0] + (corner.y - middle[1]) * across[1]

    kept: list[_Corner] = []
    for start, end in _around(cell):
        a, b = outside(start), outside(end)
        if a <= 0:
            kept.append(start)
        if (a <= 0) != (b <= 0):
            t = a / (a - b)
            x, y = start.x + t * (end.x - start.x), start.y + t * (end.y - start.y)
            kept.append(_Corner(x, y, beyond if a <= 0 else start.beyond))
    return kept


def _around(cell: list[_Corner]) -> Iterator[tuple[_Corner, _Corner]]:
    """The sides of a polygon, each from its start to its end."""
    return zip(cell, cell[1:] + cell[:1], strict=True)


def _sides(polygons: list[list[_Corner]]) -> Iterator[tuple[int, int]]:
    for i, polygon in enumerate(polygons):
        for corner in polygon:
            if corner.beyond != _BORDER:
                yield min(i, corner.beyond), max(i, corner.beyond)


def _meetings(polygons: list[list[_Corner]]) -> Iterator[tuple[int, int]]:
    """Cells that have a corner in common, up to rounding."""
    at: dict[tuple[int, int], set[int]] = {}
    for i, polygon in enumerate(polygons):
        for corner in polygon:
            x, y = corner.x / (4 * _NEGLIGIBLE), corner.y / (4 * _NEGLIGIBLE)
            for place in {(int(x + dx), int(y + dy)) for dx in (0, 0.5) for dy in (0, 0.5)}:
                at.setdefault(place, set()).add(i)
    for cells in at.values():
        yield from combinations(sorted(cells), 2)


def _pad(polygons: list[list[_Corner]]) -> Points:
    most = max(map(len, polygons))
    rows = [[(c.x, c.y) for c in cell] + [cell[-1][:2]] * (most - len(cell)) for cell in polygons]
    return np.array(rows, dtype=np.float64)
