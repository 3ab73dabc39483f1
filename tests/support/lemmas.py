"""P* by the lemmas of Golan 2014, §4: an oracle that knows nothing of modular decomposition.

Where a lemma needs a condition that is not in print, it is used only where the condition holds;
`docs/one-mine.md` says which and why.
"""

from __future__ import annotations

from fractions import Fraction

from demine.onemine.printed import Cells, Graph, induce, maximal_components


def complement(graph: Graph) -> Graph:
    """The graph that joins exactly the pairs that this one does not."""
    return {v: frozenset(graph) - graph[v] - {v} for v in graph}


def find_isolated(graph: Graph) -> Cells:
    """The vertices without neighbours."""
    return frozenset(v for v in graph if not graph[v])


def win_probability(graph: Graph) -> Fraction:
    """P* of a graph with at least one vertex."""
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
    return not any(graph.values())


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
