"""How far one gets from the first opening of an endless game without a guess.

Three players open cells from the same first one: one opens nothing more, one deduces from single
numbers, one opens every cell that the numbers prove safe. Each knows all that the one before knows.
The reach is the distance of the farthest opened cell, in moves of a king, up to a limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from demine.game import Endless, Place, around

START: Final = (0, 0)


class Reach(NamedTuple):
    """The distances that the three players reach."""

    opening: int
    single: int
    exact: int


def reach(density: Fraction, seed: int, limit: int) -> Reach:
    """The reach in the game of a seed; a player who gets as far as the limit stops there."""
    walk = Walk(Endless(density, seed=seed), limit)
    walk.open([START])
    opening = walk.far
    walk.deduce_singly()
    single = walk.far
    walk.deduce_all()
    return Reach(opening, single, walk.far)


class Walk:
    """A game, the mines that are proved in it, and how far its opened cells reach."""

    def __init__(self, game: Endless, limit: int) -> None:
        self.game, self.limit = game, limit
        self.far = 0
        self._mined: set[Place] = set()
        self._numbers: dict[Place, int] = {}
        self._fresh: set[Place] = set()

    @property
    def is_done(self) -> bool:
        """Whether the limit is reached."""
        return self.far >= self.limit

    def open(self, safe: Iterable[Place]) -> None:
        """Open safe cells, and all around the 0s that appear, up to the limit."""
        queue = list(safe)
        while queue and not self.is_done:
            self._note(self.game.open(queue.pop()))
            queue = queue or sorted(self.game.waiting)

    def _note(self, changed: Iterable[int]) -> None:
        for cell in changed:
            place = self.game.place(cell)
            number = self.game.number(place)
            assert number is not None, "a player who only deduces never hits a mine"
            self._numbers[place] = number
            self._fresh.add(place)
            self.far = min(max(self.far, abs(place[0]), abs(place[1])), self.limit)

    def deduce_singly(self) -> None:
        """Open until no single number proves a cell."""
        while self._fresh and not self.is_done:
            self._look_at(self._fresh.pop())

    def _look_at(self, place: Place) -> None:
        """Apply one number: no mine is left around it, or as many as covered cells."""
        covered = [cell for cell in around(place) if cell not in self._numbers]
        unknown = [cell for cell in covered if cell not in self._mined]
        left = self._numbers[place] - len(covered) + len(unknown)
        if not unknown:
            return
        if left == 0:
            self.open(unknown)
            self._wake(unknown)
        elif left == len(unknown):
            self._mined.update(unknown)
            self._wake(unknown)

    def _wake(self, places: Iterable[Place]) -> None:
        """Look again at the numbers around cells about which something new is known."""
        self._fresh.update(
            cell for place in places for cell in around(place) if cell in self._numbers
        )

    def deduce_all(self) -> None:
        """Open until the numbers together prove no covered cell safe."""
        while not self.is_done:
            position = self.game.position
            analysis = position.analyze()
            places = [self.game.place(name) for name in position.board.words or ()]
            mined = {places[cell] for cell in analysis.mined}
            self._wake(mined - self._mined)
            self._mined |= mined
            safe = [places[cell] for cell in sorted(analysis.safe)]
            if not safe:
                return
            self.open(safe)
            self._wake(safe)
            self.deduce_singly()
