"""Positions on all topologies: every method against brute force and against the others."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import demine
from demine import Position
from fuzz.brute import Truth
from fuzz.findings import Finding
from fuzz.small_boards import position

_ROUND = 50
_CACHE = demine.Cache(1 << 20)


def positions(random: Random) -> int:
    """Count, consistency, P(G), probabilities, solutions by three constructions, sets, orders."""
    for _ in range(_ROUND):
        asked, truth = position(random)
        try:
            _counts(asked, truth)
            _odds(asked, truth)
            if random.random() < 0.2:
                _sets(asked, truth, random)
        except (AssertionError, Exception) as error:
            said = f"{type(error).__name__} {error}".strip()
            raise Finding(said, (asked.board, asked.labels, asked.mines)) from error
    return _ROUND


def _counts(asked: Position, truth: Truth) -> None:
    assert asked.count() == truth.count, "count"
    assert asked.count(cache=False) == truth.count, "count without a cache"
    assert asked.count(cache=_CACHE) == truth.count, "count with another cache"
    assert asked.is_consistent() == (truth.count > 0), "consistency"
    free = Truth(truth.around, truth.codes, None)
    assert asked.counts_by_mines() == free.by_mines(), "counts by mines"


def _odds(asked: Position, truth: Truth) -> None:
    if not truth.count:
        try:
            asked.analyze()
        except demine.NoLegalAssignment:
            return
        raise AssertionError("an analysis of what cannot be")
    found = asked.analyze()
    odds = [truth.probability(cell) for cell in asked.board.cells]
    assert [found.probability(cell) for cell in asked.board.cells] == odds, "probabilities"
    assert found.count == truth.count, "the count of an analysis"
    unopened = [cell for cell in asked.board.cells if truth.codes[cell] < 0]
    assert found.safe == {cell for cell in unopened if odds[cell] == 0}, "safe cells"
    assert found.mined == {cell for cell in unopened if odds[cell] == 1}, "mined cells"
    near = zip(found.probabilities, odds, strict=True)
    assert all(abs(found - float(exact)) < 1e-9 for found, exact in near), "rounded probabilities"


def _sets(asked: Position, truth: Truth, random: Random) -> None:
    expected = truth.solutions()
    for method in ("cells", "degree", "intersection"):
        found = asked.solutions(method)
        assert set(found) == expected, f"solutions by {method}"
        assert found.count() == len(expected), f"the size of solutions by {method}"
    if not expected:
        return
    costs = [Fraction(random.randint(-9, 9), random.randint(1, 9)) for _ in asked.board.cells]
    dearest = min(sum(costs[cell] for cell in one) for one in expected)
    assert sum(costs[cell] for cell in found.cheapest(costs)) == dearest, "the cheapest"
    assert set(found.sample(5, seed=random.randrange(99))) <= expected, "samples"
    other = asked.solutions().with_mines(random.randint(0, len(asked.board)))
    assert set(found & other) == expected & set(other), "an intersection"
    assert set(found - other) == expected - set(other), "a difference"
