"""Boards beyond lattices: the cube, the geodesic sphere, and Voronoi cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from demine.arguments import number_of, show
from demine.board.board import Board, build
from demine.board.layout import Layout, Tiling
from demine.board.polyhedra import Net, cube_net, geodesic_hexagons, geodesic_triangles
from demine.board.recipe import Recipe, recipe_of
from demine.board.sides import at_least_one
from demine.board.tessellation import scatter, voronoi_cells
from demine.errors import InvalidBoard

Faces = Literal["hexagon", "triangle"]

_LONGEST_SIDE: Final = 300
_HIGHEST_FREQUENCY: Final = 100
_MOST_POINTS: Final = 5_000


def cube(side: int, *, corners: bool = True) -> Board:
    """The surface of a cube, 6 · side² squares, unfolded into a cross.

    Neighbours share at least a corner; with `corners=False` they share a side. Cells are numbered
    row by row of the cross, and their coordinates are those in it.
    """
    length = at_least_one("side", side, _LONGEST_SIDE)
    recipe = recipe_of("cube", length, corners=corners)
    return _unfold("square", cube_net(length, corners=corners), recipe)


def geodesic(frequency: int, *, faces: Faces = "hexagon", corners: bool = True) -> Board:
    """A sphere: an icosahedron whose sides are cut into so many parts, unfolded.

    "hexagon" faces are 10 · frequency² + 2 cells, twelve of them pentagons. "triangle" faces are
    20 · frequency² cells; neighbours share at least a corner, or with `corners=False` a side.
    """
    cuts = at_least_one("frequency", frequency, _HIGHEST_FREQUENCY)
    if faces not in ("hexagon", "triangle"):
        raise InvalidBoard(f"faces is {show(faces)}: expected hexagon or triangle")
    if faces == "hexagon" and not corners:
        raise InvalidBoard("hexagons that share a corner share a side: corners=False is no choice")
    recipe = recipe_of("geodesic", cuts, faces=faces, corners=corners)
    net = (
        geodesic_hexagons(cuts) if faces == "hexagon" else geodesic_triangles(cuts, corners=corners)
    )
    return _unfold(faces, net, recipe)


def voronoi(
    points: Iterable[Sequence[float]] | int, *, corners: bool = True, seed: int = 0
) -> Board:
    """To each point the cell of all that is nearest to it, within a rectangle around all points.

    Neighbours share a side or, where four cells meet, a corner; with `corners=False` a side. A
    number instead of points scatters so many evenly, by the seed.
    """
    if isinstance(points, int | np.integer):
        count = at_least_one("points", points, _MOST_POINTS)
        number_of("seed", seed, 0)
        return _voronoi(
            scatter(count, seed), corners, recipe_of("voronoi", count, corners=corners, seed=seed)
        )
    return _voronoi(_check_points(points), corners, None)


def _voronoi(points: NDArray[np.float64], corners: bool, recipe: Recipe | None) -> Board:
    cells = voronoi_cells(points, corners=corners)
    layout = Layout("polygon", np.ones(len(points), dtype=bool), cells.outlines)
    return build(layout, cells.edges, recipe=recipe)


def _check_points(points: Iterable[Sequence[float]]) -> NDArray[np.float64]:
    try:
        found = np.array([tuple(point) for point in points], dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidBoard("the points are not all pairs of numbers: expected (x, y)") from None
    if found.ndim != 2 or found.shape[1:] != (2,) or not 1 <= len(found) <= _MOST_POINTS:
        raise InvalidBoard(f"expected 1 to {_MOST_POINTS} points, each a pair (x, y)")
    if not np.isfinite(found).all() or np.abs(found).max() > 1e9:
        raise InvalidBoard("a coordinate is not finite or beyond 10⁹: expected smaller numbers")
    if len(np.unique(np.round(found, 9), axis=0)) < len(found):
        raise InvalidBoard("a point is given twice: expected points that differ")
    return found


def _unfold(tiling: Tiling, net: Net, recipe: Recipe) -> Board:
    return build(Layout(tiling, net.present), net.edges, recipe=recipe)
