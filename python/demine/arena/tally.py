"""Tally: the outcomes of many games, as a record that others can check, continue and merge.

A tally is a line of JSON: the contest, the seeds, the outcomes and the version. Two tallies of one
contest can be merged if they have no game in common.
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

from demine import _native
from demine.errors import FormatError
from demine.files import records
from demine.tabled import Tabled
from demine.wording import percent, plural

WON: Final = 1
BLUNDERED: Final = 2
"""The engine's codes for the end of a game; 0 is lost."""

Seeds = tuple[tuple[int, int], ...]
"""Ascending, disjoint ranges of seeds; each excludes its second number."""

_COUNTERS: Final = ("wins", "guesses", "blunders", "fallbacks", "three_bv", "clicks")
_TABLE: Final = ("strategy", "board", "mines", "first", "games", *_COUNTERS, "version")
"""The columns of a table that the record has, too."""


def wilson(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval for a share, also valid for few games and shares near 0 and 1."""
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
class Tally(Tabled):
    """The outcomes of games of one contest.

    `guesses` are turns, after the first of a game, on which the strategy guessed. `blunders` are
    games lost on a cell that it called safe. `fallbacks` are turns on which the position was too
    wide for its full method. `three_bv` and `clicks` are those of the games that were won.
    """

    contest: dict[str, Any]
    seeds: Seeds
    wins: int
    guesses: int
    blunders: int
    version: str
    fallbacks: int = 0
    three_bv: int = 0
    clicks: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(stop - start for start, stop in self.seeds)

    @property
    def seed(self) -> int:
        """The seed of the first game."""
        return self.seeds[0][0] if self.seeds else 0

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def efficiency(self) -> float:
        """3BV per click of the games that were won; chords can bring it above 1."""
        return self.three_bv / self.clicks if self.clicks else 0.0

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's interval for the winning rate."""
        return wilson(self.wins, self.games, confidence)

    def __str__(self) -> str:
        low, high = self.interval()
        games = "1 game" if self.games == 1 else f"{self.games} games"
        interval = f"95 % interval {percent(low, 2)} to {percent(high, 2)}"
        won = f"{percent(self.rate, 2)} of {games} won ({interval})"
        wide = f", {self.fallbacks} turns by fallback: the position was too wide"
        return won + wide * (self.fallbacks > 0)

    @property
    def record(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return {
            **self.contest,
            "seeds": [list(seeds) for seeds in self.seeds],
            "games": self.games,
            **{name: getattr(self, name) for name in _COUNTERS},
            "interval": [round(end, 6) for end in self.interval()],
            "version": self.version,
        }

    def __repr__(self) -> str:
        name, won = self.contest["strategy"], f"{self.wins} of {plural(self.games, 'game')} won"
        return f"<Tally of {name} on {self.contest['board']}: {won}>"

    @property
    def table(self) -> dict[str, list[Any]]:
        """The columns of `to_pandas`, `to_arrow` and `to_parquet`: one row."""
        low, high = self.interval()
        known = {key: value for key, value in self.record.items() if key in _TABLE}
        row = {**known, "seed": self.seed, "rate": self.rate, "low": low, "high": high}
        return {name: [value] for name, value in row.items()}

    def dumps(self) -> str:
        """One line of JSON."""
        return json.dumps(self.record, allow_nan=False)


def make_tally(
    contest: dict[str, Any],
    seed: int,
    ends: NDArray[np.uint8],
    guesses: NDArray[np.uint32],
    fallbacks: NDArray[np.uint32],
    moves: NDArray[np.uint32],
    lucks: NDArray[np.float64],
    clicks: NDArray[np.uint32],
    three_bvs: NDArray[np.uint32],
) -> Tally:
    """The tally of consecutive games of a contest's record, played by this version."""
    wins, blunders = (int(np.count_nonzero(ends == end)) for end in (WON, BLUNDERED))
    seeds = _join([(seed, seed + len(ends))])
    guessed, fell_back = int(guesses.sum()), int(fallbacks.sum())
    three_bv, clicked = int(three_bvs.sum()), int(clicks[ends == WON].sum())
    counted = (wins, guessed, blunders, _native.VERSION, fell_back, three_bv, clicked)
    return Tally(contest, seeds, *counted)


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
    "three_bv": records.Optional(records.whole()),
    "clicks": records.Optional(records.whole()),
    "version": records.text(100),
}


def loads(line: str | bytes) -> Tally:
    """The tally of a line; `FormatError` if the line is no tally."""
    try:
        record = records.read(line, SCHEMA, "a tally")
        seeds = _join([(start, stop) for start, stop in record["seeds"]])
    except FormatError as error:
        raise FormatError(f"not a tally: {error}") from None
    contest = {key: record[key] for key in _PLAYED if key in record}
    counted = {name: record.get(name, 0) for name in _COUNTERS}
    tally = Tally(contest, seeds, version=record["version"], **counted)
    if not tally.wins + tally.blunders <= tally.games == record["games"]:
        raise FormatError("not a tally: its numbers contradict each other")
    return tally


def merge(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies of one contest and version; `FormatError` if they share a game."""
    first, *others = tallies
    for other in others:
        if (other.contest, other.version) != (first.contest, first.version):
            difference = _describe_difference(first, other)
            raise FormatError(f"tallies of different contests: {difference}")
    everything = [first, *others]
    seeds = _join([seeds for tally in everything for seeds in tally.seeds])
    counted = {name: sum(getattr(tally, name) for tally in everything) for name in _COUNTERS}
    return Tally(first.contest, seeds, version=first.version, **counted)


def _describe_difference(one: Tally, other: Tally) -> str:
    left, right = ({**tally.contest, "version": tally.version} for tally in (one, other))
    key = next(key for key in {**left, **right} if left.get(key) != right.get(key))
    return f"{key} is {left.get(key)!r} in one and {right.get(key)!r} in the other"


def _join(ranges: list[tuple[int, int]]) -> Seeds:
    """Sort ranges and join adjacent ones."""
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
