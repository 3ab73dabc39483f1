"""Degree constrained subgraphs of a board as one set (Suzuki, Hao, Minato, §4.1).

A subgraph is a frozenset of edges (u, v), u < v. It is allowed if every vertex has one of its
allowed degrees. Perfect matchings are the subgraphs of degree 1; the paper finds the solutions of a
position as subgraphs of its graph MG (`Position.degree_model`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Unpack

import numpy as np

from demine import _native
from demine.arguments import check, each, number_of, show
from demine.board import Board, Cell
from demine.lazy import lazy_value
from demine.meter import Budget, Meter
from demine.solutions.sets import Sets

Edge = tuple[int, int]
Allowed = int | Collection[int]
"""The degrees that a vertex may have: one, or a set."""
Degrees = Allowed | Sequence[Allowed] | Mapping[int, Allowed] | Mapping[Cell, Allowed]


class Subgraphs(Sets[Edge, tuple[Cell, Cell]]):
    """A set of sets of edges of a board. Immutable.

    Made by `subgraphs`, `Subgraphs.from_sets` or from other sets.
    """

    __slots__ = ()
    _items, _members = "edges", "subgraphs"
    _none = "there is no such subgraph"

    @classmethod
    def _universe(cls, board: Board) -> _native.Graph:
        return _native.Graph(len(board.edges), np.empty((0, 2), np.int64))

    def _number(self, item: tuple[Cell, Cell]) -> int:
        u, v = self._ends(item)
        try:
            return self._numbers[min(u, v), max(u, v)]
        except KeyError:
            raise IndexError(f"{show(item)} is not an edge of the board") from None

    def _ends(self, item: Any) -> Edge:
        if not isinstance(item, tuple) or len(item) != 2:
            raise TypeError(f"{show(item)} is not an edge: expected two cells")
        return self.board.index(item[0]), self.board.index(item[1])

    def _item(self, number: int) -> Edge:
        return self.edges[number]

    def _name(self, number: int) -> str:
        return "–".join(map(self.board.address, self.edges[number]))

    @lazy_value
    def edges(self) -> tuple[Edge, ...]:
        """The edges of the board, ascending."""
        return tuple((u, v) for u, v in self.board.edges.tolist())

    @lazy_value
    def _numbers(self) -> dict[Edge, int]:
        return {edge: number for number, edge in enumerate(self.edges)}


def subgraphs(board: Board, degrees: Degrees, **budget: Unpack[Budget]) -> Subgraphs:
    """All sets of edges that give every vertex one of its allowed degrees.

    `degrees` is one set of allowed degrees for all vertices, such as `{0, 2}`; a list with an entry
    per vertex; or a mapping, where vertices left out may have any degree. An entry may also be one
    degree: `1` means `{1}`. The set of edges is found by frontier-based search (§4.3), without
    listing the subgraphs.
    """
    check(board, Board, "board")
    allowed = _allowed(board, degrees)
    return Subgraphs(board, board.graph.subgraphs(allowed, Meter(**budget).limits()))


def _allowed(board: Board, degrees: Any) -> list[list[int] | None]:
    """The allowed degrees of each vertex, ascending; None for any."""
    if isinstance(degrees, list | tuple | np.ndarray):
        return _one_per_vertex(board, degrees)
    if not isinstance(degrees, Mapping):
        return [_ascending(degrees, "", len(board))] * len(board)
    allowed: list[list[int] | None] = [None] * len(board)
    for vertex, several in degrees.items():
        allowed[board.index(vertex)] = _ascending(several, f" of vertex {show(vertex)}", len(board))
    return allowed


def _one_per_vertex(board: Board, degrees: Any) -> list[list[int] | None]:
    if len(degrees) != len(board):
        raise ValueError(
            f"{len(degrees)} degrees in a list for {len(board)} vertices: expected one entry per "
            "vertex, or a set for all vertices, such as {0, 2}"
        )
    return [_ascending(d, f" of vertex {v}", len(board)) for v, d in enumerate(degrees)]


def _ascending(degrees: Any, of: str, most: int) -> list[int]:
    """The degrees below `most`; no vertex has a larger one."""
    if isinstance(degrees, range):  # which may be longer than memory
        degrees = (degrees if degrees.step > 0 else degrees[::-1])[:most]
    if isinstance(degrees, int | np.integer):
        degrees = (degrees,)
    expected = f"a degree{of}, or a set of degrees such as {{0, 2}}"
    found = {number_of(f"a degree{of}", degree, 0) for degree in each(degrees, expected)}
    return sorted(degree for degree in found if degree < most)
