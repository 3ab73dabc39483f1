"""Turns: one game of a strategy, turn by turn, as `simulate` plays it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from cProfile import Profile
from dataclasses import dataclass
from pstats import Stats

from demine import _native
from demine.arena.contest import Contest, contest
from demine.arena.player import ask_strategy
from demine.arena.timeouts import TURN_SECONDS, AlarmTimer
from demine.arguments import check
from demine.errors import StrategyError
from demine.game import Game, SetupOptions
from demine.meter import shared_cache
from demine.position import Position
from demine.strategies import Chance, Guess, Strategy, native


@dataclass(frozen=True)
class StrategyTurn:
    """A turn before its cells are opened: what the player knows, and what it chose.

    `how` says how a strategy of the engine chose, such as "perfect play"; None for others.
    """

    number: int
    position: Position
    cells: tuple[int, ...]
    is_guess: bool
    how: str | None


def turns(strategy: str | Strategy, game: Game) -> Iterator[StrategyTurn]:
    """Play the game of a seed with a strategy; each turn is yielded before its cells are opened."""
    check(game, Game, "game")
    if game.is_given:
        raise StrategyError("the mines of this game were given: expected the game of a seed")
    played = _contest(strategy, game)
    now, chance, number = played.game(game.seed), Chance.of_game(game.seed), 0
    while not now.is_over:
        number += 1
        cells, how = _choose(played, now, chance)
        yield StrategyTurn(number, now.position, tuple(cells), isinstance(cells, Guess), how)
        for cell in cells:
            now.open(cell)


def profile_turn(strategy: str | Strategy, turn: StrategyTurn, game: Game) -> Stats:
    """Where the time of a turn goes, function by function: the strategy chooses once more.

    The time inside the engine is one line. The cache is emptied first, as before every game.
    """
    played = _contest(strategy, game)
    name = played.strategy
    choose = native(name) if isinstance(name, str) else name
    chance, profile = Chance.of_game(game.seed), Profile()
    shared_cache().clear()
    profile.runcall(choose, turn.position, chance)
    return Stats(profile)


def _contest(strategy: str | Strategy, game: Game) -> Contest:
    setup: SetupOptions = {
        "board": game.board,
        "mines": game.mines,
        "first": game.first,
        "rules": game.rules,
    }
    return contest(strategy, **setup)


def _choose(played: Contest, game: Game, chance: Chance) -> tuple[Sequence[int], str | None]:
    """The cells of the next turn, and how they were chosen."""
    if not isinstance(played.strategy, str):
        timer = AlarmTimer(TURN_SECONDS)
        return ask_strategy(played, played.strategy, game, chance, timer), None
    if game.status == "ready" and played.start is not None:
        return Guess([played.start]), "opening book"
    position = game.position.native
    cells, is_guess, chance.state, how = _native.choose(played.strategy, position, chance.state)
    if not cells:
        raise StrategyError(f"strategy {played.name} gave up: it opened nothing")
    return (Guess(cells) if is_guess else cells), how
