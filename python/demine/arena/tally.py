"""Tally: what became of many games, as a record that others can check, continue and merge.

A tally is a line of JSON: what was played, which seeds, how it ended, and by which version. Two
tallies of one contest merge if they have no game in common.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from demine.errors import FormatError
from demine.files import records

WON: Final = 1
BLUNDERED: Final = 2
"""How a game ended, as the engine writes it; 0 is lost."""

Seeds = tuple[tuple[int, int], ...]
"""Ranges of seeds, each from the first up to but not including the second; ascending, apart."""


def wilson(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval for a share: sound for few games and for shares near 0 and 1."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}: expected more than 0 and less than 1")
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, weight = wins / games, z * z / games
    centre = share + weight / 2
    half = sqrt(share * (1 - share) * weight + weight * weight / 4)
    return max(0.0, (centre - half) / (1 + weight)), min(1.0, (centre + half) / (1 + weight))


@dataclass(frozen=True)
class Tally:
    """Games of one contest: how many, and how they ended.

    `guesses` are turns, after the first of a game, on which the strategy took its chance.
    `blunders` are games lost on a cell that it called sure. `fallbacks` are turns on which it had
    to do with less than it does otherwise, as the position was too wide.
    """

    contest: dict[str, Any]
    seeds: Seeds
    wins: int
    guesses: int
    blunders: int
    version: str
    fallbacks: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(stop - start for start, stop in self.seeds)

    @property
    def seed(self) -> int:
        """The seed of the first game."""
        return self.seeds[0][0] if self.seeds else 0

    @property
    def rate(self) -> float:
        """The share of the games that were won."""
        return self.wins / self.games if self.games else 0.0

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's interval for the winning rate."""
        return wilson(self.wins, self.games, confidence)

    def __str__(self) -> str:
        """The winning rate with its interval."""
        low, high = self.interval()
        games = "1 game" if self.games == 1 else f"{self.games} games"
        won = f"{self.rate:.2%} of {games} won (95 % interval {low:.2%} to {high:.2%})"
        wide = f", {self.fallbacks} turns by fallback: the position was too wide"
        return won + wide * (self.fallbacks > 0)

    @property
    def record(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return {
            **self.contest,
            "seeds": [list(seeds) for seeds in self.seeds],
            "games": self.games,
            "wins": self.wins,
            "guesses": self.guesses,
            "blunders": self.blunders,
            "fallbacks": self.fallbacks,
            "interval": [round(end, 6) for end in self.interval()],
            "version": self.version,
        }

    def dumps(self) -> str:
        """One line of JSON."""
        return json.dumps(self.record, allow_nan=False)


def of_outcomes(
    contest: dict[str, Any],
    seed: int,
    ends: NDArray[np.uint8],
    guesses: int,
    fallbacks: int,
    version: str,
) -> Tally:
    """The tally of consecutive games."""
    wins, blunders = (int(np.count_nonzero(ends == end)) for end in (WON, BLUNDERED))
    seeds = _join([(seed, seed + len(ends))])
    return Tally(contest, seeds, wins, guesses, blunders, version, fallbacks)


_PLAYED: Final[records.Schema] = {
    "strategy": records.text(),
    "parameters": records.plain_values(),
    "board": records.text(records.LONGEST_LINE),
    "mines": records.whole(),
    "first": records.one_of("safe", "opening", "risky"),
    "seal": records.Optional(records.text(64)),
}
SCHEMA: Final[records.Schema] = {
    **_PLAYED,
    "seeds": records.list_of(records.list_of(records.whole(most=records.SEEDS), least=2, most=2)),
    "games": records.whole(most=records.SEEDS),
    "wins": records.whole(most=records.SEEDS),
    "guesses": records.whole(),
    "blunders": records.whole(most=records.SEEDS),
    "fallbacks": records.Optional(records.whole()),
    "version": records.text(100),
}


def loads(line: str | bytes) -> Tally:
    """The tally of a line; `FormatError` if it is none."""
    try:
        record = records.read(line, SCHEMA, "a tally")
        seeds = _join([(start, stop) for start, stop in record["seeds"]])
    except FormatError as error:
        raise FormatError(f"this is no tally: {error}") from None
    contest = {key: record[key] for key in _PLAYED if key in record}
    names = ("wins", "guesses", "blunders", "version")
    wins, guesses, blunders, version = (record[name] for name in names)
    fallbacks = record.get("fallbacks", 0)
    tally = Tally(contest, seeds, wins, guesses, blunders, version, fallbacks)
    if not tally.wins + tally.blunders <= tally.games == record["games"]:
        raise FormatError("this is no tally: its numbers contradict each other")
    return tally


def merge(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies of one contest, by one version; `FormatError` if they share a game."""
    first, *others = tallies
    for other in others:
        if (other.contest, other.version) != (first.contest, first.version):
            raise FormatError(f"tallies of different contests: {_say_difference(first, other)}")
    everything = [first, *others]
    return Tally(
        first.contest,
        _join([seeds for tally in everything for seeds in tally.seeds]),
        sum(tally.wins for tally in everything),
        sum(tally.guesses for tally in everything),
        sum(tally.blunders for tally in everything),
        first.version,
        sum(tally.fallbacks for tally in everything),
    )


def _say_difference(one: Tally, other: Tally) -> str:
    left, right = ({**tally.contest, "version": tally.version} for tally in (one, other))
    key = next(key for key in {**left, **right} if left.get(key) != right.get(key))
    return f"{key} is {left.get(key)!r} in one and {right.get(key)!r} in the other"


def _join(ranges: list[tuple[int, int]]) -> Seeds:
    """Ascending, with neighbours joined."""
    joined: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if start >= stop:
            continue
        if joined and start < joined[-1][1]:
            raise FormatError(f"the game of seed {start} is in two tallies")
        if joined and start == joined[-1][1]:
            start, _ = joined.pop()
        joined.append((start, stop))
    return tuple(joined)
