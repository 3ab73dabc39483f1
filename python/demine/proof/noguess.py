"""No-guess boards: games that can be won from a start by proof alone.

A seed deals boards uniformly, until the engine opens one to the end without a guess: so each seed
has its own board, independent of the others, and all boards without a guess are equally likely.
Dense boards hardly ever need no guess: they can be repaired where they do, and are then not equally
likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Unpack

from demine import _native
from demine.arguments import check, number_of
from demine.board import Cell
from demine.errors import FormatError, NotFound, Timeout
from demine.game import SEEDS, Game
from demine.meter import Budget, Limits, Meter
from demine.proof.certificate import Certificate, Deduction

BOARD_TRIES: Final = 10_000
"""How many boards are dealt unless told otherwise."""

_GOLDEN: Final = 0x9E3779B97F4A7C15
"""From one seed to the next: far enough that the numbers drawn from them have nothing in common."""

_TOGETHER: Final = 16
"""Boards that are dealt between two words of progress."""

FoundSteps = list[tuple[int, list[int], bool]]
"""Cells to open in turn, the numbers that prove each safe, and whether the counter is needed."""

Progress = Callable[[int], None]
"""Called with the number of boards tried so far; may raise to cancel."""


def no_guess(
    game: Game,
    start: Cell = 0,
    *,
    tries: int = BOARD_TRIES,
    seconds: float | None = None,
    states: int | None = None,
    bytes: int | None = None,
    repair: bool = False,
    progress: Progress = lambda tried: None,
) -> Certificate:
    """A game that needs no guess from the start, and its certificate, which has been verified.

    Board, mines and first-click rule are those of `game`; its seed deals the boards, of which the
    first that fits is taken. `NotFound` if none of so many does, `Timeout` if the seconds pass
    first. `progress` hears now and then how many boards were tried. A board that is too wide for
    the budget of states counts as tried.

    With `repair`, mines are moved where a guess is needed until none is, so that much denser boards
    are found; such boards are not equally likely. Their game has its mines in its id.
    """
    check(game, Game, "game")
    number_of("tries", tries, 0)
    search = _Search(game, game.board.index(start), Meter(states, seconds, bytes))
    while search.tried < tries:
        found = search.repair() if repair else search.among(min(_TOGETHER, tries - search.tried))
        if found is not None:
            return found
        progress(search.tried)
    more = "more tries" if repair else "more tries, or repair"
    raise NotFound(f"no board without a guess found: {tries} were tried; {more} may find one")


def settle(
    game: Game,
    cell: int,
    *,
    seconds: float | None = None,
    progress: Progress = lambda tried: None,
) -> Game:
    """The game without guesses in which the cell is opened first, with the flags of this one.

    Once a cell is open, the game is settled already. For errors see `no_guess`.
    """
    if game.status != "ready":
        return game
    found = no_guess(game, cell, seconds=seconds, progress=progress).game
    for flag in game.flags:
        found.flag(flag)
    return found


class _Search:
    def __init__(self, game: Game, start: int, meter: Meter) -> None:
        self.game, self.start, self.meter = game, start, meter
        self.tried = 0

    def among(self, tries: int) -> Certificate | None:
        """The first of the next so many boards whose certificate is verified."""
        game, skipped = self.game, self.tried
        with self._limit() as limits:
            found = _native.no_guess(self._setup(), self.start, game.seed, skipped, tries, limits)
        self.tried = skipped + tries
        if found is None:
            return None
        self.tried, seed, steps = found[0] + 1, found[1], found[2]
        own = Game(game.board, game.mines, seed=seed, first=game.first)
        return _verify(own, self.start, steps)

    def repair(self) -> Certificate | None:
        """The next board, repaired; None if that does not succeed."""
        game = self.game
        seed = (game.seed + _GOLDEN * self.tried) % SEEDS
        with self._limit() as limits:
            found = _native.repair(self._setup(), self.start, seed, 1, limits)
        self.tried += 1
        if found is None:
            return None
        own = Game.from_mines(game.board, found[0], first=game.first)
        return _verify(own, self.start, found[1])

    def _setup(self) -> tuple[_native.Graph, int, str]:
        """The setup of every board of the search, as the engine takes it."""
        return self.game.board.graph, self.game.mines, self.game.first

    @contextmanager
    def _limit(self) -> Iterator[Limits]:
        """The budget that is left; when it is spent, that is said."""
        try:
            yield self.meter.limits()
        except Timeout:
            tried = f"{self.tried} were tried"
            raise Timeout(
                f"no board without a guess in {self.meter.seconds:g} seconds: {tried}"
            ) from None


def is_no_guess(game: Game, start: Cell, **budget: Unpack[Budget]) -> bool:
    """Whether opening the start and then only safe cells wins this game, as it was dealt."""
    place = game.board.index(start)
    return _native.proofs(game.again().native, place, Meter(**budget).limits()) is not None


def certify(game: Game, start: Cell, **budget: Unpack[Budget]) -> Certificate:
    """The certificate of this game, as it was dealt; `NotFound` if it needs a guess."""
    place = game.board.index(start)
    steps = _native.proofs(game.again().native, place, Meter(**budget).limits())
    if steps is None:
        raise NotFound("the game needs a guess, so it has no certificate")
    found = _verify(game.again(), place, steps)
    if found is None:
        raise NotFound("the game needs proofs that are too long to verify: it has no certificate")
    return found


def _verify(game: Game, start: int, steps: FoundSteps) -> Certificate | None:
    """The certificate of a game that is not begun, if it passes its own verification."""
    proofs = (Deduction(cell, tuple(numbers), counter) for cell, numbers, counter in steps)
    found = Certificate(game.id, start, tuple(proofs))
    try:
        found.verify_on(game)
    except FormatError:
        return None
    return found
