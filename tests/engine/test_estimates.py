"""Estimates come within the seconds that are given, and say how good they are."""

from __future__ import annotations

import json
import time
from functools import cache
from itertools import product, starmap
from random import Random

import networkx
import pytest
from click.testing import CliRunner

import demine
from demine import Analysis, Board, NoLegalAssignment, Position, Timeout, Undecided
from demine.cli import commands
from wide_boards import checkerboard


def glance(board: Board, mines: int, share: float, seed: int) -> Position:
    """A true position: mines at random, and some of the free cells opened at random."""
    random = Random(seed)
    mined = set(random.sample(range(len(board)), mines))
    labels: list[str | int] = [
        "?"
        if cell in mined or random.random() > share
        else len(mined & set(board.neighbours(cell)))
        for cell in board.cells
    ]
    return Position(board, labels, mines)


NEAR = {
    "box": glance(demine.box((5, 5, 5)), 37, 0.35, 3),
    "regular": glance(
        demine.from_networkx(networkx.random_regular_graph(8, 100, seed=1)), 25, 0.3, 1
    ),
    "graph": glance(demine.from_networkx(networkx.gnm_random_graph(150, 600, seed=1)), 45, 0.3, 11),
}


def estimated(position: Position) -> Analysis:
    """The analysis within the least budget that gives one."""
    for states in (300, 1000, 3000, 10_000, 30_000):
        try:
            return position.analyze(cache=False, states=states)
        except demine.TooWide:
            continue
    raise AssertionError("no budget gives estimates")


@cache
def compared(name: str, known: bool) -> tuple[Analysis, Analysis]:
    """Estimates of a position, and what is counted."""
    position = NEAR[name] if known else NEAR[name].with_mines(None)
    found, counted = estimated(position), position.analyze(cache=False)
    assert (found.exact, counted.exact) == (False, True)
    return found, counted


def test_intervals_hold_the_truth() -> None:
    held: list[bool] = []
    widths: list[float] = []
    for found, counted in starmap(compared, product(NEAR, [True, False])):
        for cell, true in enumerate(counted.probabilities):
            least, most = found.interval(cell)
            if 0 < true < 1 and least < most:
                assert 0 <= least < found.probabilities[cell] < most <= 1
                held.append(least <= true <= most)
                widths.append(most - least)
    assert len(held) > 400
    assert sum(held) >= 0.95 * len(held)
    assert sum(widths) / len(widths) < 0.2


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("name", NEAR)
def test_estimates_are_off_by_little(name: str, known: bool) -> None:
    found, counted = compared(name, known)
    open_cells = (counted.probabilities > 0) & (counted.probabilities < 1)
    errors = abs(found.probabilities - counted.probabilities)[open_cells]
    assert errors.mean() < 0.03


def test_what_is_exact_has_an_interval_without_width() -> None:
    analysis = demine.Position(demine.grid(1, 4), ["?", 1, "?", "?"]).analyze()
    assert analysis.all_certain
    half = (0.5, 0.5)
    assert [analysis.interval(cell) for cell in range(4)] == [half, (0, 0), half, half]
    found, _ = compared("regular", True)
    for cell in found.safe | found.mined:
        assert found.interval(cell) == (found.probabilities[cell],) * 2


def test_estimates_are_the_same_each_time() -> None:
    found, _ = compared("box", True)
    again = estimated(NEAR["box"])
    assert again.probabilities.tolist() == found.probabilities.tolist()
    assert [again.interval(cell) for cell in range(125)] == [
        found.interval(cell) for cell in range(125)
    ]


@cache
def hurried() -> Analysis:
    """Too wide to count, and too hard for the solver in that time."""
    return checkerboard(40, 400).analyze(cache=False, seconds=2)


def test_estimates_come_within_the_seconds() -> None:
    started = time.process_time()
    analysis = hurried()
    assert time.process_time() - started < 12
    assert not analysis.exact
    position = analysis.position
    covered = [cell for cell, label in enumerate(position.labels) if label == "?"]
    assert all(0 <= analysis.probabilities[cell] <= 1 for cell in covered)
    assert sum(analysis.probabilities[covered]) == pytest.approx(400, rel=0.1)
    with pytest.raises((demine.TooWide, Timeout)):
        _ = analysis.count


def test_words_do_not_promise_what_there_was_no_time_to_find() -> None:
    analysis = hurried()
    assert not analysis.all_certain
    said = str(Undecided(analysis, 1))
    assert "was not proved safe or mined in time" in said
    assert "cannot be proved" not in said
    assert "No cell was proved safe in time" in said


@pytest.mark.parametrize("seconds", [0.03, 0.1])
def test_an_estimate_in_a_hurry_says_how_little_it_knows(seconds: float) -> None:
    position = checkerboard(40, 400)
    found = position.analyze(cache=False, seconds=seconds)
    assert not found.exact
    assert not found.all_certain
    covered = [cell for cell, label in enumerate(position.labels) if label == "?"]
    unknown = [cell for cell in covered if cell not in found.safe | found.mined]
    ends = [found.interval(cell) for cell in unknown]
    assert sum(most - least for least, most in ends) / len(unknown) > 0.3


def test_no_seconds_are_too_few_for_an_estimate() -> None:
    with pytest.raises(Timeout):
        checkerboard(40, 400).analyze(cache=False, seconds=1e-6)


def test_a_contradiction_is_still_one() -> None:
    position = NEAR["graph"].with_mines(1)
    with pytest.raises(NoLegalAssignment):
        position.analyze(states=300, seconds=20)


def test_the_command_line_tells_intervals() -> None:
    text = demine.dumps(NEAR["graph"], format="graph")
    asked = ["solve", "-", "--json", "--states", "10000"]
    answer = json.loads(CliRunner().invoke(commands, asked, input=text).stdout)
    found = NEAR["graph"].analyze(cache=False, states=10_000)
    assert answer["exact"] is False
    assert answer["intervals"] == [list(found.interval(cell)) for cell in range(150)]
    assert "all_certain" not in answer
