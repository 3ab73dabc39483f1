"""`demine statistics`."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from demine.game import Record, Statistics


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print an object per board, by its name.")
def statistics(as_json: bool) -> None:
    """Show how the games on this machine went, per preset or board.

    They are kept in a file that only grows, in the folder $DEMINE_DATA if that is set. Won, lost,
    times, streaks, guesses and luck are of games without help: a hint, undo, or a board seen before
    puts a game under `helped`, a move of the solver under `solver`. Luck is how likely the guesses
    of a game were to go well, on average.
    """
    records = Statistics().records()
    if as_json:
        click.echo(json.dumps({name: _object(record) for name, record in records.items()}))
    elif records:
        click.echo("\n".join(table(records)))
    else:
        click.echo("no games yet")


def table(records: dict[str, Record]) -> list[str]:
    """A head, and a line per board."""
    wide = max(len("games"), *map(len, records))
    head = (
        f"{'games':{wide}}  begun   won  lost  abandoned  rate  streak  longest     best  average"
        "  3BV/s  forced  needless   luck  helped  solver"
    )
    return [head, *(_line(record, wide) for record in records.values())]


def _line(record: Record, wide: int) -> str:
    counts = f"{record.begun:>5} {record.won:>5} {record.lost:>5} {record.abandoned:>10}"
    streaks = f"{record.streak:>7} {record.longest:>8}"
    speed = "–" if record.speed is None else f"{record.speed:.2f}"
    times = f"{_seconds(record.best):>8} {_seconds(record.average):>8} {speed:>6}"
    luck = "–" if record.luck is None else f"{record.luck:.1%}"
    rate = "–" if record.rate is None else f"{record.rate:.0%}"
    guesses = f"{record.forced:>7} {record.needless:>9} {luck:>6}"
    apart = f"{record.helped:>7} {record.solved:>7}"
    return f"{record.name:{wide}}  {counts} {rate:>5} {streaks} {times} {guesses} {apart}"


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
