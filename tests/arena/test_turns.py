"""Games one by one: turn by turn, and those that only one side won."""

from __future__ import annotations

from typing import Any, Literal

import pytest

import demine
from demine import Game, Position, StrategyError, grid, simulate
from demine.arena import NATIVE, turns
from demine.strategies import Chance, Guess

First = Literal["safe", "opening", "risky"]
BOARD = grid(3, 4)
SETUP: dict[str, Any] = {"board": BOARD, "mines": 3}


@pytest.mark.parametrize("strategy", NATIVE)
@pytest.mark.parametrize("first", ["safe", "opening"])
def test_turns_are_those_of_the_simulation(strategy: str, first: First) -> None:
    """Turn by turn from positions alone, a strategy plays the games that the engine plays."""
    for seed in range(20):
        game = Game(BOARD, 3, seed=seed, first=first)
        guesses = 0
        for turn in turns(strategy, game):
            assert turn.position == game.position
            guesses += turn.is_guess and turn.number > 1
            for cell in turn.cells:
                game.open(cell)
        tally = simulate(strategy, games=1, seed=seed, first=first, **SETUP)
        assert (game.status == "won", guesses) == (tally.wins == 1, tally.guesses)


def test_turns_of_a_strategy_that_breaks_the_rules() -> None:
    def nothing(position: Position, chance: Chance) -> list[int]:
        return []

    with pytest.raises(StrategyError, match="turn 1: nothing to open"):
        list(turns(nothing, Game(BOARD, 3, seed=1)))
    with pytest.raises(StrategyError, match="expected the game of a seed"):
        list(turns("safest", Game.from_mines(BOARD, [0])))
    with pytest.raises(TypeError, match="expected a Game"):
        list(turns("safest", "grid"))  # type: ignore[arg-type]


def test_a_comparison_lists_the_games_that_only_one_side_won() -> None:
    def corner(position: Position, chance: Chance) -> list[int]:
        return Guess([min(c for c, label in enumerate(position.labels) if label == "?")])

    result = demine.compare("safest", corner, games=60, seed=5, workers=1, **SETUP)
    seeds = range(5, 5 + result.a.games)
    wins = [
        {seed for seed in seeds if simulate(one, games=1, seed=seed, workers=1, **SETUP).wins}
        for one in ("safest", corner)
    ]
    assert result.seeds_a == tuple(sorted(wins[0] - wins[1]))
    assert result.seeds_b == tuple(sorted(wins[1] - wins[0]))
    assert (len(result.seeds_a), len(result.seeds_b)) == (result.only_a, result.only_b)
    assert result.record["seeds_a"] == list(result.seeds_a)


def test_a_tally_is_a_row_for_pandas() -> None:
    tally = simulate("ratio", games=20, seed=5, **SETUP)
    table = tally.to_pandas()
    assert len(table) == 1
    row = table.iloc[0]
    assert (row.strategy, row.wins, row.games, row.seed) == ("ratio", tally.wins, 20, 5)
    assert (row.rate, (row.low, row.high)) == (tally.rate, tally.interval())
