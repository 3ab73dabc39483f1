"""S. Golan, *Minesweeper strategy for one mine*, 2014.

Propositions 2.5–2.7 with their closed forms beside the computed P*; figures, the algorithms as
printed, and the lemmas on all small graphs, item by item. Proposition 2.5 gives 0 for a single
vertex, but its P* is 1 by convention: there is nothing to open.

The text lacks the figures. Each is reconstructed as a smallest graph for which every statement
about the figure is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from demine.board import Board, from_edges, grid
from demine.labels import COVERED, Label
from demine.onemine import optimal_guesses, win_probability
from demine.position import Position
from demine.reproduce import guessing
from demine.reproduce.guessing import Cells, Graph, graph_of, induce
from demine.reproduce.instances import path, random_tree, star
from demine.reproduce.plot import svg_plot, try_to_draw
from demine.reproduce.tables import Item, Row, align, compare_rows, list_items

_PROBABILITIES: Final = [Fraction(1, 20), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)]
_SIZES: Final = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]
_GRIDS: Final = [(1, 2), (1, 3), (1, 9), (2, 2), (2, 3), (2, 4), (2, 50), (3, 3), (3, 4), (9, 9)]
_LARGE_GRIDS: Final = [(16, 30), (100, 100), (1000, 1000)]
_SAMPLES: Final = 200
_QUICK_SAMPLES: Final = 20

_SEED: Final = 2014

# Figure 3, vertices v₁ … v₇: two open vertices v₄ and v₅ with their leaves, joined, two mines.
_FIGURE_3: Final = [(0, 3), (1, 3), (2, 3), (3, 4), (4, 5), (4, 6)]
_FIGURE_3_LABELS: Final[list[Label]] = [COVERED, COVERED, COVERED, 1, 1, COVERED, COVERED]
# Figure 4 (Example 3.1): no graph with fewer edges has exactly the guess components listed.
FIGURE_4: Final = [(0, 2), (0, 3), (1, 3), (2, 3), (3, 4), (4, 5)]
_FIGURE_4_COMPONENTS: Final = ({0, 2}, {0, 1, 2})
# Figure 5 (Example 3.4): the only connected graph of fewest edges, the octahedron.
_FIGURE_5: Final = [
    (u, v) for u, v in combinations(range(6), 2) if {u, v} not in ({0, 1}, {2, 3}, {4, 5})
]

# The smallest graphs with intersecting maximal components and no isolated vertex have six vertices.
_LARGEST: Final = 6


class Share(NamedTuple):
    """Random graphs G(n, p) of one size: their mean P*, and how many have P* = (n − 1)/n."""

    n: int
    mean: Fraction
    optimal: int
    samples: int


def report(quick: bool, figures: Path) -> Iterator[str]:
    """The propositions as tables, the items, and Proposition 2.7 as a figure."""
    yield "Proposition 2.5. P* of trees, and min(n − 1, n − |L| + |N(L)|)/n."
    yield from compare_rows(["tree", "n"], ["P*"], _table_2_5())
    yield ""
    yield "Proposition 2.6. P* of grids, by their sides."
    sides = _GRIDS if quick else _GRIDS + _LARGE_GRIDS
    rows = [_row((f"{a}×{b}",), win_probability(grid(a, b)), grid_formula(a, b)) for a, b in sides]
    yield from compare_rows(["grid"], ["P*"], rows)
    yield ""
    yield "Figures, algorithms and lemmas (see docs/one-mine.md)."
    yield from list_items(list(items(quick)))
    yield ""
    yield from _random_graphs(_QUICK_SAMPLES if quick else _SAMPLES, figures / "golan-2014.svg")


def _table_2_5() -> list[Row]:
    shapes = {"path": path, "star": star, "random tree": random_tree}
    trees = [(name, shape(n).board) for n in (2, 3, 4, 10, 1000) for name, shape in shapes.items()]
    return [
        _row((name, str(len(tree))), win_probability(tree), tree_formula(tree))
        for name, tree in [("vertex", from_edges(1, [])), *trees]
    ]


def tree_formula(tree: Board) -> Fraction:
    """Proposition 2.5 as printed, which gives 0 for one vertex."""
    n = len(tree)
    leaves = [v for v in tree.cells if tree.graph.degree(v) == 1]
    beside = {w for v in leaves for w in tree.neighbours(v)}
    return Fraction(min(n - 1, n - len(leaves) + len(beside)), n)


def grid_formula(rows: int, columns: int) -> Fraction:
    """Proposition 2.6, for at least two cells and no more rows than columns."""
    if rows != 2:
        return Fraction(rows * columns - 1, rows * columns)
    return Fraction(1, 2) if columns > 2 else Fraction(1, 4)


def shares(p: Fraction, sizes: Sequence[int], samples: int) -> list[Share]:
    """Proposition 2.7 on random graphs; the same arguments give the same graphs."""
    return [_share(n, p, samples) for n in sizes]


def _random_graph(n: int, rng: np.random.Generator, choose: Callable[[], float]) -> Board:
    """G(n, p): each pair joined with probability p, which is chosen after the pairs are drawn."""
    pairs = np.column_stack(np.triu_indices(n, 1))
    return from_edges(n, pairs[rng.random(len(pairs)) < choose()])


def _share(n: int, p: Fraction, samples: int) -> Share:
    rng = np.random.default_rng([_SEED, n, p.numerator, p.denominator])
    found = [win_probability(_random_graph(n, rng, lambda: float(p))) for _ in range(samples)]
    return Share(n, sum(found, Fraction()) / samples, found.count(Fraction(n - 1, n)), samples)


def _row(about: tuple[str, ...], computed: Fraction, printed: Fraction) -> Row:
    return Row(about, (str(computed),), (str(printed),))


def _random_graphs(samples: int, figure: Path) -> Iterator[str]:
    curves = {p: shares(p, _SIZES, samples) for p in _PROBABILITIES}
    yield f"Proposition 2.7. {samples} graphs G(n, p): mean P*, and the share with P* = (n − 1)/n."
    heads = ["n", *(f"p = {p}" for p in curves)]
    columns = zip(*curves.values(), strict=True)
    yield from align([heads, *([str(row[0].n), *map(_show, row)] for row in columns)])
    yield ""
    yield from try_to_draw("The curves are", partial(draw, curves), figure)


def _show(share: Share) -> str:
    return f"{float(share.mean):.4f} {100 * share.optimal / share.samples:6.1f} %"


def draw(curves: dict[Fraction, list[Share]], path: Path) -> None:
    """Mean P*, and the share of graphs that reach (n − 1)/n, against n."""
    with svg_plot(path, 1, 2, figsize=(9, 3.6)) as (means, optimal):
        for (p, found), marker in zip(curves.items(), "os^D", strict=True):
            sizes, label = [share.n for share in found], f"p = {p}"
            means.plot(sizes, [share.mean for share in found], marker=marker, label=label)
            reached = [share.optimal / share.samples for share in found]
            optimal.plot(sizes, reached, marker=marker, label=label)
        means.plot(_SIZES, [1 - 1 / n for n in _SIZES], "k--", label="(n − 1)/n")
        means.set(title="mean P* of G(n, p)", xlabel="n", xscale="log")
        optimal.set(title="share of graphs with P* = (n − 1)/n", xlabel="n", xscale="log")
        means.legend(fontsize="x-small")


def items(quick: bool) -> Iterator[Item]:
    """The paper's statements about graphs, algorithms and classes of graphs."""
    yield from _figures()
    yield from _algorithms(16 if quick else 40)
    yield from _lemmas(_LARGEST)


