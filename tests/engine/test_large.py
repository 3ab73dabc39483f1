"""Large positions: long counts, by several ways that have little in common."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

import demine
import peers
import slow_count
from demine import Position
from truth import glance, random_truth


def strip(rows: int, columns: int, seed: int) -> Position:
    """A long board, mostly hanging together, narrow enough for diagrams."""
    random = Random(seed)
    return glance(random_truth(demine.grid(rows, columns), 0.3, random), 0.4, random)


@pytest.mark.parametrize("seed", range(3))
def test_long_counts_agree_with_diagrams(seed: int) -> None:
    position = strip(6, 900, seed)
    count = position.count(cache=False)
    assert count.bit_length() > 1_000
    assert position.solutions().count() == count
    native = position.native
    assert native.count(method="sweep") == native.count(method="circuit") == count


def test_long_counts_are_the_sum_over_all_numbers_of_mines() -> None:
    position = strip(40, 100, 5)
    assert sum(position.counts_by_mines(cache=False)) == position.count(cache=False)


def test_a_board_on_all_threads_is_the_sum_of_its_halves() -> None:
    # 100 rows each, with two opened rows of zeros between: nothing reaches across.
    halves = [strip(100, 100, seed) for seed in (1, 2)]
    board = demine.grid(202, 100)
    codes = np.concatenate([halves[0].codes, np.full(200, -2), halves[1].codes])
    words = {-1: "?", -2: "□", -3: "*"}
    both = Position(board, [words.get(code, code) for code in codes.tolist()])
    assert both.count(cache=False) == halves[0].count() * halves[1].count()
    analysis, parts = both.analyze(cache=False), [half.analyze() for half in halves]
    expected = np.concatenate([parts[0].probabilities, np.zeros(200), parts[1].probabilities])
    assert np.array_equal(analysis.probabilities, expected)


@pytest.mark.parametrize(
    ("side", "mined", "opened"), [(40, 0.3, 0.4), (100, 0.2, 0.5), (200, 0.2, 0.5), (300, 0.2, 0.5)]
)
def test_counts_of_large_boards_agree_with_a_slow_programme(
    side: int, mined: float, opened: float
) -> None:
    random = Random(1)
    board = demine.grid(side, side)
    position = glance(random_truth(board, mined, random), opened, random)
    codes = [int(code) for code in position.codes]
    constraints = peers.constraints_of(codes, [(int(u), int(v)) for u, v in board.edges])
    near = {cell for _, cells in constraints for cell in cells}
    loose = sum(code == -1 and cell not in near for cell, code in enumerate(codes))
    expected = slow_count.count(peers.propagate(constraints)) << loose
    assert expected.bit_length() > 200
    assert position.count(cache=False) == expected


@pytest.mark.parametrize("seed", range(40))
def test_the_slow_programme_itself_counts_what_there_is(seed: int) -> None:
    random = Random(seed)
    board = demine.grid(4, 4)
    position = glance(random_truth(board, 0.3, random), 0.4, random)
    constraints = peers.constraints_of(
        [int(code) for code in position.codes], [(int(u), int(v)) for u, v in board.edges]
    )
    cells = sorted({cell for _, cells in constraints for cell in cells})
    legal = 0
    for choice in range(1 << len(cells)):
        mines = {cell for i, cell in enumerate(cells) if choice >> i & 1}
        legal += all(len(mines.intersection(around)) == count for count, around in constraints)
    assert slow_count.count(constraints) == legal


@pytest.mark.parametrize(("mined", "opened"), [(0.3, 0.4), (0.2, 0.25)])
def test_cells_of_a_large_board_share_the_mines_that_are_known(mined: float, opened: float) -> None:
    random = Random(1)
    truth = random_truth(demine.grid(200, 200), mined, random)
    position = glance(truth, opened, random, mines=True)
    analysis = position.analyze(cache=False)
    assert analysis.exact
    assert position.is_consistent()
    assert np.isclose(analysis.probabilities.sum(), len(truth.mined), rtol=1e-12, atol=0)
    assert truth.mined.isdisjoint(analysis.safe)
    assert truth.mined >= analysis.mined
    # One mine more or less moves all probabilities a little, and none far.
    more = position.with_mines(len(truth.mined) + 1).analyze(cache=False)
    apart = more.probabilities - analysis.probabilities
    assert np.isclose(apart.sum(), 1)
    assert abs(apart).max() < 0.01


def test_a_density_costs_a_large_board_no_polynomials() -> None:
    random = Random(2)
    position = glance(random_truth(demine.grid(150, 150), 0.3, random), 0.4, random)
    known = Position(position.board, position.labels, density=Fraction(1, 2))
    expected = position.analyze(cache=False).probabilities
    found = known.analyze(cache=False)
    assert np.allclose(found.probabilities, expected, rtol=1e-11, atol=0)
    few = Position(position.board, position.labels, density=Fraction(1, 1000)).analyze(cache=False)
    assert few.safe == found.safe
    assert few.mined == found.mined
    assert few.probabilities.sum() < expected.sum()


def test_two_numbers_with_many_cells_in_common() -> None:
    """Cells of both, of the first and of the second: three classes of more than 64 cells."""
    both, first, second, one, other = 80, 70, 90, 60, 55
    places = [range(both), range(both, both + first), range(both + first, both + first + second)]
    cells = both + first + second
    edges = [(cells, cell) for cell in (*places[0], *places[1])]
    edges += [(cells + 1, cell) for cell in (*places[0], *places[2])]
    board = demine.from_edges(cells + 2, edges)
    position = demine.Position(board, [*["?"] * cells, one, other])

    def ways(common: int) -> int:
        return comb(both, common) * comb(first, one - common) * comb(second, other - common)

    total = sum(map(ways, range(other + 1)))
    expected = Fraction(sum(k * ways(k) for k in range(other + 1)), both * total)
    analysis = position.analyze(cache=False)
    assert position.count(cache=False) == total
    assert analysis.probability(0) == expected
    assert abs(analysis.probabilities[0] - float(expected)) < 1e-12
