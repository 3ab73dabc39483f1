"""The paired comparison: McNemar's test, and the sequential test's errors by simulation."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

import choosers
import demine
from demine.arena.sequential import Bounds, Decision, Sequential, mcnemar


def exact(a: int, b: int) -> float:
    """The two-sided binomial test, in whole numbers."""
    n = a + b
    tail = sum(comb(n, k) for k in range(min(a, b) + 1))
    return min(1.0, tail / 2 ** (n - 1)) if n else 1.0


@pytest.mark.parametrize(("a", "b"), [(0, 0), (1, 0), (5, 5), (3, 12), (30, 50), (200, 260)])
def test_mcnemar_is_the_binomial_test(a: int, b: int) -> None:
    assert mcnemar(a, b) == pytest.approx(exact(a, b))
    assert mcnemar(b, a) == pytest.approx(exact(a, b))


def decisions(share: float, runs: int, bounds: Bounds) -> list[Decision | None]:
    """The test on games of which one side wins a share of those that only one side wins."""
    random = np.random.default_rng(1)
    found = []
    for _ in range(runs):
        told = random.random(4000) < 0.5
        for_a = random.random(4000) < share
        found.append(Sequential(bounds).feed(told & for_a, told & ~for_a)[1])
    return found


BOUNDS = Bounds(alpha=0.1, beta=0.1, share=0.6)
RUNS = 1000
# Three standard deviations of a share of 0.1 in so many runs.
SLACK = 3 * (0.1 * 0.9 / RUNS) ** 0.5


def test_equal_strategies_are_called_different_at_most_as_often_as_stated() -> None:
    found = decisions(0.5, RUNS, BOUNDS)
    wrong = sum(decision in ("A", "B") for decision in found) / RUNS
    assert 0.01 < wrong <= BOUNDS.alpha + SLACK
    assert found.count(None) < RUNS / 100


def test_a_difference_is_missed_at_most_as_often_as_stated() -> None:
    found = decisions(0.6, RUNS, BOUNDS)
    assert found.count("equal") / RUNS <= BOUNDS.beta + SLACK
    assert found.count("A") / RUNS >= 1 - BOUNDS.beta - SLACK
    assert found.count("B") <= RUNS / 100


def test_sides_are_alike() -> None:
    ours = decisions(0.7, 50, BOUNDS)
    theirs = decisions(0.3, 50, BOUNDS)
    assert set(ours) == {"A"}
    assert set(theirs) == {"B"}


def feed(a: NDArray[np.bool_], b: NDArray[np.bool_], size: int) -> tuple[int, Decision | None]:
    """The test fed in chunks: how many games it looked at, and its decision."""
    test, used = Sequential(BOUNDS), 0
    for start in range(0, len(a), size):
        more, decision = test.feed(a[start : start + size], b[start : start + size])
        used += more
        if decision is not None:
            return used, decision
    return used, None


@pytest.mark.parametrize("share", [0.5, 0.62])
def test_chunks_make_no_difference(share: float) -> None:
    random = np.random.default_rng(2)
    told, for_a = random.random(3000) < 0.4, random.random(3000) < share
    games = told & for_a, told & ~for_a
    assert len({feed(*games, size) for size in (1, 7, 100, 3000)}) == 1


def test_compare_stops_when_decided_whatever_the_chunks() -> None:
    results = [
        demine.compare("safest", "ratio", preset="classic", games=5000, seed=1, chunk=chunk)
        for chunk in (50, 333)
    ]
    assert results[0] == results[1]
    assert results[0].decision == "A"
    assert results[0].a.games == results[0].b.games < 5000
    assert results[0].p_value < 0.05


def test_a_strategy_is_as_good_as_itself() -> None:
    result = demine.compare("ratio", "ratio", preset="classic", games=200, seed=1)
    assert (result.only_a, result.only_b, result.p_value) == (0, 0, 1.0)
    assert result.decision is None


def test_python_strategies_share_their_games_among_processes() -> None:
    run = {"preset": "classic", "games": 30, "seed": 1, "chunk": 10}
    here, there = (
        demine.compare(choosers.Stumbles(), "ratio", **run, workers=workers)  # type: ignore[arg-type]
        for workers in (1, 3)
    )
    assert here == there
    assert (here.only_a, here.only_b, here.a.games) == (0, 0, 30)
    with pytest.raises(demine.StrategyError, match="safe-25, turn 1: no answer within 1 seconds"):
        demine.compare("ratio", choosers.Stumbles("sums"), **run, workers=2, patience=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"alpha": 0.0}, {"beta": 1.0}, {"share": 0.5}])
def test_bounds_are_checked(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} is"):
        Bounds(**wrong)
