"""S. Golan, *Minesweeper strategy for one mine*, 2014.

Propositions 2.5–2.7 with their closed forms beside the computed P*; figures, algorithms and lemmas
item by item. Proposition 2.5 gives 0 for a single vertex, but its P* is 1 by convention: there is
nothing to open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from demine.board import Board, from_edges, grid
from demine.onemine import win_probability
from demine.reproduce import golan_2014_items
from demine.reproduce.instances import path, random_tree, star
from demine.reproduce.plot import svg_plot, try_to_draw
from demine.reproduce.tables import Row, align, compare_rows, list_items

_PROBABILITIES: Final = [Fraction(1, 20), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)]
_SIZES: Final = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]
_GRIDS: Final = [(1, 2), (1, 3), (1, 9), (2, 2), (2, 3), (2, 4), (2, 50), (3, 3), (3, 4), (9, 9)]
_LARGE_GRIDS: Final = [(16, 30), (100, 100), (1000, 1000)]
_SAMPLES: Final = 200
_QUICK_SAMPLES: Final = 20

_SEED: Final = 2014


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
    yield from compare_rows(
        ["grid"], ["P*"], _table_2_6(_GRIDS if quick else _GRIDS + _LARGE_GRIDS)
    )
    yield ""
    yield "Figures, algorithms and lemmas (see docs/one-mine.md)."
    yield from list_items(list(golan_2014_items.items(quick)))
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


def _table_2_6(sides: Sequence[tuple[int, int]]) -> list[Row]:
    return [_row((f"{a}×{b}",), win_probability(grid(a, b)), grid_formula(a, b)) for a, b in sides]


def grid_formula(rows: int, columns: int) -> Fraction:
    """Proposition 2.6, for at least two cells and no more rows than columns."""
    if rows != 2:
        return Fraction(rows * columns - 1, rows * columns)
    return Fraction(1, 2) if columns > 2 else Fraction(1, 4)


def shares(p: Fraction, sizes: Sequence[int], samples: int) -> list[Share]:
    """Proposition 2.7 on random graphs; the same arguments give the same graphs."""
    return [_share(n, p, samples) for n in sizes]


def _random_graph(n: int, p: Fraction, rng: np.random.Generator) -> Board:
    """G(n, p): each pair joined with probability p."""
    pairs = np.column_stack(np.triu_indices(n, 1))
    return from_edges(n, pairs[rng.random(len(pairs)) < float(p)])


def _share(n: int, p: Fraction, samples: int) -> Share:
    rng = np.random.default_rng([_SEED, n, p.numerator, p.denominator])
    found = [win_probability(_random_graph(n, p, rng)) for _ in range(samples)]
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
