"""The algorithms of Golan 2014 as printed, and P* by his lemmas.

Nothing here knows of modular decomposition or of the engine: a graph is a dictionary of neighbours.
"Arbitrary" cells are the first ones. Where a lemma needs a condition that is not in print, it is
used only where that holds; `docs/one-mine.md` says which and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from demine.board import Board

Cells = frozenset[int]
Graph = dict[int, Cells]
"""The neighbours N(v) of each vertex v."""


def graph_of(board: Board) -> Graph:
    """The graph of a board."""
    return {cell: frozenset(board.neighbours(cell)) for cell in board.cells}


def induce(graph: Graph, cells: Iterable[int]) -> Graph:
    """G|H: some vertices and the edges between them."""
    kept = frozenset(cells)
    return {v: graph[v] & kept for v in sorted(kept)}


def complement(graph: Graph) -> Graph:
    """The graph that joins exactly the pairs that this one does not."""
    return {v: frozenset(graph) - graph[v] - {v} for v in graph}


def is_guess_component(graph: Graph, cells: Cells) -> bool:
    """The definition of §3: all vertices of H have the same neighbours outside H."""
    return len({graph[v] - cells for v in cells}) <= 1


def safe_cells(graph: Graph, covered: set[int], safe: set[int], v: int, label: int) -> set[int]:
    """SafeCells of Algorithm 2, after the label 0 or 1 was seen at v."""
    if label == 0:
        return (safe | graph[v]) & covered
    return (safe | (graph.keys() - graph[v])) & covered


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


def largest_component(graph: Graph, u: int, v: int) -> Cells:
    """Algorithm 3: the largest guess component that includes v but not u."""
    safe = {u}
    covered = set(graph)
    while safe:
        w = safe.pop()
        covered.remove(w)
        safe = safe_cells(graph, covered, safe, w, int(v in graph[w]))
    return frozenset(covered)


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


def optimal_guess(graph: Graph) -> int:
    """Algorithm 4: an optimal guess."""
    u = min(graph)
    for v in graph:
        if v != u and len(h := largest_component(graph, u, v)) > 1:
            return optimal_guess(induce(graph, h))
    return u


def win_probability(graph: Graph) -> Fraction:
    """P* of a graph with at least one vertex, by the lemmas of §4."""
    return Fraction(wins(graph), len(graph))


def wins(graph: Graph) -> int:
    """n·P*. Lemma 4.2, and 4.1 for its complement, end the recursion; else one of 4.4, 4.7, 4.8."""
    if _is_edgeless(graph) or _is_edgeless(complement(graph)):
        return 1
    for same in (graph, complement(graph)):
        if alone := find_isolated(same):
            return wins(induce(graph, graph.keys() - alone)) + 1
    return _wins_by_components(graph)


def _is_edgeless(graph: Graph) -> bool:
    """Whether no two vertices are joined."""
    return not any(graph.values())


def find_isolated(graph: Graph) -> Cells:
    """The vertices without neighbours."""
    return frozenset(v for v in graph if not graph[v])


def _wins_by_components(graph: Graph) -> int:
    """Lemma 4.7 where maximal components intersect, Lemma 4.8 where not.

    There are no isolated and no universal vertices, and so at least four vertices.
    """
    first, second, *_ = components = sorted(maximal_components(graph), key=sorted)
    if first & second:
        return wins(induce(graph, first)) + wins(induce(graph, second - first))
    inner = [h for h in components if len(h) > 1]
    lost = 0 if inner else 1
    return len(components) - len(inner) + sum(wins(induce(graph, h)) for h in inner) - lost


def _maximal(found: Iterable[Cells]) -> set[Cells]:
    """The sets that are in no other."""
    sets = set(found)
    return {h for h in sets if not any(h < other for other in sets)}
