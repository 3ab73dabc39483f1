"""Simulations under rules: strategies that know them, any callable, and others that refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import demine
from demine import Game, Position, simulate
from demine.arena import turns
from demine.errors import InvalidGame, StrategyError
from demine.strategies import Chance, Guess

GRID = demine.grid(5, 5)
GIVEN: dict[str, Any] = {"board": GRID, "mines": 5, "seed": 1, "workers": 1}


def careful(position: Position, chance: Chance) -> list[int]:
    """All safe cells, else the first cell with the least risk."""
    analysis = position.analyze()
    covered = [cell for cell, label in enumerate(position.labels) if label == "?"]
    safe = [cell for cell in covered if cell in analysis.safe]
    return safe or Guess([min(covered, key=lambda cell: float(analysis.probabilities[cell]))])


@pytest.mark.parametrize("rules", ["capacity=2", "liar", "Q"])
def test_safest_plays_as_its_definition(rules: str) -> None:
    mines = 8 if rules == "Q" else 5
    given = {**GIVEN, "mines": mines, "rules": rules, "games": 12}
    named, own = simulate("safest", **given), simulate(careful, **given)
    assert (named.wins, named.guesses) == (own.wins, own.guesses)
    assert named.contest["strategy"] == "safest"
    assert named.contest["rules"] == rules
    assert named.wins > simulate("random", **given).wins
    won = 0
    for seed in range(1, 13):
        game = Game(GRID, mines, seed=seed, rules=rules)
        *_, last = turns("safest", game)
        for cell in last.cells:
            assert last.position.labels[cell] == "?"
        won += all("*" not in turn.position.labels for turn in turns("safest", game))
    assert won == 12  # no turn is asked after a mine


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    lines = tmp_path / "games.jsonl"
    given = {**GIVEN, "rules": "capacity=2,within=1", "games": 6}
    here = simulate("safest", **given, games_to=lines)
    there = simulate("safest", **{**given, "workers": 2})
    assert here.wins == there.wins
    told = [json.loads(line) for line in lines.read_text().splitlines()]
    assert sum(one["won"] for one in told) == here.wins
    assert all(0 < one["luck"] <= 1 for one in told)


@pytest.mark.parametrize("strategy", ["strongest", "csp", "ratio", "efficient"])
def test_other_strategies_refuse(strategy: str) -> None:
    with pytest.raises(StrategyError, match=f"strategy {strategy} supports only the classic rules"):
        simulate(strategy, **GIVEN, rules="liar", games=1)


def test_rules_without_a_name_cannot_be_repeated() -> None:
    own = demine.rules.Rules.of(GRID, **demine.rules.by_letters(GRID, "T"))
    with pytest.raises(InvalidGame, match="the rules have no name"):
        simulate("safest", **GIVEN, rules=own, games=1)
    with pytest.raises(InvalidGame, match="there is no rule 'zz'"):
        simulate("safest", **GIVEN, rules="zz", games=1)
