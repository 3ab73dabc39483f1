"""The algorithms of Golan 2014 as printed: slow, and short enough to read beside the paper.

They use neither modular decomposition nor the engine: a graph is a dictionary of neighbours, and
`graph_of` makes one of a board. Every algorithm also takes a board. An "arbitrary" cell is the
first one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from demine.arguments import check
from demine.board import Board

_P = ParamSpec("_P")
_T = TypeVar("_T")

Cells = frozenset[int]
Graph = dict[int, Cells]
"""The neighbours N(v) of each vertex v."""
Largest = Callable[[Graph, int, int], Cells]
"""From G, u and v to the largest guess component that includes v but not u."""
Choose = Callable[[Graph, Mapping[int, int]], int]
"""From a graph and the labels of its uncovered vertices to the next vertex."""


def graph_of(board: Board) -> Graph:
    """The graph of a board."""
    check(board, Board, "board")
    return {cell: frozenset(board.neighbours(cell)) for cell in board.cells}


def _of_graph_or_board(
    algorithm: Callable[Concatenate[Graph, _P], _T],
) -> Callable[Concatenate[Graph | Board, _P], _T]:
    """The algorithm, which then takes a board as well."""

    @wraps(algorithm)
    def run(graph: Graph | Board, /, *rest: _P.args, **named: _P.kwargs) -> _T:
        return algorithm(graph if isinstance(graph, dict) else graph_of(graph), *rest, **named)

    return run


@_of_graph_or_board
def induce(graph: Graph, cells: Iterable[int]) -> Graph:
    """G|H: some vertices and the edges between them."""
    kept = frozenset(cells)
    return {v: graph[v] & kept for v in sorted(kept)}


@_of_graph_or_board
def is_guess_component(graph: Graph, cells: Cells) -> bool:
    """The definition of §3: all vertices of H have the same neighbours outside H."""
    return len({graph[v] - cells for v in cells}) <= 1


def safe_cells(graph: Graph, covered: set[int], safe: set[int], v: int, label: int) -> set[int]:
    """SafeCells of Algorithm 2, after the label 0 or 1 was seen at v."""
    if label == 0:
        return (safe | graph[v]) & covered
    return (safe | (graph.keys() - graph[v])) & covered


@_of_graph_or_board
def generic_strategy(graph: Graph, mines: Cells, choose: Choose) -> bool:
    """Algorithm 1: whether a strategy wins, given its Choose; its data are the labels seen."""
    labels: dict[int, int] = {}
    while len(graph) - len(labels) > len(mines):
        v = choose(graph, labels)
        if v in mines:
            return False
        labels[v] = len(graph[v] & mines)
    return True


@_of_graph_or_board
def is_won(graph: Graph, mine: int) -> bool:
    """Algorithm 2 with Algorithm 4 for its guesses, played with the mine at the given vertex."""
    safe: set[int] = set()
    covered = set(graph)
    while len(covered) > 1:
        v = min(safe) if safe else optimal_guess(induce(graph, covered))
        if v == mine:
            return False
        safe.discard(v)
        covered.remove(v)
        safe = safe_cells(graph, covered, safe, v, int(mine in graph[v]))
    return True


@_of_graph_or_board
def largest_component(graph: Graph, u: int, v: int) -> Cells:
    """Algorithm 3: the largest guess component that includes v but not u."""
    safe = {u}
    covered = set(graph)
    while safe:
        w = safe.pop()
        covered.remove(w)
        safe = safe_cells(graph, covered, safe, w, int(v in graph[w]))
    return frozenset(covered)


@_of_graph_or_board
def maximal_components(graph: Graph) -> set[Cells]:
    """Theorem 3.13: all maximal guess components. A graph of one vertex has none."""
    if len(graph) < 2:
        return set()
    v = min(graph)
    including_v = _maximal(largest_component(graph, u, v) for u in graph if u != v)
    h = min(including_v, key=sorted)
    if including_v == {h}:
        others = {largest_component(graph, v, w) for w in graph.keys() - h}
    else:
        w = min(graph.keys() - h)
        others = _maximal(largest_component(graph, u, w) for u in graph if u != w)
    return including_v | others


@_of_graph_or_board
def optimal_guess(graph: Graph, largest: Largest = largest_component) -> int:
    """Algorithm 4: an optimal guess, by Algorithm 3 or another LargestComponent."""
    u = min(graph)
    for v in graph:
        if v != u and len(h := largest(graph, u, v)) > 1:
            return optimal_guess(induce(graph, h), largest)
    return u


def _maximal(found: Iterable[Cells]) -> set[Cells]:
    """The sets that are in no other."""
    sets = set(found)
    return {h for h in sets if not any(h < other for other in sets)}
