"""`efficient`: the games that `strongest` wins, with fewer clicks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import demine
from demine import Position
from demine.arena import Tally
from demine.strategies import Guess, efficient, strongest

SETUPS: dict[str, dict[str, Any]] = {
    "beginner": {"preset": "beginner"},
    "torus": {"board": demine.grid(7, 7, torus=True), "mines": 8},
    "hexagonal": {"board": demine.hexagonal(8, 8), "mines": 10},
    "box": {"board": demine.box((4, 4, 4)), "mines": 6},
}


def play(strategy: str, path: Path, games: int, **setup: Any) -> tuple[Tally, list[dict[str, Any]]]:
    tally = demine.simulate(strategy, games=games, seed=1, workers=1, games_to=path, **setup)
    return tally, [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", SETUPS)
def test_it_wins_the_same_games_with_fewer_clicks(tmp_path: Path, name: str) -> None:
    tally, mine = play("efficient", tmp_path / "a", 40, **SETUPS[name])
    other, theirs = play("strongest", tmp_path / "b", 40, **SETUPS[name])
    for a, b in zip(mine, theirs, strict=True):
        same = ("seed", "won", "guesses", "luck", "three_bv")
        assert [a[key] for key in same] == [b[key] for key in same]
        assert b["clicks"] == b["moves"]
        assert a["three_bv"] is None or a["clicks"] <= b["clicks"]
    assert tally.blunders == other.blunders == 0
    assert tally.efficiency > other.efficiency


def test_the_tally_has_the_efficiency_of_the_games_won(tmp_path: Path) -> None:
    tally, games = play("efficient", tmp_path / "a", 30, preset="beginner")
    won = [game for game in games if game["won"]]
    assert tally.three_bv == sum(game["three_bv"] for game in won)
    assert tally.clicks == sum(game["clicks"] for game in won)
    assert tally.efficiency == tally.three_bv / tally.clicks
    assert demine.arena.loads(tally.dumps()) == tally


def test_a_chord_instead_of_single_clicks() -> None:
    """Around the 2, both mines are known and six cells are safe: a chord opens them."""
    labels: list[str | int] = ["*", "?", "?", "?", 2, "?", "?", "?", "*"]
    position = Position(demine.grid(3, 3), labels, 2)
    assert efficient(position) == [1, 2, 3, 5, 6, 7]


def test_a_flag_costs_a_click() -> None:
    """The 1 has a mine that is not flagged: two clicks would open one cell, so it is opened."""
    position = Position(demine.grid(1, 4), ["?", 1, "?", 1], 1)
    assert isinstance(efficient(position), Guess) is False
    assert efficient(Position(demine.grid(1, 4), ["?", 1, 0, "?"], 1)) == [3]


def test_guesses_are_those_of_strongest() -> None:
    labels: list[str | int] = ["?"] * 16
    labels[5] = 1
    position = Position(demine.grid(4, 4), labels, 4)
    found = efficient(position)
    assert isinstance(found, Guess)
    assert found == strongest(position)


def test_labels_that_contradict_each_other() -> None:
    with pytest.raises(demine.NoLegalAssignment):
        efficient(Position(demine.grid(1, 3), ["?", 3, "?"]))
