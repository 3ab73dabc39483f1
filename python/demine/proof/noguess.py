"""No-guess boards: games that can be won from a given start by proof alone.

A seed draws uniform boards until the engine wins one without a guess. So each seed has its own
board, and all boards without guesses are equally likely. Dense boards almost always need a guess.
`repair` moves mines until they do not, but then not all boards are equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Unpack

from demine import _native
from demine.arguments import check, number_of
from demine.board import Cell
from demine.errors import FormatError, InvalidGame, NotFound, Timeout
from demine.game import SEEDS, Game
from demine.meter import Budget, Limits, Meter
from demine.proof.certainty import find_certain, is_certain_throughout
from demine.proof.certificate import Certificate, Deduction

BOARD_TRIES: Final = 10_000
"""Default for the most boards to try."""

_GOLDEN: Final = 0x9E3779B97F4A7C15
"""The step between two seeds: large enough that their random numbers do not overlap."""

_TOGETHER: Final = 16
"""Boards to try between two progress reports."""

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

    Board, mines and first-click rule are those of `game`. Its seed draws the boards; the first one
    without a guess is the result. `NotFound` if none of `tries` boards is, `Timeout` if the time
    runs out. `progress` gets the number of boards tried so far. A board that exceeds the budget of
    states counts as tried.

    With `repair`, mines move until no guess is needed. This finds much denser boards, but not all
    boards are equally likely. The id of such a game contains its mines.
    """
    check(game, Game, "game")
    if game.fair:
        raise InvalidGame("a fair game has no fixed mines: expected a game that is not fair")
    if game.rules is not None:
        raise InvalidGame(
            "certificates support only the classic rules: settle finds a board instead"
        )
    number_of("tries", tries, 0)
    search = _Search(game, game.board.index(start), Meter(states, seconds, bytes))
    while search.tried < tries:
        found = search.repair() if repair else search.among(min(_TOGETHER, tries - search.tried))
        progress(search.tried)
        if found is not None:
            return found
    more = "more tries" if repair else "more tries, or repair"
    raise NotFound(f"no board without a guess found: {tries} were tried; {more} may find one")


def settle(
    game: Game,
    cell: int,
    *,
    seconds: float | None = None,
    progress: Progress = lambda tried: None,
) -> Game:
    """A game without guesses from this first cell, with the flags of `game`.

    Returns `game` itself if a cell is open already. For errors see `no_guess`. Under rules each
    move is certain by exact analysis, and there is no certificate.
    """
    if game.status != "ready":
        return game
    if game.rules is not None:
        found = find_certain(game, cell, seconds, progress)
    else:
        found = no_guess(game, cell, seconds=seconds, progress=progress).game
    for flag in game.flags:
        found.flag(flag)
    return found


class _Search:
    def __init__(self, game: Game, start: int, meter: Meter) -> None:
        self.game, self.start, self.meter = game, start, meter
        self.tried = 0

    def among(self, tries: int) -> Certificate | None:
        """The first of the next `tries` boards without a guess, if its certificate is verified."""
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
        """The next board, repaired; None if that fails."""
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
        """The setup of all boards of the search, in the form that the engine expects."""
        return self.game.board.graph, self.game.mines, self.game.first

    @contextmanager
    def _limit(self) -> Iterator[Limits]:
        """The rest of the budget; a `Timeout` says how many boards were tried."""
        try:
            yield self.meter.limits()
        except Timeout:
            tried = f"{self.tried} were tried"
            raise Timeout(
                f"no board without a guess in {self.meter.seconds:g} seconds: {tried}"
            ) from None


def is_no_guess(game: Game, start: Cell, **budget: Unpack[Budget]) -> bool:
    """Whether opening the start and then only safe cells wins this game, under rules as well."""
    place = game.board.index(start)
    if game.rules is not None:
        return is_certain_throughout(game, place, **budget)
    return _native.proofs(game.again().native, place, Meter(**budget).limits()) is not None


def certify(game: Game, start: Cell, **budget: Unpack[Budget]) -> Certificate:
    """The certificate of this game; `NotFound` if it needs a guess."""
    place = game.board.index(start)
    steps = _native.proofs(game.again().native, place, Meter(**budget).limits())
    if steps is None:
        raise NotFound("the game needs a guess, so it has no certificate")
    found = _verify(game.again(), place, steps)
    if found is None:
        raise NotFound("the game needs proofs that are too long to verify: it has no certificate")
    return found


def _verify(game: Game, start: int, steps: FoundSteps) -> Certificate | None:
    """The certificate of a game that has not begun; None if it fails its verification."""
    proofs = (Deduction(cell, tuple(numbers), counter) for cell, numbers, counter in steps)
    found = Certificate(game.id, start, tuple(proofs))
    try:
        found.verify_on(game)
    except FormatError:
        return None
    return found
