"""Refutations: against every assignment, tried one by one."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from demine.proof.refutation import Case, Constraint, TooManyCases, fitting_totals, refute, totals


def random_constraints(random: Random, cells: int) -> list[Constraint]:
    """A few numbers over a few cells, most of them true of one assignment."""
    mined = {cell for cell in range(cells) if random.random() < 0.4}
    made = []
    for source in range(random.randrange(1, 5)):
        touched = frozenset(random.sample(range(cells), random.randrange(1, min(5, cells) + 1)))
        lie = random.choice([0, 0, 0, 1])
        made.append(Constraint(100 + source, touched, len(touched & mined) + lie))
    return made


def assignments(cells: int, constraints: list[Constraint], assumed: dict[int, bool]) -> list[int]:
    """The mines among the constrained cells in every assignment that agrees."""
    beside = {cell for constraint in constraints for cell in constraint.cells}
    found = []
    for mined in product([False, True], repeat=cells):
        agrees = all(sum(mined[v] for v in c.cells) == c.mines for c in constraints)
        if agrees and all(mined[cell] == value for cell, value in assumed.items()):
            found.append(sum(mined[v] for v in beside))
    return found


@pytest.mark.parametrize("seed", range(150))
def test_refutations_and_totals_agree_with_brute_force(seed: int) -> None:
    random = Random(seed)
    cells = random.randrange(1, 8)
    constraints = random_constraints(random, cells)
    assumed = {random.randrange(cells): random.random() < 0.5}
    possible = assignments(cells, constraints, assumed)
    case = refute(constraints, assumed)
    assert (case is not None) == (not possible)
    beside = {cell for constraint in constraints for cell in constraint.cells}
    inside = {cell: mined for cell, mined in assumed.items() if cell in beside}
    assert totals(constraints, inside) == set(assignments(cells, constraints, inside))
    if case is not None:
        follows(case, constraints, assumed)


def follows(case: Case, constraints: list[Constraint], known: dict[int, bool]) -> None:
    """Each step of a refutation is forced by its constraint, and each leaf is broken."""
    seen = dict(known)
    for step in case.steps:
        open_cells = [cell for cell in step.by.cells if cell not in seen]
        left = step.by.mines - sum(seen.get(cell, False) for cell in step.by.cells)
        assert sorted(step.cells) == sorted(open_cells)
        assert left == (len(open_cells) if step.mined else 0)
        seen.update(dict.fromkeys(step.cells, step.mined))
    if case.broken is not None:
        least = sum(seen.get(cell, False) for cell in case.broken.cells)
        most = sum(seen.get(cell, True) for cell in case.broken.cells)
        assert not least <= case.broken.mines <= most
    else:
        assert case.split is not None
        for mined, branch in zip((True, False), case.branches, strict=True):
            follows(branch, constraints, {**seen, case.split: mined})


@pytest.mark.parametrize("seed", range(100))
def test_the_counter_is_weighed_as_brute_force_says(seed: int) -> None:
    random = Random(seed)
    cells = random.randrange(2, 8)
    constraints = random_constraints(random, cells)
    counter = Constraint(None, frozenset(range(cells)), random.randrange(cells + 1))
    assumed = {random.randrange(cells): random.random() < 0.5}
    possible = assignments(cells, [*constraints, counter], assumed)
    assert (fitting_totals(constraints, counter, assumed) == set()) == (not possible)


def test_a_search_without_end_gives_up() -> None:
    ring = [Constraint(100 + i, frozenset({i, (i + 1) % 9, (i + 2) % 9}), 1) for i in range(8)]
    with pytest.raises(TooManyCases):
        totals(ring, {}, 3)
    with pytest.raises(TooManyCases):
        refute([*ring, Constraint(200, frozenset(range(9)), 4)], {}, 3)
