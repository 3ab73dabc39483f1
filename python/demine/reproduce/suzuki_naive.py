"""Suzuki, Hao and Minato, §3.2 as printed, with the operators of `Solutions` alone.

The cells are in the order of the board, and the sets of the numbers are intersected one after the
other. `solutions("intersection")` is the same method with better orders of both. So the printed
version is the peer for §5, which says by how much the degree model is faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from math import log10
from operator import eq
from time import process_time
from typing import Final

from demine.board import from_edges
from demine.labels import COVERED
from demine.position import Position
from demine.reproduce.minefields import FieldClass
from demine.reproduce.suzuki_tables import best_seconds
from demine.reproduce.tables import Item, tell
from demine.solutions import Solutions

_CLASSES: Final = [
    FieldClass(kind, mines=10, numbers=numbers)
    for kind in ("grid", "graph")
    for numbers in (20, 60)
]
"""Classes that the printed version finishes in a second or two."""


def items(figure_4: Position) -> Iterator[Item]:
    """S(X, k), the sets of the numbers, and Algorithm 2."""
    sizes = [(n, k) for n in range(7) for k in range(n + 1)]
    chosen = [set(Solutions.subsets(from_edges(n, []), range(n), k)) for n, k in sizes]
    right = [set(map(frozenset, combinations(range(n), k))) for n, k in sizes]
    yield tell("S(X, k): up to 6 items", map(eq, chosen, right))
    near, numbers = constraints(figure_4)
    subsets = [frozenset(x) for k in range(len(near) + 1) for x in combinations(sorted(near), k)]
    wanted = [{x for x in subsets if len(x & around) == count} for around, count in numbers]
    found = map(set, number_sets(figure_4))
    yield tell("M_i: S(X_i, c_i) ∗ 2^(U ∖ X_i) on Figure 4", map(eq, found, wanted))
    valid = algorithm_2(figure_4)
    is_same = valid == figure_4.solutions(loose=False)
    yield Item("M_valid: the intersection of all M_i", f"{valid.count()} solutions", is_same)
    ours = figure_4.solutions("intersection", loose=False)
    yield Item("Algorithm 2 on Figure 4", f"{ours.count()} solutions", ours == valid)
    yield _times_as_fast()


def constraints(position: Position) -> tuple[frozenset[int], list[tuple[frozenset[int], int]]]:
    """U, the covered cells next to a number; and X_i and c_i of every number."""
    graph, degrees = position.degree_model()
    cells = (cell for cell in graph.cells if position.labels[cell] == COVERED)
    near = frozenset(cell for cell in cells if graph.neighbours(cell))
    shown = (cell for cell in graph.cells if isinstance(position.labels[cell], int))
    return near, [(frozenset(graph.neighbours(cell)), min(degrees[cell])) for cell in shown]


def number_sets(position: Position) -> Iterator[Solutions]:
    """M_i = S(X_i, c_i) ∗ 2^(U ∖ X_i) of every number."""
    near, numbers = constraints(position)
    for around, count in numbers:
        exactly = Solutions.subsets(position.board, around, count)
        yield exactly * Solutions.subsets(position.board, near - around)


def algorithm_2(position: Position) -> Solutions:
    """The intersection of all M_i, of which there is at least one."""
    first, *others = number_sets(position)
    for one in others:
        first &= one
    return first


def _times_as_fast() -> Item:
    ratios = {about: _ratio(about.position(1)) for about in _CLASSES}
    least = 10 ** int(log10(min(ratios.values())))
    said = f"over {least} times on each of {len(ratios)} boards"
    return Item(
        "§5: 100 times as fast as Algorithm 2 as printed, in some instances",
        said,
        max(ratios.values()) >= 100,
    )


def _ratio(position: Position) -> float:
    """How many times as fast the degree model is; both find the same set."""
    start = process_time()
    found = algorithm_2(position)
    seconds = process_time() - start
    degree = partial(position.solutions, "degree", loose=False, cache=False)
    return seconds / best_seconds(degree, found.count())
