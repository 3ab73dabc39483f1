"""Golan 2014, §§3 and 4: guess components and P*, statement by statement, on every small graph.

A statement is a function of a graph: whether it is true there, or None where it does not apply.
Guess components come from their definition, and P* from trying every move, so no statement is
checked by another one. Before Lemma 4.6 the paper assumes that no vertex is isolated and none has
full degree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Final

from demine import onemine
from demine.onemine import printed
from demine.onemine.printed import Cells, Graph, induce, is_guess_component
from demine.reproduce.exhaustive import best_guesses, count_wins
from demine.reproduce.one_mine_games import board_of
from demine.reproduce.tables import Item

Statement = Callable[[Graph], bool | None]


def components(graph: Graph) -> list[Cells]:
    """All guess components by the definition, smaller ones first."""
    sets = (frozenset(h) for size in range(1, len(graph) + 1) for h in combinations(graph, size))
    return [h for h in sets if is_guess_component(graph, h)]


def maximal(graph: Graph) -> set[Cells]:
    """The guess components that are contained in no other but the whole graph."""
    found = [h for h in components(graph) if len(h) < len(graph)]
    return {h for h in found if not any(h < other for other in found)}


def minimal(graph: Graph) -> set[Cells]:
    """Those of at least two vertices that contain no smaller one of at least two."""
    found = [h for h in components(graph) if len(h) > 1]
    return {h for h in found if not any(other < h for other in found)}


def complement(graph: Graph) -> Graph:
    """The graph that joins exactly the pairs that this one does not."""
    return {v: frozenset(graph) - graph[v] - {v} for v in graph}


def connected_parts(graph: Graph) -> list[Cells]:
    """The connected components."""
    parts: list[Cells] = []
    for v in graph:
        joined = [part for part in parts if part & graph[v]]
        parts = [part for part in parts if part not in joined]
        parts.append(frozenset({v}).union(*joined))
    return parts


def is_tree(graph: Graph) -> bool:
    """Whether it is connected and has no circle."""
    return len(connected_parts(graph)) == 1 and sum(map(len, graph.values())) == 2 * len(graph) - 2


def isolated(graph: Graph) -> Cells:
    """The vertices without neighbours."""
    return frozenset(v for v in graph if not graph[v])


def wins(graph: Graph, cells: Cells | None = None) -> int:
    """n·P* of a graph, or of a part of it."""
    return _search(_frozen(graph if cells is None else induce(graph, cells)))


def _frozen(graph: Graph) -> tuple[tuple[int, Cells], ...]:
    number = {v: i for i, v in enumerate(graph)}
    return tuple((number[v], frozenset(number[w] for w in graph[v])) for v in graph)


@cache
def _search(graph: tuple[tuple[int, Cells], ...]) -> int:
    return count_wins(dict(graph))


def _overlapping(graph: Graph) -> Iterator[tuple[Cells, Cells]]:
    """Pairs as in Lemma 3.3: they intersect, and neither contains the other."""
    for a, b in combinations(components(graph), 2):
        if a & b and a - b and b - a:
            yield a, b


def _intersect(graph: Graph) -> bool:
    """Whether some maximal guess components do."""
    return any(a & b for a, b in combinations(maximal(graph), 2))


# §3


def guess_components(graph: Graph) -> bool:
    """`components` and `is_component` follow the definition, for all sets of vertices."""
    board, found = board_of(graph), set(components(graph))
    sets = [frozenset(h) for size in range(len(graph) + 1) for h in combinations(graph, size)]
    listed = list(onemine.components(board))
    same = set(listed) == found and len(listed) == len(found)
    return same and all(onemine.is_component(board, h) == (h in found) for h in sets)


def lemma_3_3(graph: Graph) -> bool | None:
    """Overlapping components: the edges between them, and their unions and differences."""
    pairs = list(_overlapping(graph))
    return all(_lemma_3_3(graph, a, b) for a, b in pairs) if pairs else None


def _lemma_3_3(graph: Graph, a: Cells, b: Cells) -> bool:
    edges = {(y in graph[x]) for s, t in ((a, b), (b, a)) for x in s for y in t - s}
    return len(edges) == 1 and all(
        is_guess_component(graph, h) for h in (a | b, a & b, a - b, b - a, a ^ b)
    )


def minimal_components(graph: Graph) -> bool:
    """`minimal_components` finds those of the definition."""
    listed = list(onemine.minimal_components(board_of(graph)))
    return set(listed) == minimal(graph) and len(set(listed)) == len(listed)


def maximal_components(graph: Graph) -> bool:
    """`guess_components` finds the maximal ones; V and single vertices are trivial components."""
    single = [frozenset({v}) for v in graph]
    trivial = all(is_guess_component(graph, h) for h in [frozenset(graph), *single])
    return trivial and set(onemine.guess_components(board_of(graph))) == maximal(graph)


def lemma_3_6(graph: Graph) -> bool | None:
    """Not connected: the complements of the connected components."""
    parts = connected_parts(graph)
    return maximal(graph) == {frozenset(graph) - p for p in parts} if len(parts) > 1 else None


def lemma_3_7(graph: Graph) -> bool | None:
    """Exactly one of: no two intersect; every two do, and their union is V. From two vertices."""
    pairs = list(combinations(maximal(graph), 2))
    none = not any(a & b for a, b in pairs)
    every = all(a & b and a | b == graph.keys() for a, b in pairs)
    return none != every if len(graph) > 1 else None


def same_components_in_the_complement(graph: Graph) -> bool:
    """G and its complement have the same guess components."""
    return components(graph) == components(complement(graph))


def lemma_3_8(graph: Graph) -> bool:
    """Maximal components intersect if and only if G or its complement has three parts."""
    parts = max(len(connected_parts(graph)), len(connected_parts(complement(graph))))
    return _intersect(graph) == (parts >= 3)


def corollary_3_9(graph: Graph) -> bool | None:
    """What follows if maximal components intersect."""
    found = list(maximal(graph))
    if not _intersect(graph):
        return None
    others = [[h for h in found if h != own] for own in found]
    contained = all(
        own >= graph.keys() - frozenset.intersection(*rest)
        for own, rest in zip(found, others, strict=True)
    )
    return contained and len(found) >= 3 and all(sum(v in h for h in found) >= 2 for v in graph)


def theorem_3_13(graph: Graph) -> bool:
    """The method of its proof finds all maximal components; there are at most |V|."""
    return printed.maximal_components(graph) == maximal(graph) and len(maximal(graph)) <= len(graph)


def lemma_3_11(graph: Graph) -> bool:
    """What is covered when Safe is empty again is V(v₁, v*), by the definition."""
    found = components(graph)
    return all(_covered(graph, u, v) == _largest(found, u, v) for u, v in permutations(graph, 2))


def _covered(graph: Graph, first: int, mine: int) -> Cells:
    covered, safe = set(graph), {first}
    while safe:
        v = safe.pop()
        covered.remove(v)
        safe = printed.safe_cells(graph, covered, safe, v, int(mine in graph[v]))
    return frozenset(covered)


def _largest(found: list[Cells], u: int, v: int) -> Cells:
    return max((h for h in found if v in h and u not in h), key=len)


def lemma_3_12(graph: Graph) -> bool:
    """Algorithm 3 finds the largest component; our `largest_component` finds the same."""
    board, found = board_of(graph), components(graph)
    return all(
        printed.largest_component(graph, u, v)
        == onemine.largest_component(board, avoid=u, include=v)
        == _largest(found, u, v)
        for u, v in permutations(graph, 2)
    )


# §4


def lemma_4_1(graph: Graph) -> bool:
    """P* of the complement is the same."""
    return wins(graph) == wins(complement(graph))


def lemma_4_2(graph: Graph) -> bool | None:
    """A complete graph has P* = 1/n."""
    complete = all(len(near) == len(graph) - 1 for near in graph.values())
    return wins(graph) == 1 if complete else None


def lemma_4_3(graph: Graph) -> bool | None:
    """For each isolated vertex there is an optimal first guess elsewhere. From two vertices."""
    alone = isolated(graph)
    return all(best_guesses(graph) - {v} for v in alone) if alone and len(graph) > 1 else None


def lemma_4_4(graph: Graph) -> bool | None:
    """Isolated vertices, together, are worth one more place of the mine."""
    rest = frozenset(graph) - isolated(graph)
    return wins(graph) == wins(graph, rest) + 1 if 0 < len(rest) < len(graph) else None


def corollary_4_5(graph: Graph) -> bool | None:
    """With two isolated vertices one of them is an optimal first guess."""
    alone = isolated(graph)
    return bool(best_guesses(graph) & alone) if 1 < len(alone) < len(graph) else None


def lemma_4_6(graph: Graph) -> bool | None:
    """n·P* is the sum over the connected parts; None if the graph is connected."""
    parts = connected_parts(graph)
    return wins(graph) == sum(wins(graph, part) for part in parts) if len(parts) > 1 else None


def lemma_4_7(graph: Graph) -> bool | None:
    """Two maximal components that intersect give n·P*; None if none do."""
    pairs = [pair for pair in permutations(maximal(graph), 2) if pair[0] & pair[1]]
    sums = {wins(graph, a) + wins(graph, b - a) for a, b in pairs}
    return sums == {wins(graph)} if pairs else None


def lemma_4_8(graph: Graph) -> bool | None:
    """Disjoint maximal components give n·P*; None if some intersect."""
    if _intersect(graph):
        return None
    larger = [h for h in maximal(graph) if len(h) > 1]
    single = len(maximal(graph)) - len(larger)
    expected = single + sum(wins(graph, h) for h in larger) - (0 if larger else 1)
    return wins(graph) == expected


def lemma_4_9(graph: Graph) -> bool | None:
    """Each maximal component of several vertices has an optimal first guess."""
    larger = [h for h in maximal(graph) if len(h) > 1]
    return all(h & best_guesses(graph) for h in larger) if larger else None


def lemma_4_10(graph: Graph) -> bool:
    """Algorithm 4 calls Algorithm 3 at most |V| − 1 times, each of at most |V| rounds."""
    calls: list[Cells] = []

    def largest(part: Graph, u: int, v: int) -> Cells:
        calls.append(printed.largest_component(part, u, v))
        return calls[-1]

    printed.optimal_guess(graph, largest)
    return len(calls) <= len(graph) - 1


def lemma_4_11(graph: Graph) -> bool | None:
    """Whatever is arbitrary in Algorithm 4, its guess is optimal. From two vertices."""
    return every_guess(graph) <= best_guesses(graph) if len(graph) > 1 else None


def every_guess(graph: Graph) -> set[int]:
    """What Algorithm 4 may return, for any choice of u and any order of v."""
    found: set[int] = set()
    for u in graph:
        parts = {printed.largest_component(graph, u, v) for v in graph if v != u}
        larger = [h for h in parts if len(h) > 1]
        found.update(*(every_guess(induce(graph, h)) for h in larger))
        if not larger:
            found.add(u)
    return found


SECTION_3: Final[Mapping[str, Statement]] = {
    "Guess components: `components` and `is_component` by the definition": guess_components,
    "Lemma 3.3: overlapping guess components": lemma_3_3,
    "Minimal guess components by the definition": minimal_components,
    "Maximal and trivial guess components by the definition": maximal_components,
    "Lemma 3.6: maximal components of graphs that are not connected": lemma_3_6,
    "Lemma 3.7: no two maximal components intersect, or all do (n ≥ 2)": lemma_3_7,
    "Complement: it has the same guess components": same_components_in_the_complement,
    "Lemma 3.8: they intersect if and only if G or its complement has 3 parts": lemma_3_8,
    "Corollary 3.9: three consequences if they intersect": corollary_3_9,
    "Lemma 3.11: the cells that stay covered are V(v₁, v*)": lemma_3_11,
    "Lemma 3.12: Algorithm 3 finds the largest component": lemma_3_12,
    "Theorem 3.13, Corollary 3.10: all maximal components, at most |V|": theorem_3_13,
}
SECTION_4: Final[Mapping[str, Statement]] = {
    "Lemma 4.1: P* of the complement is the same": lemma_4_1,
    "Lemma 4.2: P* of a complete graph is 1/n": lemma_4_2,
    "Lemma 4.3: an isolated vertex need not be opened first (n ≥ 2)": lemma_4_3,
    "Lemma 4.4: P* from the vertices that are not isolated": lemma_4_4,
    "Corollary 4.5: two isolated vertices, one of them optimal": corollary_4_5,
    "Lemma 4.9: an optimal guess in each maximal component of several vertices": lemma_4_9,
    "Lemma 4.10: Algorithm 4 calls Algorithm 3 at most |V| − 1 times": lemma_4_10,
    "Lemma 4.11: every guess that Algorithm 4 may return is optimal": lemma_4_11,
}
ASSUMING: Final[Mapping[str, Statement]] = {
    "Lemma 4.6, no vertex isolated or of full degree (the paper's assumption)": lemma_4_6,
    "Lemma 4.7, the same": lemma_4_7,
    "Lemma 4.8, the same": lemma_4_8,
}


def items(graphs: Sequence[Graph]) -> Iterator[Item]:
    """Every statement on some graphs."""
    plain = [g for g in graphs if not {0, len(g) - 1} & {len(near) for near in g.values()}]
    for statements, where in ((SECTION_3, graphs), (SECTION_4, graphs), (ASSUMING, plain)):
        yield from (_judge(words, holds, where) for words, holds in statements.items())
    yield remark_3_5(graphs)


def remark_3_5(graphs: Sequence[Graph]) -> Item:
    """Some component in another has a difference that is none; the other may be all of V."""
    having = [graph for graph in graphs if any(_broken_differences(graph))]
    whole, inner = next(_broken_differences(having[0]))
    return Item(
        "Remark 3.5: H₂ ∖ H₁ need not be a guess component if H₁ lies in H₂",
        f"{len(having)} of {len(graphs)} graphs have such a pair; with {len(having[0])} vertices "
        f"already, H₁ of {len(inner)} and H₂ of {len(whole)}",
        bool(having),
    )


def _broken_differences(graph: Graph) -> Iterator[tuple[Cells, Cells]]:
    for a, b in permutations(components(graph), 2):
        if a < b and not is_guess_component(graph, b - a):
            yield b, a


def _judge(words: str, holds: Statement, graphs: Iterable[Graph]) -> Item:
    verdicts = [verdict for graph in graphs if (verdict := holds(graph)) is not None]
    true = f"true on {sum(verdicts)} of the {len(verdicts)} graphs to which it applies"
    return Item(words, true, all(verdicts) and bool(verdicts))
