"""Board: an immutable simple graph, and where its cells are.

A cell is an int from 0. Functions that take a cell also take its coordinates and its address.
Coordinates are (row, column) on grids, hexagonal and triangular boards, and one number per axis in
a box. An address is a string such as "e1", "2.b1" or the name of a vertex.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from sys import getsizeof
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from demine import _native
from demine.arguments import show, whole
from demine.board.addresses import address, cell_at, words_of
from demine.board.embedding import embed
from demine.board.layout import Layout
from demine.board.recipe import Recipe
from demine.errors import FormatError, InvalidBoard
from demine.lazy import lazy_value
from demine.pictured import Pictured

if TYPE_CHECKING:
    import networkx

    from demine.draw import Picture

Cell = int | tuple[int, ...] | str
"""A cell by its number, its coordinates or its address."""

_SHOWN_EDGES: Final = 10


@dataclass(frozen=True, eq=False, repr=False)
class Board(Pictured):
    """Cells, their neighbours, and where to draw them. Made by `grid`, `from_edges` and so on.

    `names` are the nodes of the networkx graph that the board came from, if any. `recipe` is the
    call that makes the board, if there is one; equality ignores it.
    """

    graph: _native.Graph
    layout: Layout
    names: tuple[Hashable, ...] | None = None
    recipe: Recipe | None = None

    def __post_init__(self) -> None:
        counts = {self.graph.cells, len(self.layout)}
        if self.names is not None:
            counts.add(len(self.names))
        if len(counts) > 1:
            raise InvalidBoard(
                f"graph, layout and names have {sorted(counts)} cells: one number is expected"
            )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        same_cells = self.layout == other.layout and self.names == other.names
        return same_cells and self.graph == other.graph

    def __hash__(self) -> int:
        return hash(self.graph)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by edges: the engine's handle does not travel."""
        return build, (self.layout, self.edges, self.names, self.recipe)

    def __repr__(self) -> str:
        """The call that makes the board, if it is short."""
        if self.recipe:
            return str(self.recipe)
        edges = self.edges
        is_plain = self.layout.tiling == "disc" and self.names is None
        if is_plain and len(edges) <= _SHOWN_EDGES:
            return f"from_edges({len(self)}, {[tuple(edge) for edge in edges.tolist()]})"
        return f"<board of {len(self)} cells and {len(edges)} edges>"

    def __len__(self) -> int:
        return self.graph.cells

    @property
    def nbytes(self) -> int:
        """About how many bytes of memory the board takes, its names included."""
        polygons = 0 if self.layout.polygons is None else self.layout.polygons.nbytes
        names = sum(map(getsizeof, self.names or ()))
        # The engine keeps each pair of neighbours twice, and Python may ask for the edges.
        return 1000 + 32 * len(self.edges) + 64 * len(self) + polygons + names

    @property
    def cells(self) -> range:
        """Every cell, in order."""
        return range(self.graph.cells)

    @property
    def edges(self) -> NDArray[np.int64]:
        """Each pair of neighbours once, the smaller cell first, ascending."""
        return self.graph.edges

    def index(self, cell: Cell) -> int:
        """The number of a cell given as a number, as coordinates or as an address.

        `IndexError` if there is no such cell; negative numbers do not count from the end.
        `TypeError` for a value of another type.
        """
        # The usual case first: a plain number on the board.
        if type(cell) is int and 0 <= cell < self.graph.cells:
            return cell
        if isinstance(cell, tuple):
            return self.layout.index(cell)
        if isinstance(cell, str):
            return self._at(cell)
        try:
            number = whole(cell)
        except TypeError:
            said = f"cell {show(cell)}: expected an int, a tuple of ints or an address"
            raise TypeError(said) from None
        if number not in self.cells:
            raise IndexError(
                f"cell {number} is not on a board of {len(self)} cells, numbered from 0"
            )
        return number

    def _at(self, text: str) -> int:
        try:
            return cell_at(self, text)
        except FormatError as error:
            raise IndexError(str(error)) from None

    def address(self, cell: Cell) -> str:
        """The address of a cell: `e1`, `2.b1`, or the name of a vertex."""
        return address(self, self.index(cell))

    @lazy_value
    def words(self) -> tuple[str, ...] | None:
        """The names of the cells as words; None if they cannot serve as addresses."""
        return None if self.names is None else words_of(self.names)

    def coordinates(self, cell: Cell) -> tuple[int, ...]:
        """The coordinates of a cell; on a graph, its number alone."""
        return tuple(self.layout.coordinates[self.index(cell)].tolist())

    def neighbours(self, cell: Cell) -> list[int]:
        """The neighbours of a cell, ascending."""
        return self.graph.neighbours(self.index(cell))

    def is_forest(self) -> bool:
        """Whether the graph has no cycle."""
        edges = self.edges
        if len(edges) >= max(1, len(self)):
            return False
        above = list(self.cells)
        for u, v in edges.tolist():
            while above[u] != u:
                above[u] = u = above[above[u]]
            while above[v] != v:
                above[v] = v = above[above[v]]
            if u == v:
                return False
            above[u] = v
        return True

    @lazy_value
    def centres(self) -> NDArray[np.float64]:
        """Where the middle of each cell is drawn: (x, y) per cell, y pointing down."""
        if self.layout.tiling == "disc":
            return embed(len(self), self.edges)
        return self.layout.centres

    @property
    def outlines(self) -> NDArray[np.float64] | None:
        """The corners of each cell, cells × corners × (x, y); None where cells are discs."""
        return None if self.layout.tiling == "disc" else self.layout.outlines

    @property
    def picture(self) -> Picture:
        """The board as a picture, its cells named."""
        from demine.draw import board_picture

        return board_picture(self)

    def to_networkx(self) -> networkx.Graph:
        """The networkx graph; its nodes are the cells, or those that the board was made from."""
        import networkx

        names = self.cells if self.names is None else self.names
        graph = networkx.Graph()
        graph.add_nodes_from(names)
        graph.add_edges_from((names[u], names[v]) for u, v in self.edges.tolist())
        return graph


def build(
    layout: Layout,
    edges: NDArray[np.int64],
    names: tuple[Hashable, ...] | None = None,
    recipe: Recipe | None = None,
) -> Board:
    """The board of a layout and its edges."""
    return Board(_native.Graph(len(layout), edges), layout, names, recipe)
