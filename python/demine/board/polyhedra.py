"""Boards on closed surfaces, unfolded into the plane: the cube and the geodesic sphere.

A net is drawn like any other board: squares, triangles or hexagons with holes around them. Cells
that share points of the solid are neighbours. Points are exact: integer coordinates on the cube,
integer weights of the corners of an icosahedron on the sphere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from itertools import chain, combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Place = tuple[int, int]
Point = Hashable
Edges = NDArray[np.int64]


class Net(NamedTuple):
    """A solid unfolded: which places of a box hold a cell, and which cells are neighbours."""

    present: NDArray[np.bool_]
    edges: Edges


def cube_net(side: int, *, corners: bool) -> Net:
    """Six squares of cells as a cross: the top above the front, then left, front, right, back.

    Neighbours share a point of the cube; without `corners`, a side.
    """
    n = side
    faces = {
        (0, n): ((0, 0, n), (1, 0, 0), (0, 0, -1)),
        (n, 0): ((0, 0, n), (0, 0, -1), (0, 1, 0)),
        (n, n): ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
        (n, 2 * n): ((n, 0, 0), (0, 0, 1), (0, 1, 0)),
        (n, 3 * n): ((n, 0, n), (-1, 0, 0), (0, 1, 0)),
        (2 * n, n): ((0, n, 0), (1, 0, 0), (0, 0, 1)),
    }
    cells = {
        (top + row, left + column): _square(origin, right, down, row, column)
        for (top, left), (origin, right, down) in faces.items()
        for row in range(n)
        for column in range(n)
    }
    return _net((3 * n, 4 * n), cells, 1 if corners else 2)


def geodesic_triangles(frequency: int, *, corners: bool) -> Net:
    """The 20 faces of an icosahedron, each cut into frequency² triangles.

    Neighbours share a point of the sphere; without `corners`, a side.
    """
    shift = frequency % 2  # so that row + column is even where a triangle points up
    cells = {
        (y, x - shift): points
        for face in _icosahedron(frequency)
        for (x, y), points in _triangles(face).items()
    }
    return _net((3 * frequency, 11 * frequency - shift), cells, 1 if corners else 2)


def geodesic_hexagons(frequency: int) -> Net:
    """The same sphere with a cell around every corner of those triangles.

    10·frequency² + 2 cells: hexagons, and twelve pentagons.
    """
    homes: dict[Point, Place] = {}
    sides: set[frozenset[Point]] = set()
    for face in _icosahedron(frequency):
        for (x, y), point in sorted(face.items(), key=lambda item: item[0][::-1]):
            column = (x + frequency % 2 - y % 2) // 2
            homes[point] = min(homes.get(point, (y, column)), (y, column))
        for points in _triangles(face).values():
            sides.update(map(frozenset, combinations(points, 2)))
    wide = 1 + max(column for _, column in homes.values())
    present, numbers = _number((3 * frequency + 1, wide), homes.values())
    pairs = (sorted(numbers[homes[point]] for point in side) for side in sides)
    return Net(present, _edge_array(map(tuple, pairs)))


# The icosahedron unfolded: N, then five corners U, five corners L, then S. A face is three corners.
_NORTH: Final = "N"
_SOUTH: Final = "S"


def _icosahedron(frequency: int) -> Iterator[dict[Place, Point]]:
    """The lattice points of each face: their places in the net, and their points on the sphere."""
    f = frequency
    for k in range(5):
        upper, next_upper = f"U{k}", f"U{(k + 1) % 5}"
        lower, next_lower = f"L{k}", f"L{(k + 1) % 5}"
        x = 2 * f * k
        yield _face(f, (x + f, 0), 1, _NORTH, upper, next_upper)
        yield _face(f, (x + f, 2 * f), -1, lower, upper, next_upper)
        yield _face(f, (x + 2 * f, f), 1, next_upper, lower, next_lower)
        yield _face(f, (x + 2 * f, 3 * f), -1, _SOUTH, lower, next_lower)


def _face(f: int, tip: Place, down: int, top: str, left: str, right: str) -> dict[Place, Point]:
    x, y = tip
    return {
        (x - d + 2 * j, y + down * d): _weights((top, f - d), (left, d - j), (right, j))
        for d in range(f + 1)
        for j in range(d + 1)
    }


def _weights(*weights: tuple[str, int]) -> Point:
    return frozenset(pair for pair in weights if pair[1])


def _triangles(face: dict[Place, Point]) -> dict[Place, tuple[Point, ...]]:
    """The small triangles of a face by the place of their middle column and upper line."""
    found = {}
    for x, y in face:
        up = [(x, y), (x - 1, y + 1), (x + 1, y + 1)]
        down = [(x, y), (x + 2, y), (x + 1, y + 1)]
        for place, corners in (((x, y), up), ((x + 1, y), down)):
            if all(corner in face for corner in corners):
                found[place] = tuple(face[corner] for corner in corners)
    return found


def _square(
    origin: tuple[int, ...], right: tuple[int, ...], down: tuple[int, ...], row: int, column: int
) -> tuple[Point, ...]:
    """The corners of a square of a face."""
    return tuple(
        tuple(o + r * x + d * y for o, r, d in zip(origin, right, down, strict=True))
        for x in (column, column + 1)
        for y in (row, row + 1)
    )


def _net(shape: Place, cells: dict[Place, tuple[Point, ...]], shared: int) -> Net:
    """The net whose cells have these points; neighbours have at least `shared` in common."""
    present, numbers = _number(shape, cells)
    at: defaultdict[Point, set[int]] = defaultdict(set)
    for place, points in cells.items():
        for point in points:
            at[point].add(numbers[place])
    pairs = (combinations(sorted(around), 2) for around in at.values())
    common = Counter(chain.from_iterable(pairs))
    return Net(present, _edge_array(pair for pair, points in common.items() if points >= shared))


def _number(shape: Place, places: Iterable[Place]) -> tuple[NDArray[np.bool_], dict[Place, int]]:
    present = np.zeros(shape, dtype=bool)
    ordered = sorted(places)
    for place in ordered:
        present[place] = True
    return present, {place: number for number, place in enumerate(ordered)}


def _edge_array(pairs: Iterable[tuple[int, ...]]) -> Edges:
    return np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
