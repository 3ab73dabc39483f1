"""Theorems 2.1–2.3 of Golan (2011) on the hardest trees that we know, beside the printed recursion.

    python benches/trees.py [--quick]

For each family of `tests/support/tree_families.py`: the exponent of growth of consistency, counting
and P(T), fitted by least squares in log–log, and the time of the recursion as a multiple of ours at
the largest size that it takes a few seconds for. For counting there are two recursions, on plain
integers and on python-flint, and the faster one is compared. P(T) is on python-flint alone.
Exponents below a millisecond say little, since every question has a fixed cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from bench import QUICK, pretty, table, time_call

import demine
import golan_trees
from demine import Position
from demine.reproduce.growth import Bound, slope
from tree_families import FAMILIES, Tree

LONGEST = 1.0 if QUICK else 4.0
"""No larger size is tried once a question took so many seconds."""

PATIENCE = LONGEST / 8
"""A recursion is not asked about a larger size once it took so many seconds."""

SLOWEST = 1.2
"""How many times as long as the recursion we may take."""

TOLERANCE = 0.2
"""How much steeper than the bound a curve may look: large sizes leave the caches."""


Recursion = Callable[..., Any]


class Question(NamedTuple):
    """What is asked of a tree, by us and by the recursion, and the bound of the theorem."""

    title: str
    sizes: tuple[int, ...]
    bound: Bound
    ours: Callable[[Position], Any]
    recursions: tuple[Recursion, ...]


QUESTIONS = [
    Question(
        "Theorem 2.1, consistency: O(n)",
        (8_000, 32_000, 128_000, 512_000),
        Bound(1),
        lambda position: position.is_consistent(cache=False),
        (),
    ),
    Question(
        "Theorem 2.2, count: O(n² log n)",
        (2_000, 8_000, 32_000, 128_000),
        Bound(2, log=True),
        lambda position: position.count(cache=False),
        (golan_trees.count_on_flint, golan_trees.count),
    ),
    Question(
        "Theorem 2.3, P(T): O(n³ log n)",
        (1_000, 2_000, 4_000, 8_000, 16_000),
        Bound(3, log=True),
        lambda position: position.counts_by_mines(cache=False),
        (golan_trees.counts_by_mines,),
    ),
]


class Run(NamedTuple):
    """One tree: its vertices, our seconds, and the seconds of each recursion that was asked."""

    cells: int
    seconds: float
    recursions: dict[Recursion, float]

    @property
    def multiple(self) -> float | None:
        """The seconds of the fastest recursion as a multiple of ours."""
        theirs = self.recursions.values()
        return min(theirs) / self.seconds if theirs else None


def measure(question: Question, tree: Tree, recursions: Iterable[Recursion]) -> Run:
    """Ask us and the recursions; the answers must be the same."""
    edges, labels = tree
    cells = len(labels)
    position = Position(demine.from_edges(cells, np.array(edges)), labels)
    ours, answer = time_call(lambda: question.ours(position), 3)
    assert answer
    run = Run(cells, ours, {})
    for recursion in recursions:
        run.recursions[recursion], expected = time_call(partial(recursion, cells, edges, labels))
        assert answer == expected
    return run


def runs(question: Question, name: str) -> list[Run]:
    """One run per size, until ours takes too long; each recursion until it does."""
    found: list[Run] = []
    recursions: Iterable[Recursion] = question.recursions
    for cells in question.sizes[:-2] if QUICK else question.sizes:
        found.append(measure(question, FAMILIES[name](cells), recursions))
        recursions = [one for one, s in found[-1].recursions.items() if s < PATIENCE]
        if found[-1].seconds > LONGEST:
            break
    return found


def exponents(question: Question, found: list[Run]) -> tuple[float, float]:
    """The slope in log–log, and that of the bound at the same sizes."""
    sizes = [run.cells for run in found]
    if len(sizes) == 1:
        return 0.0, 0.0
    ours = slope(sizes, [run.seconds for run in found])
    return ours, slope(sizes, list(map(question.bound, sizes)))


def row(question: Question, name: str) -> list[str]:
    """A row of a question's table, with marks where a bound is broken."""
    found = runs(question, name)
    asked = [run for run in found if run.multiple is not None]
    grows, allowed = exponents(question, found)
    last = found[-1]
    cells = [name, f"{last.cells:,}", pretty(last.seconds), f"{grows:.2f}"]
    if question.recursions:
        least = min(run.multiple or 0 for run in asked)
        cells += [f"{asked[-1].multiple:.1f}× at {asked[-1].cells:,}", f"{least:.1f}×"]
        cells.append("slower" if least * SLOWEST < 1 else "")
    return [*cells, "steeper" if grows > allowed + TOLERANCE else ""]


def main() -> None:
    """A table per theorem."""
    for question in QUESTIONS:
        head = [question.title, "vertices", "ours", "exponent"]
        if question.recursions:
            head += ["the recursion", "at least", "?"]
        table([*head, "!"], (row(question, name) for name in FAMILIES))
        print()


if __name__ == "__main__":
    main()
