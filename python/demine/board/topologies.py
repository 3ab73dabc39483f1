"""Topologies: functions that return a Board. Bad arguments raise `InvalidBoard`.

Each function but `from_edges`, `from_networkx` and `from_polygons` has a row in `registry.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from demine.arguments import each, number_of, show, whole
from demine.board.board import Board, build
from demine.board.layout import Layout, Tiling
from demine.board.neighbourhoods import MOST_PAIRS, NEIGHBOURHOODS, Neighbourhood, join
from demine.board.recipe import Recipe, recipe_of
from demine.errors import InvalidBoard

if TYPE_CHECKING:
    import networkx

    from demine.board.polyhedra import Net

Faces = Literal["hexagon", "triangle"]

MOST_CELLS: Final = 1 << 23
"""Cells of the largest board: a few characters can ask for one that would fill all memory."""

MOST_AXES: Final = 16
# These boards are made cell by cell in Python: the largest take a minute.
_LONGEST_SIDE: Final = 300
_HIGHEST_FREQUENCY: Final = 100
_MOST_POINTS: Final = 5_000


def grid(
    rows: int,
    columns: int,
    *,
    torus: bool = False,
    neighbourhood: Neighbourhood = "king",
    radius: int = 1,
    mask: ArrayLike | None = None,
) -> Board:
    """A grid of squares. Cells are numbered row by row.

    Neighbours of a "king" are at most `radius` rows and columns apart. For a "rook", rows and
    columns apart sum to at most `radius`: with a radius of 1, neighbours share a side. For a
    "knight" they are a knight's move apart, and the radius is 1. "trimmed" is "king" without the
    corners of its square: 20 neighbours with a radius of 2. A `torus` wraps around and has no
    border. `mask` holds a truth value per row and column; False makes a hole. Other cells are
    numbered without gaps.
    """
    shape = _shape(rows=rows, columns=columns)
    present = _present(mask, shape)
    options = {"torus": torus, "neighbourhood": neighbourhood, "radius": radius}
    recipe = recipe_of(grid, *shape, **options, mask=None if mask is None else ...)
    return _lattice(present, torus, neighbourhood, radius, recipe)


def box(
    shape: Sequence[int],
    *,
    torus: bool = False,
    neighbourhood: Neighbourhood = "king",
    radius: int = 1,
) -> Board:
    """A grid in any number of dimensions, with the options of `grid`; the last axis is fastest."""
    given = each(shape, "the sides of a box")
    sides = _shape(**{f"side {axis}": side for axis, side in enumerate(given)})
    if not 1 <= len(sides) <= MOST_AXES:
        raise InvalidBoard(f"a box of {len(sides)} sides: expected 1 to {MOST_AXES}")
    recipe = recipe_of(box, *sides, torus=torus, neighbourhood=neighbourhood, radius=radius)
    return _lattice(np.ones(sides, dtype=bool), torus, neighbourhood, radius, recipe)


def hexagonal(
    rows: int,
    columns: int,
    *,
    torus: bool = False,
    radius: int = 1,
    mask: ArrayLike | None = None,
) -> Board:
    """A honeycomb: every other row is half a cell to the right; a cell has six neighbours.

    With a larger `radius`, cells that far away are neighbours too. A `torus` has no border and an
    even number of rows. `mask` is that of `grid`.
    """
    shape = _shape(rows=rows, columns=columns)
    # No two cells are farther apart than the sum of the sides.
    reach = min(_at_least_one("radius", radius), sum(shape))
    if shape[0] * shape[1] * 3 * reach * (reach + 1) > MOST_PAIRS:
        raise InvalidBoard(
            f"a board of shape {shape} with radius {radius} has too many edges to hold"
        )
    if torus and shape[0] % 2:
        raise InvalidBoard(f"a hexagonal torus of {shape[0]} rows: expected an even number of rows")
    layout = Layout("hexagon", _present(mask, shape))
    edges = join(layout, "hexagonal", torus, radius=reach)
    options = {"torus": torus, "radius": radius, "mask": None if mask is None else ...}
    return build(layout, edges, recipe=recipe_of(hexagonal, *shape, **options))


def triangular(
    rows: int,
    columns: int,
    *,
    corners: bool = True,
    torus: bool = False,
    mask: ArrayLike | None = None,
) -> Board:
    """Rows of triangles that point up and down in turn, up at (0, 0).

    Neighbours share at least a corner: a cell has twelve. With `corners=False` they share a side: a
    cell has three. A `torus` has no border and even numbers of rows and columns. `mask` is that of
    `grid`.
    """
    shape = _shape(rows=rows, columns=columns)
    if torus and (shape[0] % 2 or shape[1] % 2):
        sides = f"{shape[0]} rows and {shape[1]} columns"
        raise InvalidBoard(f"a triangular torus of {sides}: expected even numbers of both")
    layout = Layout("triangle", _present(mask, shape))
    edges = join(layout, "triangular", torus, corners=corners)
    options = {"corners": corners, "torus": torus, "mask": None if mask is None else ...}
    return build(layout, edges, recipe=recipe_of(triangular, *shape, **options))


def cube(side: int, *, corners: bool = True) -> Board:
    """The surface of a cube, 6 · side² squares, unfolded into a cross.

    Neighbours share at least a corner; with `corners=False` they share a side. Cells are numbered
    row by row of the cross, and their coordinates are those in it.
    """
    from demine.board.polyhedra import cube_net

    length = _at_least_one("side", side, _LONGEST_SIDE)
    recipe = recipe_of(cube, length, corners=corners)
    return _unfold("square", cube_net(length, corners=corners), recipe)


def geodesic(frequency: int, *, faces: Faces = "hexagon", corners: bool = True) -> Board:
    """A sphere: an icosahedron with each edge cut into `frequency` parts, unfolded.

    "hexagon" faces are 10 · frequency² + 2 cells, twelve of them pentagons. "triangle" faces are
    20 · frequency² cells; neighbours share at least a corner, or with `corners=False` a side.
    """
    from demine.board.polyhedra import geodesic_hexagons, geodesic_triangles

    cuts = _at_least_one("frequency", frequency, _HIGHEST_FREQUENCY)
    if faces not in ("hexagon", "triangle"):
        raise InvalidBoard(f"faces is {show(faces)}: expected hexagon or triangle")
    if faces == "hexagon" and not corners:
        raise InvalidBoard("hexagons that share a corner share a side: expected corners=True")
    recipe = recipe_of(geodesic, cuts, faces=faces, corners=corners)
    net = (
        geodesic_hexagons(cuts) if faces == "hexagon" else geodesic_triangles(cuts, corners=corners)
    )
    return _unfold(faces, net, recipe)


def voronoi(
    points: Iterable[Sequence[float]] | int, *, corners: bool = True, seed: int = 0
) -> Board:
    """A cell around each point: the part of a rectangle that is nearest to the point.

    Neighbours share a side or, where four cells meet, a corner; with `corners=False` a side. Given
    a number instead of points, the function scatters that many evenly, by the seed.
    """
    from demine.board.tessellation import scatter, voronoi_cells

    recipe = None
    if isinstance(points, int | np.integer):
        count = _at_least_one("points", points, _MOST_POINTS)
        places = scatter(count, number_of("seed", seed, 0))
        recipe = recipe_of(voronoi, count, corners=corners, seed=seed)
    else:
        places = _check_points(points)
    cells = voronoi_cells(places, corners=corners)
    layout = Layout("polygon", np.ones(len(places), dtype=bool), cells.outlines)
    return build(layout, cells.edges, recipe=recipe)


def from_polygons(
    polygons: Iterable[Any], *, corners: bool = True, names: Iterable[object] | None = None
) -> Board:
    """A cell for each polygon: shapes of shapely or GeoJSON, or lists of corners (x, y); y is up.

    Neighbours share at least a corner; with `corners=False`, a piece of a side. A MultiPolygon is
    one cell. `names` are those of the cells. Polygons should not overlap.
    """
    from demine.board.polygons import polygon_cells

    shapes = polygon_cells(polygons, corners=corners)
    layout = Layout("polygon", np.ones(len(shapes.outlines), dtype=bool), shapes.outlines)
    named = None if names is None else tuple(each(names, "names"))
    if named is not None and len(named) != len(layout):
        raise InvalidBoard(f"{len(named)} names for {len(layout)} polygons: expected one each")
    return build(layout, shapes.edges, named)


def from_edges(cells: int, edges: Iterable[Sequence[int]] | NDArray[np.integer[Any]]) -> Board:
    """Any simple graph: cells from 0, and each pair of neighbours once, in either order."""
    try:
        count = whole(cells)
    except TypeError:
        raise InvalidBoard(f"{show(cells)} cells: expected a whole number") from None
    if not 0 <= count <= MOST_CELLS:
        raise InvalidBoard(f"{count} cells: expected 0 to {MOST_CELLS}")
    return build(_discs(count), _edge_array(edges))


def from_networkx(graph: networkx.Graph) -> Board:
    """The board of a networkx graph; nodes are numbered in order, and `names` keeps them."""
    if not all(hasattr(graph, name) for name in ("is_directed", "is_multigraph", "edges")):
        raise InvalidBoard(f"{show(graph)}: expected a networkx.Graph")
    if graph.is_directed() or graph.is_multigraph():
        kind = "directed" if graph.is_directed() else "multigraph"
        raise InvalidBoard(f"the networkx graph is {kind}: expected a plain networkx.Graph")
    number = {node: cell for cell, node in enumerate(graph)}
    for u, v in graph.edges:
        if u == v:
            raise InvalidBoard(
                f"node {show(u)} is joined to itself: a cell is never its own neighbour"
            )
    edges = _edge_array((number[u], number[v]) for u, v in graph.edges)
    is_plain = all(type(node) is int and node == cell for node, cell in number.items())
    return build(_discs(len(number)), edges, None if is_plain else tuple(number))


def _lattice(
    present: NDArray[np.bool_],
    torus: bool,
    neighbourhood: Neighbourhood,
    radius: int,
    recipe: Recipe,
) -> Board:
    if neighbourhood not in NEIGHBOURHOODS:
        expected = ", ".join(NEIGHBOURHOODS)
        raise InvalidBoard(f"neighbourhood {show(neighbourhood)}: expected one of {expected}")
    reach = _at_least_one("radius", radius)
    if neighbourhood == "knight" and reach != 1:
        raise InvalidBoard(f"radius {reach} with a knight's move: expected 1")
    layout = Layout("square", present)
    edges = join(layout, "box", torus, neighbourhood=neighbourhood, radius=reach)
    return build(layout, edges, recipe=recipe)


def _discs(cells: int) -> Layout:
    return Layout("disc", np.ones(cells, dtype=bool))


def _shape(**sides: int) -> tuple[int, ...]:
    """The sides as whole numbers from 1, unless they make too large a board."""
    shape = tuple(_at_least_one(name, side) for name, side in sides.items())
    if prod(shape) > MOST_CELLS:
        raise InvalidBoard(f"a board of shape {shape}: expected at most {MOST_CELLS} cells")
    return shape


def _at_least_one(name: str, value: int, most: int | None = None) -> int:
    """A whole number from 1, perhaps with a bound."""
    return number_of(name, value, 1, most, InvalidBoard)


def _present(mask: ArrayLike | None, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    if mask is None:
        return np.ones(shape, dtype=bool)
    try:
        present = np.array(mask)
    except ValueError:
        raise InvalidBoard(
            f"the mask has rows of different lengths: expected shape {shape}"
        ) from None
    if present.dtype != np.bool_:
        raise InvalidBoard(f"the mask holds {present.dtype} values: expected True or False")
    if present.shape != shape:
        raise InvalidBoard(f"the mask has shape {present.shape}: expected {shape}")
    return present


def _edge_array(edges: Iterable[Sequence[int]] | NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    if isinstance(edges, np.ndarray) and edges.dtype.kind in "iu" and edges.ndim == 2:
        return edges.astype(np.int64)
    pairs = [_pair(edge) for edge in each(edges, "pairs of cells")]
    try:
        return np.array(pairs, dtype=np.int64).reshape(-1, 2)
    except OverflowError:
        widest = max(pairs, key=lambda pair: max(map(abs, pair)))
        raise InvalidBoard(f"edge {show(widest)} names a cell that is not on the board") from None


def _pair(edge: Sequence[int]) -> tuple[int, int]:
    try:
        u, v = edge
        return whole(u), whole(v)
    except (TypeError, ValueError):
        raise InvalidBoard(f"edge {show(edge)}: expected a pair of cells") from None


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
