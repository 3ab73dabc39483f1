"""No-guess boards: games that can be won from a start by proof alone.

A seed deals boards uniformly, until the engine opens one to the end without a guess: so each seed
has its own board, independent of the others, and all boards without a guess are equally likely.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from demine import _native
from demine.board import Cell
from demine.errors import FormatError, NotFound, Timeout
from demine.game import Game
from demine.proof.certificate import Certificate, Step

TRIES: Final = 10_000
"""How many boards are dealt unless told otherwise."""

TOGETHER: Final = 16
"""Boards that are dealt between two words of progress."""

FoundSteps = list[tuple[int, list[int], bool]]
"""Cells to open in turn, the numbers that prove each safe, and whether the counter is needed."""

Progress = Callable[[int], None]
"""Called with the number of boards tried so far; may raise to cancel."""


def no_guess(
    game: Game,
    start: Cell = 0,
    *,
    tries: int = TRIES,
    seconds: float | None = None,
    states: int | None = None,
    progress: Progress = lambda tried: None,
) -> Certificate:
    """A game that needs no guess from the start, and its certificate, which has been verified.

    Board, mines and first-click rule are those of `game`; its seed deals the boards, of which the
    first that fits is taken. `NotFound` if none of so many does, `Timeout` if the seconds pass
    first. `progress` hears now and then how many boards were tried. A board that is too wide for
    the budget of states counts as tried.
    """
    search = _Search(game, game.board.index(start), seconds, states)
    tried = 0
    while tried < tries:
        together = min(TOGETHER, tries - tried)
        found = search.among(tried, together)
        if found is not None:
            return found
        tried = search.tried
        progress(tried)
    raise NotFound(f"no board without a guess found: {tries} were tried")


class _Search:
    def __init__(self, game: Game, start: int, seconds: float | None, states: int | None) -> None:
        self.game, self.start = game, start
        self.seconds, self.states = seconds, states
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.tried = 0

    def among(self, dealt: int, tries: int) -> Certificate | None:
        """The first of so many boards, after those dealt, whose certificate is verified."""
        game = self.game
        try:
            found = _native.no_guess(
                game.board.graph,
                game.mines,
                game.first,
                self.start,
                game.seed,
                dealt,
                tries,
                states=self.states,
                seconds=self._seconds_left(),
            )
        except Timeout:
            said = f"no board without a guess in {self.seconds} seconds: {dealt} were tried"
            raise Timeout(said) from None
        self.tried = dealt + tries
        if found is None:
            return None
        self.tried, seed, steps = found[0] + 1, found[1], found[2]
        own = Game(game.board, game.mines, seed=seed, first=game.first)
        return _verified(own, self.start, steps)

    def _seconds_left(self) -> float | None:
        if self.deadline is None:
            return None
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise Timeout
        return left


def is_no_guess(
    game: Game, start: Cell, *, states: int | None = None, seconds: float | None = None
) -> bool:
    """Whether opening the start and then only safe cells wins this game, as it was dealt."""
    place = game.board.index(start)
    return _native.proofs(game.again().native, place, states=states, seconds=seconds) is not None


def certify(
    game: Game, start: Cell, *, states: int | None = None, seconds: float | None = None
) -> Certificate:
    """The certificate of this game, as it was dealt; `NotFound` if it needs a guess."""
    place = game.board.index(start)
    steps = _native.proofs(game.again().native, place, states=states, seconds=seconds)
    if steps is None:
        raise NotFound("the game needs a guess, so it has no certificate")
    found = _verified(game.again(), place, steps)
    if found is None:
        raise NotFound("the game needs proofs that are too long to verify: it has no certificate")
    return found


def _verified(game: Game, start: int, steps: FoundSteps) -> Certificate | None:
    """The certificate of a game that is not begun, if it passes its own verification."""
    found = Certificate(game.id, start, tuple(Step(c, tuple(n), k) for c, n, k in steps))
    try:
        found.verify_on(game)
    except FormatError:
        return None
    return found
