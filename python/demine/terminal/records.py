"""The statistics as a table of text, for `demine statistics` and the page on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from demine.game import Record
from demine.wording import percent

_HEADS: Final = [
    " begun   won  lost  abandoned   rate  streak  longest",
    "     best  average  3BV/s",
    "  forced  needless    luck",
    "  helped  solver",
]
"""The columns, in groups that stay together."""


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
    return "\n\n".join("\n".join(lines) for lines in tables)


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
    times = f"{_seconds(record.best):>8} {_seconds(record.average):>8} {speed:>6}"
    luck = "–" if record.luck is None else percent(record.luck)
    guesses = f"{record.forced:>7} {record.needless:>9} {luck:>7}"
    apart = f"{record.helped:>7} {record.solved:>7}"
    return [f"{counts} {streaks}", f" {times}", f" {guesses}", f" {apart}"]


def _seconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds:.1f} s"
