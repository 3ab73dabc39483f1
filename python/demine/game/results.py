"""Results: finished games one by one, as a history, a progress curve, a histogram and a CSV file.

Every face keeps its own results. A CSV file carries them from one to the other: a game that is
already there is not added again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from math import ceil
from typing import Any, Final

from demine.arguments import number_of
from demine.errors import FormatError
from demine.files import Object, records


@dataclass(frozen=True)
class Result:
    """A finished game. `at` is when it ended, as UTC in ISO format; empty if that is not known.

    `clicks` counts all clicks, void ones included. `luck` is the probability that all guesses of
    the game succeed. `helps` are the kinds of help, joined by spaces.
    """

    at: str
    name: str
    id: str
    status: str
    seconds: float
    three_bv: int
    zini: int
    clicks: int
    forced: int
    needless: int
    luck: float
    helps: str

    @property
    def helped(self) -> bool:
        """Whether the player had help: such a game counts for no record."""
        return bool(self.helps)

    @property
    def won(self) -> bool:
        """Whether it was won."""
        return self.status == "won"

    @property
    def efficiency(self) -> float | None:
        """3BV per click of a game that was won; None for others."""
        return self.three_bv / self.clicks if self.won and self.clicks else None


COLUMNS: Final = tuple(field.name for field in fields(Result))
"""The columns of a CSV file, in order."""

_SCHEMA: Final[records.Schema] = {
    "at": records.text(40),
    "name": records.text(records.LONGEST_LINE),
    "id": records.text(records.LONGEST_LINE),
    "status": records.one_of("won", "lost"),
    "seconds": records.number(0, 1e9),
    "three_bv": records.whole(),
    "zini": records.whole(),
    "clicks": records.whole(),
    "forced": records.whole(),
    "needless": records.whole(),
    "luck": records.number(0, 1),
    "helps": records.text(100),
}
_NUMBERS: Final = ("seconds", "three_bv", "zini", "clicks", "forced", "needless", "luck")
_REQUIRED: Final = ("name", "status", "seconds")
_DEFAULTS: Final[Object] = {"at": "", "id": "", "luck": 1.0, "helps": ""}
_MOST_ROWS: Final = 1_000_000


def write_csv(results: Iterable[Result]) -> str:
    """The results as CSV with a row of heads."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(asdict(result) for result in results)
    return text.getvalue()


def read_csv(text: str) -> tuple[Result, ...]:
    """The results of CSV with a row of heads; `FormatError` names the line of a mistake.

    Columns may be missing, except for `name`, `status` and `seconds`; others are ignored.
    """
    table = csv.DictReader(io.StringIO(text), strict=True)
    try:
        missing = [name for name in _REQUIRED if name not in (table.fieldnames or ())]
        if missing:
            raise FormatError(f"line 1: no column {missing[0]}, expected {', '.join(COLUMNS)}")
        return tuple(_read(table.line_num, row) for row in table)
    except csv.Error as error:
        raise FormatError(f"line {table.line_num}: no CSV: {error}") from None


def _read(line: int, row: dict[str | Any, str | Any]) -> Result:
    if line > _MOST_ROWS:
        raise FormatError(f"line {line}: expected at most {_MOST_ROWS} lines")
    given = {name: row.get(name) or _DEFAULTS.get(name, 0) for name in COLUMNS}
    try:
        given |= {name: _number(name, given[name]) for name in _NUMBERS}
        return Result(**records.checked(given, _SCHEMA))
    except FormatError as error:
        raise FormatError(f"line {line}: {error}") from None


def _number(name: str, value: object) -> int | float:
    try:
        number = float(str(value))
        return number if name in ("seconds", "luck") else int(str(value))
    except (ValueError, OverflowError):
        raise FormatError(f"{name} is {value!r}: expected a number") from None


def histogram(values: Sequence[float], bins: int = 10) -> tuple[tuple[float, float, int], ...]:
    """So many equal intervals from the least to the greatest value: from, to, how many."""
    number_of("bins", bins, 1, 1000)
    if not values:
        return ()
    low, high = min(values), max(values)
    width = (high - low) / bins or 1.0
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / width))] += 1
    return tuple((low + i * width, low + (i + 1) * width, n) for i, n in enumerate(counts))


def progress(results: Sequence[Result], points: int = 20) -> tuple[tuple[int, float, float], ...]:
    """The course of the games without help, in up to so many steps of equally many games.

    Each step has the number of its last game, the share of its games that were won, and the mean
    seconds of these; `nan` if none was won.
    """
    number_of("points", points, 1, 10_000)
    counted = [result for result in results if not result.helped]
    size = max(1, ceil(len(counted) / points))
    steps = [counted[start : start + size] for start in range(0, len(counted), size)]
    return tuple((min((i + 1) * size, len(counted)), *_mean(step)) for i, step in enumerate(steps))


def _mean(step: list[Result]) -> tuple[float, float]:
    times = [result.seconds for result in step if result.won]
    return len(times) / len(step), sum(times) / len(times) if times else float("nan")
