"""Strategies: Garg's rules on boards small enough to follow, and the exact one by the engine."""

from __future__ import annotations

from random import Random

from hypothesis import given

import demine
from demine import Game, Position
from demine.strategies import STRATEGIES, ratio, safest, sure_flags
from strategies import glances, small_grids
from truth import Truth


def test_on_an_empty_grid_the_paper_opens_a1() -> None:
    assert ratio(Game.preset("expert", seed=0).position) == [0]


def test_sure_shots_are_flagged_and_opened() -> None:
    position = demine.loads("4x2x?\nSHHH\n11SS\n")
    assert sure_flags(position) == {1}
    assert ratio(position) == [2]


def test_the_minimum_ratio_is_opened_otherwise() -> None:
    # The 1 at b2 has three unrevealed neighbours, the 2 at e2 three as well.
    assert ratio(demine.loads("5x2x?\nHHHHH\nS1SS2\n")) == [0]
    assert ratio(demine.loads("5x2x?\nHHHHH\nS2SS1\n")) == [3]


def test_flags_lower_the_ratio() -> None:
    # b1 is flagged for the 1 at a2, which leaves the 2 at c2 one mine in two cells: more than 1/3.
    position = demine.loads("7x2x?\nSHHHHHH\n1S2SS1S\n")
    assert sure_flags(position) == {1}
    assert ratio(position) == [4]
    # With it, both 2s have a ratio of 1/2, and the first of them decides.
    assert ratio(demine.loads("6x2x?\nSHHHHH\n1S2SS2\n")) == [2]


def test_an_island_is_opened_at_its_first_cell() -> None:
    assert ratio(demine.loads("5x1x1\n0SSSH\n")) == [4]


@given(glances(small_grids(), mines=True))
def test_what_the_paper_calls_sure_is_sure(glance: tuple[Truth, Position]) -> None:
    truth, position = glance
    assert sure_flags(position) <= truth.mined
    if "?" in position.labels and any(isinstance(label, int) for label in position.labels):
        opened = ratio(position)
        analysis = position.analyze()
        assert opened or sure_flags(position) == {
            v for v in range(len(position.labels)) if position.labels[v] == "?"
        }
        assert all(position.labels[v] == "?" for v in opened)
        if len(opened) > 1:
            assert analysis.safe.issuperset(opened)


@given(glances(small_grids(), mines=True))
def test_safest_opens_all_that_is_safe(glance: tuple[Truth, Position]) -> None:
    truth, position = glance
    opened, analysis = safest(position), position.analyze()
    safe = [v for v in sorted(analysis.safe) if position.labels[v] == "?"]
    assert opened == safe or (not safe and len(opened) == 1)
    assert not truth.mined.intersection(safe)


def test_strategies_finish_every_game_they_begin() -> None:
    for strategy in STRATEGIES.values():
        for seed in range(20):
            game = Game.preset("classic", seed=seed)
            while not game.is_over:
                opened = [cell for v in strategy(game.position, Random(0)) for cell in game.open(v)]
                assert opened
