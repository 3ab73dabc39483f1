"""Games one by one: turn by turn, and those that only one side won."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import demine
from command import say
from demine import Game, Position, StrategyError, grid, simulate
from demine.arena import NATIVE, profile_turn, turns
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


def slow(position: Position, chance: Chance) -> list[int]:
    """Spend the time of a turn in a function that a profile names."""
    return ponder(position)


def ponder(position: Position) -> list[int]:
    for _ in range(3):
        risks = position.analyze().probabilities
    return Guess([int(np.argmin(np.where(position.codes == -1, risks, 2)))])


def test_a_profile_names_the_functions_of_a_turn() -> None:
    game = Game(BOARD, 3, seed=1)
    second = list(turns(slow, game))[1]
    spent = times(profile_turn(slow, second, game))
    assert (spent["ponder"][1], spent["analyze"][1]) == (1, 3)
    assert spent["ponder"][3] >= spent["analyze"][3] > 0
    assert any("choose" in name for name in times(profile_turn("safest", second, game)))


def times(profile: Any) -> dict[str, Any]:
    """Calls and seconds by the name of the function."""
    return {name: spent for (_, _, name), spent in profile.stats.items()}


def test_watch_prints_a_profile() -> None:
    code, said = say("watch safest --game grid-9x9-10-safe-1 --turn 2 --profile")
    assert code == 0
    assert re.search(r"^ +\d+\.\d{3} ms +1 ×  .*_native\.choose", said, re.M)
    assert "--profile needs --turn" in say("watch safest --game grid-9x9-10-safe-1 --profile")[1]


def test_watch_writes_a_page(tmp_path: Path) -> None:
    """The page has every move of the game, and what the strategy chose, turn by turn."""
    out = tmp_path / "game.html"
    code, text = say(f"watch csp --game grid-9x9-10-safe-3 --html {out}")
    assert code == 0
    page = out.read_text()
    data = json.loads(re.search(r'id="data"[^>]*>(.*?)</script>', page, re.S)[1])  # type: ignore[index]
    game = Game.from_id("grid-9x9-10-safe-3")
    played = list(turns("csp", game))
    for turn in played:
        for cell in turn.cells:
            game.open(cell)
    assert [move["cell"] for move in data["moves"]] == [move.cell for move in game.moves]
    shown = json.dumps([*data["moves"], *data["guesses"]])
    assert all(f"Turn {turn.number} " in shown for turn in played)
    assert any("% to win" in guess["text"] for guess in data["guesses"])
    assert "turn 1: begins with" in text
    say(f"watch csp --game grid-9x9-10-safe-3 --turn 2 --html {out}")
    assert '"opened": 1' in out.read_text()


def test_watch_shows_a_game_under_rules() -> None:
    code, said = say("watch", "--strategy", "safest", "--game", "grid-4x4-3-safe.liar-3")
    assert code == 0
    assert "turn 2: guesses c1, 16.6 % chance of a mine\n" in said
