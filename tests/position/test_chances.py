"""Chances: what a cell shows, pairs of cells, conditions and bits, against every assignment."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import inf, isclose, log2, log10, prod
from random import Random

import numpy as np
import pytest

import demine
from data import expert
from demine import NoLegalAssignment, Position, Timeout, TooWide
from interrupt import expander
from oracle import neighbourhoods, solutions

Weighed = dict[frozenset[int], Fraction]


def stuck() -> Position:
    """An Expert position from the middle of a game."""
    return expert("guess")[0]


def weighed(position: Position) -> Weighed:
    """Every legal assignment with its probability."""
    board, density = position.board, position.density
    found = solutions(len(board), edges_of(position), position.labels, position.mines)
    # Without a density all are equally likely, as if every second cell were mined.
    one = Fraction(1, 2) if density is None else density
    each = one if isinstance(one, tuple) else (one,) * len(board)
    weights = {
        mined: prod((p if c in mined else 1 - p for c, p in enumerate(each)), start=Fraction(1))
        for mined in found
    }
    total = sum(weights.values())
    return {mined: weight / total for mined, weight in weights.items()}


def edges_of(position: Position) -> list[tuple[int, int]]:
    return [(int(u), int(v)) for u, v in position.board.graph.edges]


def distribution(position: Position, every: Weighed, cell: int) -> dict[int | str, Fraction]:
    around = neighbourhoods(len(position.board), edges_of(position))[cell]
    found: dict[int | str, Fraction] = {}
    for mined, chance in every.items():
        key = "*" if cell in mined else len(around & mined)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def bits(chances: list[Fraction]) -> float:
    return -sum(float(p) * log2(p) for p in chances)


def small_positions() -> Iterator[Position]:
    """True labels on small random graphs: with a number of mines, without, and with densities."""
    for seed in range(60):
        random = Random(seed)
        cells = random.randint(1, 8)
        pairs = [pair for pair in combinations(range(cells), 2) if random.random() < 0.4]
        board = demine.from_edges(cells, pairs)
        mined = {cell for cell in board.cells if random.random() < 0.4}
        labels: list[str | int] = []
        for cell in board.cells:
            number = len(mined.intersection(board.neighbours(cell)))
            open_ = ["*", "*"] if cell in mined else [number, "□"]
            labels.append(random.choice(["?", "?", *open_]))
        likely = [Fraction(random.randint(1, 9), 10) for _ in range(cells)]
        yield Position(board, labels)
        yield Position(board, labels, len(mined))
        yield Position(board, labels, density=likely[0])
        yield Position(board, labels, density=likely)


def test_answers_equal_those_of_every_assignment() -> None:
    for position in small_positions():
        every, a = weighed(position), position.analyze()
        assert isclose(a.entropy(), bits(list(every.values())), abs_tol=1e-9)
        matrix = a.covariance()
        for x in position.board.cells:
            shown = distribution(position, every, x)
            assert a.shows(x) == shown
            assert isclose(a.information(x), bits(list(shown.values())), abs_tol=1e-9)
            for y in position.board.cells:
                both = sum(p for mined, p in every.items() if {x, y} <= mined)
                assert a.joint(x, y) == both
                expected = both - a.probability(x) * a.probability(y)
                assert isclose(matrix[x, y], expected, abs_tol=1e-12)


def test_conditions_keep_the_assignments_that_meet_them() -> None:
    met = 0
    for position in small_positions():
        every, a = weighed(position), position.analyze()
        for cell in position.board.cells:
            for mined in (True, False):
                kept = {s: p for s, p in every.items() if (cell in s) == mined}
                if not kept:
                    with pytest.raises(NoLegalAssignment):
                        a.given({cell: mined})
                    continue
                met += 1
                found = a.given({cell: mined})
                for other in position.board.cells:
                    share = sum(p for s, p in kept.items() if other in s) / sum(kept.values())
                    assert found.probability(other) == share
            for outcome in a.shows(cell):
                assert a.given({cell: outcome}).position.labels[cell] == outcome
    assert met > 1000


def test_what_a_cell_tells_is_what_the_entropy_falls_by() -> None:
    a = stuck().analyze()
    cell = min(a.position.board.cells, key=lambda c: abs(a.probabilities[c] - 0.4))
    shown = a.shows(cell)
    assert sum(shown.values()) == 1
    assert shown["*"] == a.probability(cell)
    after = {outcome: a.given({cell: outcome}).entropy() for outcome in shown}
    left = sum(float(p) * after[number] for number, p in shown.items())
    assert isclose(a.entropy() - left, a.information(cell), rel_tol=1e-9)
    assert a.log10_count == log10(a.count)


def test_pairs_of_an_expert_board_add_up() -> None:
    """Cov(x, the number of mines) is 0 if that number is known: the rows of the matrix sum to 0."""
    matrix = stuck().analyze().covariance()
    assert np.abs(matrix.sum(axis=1)).max() < 1e-9
    assert (matrix == matrix.T).all()
    assert matrix.trace() > 1


def test_counts_beyond_floats_have_logarithms() -> None:
    a = Position(demine.grid(40, 40), ["?"] * 1600).analyze()
    assert isclose(a.log10_count, 1600 * log10(2))
    assert a.entropy() == 1600
    assert a.information(0) == pytest.approx(1 + 0.5 * bits([Fraction(k, 8) for k in (1, 3, 3, 1)]))


def test_grids_take_rows_and_columns() -> None:
    a = Position(demine.grid(1, 3), ["?", 1, "?"]).analyze()
    assert a.joint((0, 0), (0, 2)) == 0
    assert a.shows((0, 0)) == {0: Fraction(1, 2), "*": Fraction(1, 2)}
    assert a.given({(0, 0): True}).safe == {2}
    assert a.given({1: False}).position == a.position


@pytest.mark.parametrize("what", [2.5, "x", None, -1])
def test_conditions_are_true_false_or_a_number(what: object) -> None:
    a = Position(demine.grid(1, 3), ["?", 1, "?"]).analyze()
    with pytest.raises(ValueError, match="expected True, False or a number"):
        a.given({0: what})  # type: ignore[dict-item]


@pytest.mark.parametrize("cells", [{1: True}, {0: 5}, {0: True, 2: True}])
def test_impossible_conditions_are_refused(cells: dict[int, bool | int]) -> None:
    a = Position(demine.grid(1, 3), ["?", 1, "?"]).analyze()
    with pytest.raises(NoLegalAssignment):
        a.given(cells)


def test_estimates_answer_none_of_these_questions() -> None:
    a = expander(60, 30).analyze(states=1000, cache=False)
    assert not a.exact
    cell = 0
    for ask in (
        lambda: a.shows(cell), lambda: a.joint(cell, cell), a.covariance, a.entropy,
        lambda: a.information(cell),
    ):  # fmt: skip
        with pytest.raises(TooWide, match="estimates, so only single cells can be asked for"):
            ask()


def test_later_questions_have_budgets() -> None:
    a = stuck().analyze(cache=False)
    cell = min(c for c in a.position.board.cells if 0 < a.probabilities[c] < 1)
    with pytest.raises(TooWide):
        a.shows(cell, states=10)
    with pytest.raises(Timeout):
        a.covariance(seconds=0)
    with pytest.raises(ValueError, match="seconds"):
        a.joint(cell, cell, seconds=-inf)
    with pytest.raises(TypeError, match="unknown keyword 'turns'"):
        a.shows(cell, turns=3)  # type: ignore[call-arg]
