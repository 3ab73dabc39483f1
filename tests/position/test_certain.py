"""All certain cells without an analysis: counted if that is quick, else by the solver."""

from __future__ import annotations

import time

import pytest
from hypothesis import given

import demine
from demine import NoLegalAssignment, Position, Timeout, TooWide
from demine.position import Certain
from oracle import solutions
from strategies import positions
from wide_boards import checkerboard, true_position

BOX = true_position(demine.box((7, 7, 7)), 80, 0.3, 2)
"""Too wide to count."""


@pytest.mark.parametrize("states", [None, 0])
@given(position=positions())
def test_certain_cells_are_those_of_all_legal_assignments(
    position: Position, states: int | None
) -> None:
    board = position.board
    edges = [(int(u), int(v)) for u, v in board.edges]
    assignments = solutions(len(board), edges, position.labels, position.mines)
    if not assignments:
        with pytest.raises(NoLegalAssignment):
            position.certain(states=states)
        return
    free = set(board.cells).difference(*assignments)
    unopened = {c for c, label in enumerate(position.labels) if not isinstance(label, int)}
    mined = set(board.cells).intersection(*assignments)
    assert position.certain(states=states) == Certain(frozenset(free & unopened), frozenset(mined))


def test_a_wide_position_is_solved_without_estimates() -> None:
    started = time.process_time()
    certain = BOX.certain(cache=False)
    took = time.process_time() - started
    analysis = BOX.analyze(cache=False)
    assert not analysis.exact
    assert certain == (analysis.safe, analysis.mined)
    assert certain.safe
    assert took < time.process_time() - started - took


def test_too_few_seconds_are_a_timeout() -> None:
    with pytest.raises(Timeout, match=r"0\.01 seconds"):
        checkerboard(40, 400).certain(cache=False, seconds=0.01)


def test_a_contradiction_is_one() -> None:
    with pytest.raises(NoLegalAssignment):
        checkerboard(20, 3).certain()


def test_the_solver_has_a_budget_too() -> None:
    with pytest.raises(TooWide):
        checkerboard(26, 240).certain(states=2_000)