def _figures() -> Iterator[Item]:
    analysis = Position(from_edges(7, _FIGURE_3), _FIGURE_3_LABELS, 2).analyze()
    chances = analysis.probability(0), analysis.probability(5)
    yield Item(
        "Figure 3 (reconstructed): the probability of a mine is 1/3 for v₁ and 1/2 for v₆",
        f"{chances[0]}, {chances[1]} on a tree of 7 vertices",
        chances == (Fraction(1, 3), Fraction(1, 2)),
    )
    graph = graph_of(from_edges(7, _FIGURE_3))
    largest = guessing.largest_component(graph, 6, 5)
    maximal = frozenset({5, 6}) in guessing.maximal_components(graph)
    yield Item(
        "Figure 3: H(v₇, v₆) = {v₆}, inside the maximal {v₆, v₇}",
        f"{_show_cells(largest)}, {{v₆, v₇}} is {'' if maximal else 'not '}maximal",
        largest == {5} and maximal,
    )
    graph = graph_of(from_edges(6, FIGURE_4))
    found = [h for h in components(graph) if 1 < len(h) < 6]
    yield Item(
        "Example 3.1 (reconstructed, 6 edges): the guess components of Figure 4",
        "single vertices, " + ", ".join(map(_show_cells, found)) + " and all",
        found == [frozenset(h) for h in _FIGURE_4_COMPONENTS],
    )
    yield _example_3_4()


