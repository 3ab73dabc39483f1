"""Replays to watch and to go on from: the pauses between moves, and practice from any move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from demine.errors import InvalidGame
from demine.game.endless import Endless
from demine.game.game import Game
from demine.game.play import Move
from demine.game.stopwatch import Stopwatch

LONGEST_PAUSE: Final = 5.0
"""Longest pause between two moves, in seconds, however long the player thought."""

_Played = TypeVar("_Played", Game, Endless)


def pauses(moves: Sequence[Move], speed: float = 1.0) -> Iterator[float]:
    """The seconds to wait before each move, `speed` times as fast as it was played."""
    before = moves[0].at if moves else 0.0
    for move in moves:
        yield min(max(move.at - before, 0.0), LONGEST_PAUSE) / speed
        before = move.at


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
