"""Practice from any move of another game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from demine.errors import InvalidGame
from demine.game.endless import Endless
from demine.game.game import Game
from demine.game.play import Move
from demine.game.stopwatch import Stopwatch

_Played = TypeVar("_Played", Game, Endless)


def practise(game: _Played, moves: Sequence[Move]) -> _Played:
    """Make these moves in a new game, to go on for practice; its clock goes on after the last one.

    `InvalidGame` if the game is over then: there is nothing to go on with.
    """
    for move in moves:
        game.make(move)
    if game.is_over:
        raise InvalidGame("the game is over after these moves: leave out the last ones")
    game.moves[:] = moves
    game.is_practice = True
    game.note_help("seen")
    game.stopwatch = Stopwatch(passed=moves[-1].at if moves else 0.0)
    if game.status == "playing":
        game.stopwatch.start()
    return game
