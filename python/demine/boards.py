"""Boards: an immutable simple graph, and where its cells are.

A cell is an int from 0. Where a board has coordinates, a tuple of them names the same cell:
(row, column) on grids, hexagonal and triangular boards, one number per axis in a box. A topology is
a function that returns a Board; bad arguments raise `InvalidBoard`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from demine import _native
from demine.checks import shown, whole
from demine.embedding import embed
from demine.errors import InvalidBoard
from demine.layout import Layout, Tiling, points_up
from demine.neighbourhoods import (
    NEIGHBOURHOODS,
    Neighbourhood,
    lattice_edges,
    staggered_edges,
    steps,
)

if TYPE_CHECKING:
    import networkx

Cell = int | tuple[int, ...]

MOST_AXES: Final = 16
_MOST_CELLS: Final = 1 << 30
_SHOWN_EDGES: Final = 10


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """Cells, their neighbours, and where to draw them. Made by `grid`, `from_edges` and so on.

    `names` are the nodes of the networkx graph that it came from, if it came from one. `recipe` is
    the call that makes it, if one does; it plays no part in equality.
    """

    graph: _native.Graph
    layout: Layout
    names: tuple[Hashable, ...] | None = None
    recipe: str = ""

    def __post_init__(self) -> None:
        """Check that graph, layout and names speak of the same cells."""
        counts = {self.graph.cells, len(self.layout)}
        if self.names is not None:
            counts.add(len(self.names))
        if len(counts) > 1:
            raise InvalidBoard(
                f"graph, layout and names have {sorted(counts)} cells: one number is expected"
            )

    def __eq__(self, other: object) -> bool:
        """Same graph, same coordinates, same names."""
        if not isinstance(other, Board):
            return NotImplemented
        same_cells = self.layout == other.layout and self.names == other.names
        return same_cells and self.graph == other.graph

    def __hash__(self) -> int:
        """Hash of the graph."""
        return hash(self.graph)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by edges: the engine's handle does not travel."""
        return _board, (self.layout, self.edges, self.names, self.recipe)

    def __repr__(self) -> str:
        """The call that makes it, where that is short."""
        if self.recipe:
            return self.recipe
        edges = self.edges
        if self.layout.tiling == "disc" and self.names is None and len(edges) <= _SHOWN_EDGES:
            return f"from_edges({len(self)}, {[tuple(edge) for edge in edges.tolist()]})"
        return f"<board of {len(self)} cells and {len(edges)} edges>"

    def __len__(self) -> int:
        """The number of cells."""
        return self.graph.cells

    @property
    def cells(self) -> range:
        """Every cell, in order."""
        return range(self.graph.cells)

    @property
    def edges(self) -> NDArray[np.int64]:
        """Each pair of neighbours once, the smaller cell first, ascending."""
        return self.graph.edges

    def index(self, cell: Cell) -> int:
        """The number of a cell given as a number or as coordinates.

        `IndexError` if there is no such cell (negative numbers do not count from the end),
        `TypeError` if it is neither.
        """
        # What is plainly right is asked for most, and needs no further look.
        if type(cell) is int and 0 <= cell < self.graph.cells:
            return cell
        if isinstance(cell, tuple):
            return self.layout.index(cell)
        try:
            number = whole(cell)
        except TypeError:
            raise TypeError(f"cell {shown(cell)}: expected an int or a tuple of ints") from None
        if number not in self.cells:
            raise IndexError(
                f"cell {number} is not on a board of {len(self)} cells, numbered from 0"
            )
        return number

    def coordinates(self, cell: Cell) -> tuple[int, ...]:
        """The coordinates of a cell: what `index` takes. On a graph, its number alone."""
        return tuple(self.layout.coordinates[self.index(cell)].tolist())

    def neighbours(self, cell: Cell) -> list[int]:
        """The neighbours of a cell, ascending."""
        return self.graph.neighbours(self.index(cell))

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """Where the middle of each cell is drawn: (x, y) per cell, y pointing down."""
        if self.layout.tiling == "disc":
            return embed(len(self), self.edges)
        return self.layout.centres

    @property
    def outlines(self) -> NDArray[np.float64] | None:
        """The corners of each cell, cells × corners × (x, y); None where cells are discs."""
        return None if self.layout.tiling == "disc" else self.layout.outlines

    def to_networkx(self) -> networkx.Graph:
        """The graph in networkx; its nodes are the cells, or the nodes that the board came from."""
        import networkx

        names = self.cells if self.names is None else self.names
        graph = networkx.Graph()
        graph.add_nodes_from(names)
        graph.add_edges_from((names[u], names[v]) for u, v in self.edges.tolist())
        return graph


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

    `neighbourhood`: "king" cells are at most `radius` rows and columns apart; "rook" cells have
    rows and columns apart that sum to at most `radius` (for a radius of 1, those that share a
    side); "knight" cells are a knight's move apart, and the radius is 1. A `torus` has no border:
    it wraps around. `mask` holds a truth value per row and column: False makes a hole, and the
    cells that remain are numbered without gaps.
    """
    shape = _shape(rows=rows, columns=columns)
    present = _present(mask, shape)
    shown = {"torus": torus, "neighbourhood": neighbourhood, "radius": radius}
    recipe = _call("grid", *shape, **shown, mask=None if mask is None else ...)
    return _lattice(present, torus, neighbourhood, radius, recipe)


def box(
    shape: Sequence[int],
    *,
    torus: bool = False,
    neighbourhood: Neighbourhood = "king",
    radius: int = 1,
) -> Board:
    """A grid in any number of dimensions, with the options of `grid`; the last axis is fastest."""
    sides = _shape(**{f"side {axis}": side for axis, side in enumerate(shape)})
    if not 1 <= len(sides) <= MOST_AXES:
        raise InvalidBoard(f"a box of {len(sides)} sides: expected 1 to {MOST_AXES}")
    recipe = _call("box", sides, torus=torus, neighbourhood=neighbourhood, radius=radius)
    return _lattice(np.ones(sides, dtype=bool), torus, neighbourhood, radius, recipe)


def hexagonal(rows: int, columns: int) -> Board:
    """A honeycomb: every other row stands half a cell to the right; a cell has six neighbours."""
    layout = _full("hexagon", _shape(rows=rows, columns=columns))
    odd = np.indices(layout.shape)[0] % 2 == 1
    even_steps, odd_steps = [(0, 1), (1, -1), (1, 0)], [(0, 1), (1, 0), (1, 1)]
    edges = staggered_edges(layout.numbers, odd, even_steps, odd_steps)
    return _board(layout, edges, recipe=_call("hexagonal", *layout.shape))


def triangular(rows: int, columns: int, *, corners: bool = True) -> Board:
    """Rows of triangles that point up and down in turn, up at (0, 0).

    Neighbours share at least a corner, so that a cell has twelve; with `corners=False` they share
    a side, and a cell has three.
    """
    layout = _full("triangle", _shape(rows=rows, columns=columns))
    down = ~points_up(layout.coordinates).reshape(layout.shape)
    beside = [(0, 1), (0, 2)] if corners else [(0, 1)]
    below_up = [(1, step) for step in range(-2, 3)] if corners else [(1, 0)]
    below_down = [(1, step) for step in range(-1, 2)] if corners else []
    edges = staggered_edges(layout.numbers, down, beside + below_up, beside + below_down)
    return _board(layout, edges, recipe=_call("triangular", *layout.shape, corners=corners))


def from_edges(cells: int, edges: Iterable[Sequence[int]] | NDArray[np.integer[Any]]) -> Board:
    """Any simple graph: cells from 0, and each pair of neighbours once, in either order."""
    try:
        count = whole(cells)
    except TypeError:
        raise InvalidBoard(f"{shown(cells)} cells: expected a whole number") from None
    if not 0 <= count <= _MOST_CELLS:
        raise InvalidBoard(f"{count} cells: expected 0 to {_MOST_CELLS}")
    return _board(_full("disc", (count,)), _edge_array(edges))


def from_networkx(graph: networkx.Graph) -> Board:
    """The board of a networkx graph, its nodes numbered in their order; `names` keeps the nodes."""
    if graph.is_directed() or graph.is_multigraph():
        kind = "directed" if graph.is_directed() else "multigraph"
        raise InvalidBoard(f"the networkx graph is {kind}: expected a plain networkx.Graph")
    number = {node: cell for cell, node in enumerate(graph)}
    for u, v in graph.edges:
        if u == v:
            raise InvalidBoard(
                f"node {shown(u)} is joined to itself: a cell is never its own neighbour"
            )
    edges = _edge_array((number[u], number[v]) for u, v in graph.edges)
    plain = all(type(node) is int and node == cell for node, cell in number.items())
    return _board(_full("disc", (len(number),)), edges, None if plain else tuple(number))


def _board(
    layout: Layout,
    edges: NDArray[np.int64],
    names: tuple[Hashable, ...] | None = None,
    recipe: str = "",
) -> Board:
    return Board(_native.Graph(len(layout), edges), layout, names, recipe)


def _lattice(
    present: NDArray[np.bool_], torus: bool, neighbourhood: Neighbourhood, radius: int, recipe: str
) -> Board:
    if neighbourhood not in NEIGHBOURHOODS:
        expected = ", ".join(NEIGHBOURHOODS)
        raise InvalidBoard(f"neighbourhood {shown(neighbourhood)}: expected one of {expected}")
    reach = _at_least_one("radius", radius)
    if neighbourhood == "knight" and reach != 1:
        raise InvalidBoard(f"radius {reach} with a knight's move: expected 1")
    layout = Layout("square", present)
    near = steps(neighbourhood, reach, layout.shape)
    return _board(layout, lattice_edges(layout.numbers, near, torus), recipe=recipe)


def _full(tiling: Tiling, shape: tuple[int, ...]) -> Layout:
    return Layout(tiling, np.ones(shape, dtype=bool))


def _shape(**sides: int) -> tuple[int, ...]:
    shape = tuple(_at_least_one(name, side) for name, side in sides.items())
    if np.prod(shape, dtype=object) > _MOST_CELLS:
        raise InvalidBoard(f"a board of shape {shape}: expected at most {_MOST_CELLS} cells")
    return shape


def _at_least_one(name: str, value: int) -> int:
    try:
        number = whole(value)
    except TypeError:
        raise InvalidBoard(f"{name} is {shown(value)}: expected a whole number") from None
    if number < 1:
        raise InvalidBoard(f"{name} is {number}: expected at least 1")
    return number


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
    pairs = [_pair(edge) for edge in edges]
    try:
        return np.array(pairs, dtype=np.int64).reshape(-1, 2)
    except OverflowError:
        widest = max(pairs, key=lambda pair: max(map(abs, pair)))
        raise InvalidBoard(f"edge {shown(widest)} names a cell that is not on the board") from None


def _pair(edge: Sequence[int]) -> tuple[int, int]:
    try:
        u, v = edge
        return whole(u), whole(v)
    except (TypeError, ValueError):
        raise InvalidBoard(f"edge {shown(edge)}: expected a pair of cells") from None


_DEFAULTS: Final = {
    "torus": False,
    "neighbourhood": "king",
    "radius": 1,
    "mask": None,
    "corners": True,
}


def _call(name: str, *arguments: object, **options: object) -> str:
    """The call as one would write it, options that have their usual value left out."""
    shown = [repr(argument) for argument in arguments]
    for option, value in options.items():
        if value != _DEFAULTS[option]:
            shown.append(f"{option}={'...' if value is ... else repr(value)}")
    return f"{name}({', '.join(shown)})"
