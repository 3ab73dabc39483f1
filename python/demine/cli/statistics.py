"""`demine statistics`."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Final

import click

from demine.game import Record, Statistics
from demine.wording import percent

_HEADS: Final = [
    " begun   won  lost  abandoned   rate  streak  longest",
    "     best  average  3BV/s",
    "  forced  needless    luck",
    "  helped  solver",
]
"""The columns, in groups that stay together."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def statistics(as_json: bool) -> None:
    """Show the results of the games on this machine, per preset or board.

    Wins, losses, times, streaks, guesses and luck count only games without help. `helped` counts
    games with a hint, an undo or a board seen before, `solver` games with a move by the solver.
    Luck is the average chance that all guesses of a game succeed. $DEMINE_DATA sets the folder of
    the file.
    """
    records = Statistics().records()
    if as_json:
        click.echo(json.dumps({name: _object(record) for name, record in records.items()}))
    elif records:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        click.echo("\n".join(table(records, width)))
    else:
        click.echo("No games yet.")


def table(records: dict[str, Record], width: int | None = None) -> list[str]:
    """A head, and a line per board; one below the other if a terminal is too narrow for all."""
    names = ["games", *records]
    wide = max(map(len, names))
    rows = [_HEADS, *map(_groups, records.values())]
    tables = [
        [f"{name:{wide}} {''.join(row[part])}" for name, row in zip(names, rows, strict=True)]
        for part in _pack(wide + 1, width)
    ]
    return "\n\n".join("\n".join(lines) for lines in tables).split("\n")


def _pack(begin: int, width: int | None) -> Iterator[slice]:
    """Which groups of columns stand side by side behind the names, as many as there is room for."""
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


def _object(record: Record) -> dict[str, object]:
    told = {key: value for key, value in asdict(record).items() if key not in ("name", "bits")}
    return {
        **told,
        "abandoned": record.abandoned,
        "rate": record.rate,
        "average": record.average,
        "speed": record.speed,
        "luck": record.luck,
    }
