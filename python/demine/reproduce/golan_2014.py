"""S. Golan, *Minesweeper strategy for one mine*, 2014.

Propositions 2.5–2.7 with their closed forms beside the computed P*; figures, the algorithms as
printed, and the lemmas on all small graphs, item by item. Proposition 2.5 gives 0 for a single
vertex, but its P* is 1 by convention: there is nothing to open.

Figure 3 is drawn as in the paper. Our text lacks Figures 4 and 5: each is a smallest graph for
which every statement about the figure is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from demine.board import Board, from_edges, grid
from demine.board.topologies import triangular
from demine.labels import COVERED, Label
from demine.onemine import optimal_guesses, printed, win_probability
from demine.onemine.printed import Cells, Graph, graph_of, induce
from demine.position import Position
from demine.reproduce import one_mine_games, one_mine_lemmas
from demine.reproduce.exhaustive import count_wins
from demine.reproduce.instances import path, random_tree, star
from demine.reproduce.one_mine_games import board_of
from demine.reproduce.plot import svg_plot, try_to_draw
from demine.reproduce.tables import Item, Row, align, compare_rows, list_items, tell
from demine.spectrum import determines, nullity

_PROBABILITIES: Final = [Fraction(1, 20), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)]
_SIZES: Final = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]
_GRIDS: Final = [(1, 2), (1, 3), (1, 9), (2, 2), (2, 3), (2, 4), (2, 50), (3, 3), (3, 4), (9, 9)]
_LARGE_GRIDS: Final = [(16, 30), (100, 100), (1000, 1000)]
_SAMPLES: Final = 200
_QUICK_SAMPLES: Final = 20

_SEED: Final = 2014

# Figure 3, vertices v₁ … v₇: the edges and labels of the paper's drawing; two mines.
_FIGURE_3: Final = [(3, 0), (3, 1), (3, 2), (3, 4), (5, 6)]
_FIGURE_3_LABELS: Final[list[Label]] = [COVERED, COVERED, COVERED, 1, 0, COVERED, COVERED]
# Figure 4 (Example 3.1): no graph with fewer edges has exactly the guess components listed.
FIGURE_4: Final = [(0, 2), (0, 3), (1, 3), (2, 3), (3, 4), (4, 5)]
_FIGURE_4_COMPONENTS: Final = ({0, 2}, {0, 1, 2})
# Figure 5 (Example 3.4): six vertices without edges would do. This is the only connected graph of
# fewest edges, the octahedron; that it is connected is our choice.
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


def report(quick: bool, figures: Path | None) -> Iterator[str]:
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
    yield from _random_graphs(_QUICK_SAMPLES if quick else _SAMPLES, figures)


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


def _random_graphs(samples: int, figures: Path | None) -> Iterator[str]:
    curves = {p: shares(p, _SIZES, samples) for p in _PROBABILITIES}
    yield f"Proposition 2.7. {samples} graphs G(n, p): mean P*, and the share with P* = (n − 1)/n."
    heads = ["n", *(f"p = {p}" for p in curves)]
    columns = zip(*curves.values(), strict=True)
    yield from align([heads, *([str(row[0].n), *map(_show, row)] for row in columns)])
    yield ""
    yield from try_to_draw("The curves are", partial(draw, curves), figures, "golan-2014.svg")


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
    yield from _propositions()
    yield from _figures()
    yield from _algorithms(16 if quick else 40)
    graphs = [graph for n in range(1, _LARGEST + 1) for graph in _labelled_graphs(n)]
    yield from one_mine_games.items([graph for graph in graphs if len(graph) < _LARGEST])
    yield from one_mine_lemmas.items(graphs)
    yield from _outside()
    yield _spectrum(3 if quick else 4)


def _spectrum(most: int) -> Item:
    """German and Lakshtanov: triangular boards by trying all mines, and by the kernel."""
    boards = [triangular(rows, columns) for rows in range(1, most) for columns in range(1, 5)]
    agreed = sum(determines(board) == _tell_apart(graph_of(board)) for board in boards)
    regular = sum(nullity(board) == 0 for board in boards)
    return Item(
        f"Spectrum: do the numbers of all cells determine the mines? {len(boards)} triangular "
        "boards",
        f"{agreed} answers agree with trying all mines; 0 is no eigenvalue of {regular} of them",
        agreed == len(boards),
    )


def _tell_apart(graph: Graph) -> bool:
    """Whether all choices of mines show different numbers, by trying them."""
    sets = [frozenset(m) for size in range(len(graph) + 1) for m in combinations(graph, size)]
    return len({tuple(len(near & mines) for near in graph.values()) for mines in sets}) == len(sets)


def _propositions() -> Iterator[Item]:
    """By trying every move on all small trees and grids, and by the engine on random graphs."""
    small = [graph for n in range(2, _LARGEST + 1) for graph in _labelled_graphs(n)]
    trees = [g for g in small if one_mine_lemmas.is_tree(g)]
    agreed = sum(tree_formula(board_of(g)) * len(g) == count_wins(g) for g in trees)
    said = f"{agreed} agree with the best play that there is"
    name = f"Proposition 2.5 on {len(trees)} trees with 2 to {_LARGEST} vertices"
    yield Item(name, said, agreed == len(trees))
    yield Item("Proposition 2.5 for one vertex", "P* is 1 by convention, the formula gives 0", None)
    sides = [(a, b) for a in range(1, 4) for b in range(max(2, a), 5)]
    found = (count_wins(graph_of(grid(a, b))) == grid_formula(a, b) * a * b for a, b in sides)
    words = "agree with the best play that there is"
    yield tell("Proposition 2.6 on grids from 1×2 to 3×4", found, words)
    few, many = shares(Fraction(1, 2), [4, 64], _QUICK_SAMPLES)
    yield Item(
        f"Proposition 2.7: P* = (n − 1)/n for random graphs, {_QUICK_SAMPLES} of each size",
        f"{few.optimal} with 4 vertices, {many.optimal} with 64, by samples",
        many.optimal == many.samples > few.optimal,
    )


def _figures() -> Iterator[Item]:
    analysis = Position(from_edges(7, _FIGURE_3), _FIGURE_3_LABELS, 2).analyze()
    chances = analysis.probability(0), analysis.probability(5)
    yield Item(
        "Figure 3: the probability of a mine is 1/3 for v₁ and 1/2 for v₆",
        f"{chances[0]} and {chances[1]}",
        chances == (Fraction(1, 3), Fraction(1, 2)),
    )
    graph = graph_of(from_edges(7, _FIGURE_3))
    largest = printed.largest_component(graph, 6, 5)
    maximal = frozenset({5, 6}) in printed.maximal_components(graph)
    yield Item(
        "Figure 3: H(v₇, v₆) = {v₆}, inside the maximal {v₆, v₇}",
        f"{_show_cells(largest)}, {{v₆, v₇}} is {'' if maximal else 'not '}maximal",
        largest == {5} and maximal,
    )
    graph = graph_of(from_edges(6, FIGURE_4))
    found = [h for h in one_mine_lemmas.components(graph) if 1 < len(h) < 6]
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
    fine = all(printed.is_guess_component(graph, h) for h in sets)
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
    won = sum(printed.is_won(graph, mine) for mine in graph)
    seen: set[Cells] = set()
    waiting = [frozenset(graph)]
    agreed = 0
    while waiting:
        covered = waiting.pop()
        if covered in seen or len(covered) < 2:
            continue
        seen.add(covered)
        part = induce(graph, covered)
        guess = printed.optimal_guess(part)
        agreed += guess in optimal_guesses(board, covered=covered)
        waiting += {printed.largest_component(part, guess, mine) for mine in part if mine != guess}
    return won, len(seen), agreed


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


def _show_cells(cells: Cells) -> str:
    return "{" + ", ".join(f"v{'₁₂₃₄₅₆₇'[v]}" for v in sorted(cells)) + "}"
