"""Survival: winning rates, and their differences, by exact chances of survival.

Each guess multiplies a game's weight by the exact chance of survival. If the cell is mined, the
game continues on another board that agrees with all open cells. The mean weight is an unbiased
winning rate with far less variance than the wins. A strategy in Python must return its guesses as
a `Guess`; if it opens a cell that it calls safe, the game itself decides.

A *control* is a cheaper strategy that plays the same games and more. Its results on the first games
show how lucky they were, and that luck is subtracted. Two strategies are compared on the same
games. The interval of their difference holds at all times, so the run may stop after any chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from math import log, sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from demine import _native
from demine.arena.contest import Contest
from demine.arena.engines import RunOptions, chunk_player
from demine.arena.player import Chunk, Outcomes
from demine.arena.sequential import Decision
from demine.arena.tally import WON
from demine.wording import percent

Chances = NDArray[np.float64]
"""The probability of winning each game."""

CONTROL: Final = "safest"
"""The strategy that shows how lucky the boards were."""
FURTHER: Final = 3
"""Further games of the control for each game of the strategy."""
LEAST: Final = 500
"""No decision is made on fewer games, since the sequential interval is asymptotic."""
_TIGHTEST: Final = 5000
"""The number of games at which the sequential interval is tightest."""

EQUAL_MARGIN: Final = 0.0015
"""Strategies that differ by less are called equal."""

Report = Callable[[int, str], object]
"""Called after every chunk, with the number of games and the current result."""


@dataclass(frozen=True)
class Estimate:
    """A winning rate and its standard error. `guesses` and `fallbacks` as in a `Tally`."""

    contest: dict[str, Any]
    seed: int
    games: int
    rate: float
    error: float
    control: str | None
    guesses: int
    fallbacks: int

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The interval of the winning rate, by the normal distribution."""
        if not 0 < confidence < 1:
            raise ValueError(f"confidence is {confidence}: expected more than 0 and less than 1")
        half = NormalDist().inv_cdf((1 + confidence) / 2) * self.error
        return max(0.0, self.rate - half), min(1.0, self.rate + half)

    def __str__(self) -> str:
        low, high = self.interval()
        by = f", control {self.control}" if self.control else ""
        interval = f"95 % interval {percent(low, 2)} to {percent(high, 2)}"
        rate = percent(self.rate, 2)
        return f"{rate} won, estimated from {self.games} games ({interval}{by})"

    @property
    def record(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return {
            **self.contest,
            "estimate": "conditional",
            "seed": self.seed,
            "games": self.games,
            "rate": self.rate,
            "error": self.error,
            "interval": [round(end, 6) for end in self.interval()],
            "control": self.control,
            "guesses": self.guesses,
            "fallbacks": self.fallbacks,
        }


@dataclass(frozen=True)
class Contrast:
    """Two strategies on the same games: by how much A wins more, and the decision.

    The probability that the true difference is between `low` and `high` at all times is 1 − alpha.
    The two are called equal when the interval is within ± margin.
    """

    a: Estimate
    b: Estimate
    difference: float
    low: float
    high: float
    decision: Decision | None
    alpha: float
    margin: float

    @property
    def record(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        names = ("difference", "low", "high", "decision", "alpha", "margin")
        return {
            "a": self.a.record,
            "b": self.b.record,
            **{name: getattr(self, name) for name in names},
        }


Survivals = tuple[Chances, NDArray[np.uint32], NDArray[np.uint32]]
"""Per game its chance of winning, its guesses and its fallbacks."""


@contextmanager
def _survivor(contest: Contest, options: RunOptions) -> Iterator[Callable[[Chunk], Survivals]]:
    """A function that plays a chunk of games in which no guess ends a game."""
    if isinstance(contest.strategy, str):
        yield lambda chunk: _native.survive(contest, *chunk, options.workers)
        return
    with chunk_player(replace(contest, survives=True), options) as play:
        yield lambda chunk: _survivals(play(chunk))


def _survivals(outcomes: Outcomes) -> Survivals:
    ends, guesses, fallbacks, _, lucks, *_ = outcomes
    return np.where(ends == WON, lucks, 0.0), guesses, fallbacks


@dataclass
class _Games:
    """The games of a contest so far."""

    contest: Contest
    survivals: Callable[[Chunk], Survivals]
    chances: Chances = field(default_factory=lambda: np.empty(0))
    guesses: int = 0
    fallbacks: int = 0

    def play(self, seed: int, games: int) -> None:
        """Play more games."""
        chances, guesses, fallbacks = self.survivals((seed, games))
        self.chances = np.concatenate([self.chances, chances])
        self.guesses += int(guesses.sum())
        self.fallbacks += int(fallbacks.sum())

    def estimate(self, seed: int, rate: float, error: float, control: str | None) -> Estimate:
        """The estimate with a rate and its error."""
        games = len(self.chances)
        turns = self.guesses, self.fallbacks
        return Estimate(self.contest.record, seed, games, rate, error, control, *turns)

    def without_control(self, seed: int) -> Estimate:
        """The estimate by the mean of these games alone."""
        return self.estimate(seed, *_mean(self.chances), None)


@contextmanager
def _games(options: RunOptions, *contests: Contest) -> Iterator[list[_Games]]:
    """No games yet of these contests, and workers that play them."""
    with ExitStack() as stack:
        yield [_Games(one, stack.enter_context(_survivor(one, options))) for one in contests]


def estimate(
    contest: Contest,
    chunks: Iterator[tuple[int, int]],
    options: RunOptions,
    control: Contest | None = None,
    watch: Report | None = None,
) -> Estimate:
    """The winning rate by chunks of consecutive games."""
    controls = () if control is None else (control,)
    with _games(options, contest, *controls) as (games, *lucks):
        lead = None
        for seed, number in chunks:
            lead = seed if lead is None else lead
            for one in (games, *lucks):
                one.play(seed, number)
            if watch is not None:
                watch(len(games.chances), percent(games.chances.mean(), 2))
        first, played = lead or 0, len(games.chances)
        if not lucks or control is None:
            return games.without_control(first)
        lucks[0].play(first + played, FURTHER * played)
        without = remove_luck(games.chances, lucks[0].chances)
        return games.estimate(first, *without, control.name)


def contrast(
    contests: tuple[Contest, Contest],
    chunks: Iterator[tuple[int, int]],
    options: RunOptions,
    alpha: float = 0.05,
    margin: float = EQUAL_MARGIN,
    watch: Report | None = None,
) -> Contrast:
    """Two contests on the same games until their difference is decided, or all are played."""
    lead, result = None, None
    with _games(options, *contests) as (a, b):
        for seed, number in chunks:
            lead = seed if lead is None else lead
            a.play(seed, number)
            b.play(seed, number)
            result = _contrast(a, b, lead, alpha, margin)
            if watch is not None:
                low, high = 100 * result.low, 100 * result.high
                watch(len(a.chances), f"{low:+.2f} % to {high:+.2f} %")
            if result.decision is not None:
                break
    assert result is not None
    return result


def _contrast(a: _Games, b: _Games, seed: int, alpha: float, margin: float) -> Contrast:
    difference = a.chances - b.chances
    middle, half = float(difference.mean()), half_width(difference, alpha)
    low, high = middle - half, middle + half
    decision = _decision(low, high, margin) if len(difference) >= LEAST else None
    return Contrast(
        a.without_control(seed), b.without_control(seed), middle, low, high, decision, alpha, margin
    )


def _decision(low: float, high: float, margin: float) -> Decision | None:
    if low > 0 or high < 0:
        return "A" if low > 0 else "B"
    return "equal" if -margin < low and high < margin else None


def _mean(values: Chances) -> tuple[float, float]:
    """The mean and its standard error."""
    spread = float(values.std(ddof=1)) if len(values) > 1 else 1.0
    return float(values.mean()), spread / sqrt(len(values))


def remove_luck(values: Chances, luck: Chances) -> tuple[float, float]:
    """The mean of values without the luck of their games, and its standard error.

    `luck` starts with the control's values of the same games. The share of luck to subtract is
    computed for each half of the games from the other half, so there is no bias.
    """
    games = len(values)
    same, average = luck[:games], float(luck.mean())
    halves = np.arange(games) % 2 == 0
    shares = np.empty(games)
    shares[halves] = _share(values[~halves], same[~halves])
    shares[~halves] = _share(values[halves], same[halves])
    rest = values - shares * (same - average)
    share = float(shares.mean())
    left = values - share * same
    variance = _variance(left) / games + share**2 * _variance(luck) / len(luck)
    return float(rest.mean()), sqrt(variance)


def _share(values: Chances, luck: Chances) -> float:
    """The expected share of the control's deviation from its mean in the values."""
    spread = _variance(luck)
    return 0.0 if spread == 0 else float(np.cov(values, luck)[0, 1]) / spread


def _variance(values: Chances) -> float:
    return float(values.var(ddof=1)) if len(values) > 1 else 0.0


def half_width(values: Chances, alpha: float) -> float:
    """Half the width of an interval for the mean that holds at all times.

    Robbins' normal mixture with the variance estimated (Waudby-Smith et al. 2021, Theorem 2.2).
    """
    games = len(values)
    if games < 2:
        return 1.0
    width = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / _TIGHTEST
    grown = games * width + 1
    return sqrt(_variance(values) * 2 * grown / (games**2 * width) * log(sqrt(grown) / alpha))
