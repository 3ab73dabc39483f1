"""A review: every guess of a game, whether it was needed, what was safe instead, and how lucky.

A guess opens a cell that was not safe. It is `needless` if another cell was safe, else `forced`. A
first click that the rule protects is not a guess. The luck of a game is the exact chance that all
of its guesses succeed. If the count is too wide, risks and luck are estimates and marked as such;
safe cells are still certain.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import inf, log2, prod
from operator import mul
from typing import TYPE_CHECKING, Any, Final, Unpack

from demine.game import Game, Move
from demine.labels import COVERED_CODE, FREE
from demine.lazy import lazy_value
from demine.meter import Budget, share_seconds
from demine.pictured import Pictured
from demine.position import Analysis, Position
from demine.proof import Analysed, Proof, Sentence, hint

if TYPE_CHECKING:
    from demine.draw import Picture
    from demine.review.verdicts import GuessVerdict


AT_ONCE: Final = 4_000_000
"""States for counting while a player waits for the review. Wider positions get estimates."""


@dataclass(frozen=True)
class ReviewedGuess(Analysed):
    """A move that was not safe. `number` counts moves from 1; `opened` are the cells it opened.

    `risk` was its chance to hit a mine; `is_hit` says whether it did. `safe` cells needed no guess.
    """

    number: int
    move: Move
    analysis: Analysis
    opened: tuple[int, ...]
    risk: Fraction
    is_hit: bool

    @property
    def survival(self) -> Fraction:
        """The probability that it hits no mine."""
        return 1 - self.risk

    @property
    def interval(self) -> tuple[float, float]:
        """Where the risk lies: both ends are it if it is exact."""
        if self.exact:
            return float(self.risk), float(self.risk)
        ends = [self.analysis.interval(cell) for cell in self.opened]
        least, most = (1 - prod(1 - end[side] for end in ends) for side in (0, 1))
        return least, most

    @property
    def least_interval(self) -> tuple[float, float]:
        """Where the chance of a mine at the best cell lies."""
        return self.analysis.interval(self.best)

    @property
    def is_least(self) -> bool:
        """Whether no other cell was clearly less risky: estimates are, if their intervals part."""
        if self.exact:
            return self.least_risk >= self.risk
        return self.least_interval[1] >= self.interval[0]

    @property
    def needless(self) -> bool:
        """Whether some cell was safe."""
        return bool(self.safe)

    @lazy_value
    def proof(self) -> Proof | None:
        """A simple proof of one of the safe cells; None if the guess was forced, or under rules."""
        if not self.needless:
            return None
        reason = hint(self.position).reason
        return reason if isinstance(reason, Proof) else None

    @lazy_value
    def best(self) -> int:
        """The cell with the lowest chance of a mine."""
        if self.proof is not None:
            return self.proof.cell
        if self.needless:
            return self.safe[0]
        risks = self.analysis.probabilities
        return min(self._covered, key=lambda cell: float(risks[cell]))

    @property
    def least_risk(self) -> Fraction:
        """The chance of a mine at the best cell."""
        return self.analysis.probability(self.best)


@dataclass(frozen=True)
class Review(Pictured):
    """The guesses of a game, in order, with luck and turning point."""

    game: Game
    guesses: tuple[ReviewedGuess, ...]

    @property
    def exact(self) -> bool:
        """Whether all risks, and so the luck, are exact; if not, some are estimates."""
        return all(guess.exact for guess in self.guesses)

    @property
    def needless(self) -> int:
        """Guesses made while some cell was safe."""
        return sum(guess.needless for guess in self.guesses)

    @property
    def forced(self) -> int:
        """Guesses made while no cell was safe."""
        return len(self.guesses) - self.needless

    @property
    def luck(self) -> Fraction:
        """The probability that all guesses succeed: the product of their chances."""
        return prod((guess.survival for guess in self.guesses), start=Fraction(1))

    @property
    def bits(self) -> float:
        """The luck as a number of lucky coin flips."""
        return -log2(self.luck) + 0.0 if self.luck else inf

    @lazy_value
    def curve(self) -> tuple[Fraction, ...]:
        """After each move, the probability that all guesses so far succeed."""
        chances = dict.fromkeys(range(1, len(self.game.moves) + 1), Fraction(1))
        chances |= {guess.number: guess.survival for guess in self.guesses}
        return tuple(accumulate(chances.values(), mul))

    @property
    def turning_point(self) -> ReviewedGuess | None:
        """The guess that lost the game; if none did, the riskiest one."""
        lost = [guess for guess in self.guesses if guess.is_hit]
        riskiest = max(self.guesses, key=lambda guess: guess.risk, default=None)
        return lost[0] if lost else riskiest

    @property
    def blunder(self) -> ReviewedGuess | None:
        """The needless guess that lost the game, if one did."""
        return next((guess for guess in self.guesses if guess.is_hit and guess.needless), None)

    @lazy_value
    def judged(self) -> dict[int, GuessVerdict]:
        """The verdict on each guess, by the number of its move: see `judge`."""
        from demine.review.verdicts import verdicts

        return verdicts(self)

    @property
    def verdict(self) -> str:
        """The review in a sentence or two."""
        from demine.review.report import verdict

        return verdict(self)

    @property
    def verdict_lines(self) -> tuple[Sentence, ...]:
        """The verdict, sentence by sentence: rules with arguments, for any language."""
        from demine.review.report import verdict_lines

        return verdict_lines(self)

    def __str__(self) -> str:
        """The review as text."""
        from demine.review.report import text

        return text(self)

    def to_dict(self) -> dict[str, Any]:
        """The review for other programs: see `demine review --help`."""
        from demine.review.report import to_dict

        return to_dict(self)

    def html(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        notes: Mapping[int, str] | None = None,
        opened: int | None = None,
    ) -> str:
        """The review as a page with a slider that needs nothing else; also written to a path.

        `notes` are remarks on moves, by their number from 1. The page shows the board after
        `opened` moves first; by default before the turning point.
        """
        from demine.review.page import page

        return page(self, path, notes, opened)

    @property
    def picture(self) -> Picture:
        """The board at the turning point, and the luck of the game as a curve."""
        from demine.review.page import picture

        return picture(self)


def review(game: Game, **budget: Unpack[Budget]) -> Review:
    """Review every move of a game, from the position that its player saw."""
    with share_seconds(budget) as rest:
        return Review(game, tuple(_guesses(game, rest)))


def _guesses(game: Game, rest: Callable[[], Budget]) -> Iterator[ReviewedGuess]:
    same = game.again()
    for number, move in enumerate(game.moves, start=1):
        is_promised = same.status == "ready" and same.first != "risky"
        position = same.position
        opened = () if move.kind == "flag" or is_promised else _find_opened(same, move)
        same.make(move)
        if opened:
            guess = _guess(number, move, position, opened, same.status == "lost", rest)
            if guess is not None:
                yield guess


def _guess(
    number: int,
    move: Move,
    position: Position,
    opened: tuple[int, ...],
    is_hit: bool,
    rest: Callable[[], Budget],
) -> ReviewedGuess | None:
    analysis = position.analyze(**rest())
    if analysis.safe.issuperset(opened):
        return None
    risk = 1 - _survival(position, analysis, opened, **rest())
    return ReviewedGuess(number, move, analysis, opened, risk, is_hit)


def _find_opened(game: Game, move: Move) -> tuple[int, ...]:
    """The cells that a move itself opens, without those around a 0."""
    if move.kind == "open":
        return (move.cell,)
    flags, codes = game.flags, game.position.codes
    around = game.board.neighbours(move.cell)
    return tuple(v for v in around if codes[v] == COVERED_CODE and v not in flags)


def _survival(
    position: Position, analysis: Analysis, opened: Collection[int], **budget: Unpack[Budget]
) -> Fraction:
    """The probability that all opened cells are free, given the position.

    Estimates are multiplied as if the cells were independent.
    """
    if len(opened) == 1 or not analysis.exact:
        return prod((1 - analysis.probability(cell) for cell in opened), start=Fraction(1))
    free = position.with_labels(dict.fromkeys(opened, FREE))
    return Fraction(free.count(**budget), analysis.count)
