"""Other people's programs on our questions: Graphillion, Ganak, ms_toollib.

Each function takes plain numbers and hands back the peer's answer, so that tests and benches call
a peer in the same way. Nothing here asks our engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from random import Random

import ms_toollib
import pyganak
from graphillion import GraphSet

Hint = tuple[int, list[int]]

ORDERS = 60


@dataclass(frozen=True)
class Sweep:
    """Hints after unit propagation, and the order in which to decide their cells.

    `hints_of` tells which hints a cell belongs to.
    """

    hints: list[Hint]
    order: list[int]
    hints_of: dict[int, list[int]]

    def cost(self) -> int:
        """Partial sums that may be open at once, added up over the sweep: an estimate of work."""
        left = [len(cells) for _, cells in self.hints]
        ways: dict[int, int] = {}
        total = 0
        for cell in self.order:
            for hint in self.hints_of[cell]:
                left[hint] -= 1
                ways[hint] = _partial_sums(self.hints[hint], left[hint])
            total += prod(ways.values())
        return total


def sweep(hints: Iterable[Hint]) -> Sweep:
    """The cheapest of some randomised sweeps that complete hint after hint."""
    left = propagate(hints)
    hints_of: dict[int, list[int]] = {}
    for index, (_, cells) in enumerate(left):
        for cell in cells:
            hints_of.setdefault(cell, []).append(index)
    random = Random(1)
    tried = (Sweep(left, _order(left, hints_of, random), hints_of) for _ in range(ORDERS))
    return min(tried, key=Sweep.cost)


def propagate(hints: Iterable[Hint]) -> list[Hint]:
    """Unit propagation: hints whose cells are all free or all mined decide them; the rest stays.

    The solutions of the rest are as many as those of the whole.
    """
    rest = [(count, set(cells)) for count, cells in hints]
    while True:
        mined = {cell for count, cells in rest if count == len(cells) for cell in cells}
        free = {cell for count, cells in rest if count == 0 for cell in cells} - mined
        if not mined and not free:
            return [(count, sorted(cells)) for count, cells in rest if cells]
        rest = [(count - len(cells & mined), cells - mined - free) for count, cells in rest]
        rest = [(count, cells) for count, cells in rest if cells]


def graphillion_by_cells(sweep: Sweep) -> int:
    """Solutions counted by Graphillion: an edge per cell, a linear constraint per hint."""
    if not sweep.order:
        return 1
    edges = {cell: (f"from {cell}", f"to {cell}") for cell in sweep.order}
    GraphSet.set_universe(list(edges.values()), traversal="as-is")
    linear = [([edges[cell] for cell in cells], (count, count)) for count, cells in sweep.hints]
    return int(GraphSet.graphs(linear_constraints=linear).len())


def graphillion_by_degrees(sweep: Sweep) -> int:
    """Solutions counted by Graphillion as degree-constrained subgraphs (Suzuki et al., §4.2).

    A mined cell keeps all its edges to hints and a free one none; a hint keeps as many as it says.
    """
    if not sweep.order:
        return 1
    edges = [(f"cell {v}", f"hint {h}") for v in sweep.order for h in sweep.hints_of[v]]
    GraphSet.set_universe(edges, traversal="as-is")
    degrees: dict[str, int | range] = {
        f"hint {h}": count for h, (count, _) in enumerate(sweep.hints)
    }
    for cell in sweep.order:
        every = len(sweep.hints_of[cell])
        degrees[f"cell {cell}"] = range(0, every + 1, every)
    return int(GraphSet.graphs(degree_constraints=degrees).len())


def ganak(clauses: Iterable[Sequence[int]], variables: int, shown: Sequence[int]) -> int:
    """Models of a CNF, projected to the variables shown, counted by Ganak."""
    counter = pyganak.Counter()
    counter.new_vars(variables)
    counter.add_clauses([list(clause) for clause in clauses])
    counter.set_sampling_set(list(shown))
    return int(counter.count())


def ms_toollib_board(codes: Sequence[int], columns: int) -> list[list[int]]:
    """A grid as ms_toollib writes it: counts, and 10 for a covered cell (−1 in `codes`)."""
    cells = [10 if code == -1 else code for code in codes]
    return [cells[i : i + columns] for i in range(0, len(cells), columns)]


def ms_toollib_probabilities(board: list[list[int]], mines: int) -> list[list[float]]:
    """How likely each cell is to be mined; it answers 0 for an opened cell."""
    probabilities, _ = ms_toollib.cal_probability_onboard(board, mines)
    return list(probabilities)


def _order(hints: list[Hint], hints_of: dict[int, list[int]], random: Random) -> list[int]:
    left = [set(cells) for _, cells in hints]
    unseen, begun = set(range(len(hints))), set[int]()
    order: list[int] = []
    while unseen:
        ahead = sorted(begun or unseen)
        hint = min(ahead, key=lambda h: len(left[h]) + 1.5 * random.random())
        for cell in sorted(left[hint], key=lambda v: (len(hints_of[v]), random.random())):
            order.append(cell)
            for other in hints_of[cell]:
                left[other].discard(cell)
                begun.add(other)
        begun = {h for h in begun if left[h]}
        unseen = {h for h in unseen if left[h]}
    return order


def _partial_sums(hint: Hint, left: int) -> int:
    count, cells = hint
    return max(1, min(count, len(cells) - left) - max(0, count - left) + 1) if left else 1
