"""The statistics as a table of text, for `demine statistics` and the page on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import Final

from demine.game import Record, Result, histogram, progress
from demine.wording import percent, plural

_HEADS: Final = [
    " begun   won  lost  abandoned   rate  streak  longest",
    "     best  average  3BV/s  efficiency",
    "  forced  needless    luck",
    "  helped  solver",
]
"""The columns, in groups that stay together."""

_APART: Final = "Games with help count only under begun, and under helped or solver."


def tabulate(records: Mapping[str, Record], width: int | None = None) -> str:
    """A head and a line per board. Columns that exceed the width go into further tables."""
    if not records:
        return "No games yet."
    names = ["games", *records]
    wide = max(map(len, names))
    rows = [_HEADS, *map(_groups, records.values())]
    tables = [
        [f"{name:{wide}} {''.join(row[part])}" for name, row in zip(names, rows, strict=True)]
        for part in _pack(wide + 1, width)
    ]
    noted = [[_APART]] if any(one.helped or one.solved for one in records.values()) else []
    return "\n\n".join("\n".join(lines) for lines in tables + noted)


def _pack(begin: int, width: int | None) -> Iterator[slice]:
    """The groups of columns for each table: as many side by side as fit behind the names."""
    start, filled = 0, begin
    for place, head in enumerate(_HEADS):
        if width is not None and place > start and filled + len(head) > width:
            yield slice(start, place)
            start, filled = place, begin
        filled += len(head)
    yield slice(start, len(_HEADS))


def _groups(record: Record) -> list[str]:
    """The columns of a record, as `_HEADS` names them."""
    rate = "–" if record.rate is None else percent(record.rate, 0)
    counts = f"{record.begun:>6} {record.won:>5} {record.lost:>5} {record.abandoned:>10} {rate:>6}"
    streaks = f"{record.streak:>7} {record.longest:>8}"
    speed = "–" if record.speed is None else f"{record.speed:.2f}"
    efficiency = "–" if record.efficiency is None else percent(record.efficiency, 0)
    times = f"{_seconds(record.best):>8} {_seconds(record.average):>8} {speed:>6} {efficiency:>11}"
    luck = "–" if record.luck is None else percent(record.luck)
    guesses = f"{record.forced:>7} {record.needless:>9} {luck:>7}"
    apart = f"{record.helped:>7} {record.solved:>7}"
    return [f"{counts} {streaks}", f" {times}", f" {guesses}", f" {apart}"]


def _seconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds:.1f} s"


_BAR: Final = 40
"""Characters of the longest bar."""


def list_results(results: Sequence[Result]) -> str:
    """A line per finished game, the latest first."""
    lines = ["when (UTC)            result   time    3BV  ZiNi  clicks  efficiency  game"]
    for one in reversed(results):
        share = "–" if one.efficiency is None else percent(one.efficiency, 0)
        help = f" (with {one.helps.replace(' ', ', ')})" if one.helps else ""
        counts = f"{one.three_bv:>5} {one.zini:>5} {one.clicks:>7} {share:>11}"
        when, took = one.at.removesuffix("+00:00") or "–", f"{one.seconds:.1f} s"
        lines.append(f"{when:<21} {one.status:<5} {took:>8} {counts}  {one.name}{help}")
    return "\n".join(lines) if results else "No games yet."


def chart(name: str, results: Sequence[Result]) -> str:
    """The times of the games that were won, and the progress, for the games of one name."""
    counted = [one for one in results if one.name == name and not one.helped]
    times = [one.seconds for one in counted if one.won]
    parts = [f"{name}: {plural(len(counted), 'game')} without help, {len(times)} won"]
    if times:
        parts.append("\n".join(["times of the games won", *_bars(histogram(times))]))
    if counted:
        parts.append("\n".join(["progress: games, share won, average time", *_steps(counted)]))
    return "\n\n".join(parts)


def _bars(bins: Sequence[tuple[float, float, int]]) -> Iterator[str]:
    most = max(count for *_, count in bins)
    for low, high, count in bins:
        bar = "█" * -(-_BAR * count // most)
        yield f"{low:8.1f} to {high:7.1f} s {count:5} {bar}".rstrip()


def _steps(results: Sequence[Result]) -> Iterator[str]:
    for games, share, seconds in progress(results, 10):
        mean = "–" if isnan(seconds) else f"{seconds:.1f} s"
        yield f"{games:8} {percent(share, 0):>6} {mean:>9} {'█' * round(_BAR * share)}".rstrip()