def _example_3_4() -> Item:
    graph = graph_of(from_edges(6, _FIGURE_5))
    h1, h2 = frozenset(range(4)), frozenset(range(2, 6))
    sets = (h1, h2, h1 | h2, h1 & h2, h1 - h2, h1 ^ h2)
    fine = all(guessing.is_guess_component(graph, h) for h in sets)
    return Item(
        "Example 3.4 (reconstructed, the octahedron): Lemma 3.3 on H₁ and H₂",
        "H₁, H₂, ∪, ∩, ∖ and Δ are guess components" if fine else "one is no guess component",
        fine,
    )


def _algorithms(largest: int) -> Iterator[Item]:
    rng = np.random.default_rng(_SEED)
    boards = [
        _random_graph(int(rng.integers(2, largest + 1)), rng, lambda: rng.choice([0.1, 0.3, 0.5]))
        for _ in range(30)
    ]
    start = perf_counter()
    played = [_play(board) for board in boards]
    theirs = perf_counter() - start
    start = perf_counter()
    ours = [win_probability(board) for board in boards]
    seconds = perf_counter() - start
    guesses = sum(count for _, count, _ in played)
    yield Item(
        f"Theorem 2.4: Algorithms 2–4 as printed, every mine of 30 graphs up to {largest} cells",
        f"{guesses} guesses, {sum(agreed for *_, agreed in played)} of them optimal by our test",
        all(count == agreed for _, count, agreed in played),
    )
    yield Item(
        "the same: the number of games won is n·P*",
        f"{sum(won for won, *_ in played)} won; as printed {theirs:.2f} s, here {seconds:.4f} s",
        [Fraction(won, len(board)) for (won, *_), board in zip(played, boards, strict=True)]
        == ours,
    )


def _play(board: Board) -> tuple[int, int, int]:
    """Algorithm 2 for each place of the mine: games won, guesses, optimal guesses."""
    graph = graph_of(board)
    won = sum(guessing.is_won(graph, mine) for mine in graph)
    seen: set[Cells] = set()
    waiting = [frozenset(graph)]
    agreed = 0
    while waiting:
        covered = waiting.pop()
        if covered in seen or len(covered) < 2:
            continue
        seen.add(covered)
        part = induce(graph, covered)
        guess = guessing.optimal_guess(part)
        agreed += guess in optimal_guesses(board, covered=covered)
        waiting += {guessing.largest_component(part, guess, mine) for mine in part if mine != guess}
    return won, len(seen), agreed


def _lemmas(largest: int) -> Iterator[Item]:
    graphs = [graph for n in range(1, largest + 1) for graph in _labelled_graphs(n)]
    several = [graph for graph in graphs if len(graph) > 1]
    wrong = sum(guessing.maximal_components(g) != set(_maximal_by_definition(g)) for g in several)
    most = max(len(guessing.maximal_components(g)) - len(g) for g in several)
    yield Item(
        f"Theorem 3.13, Corollary 3.10: all graphs with 2 to {largest} vertices",
        f"{len(several) - wrong} of {len(several)} agree; at most |V| components: {most <= 0}",
        wrong == 0 and most <= 0,
    )
    plain = [g for g in several if not {0, len(g) - 1} & {len(near) for near in g.values()}]
    for lemma, holds in (("4.6", lemma_4_6), ("4.7", _lemma_4_7), ("4.8", _lemma_4_8)):
        verdicts = [verdict for g in plain if (verdict := holds(g)) is not None]
        yield Item(
            f"Lemma {lemma}, no vertex isolated or of full degree (the paper's assumption)",
            f"holds on {sum(verdicts)} of the {len(verdicts)} graphs to which it applies",
            all(verdicts),
        )
    yield from _outside()


