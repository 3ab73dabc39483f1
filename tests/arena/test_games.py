"""A line per game: moves and luck against brute force, the rest against the tally."""

from __future__ import annotations

import json
from functools import cache
from math import isclose, isnan, nan
from pathlib import Path
from typing import Any, Literal

import pytest

from demine import Game, InvalidGame, grid, simulate
from demine.arena import NATIVE, turns
from demine.strategies import safest
from oracle import Solution, solutions

First = Literal["safe", "opening", "risky"]
BOARD = grid(3, 4)
SETUP: dict[str, Any] = {"board": BOARD, "mines": 3}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def played(tmp_path: Path, strategy: Any, games: int = 40, **given: Any) -> list[dict[str, Any]]:
    file = tmp_path / "games.jsonl"
    tally = simulate(strategy, games=games, seed=5, games_to=file, **{**SETUP, **given})
    found = lines(file)
    assert [game["seed"] for game in found] == list(range(5, 5 + games))
    assert sum(game["won"] for game in found) == tally.wins
    assert sum(game["guesses"] for game in found) == tally.guesses
    return found


@cache
def legal(labels: tuple[str | int, ...], mines: int) -> frozenset[Solution]:
    """Every assignment that a position allows, by brute force."""
    edges = [(int(u), int(v)) for u, v in BOARD.edges]
    return frozenset(solutions(len(BOARD), edges, labels, mines))


def brute_luck(strategy: str, seed: int, first: First) -> tuple[int, float]:
    """The moves and the luck of a game, by counting assignments."""
    game, moves, luck = Game(BOARD, 3, seed=seed, first=first), 0, 1.0
    for turn in turns(strategy, game):
        labels = turn.position.labels
        if turn.is_guess and turn.number > 1:
            (cell,) = turn.cells
            every = legal(labels, 3)
            luck *= sum(cell not in mined for mined in every) / len(every)
        elif turn.number == 1 and first == "risky":
            luck *= 1 - 3 / len(BOARD)
        is_chord = strategy == "efficient" and len(turn.cells) > 1
        for cell in turn.cells:
            if game.position.labels[cell] == "?":
                game.open(cell)
                moves += not is_chord
        if turn.number == 1 and first == "opening":
            (cell,) = turn.cells
            luck = luck if game.position.labels[cell] == 0 else nan
    return moves, luck


@pytest.mark.parametrize("first", ["safe", "opening", "risky"])
@pytest.mark.parametrize("strategy", NATIVE)
def test_moves_and_luck_equal_brute_force(tmp_path: Path, strategy: str, first: First) -> None:
    for game in played(tmp_path, strategy, games=12, first=first):
        moves, luck = brute_luck(strategy, game["seed"], first)
        assert game["moves"] == moves
        assert isnan(luck) if game["luck"] is None else isclose(game["luck"], luck, rel_tol=1e-12)


def test_a_strategy_in_python_has_the_same_lines(tmp_path: Path) -> None:
    here = played(tmp_path, safest, workers=1)
    for one, other in zip(here, played(tmp_path, "safest"), strict=True):
        assert isclose(one.pop("luck"), other.pop("luck"), rel_tol=1e-12)
        assert one == other


def test_lines_are_in_order_whatever_the_chunks_and_workers(tmp_path: Path) -> None:
    alone = played(tmp_path, "safest")
    assert played(tmp_path, "safest", chunk=3, workers=2) == alone
    assert played(tmp_path, safest, chunk=3, workers=2) == played(tmp_path, safest, workers=1)


def test_only_a_file_that_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        simulate("ratio", games=1, seed=1, games_to=tmp_path / "missing" / "x", **SETUP)
    with pytest.raises(InvalidGame, match="games_to is 7: expected the name of a file"):
        simulate("ratio", games=1, seed=1, games_to=7, **SETUP)  # type: ignore[arg-type]
    with pytest.raises(InvalidGame, match="games_to needs all games"):
        simulate("ratio", games=1, seed=1, games_to="x", resume=tmp_path, **SETUP)
