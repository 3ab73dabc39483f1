"""Every answer about positions with rules, against brute force on random small graphs.

RULES_CASES=100000 asks for more of them.
"""

from __future__ import annotations

import os
from fractions import Fraction
from random import Random

import numpy as np
import pytest

import demine
from demine.rules import Spread
from fillings import Case, counts_by_mines, legal, random_case

CASES = int(os.environ.get("RULES_CASES", "10000"))
PARTS = 8


def position_of(case: Case, mines: int | None = None) -> demine.Position:
    board = demine.from_edges(case.cells, case.edges)
    return demine.Position(board, case.labels, mines, **case.keywords)


def check_analysis(position: demine.Position, rows: np.ndarray) -> None:
    if not len(rows):
        with pytest.raises(demine.NoLegalAssignment):
            position.analyze()
        return
    spread = position.analyze()
    assert isinstance(spread, Spread)
    assert spread.count == len(rows)
    opened = {c for c, label in enumerate(position.labels) if isinstance(label, int)}
    for cell in position.board.cells:
        numbers, times = np.unique(rows[:, cell], return_counts=True)
        pairs = zip(numbers.tolist(), times.tolist(), strict=True)
        expected = {n: Fraction(t, len(rows)) for n, t in pairs}
        assert spread.distribution(cell) == expected
        assert spread.expectation(cell) == Fraction(int(rows[:, cell].sum()), len(rows))
        assert spread.probability(cell) == 1 - expected.get(0, 0)
        assert abs(spread.probabilities[cell] - float(spread.probability(cell))) < 1e-12
        assert abs(spread.expectations[cell] - float(spread.expectation(cell))) < 1e-9
        if cell not in opened:
            assert spread.certain.get(cell) == (int(numbers[0]) if len(numbers) == 1 else None)
            assert (cell in spread.safe) == (set(expected) == {0})
        assert (cell in spread.mined) == (0 not in expected)
    assert position.certain() == (spread.safe, spread.mined)


@pytest.mark.parametrize("seed", range(4))
def test_covariances_of_random_graphs(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        case = random_case(random)
        rows = legal(case)
        if len(rows):
            found = position_of(case).analyze().covariance()
            expected = np.cov(rows.T > 0, bias=True).reshape(case.cells, case.cells)
            assert np.allclose(found, expected, atol=1e-12)


def check(case: Case, random: Random) -> None:
    rows = legal(case)
    position = position_of(case)
    assert position.is_consistent() == bool(len(rows))
    assert position.count() == len(rows)
    by_mines = counts_by_mines(rows, case.capacity)
    assert position.counts_by_mines() == by_mines
    check_analysis(position, rows)
    fillings = position.fillings()
    assert fillings.count() == len(rows)
    assert sorted(fillings) == sorted(map(tuple, rows.tolist()))
    if max(case.capacity) <= 1:
        mined = {frozenset(np.flatnonzero(row).tolist()) for row in rows}
        assert set(position.solutions()) == mined
    mines = random.randint(0, sum(case.capacity))
    known, some = position.with_mines(mines), rows[rows.sum(axis=1) == mines]
    assert known.count() == by_mines[mines] == known.fillings().count()
    assert known.is_consistent() == bool(len(some))
    assert known.counts_by_mines() == by_mines
    check_analysis(known, some)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_graphs(part: int) -> None:
    random = Random(part)
    for _ in range(CASES // PARTS):
        case = random_case(random)
        try:
            check(case, random)
        except Exception as error:
            raise AssertionError(f"{case}") from error
