"""Playback: the moves of a replay one after the other, with the pauses that the player made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from demine.game.game import Game
from demine.game.play import Move

if TYPE_CHECKING:
    from demine.game.replay import Replay

LONGEST_PAUSE: Final = 10.0
"""Longest pause between two moves, in seconds, however long the player thought."""


def pauses(moves: Sequence[Move], speed: float = 1.0) -> Iterator[float]:
    """The seconds to wait before each move, `speed` times as fast as it was played."""
    before = 0.0
    for move in moves:
        yield min(max(move.at - before, 0.0) / speed, LONGEST_PAUSE)
        before = move.at


class Playback:
    """A replay that can be shown after any of its moves: `game` is as it was after `place` moves.

    `FormatError` if a move is wrong.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.moves = [step.move for step in replay.steps]
        self._begun = replay.verify().again()
        self.game, self.place = self._begun.again(), 0

    def go(self, place: int) -> None:
        """Show the game after so many moves, or at the nearest end."""
        place = min(max(place, 0), len(self.moves))
        if place < self.place:
            self.game, self.place = self._begun.again(), 0
        for move in self.moves[self.place : place]:
            self.game.make(move)
        self.place = place

    def pause(self, speed: float = 1.0) -> float | None:
        """The seconds before the next move; None at the end."""
        nearby = self.moves[max(0, self.place - 1) : self.place + 1]
        if self.place == len(self.moves):
            return None
        return list(pauses(nearby, speed))[-1]

    def practice(self) -> Game:
        """The game to go on with from here, for practice; before its end if it is over here."""
        place = self.place - self.game.is_over
        found = self.replay.practice(place)
        assert isinstance(found, Game), "an endless game has no playback"
        return found