def _outside() -> Iterator[Item]:
    """P* where the assumption fails: no contradiction, since the lemmas do not apply."""
    cases = {
        "two isolated vertices": from_edges(2, []),
        "three isolated vertices": from_edges(3, []),
        "a triangle": from_edges(3, [(0, 1), (0, 2), (1, 2)]),
    }
    for name, board in cases.items():
        found = f"P* = {win_probability(board)}"
        yield Item(f"outside the assumption of §4: {name}", found, None)


def lemma_4_6(graph: Graph) -> bool | None:
    """n·P* is the sum over the connected parts; None if the graph is connected."""
    parts = _connected_parts(graph)
    if len(parts) < 2:
        return None
    return _wins(graph) == sum(_wins(induce(graph, part)) for part in parts)


def _lemma_4_7(graph: Graph) -> bool | None:
    """Two maximal components that intersect give n·P*; None if none do."""
    pairs = [p for p in combinations(guessing.maximal_components(graph), 2) if p[0] & p[1]]
    if not pairs:
        return None
    whole = _wins(graph)
    return all(whole == _wins(induce(graph, a)) + _wins(induce(graph, b - a)) for a, b in pairs)


def _lemma_4_8(graph: Graph) -> bool | None:
    """Disjoint maximal components give n·P*; None if some intersect."""
    maximal = guessing.maximal_components(graph)
    if any(a & b for a, b in combinations(maximal, 2)):
        return None
    larger = [h for h in maximal if len(h) > 1]
    trivial = len(maximal) - len(larger)
    expected = trivial + sum(_wins(induce(graph, h)) for h in larger) - (0 if larger else 1)
    return _wins(graph) == expected


def components(graph: Graph) -> list[Cells]:
    """All guess components by the definition, smaller ones first."""
    sets = (frozenset(h) for size in range(1, len(graph) + 1) for h in combinations(graph, size))
    return [h for h in sets if guessing.is_guess_component(graph, h)]


def _maximal_by_definition(graph: Graph) -> Iterable[Cells]:
    """The guess components that are contained in no other but the whole graph."""
    found = [h for h in components(graph) if len(h) < len(graph)]
    return (h for h in found if not any(h < other for other in found))


def _labelled_graphs(n: int) -> Iterator[Graph]:
    """The graphs on the vertices 0 … n − 1 whose degrees ascend: each isomorphism class has one."""
    pairs = list(combinations(range(n), 2))
    for chosen in range(1 << len(pairs)):
        near: dict[int, set[int]] = {v: set() for v in range(n)}
        for bit, (u, v) in enumerate(pairs):
            if chosen >> bit & 1:
                near[u].add(v)
                near[v].add(u)
        degrees = [len(near[v]) for v in range(n)]
        if degrees == sorted(degrees):
            yield {v: frozenset(near[v]) for v in near}


def _connected_parts(graph: Graph) -> list[Cells]:
    parts: list[Cells] = []
    for v in graph:
        joined = [part for part in parts if part & graph[v]]
        parts = [part for part in parts if part not in joined]
        parts.append(frozenset({v}).union(*joined))
    return parts


def _wins(graph: Graph) -> int:
    """n·P*, by the engine."""
    number = {v: i for i, v in enumerate(graph)}
    edges = [(number[v], number[w]) for v in graph for w in graph[v] if v < w]
    return int(len(graph) * win_probability(from_edges(len(graph), edges)))


def _show_cells(cells: Cells) -> str:
    return "{" + ", ".join(f"v{'₁₂₃₄₅₆₇'[v]}" for v in sorted(cells)) + "}"
