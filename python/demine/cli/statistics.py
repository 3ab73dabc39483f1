"""`demine statistics`."""

from __future__ import annotations

import click

from demine.game import Record, Statistics


@click.command()
def statistics() -> None:
    """Show how the games on this machine went, per preset or board.

    They are kept in a file that only grows, in the folder $DEMINE_DATA if that is set. A best time
    counts if the game was won without hints, solver or undo.
    """
    records = Statistics().records()
    if not records:
        click.echo("no games yet")
        return
    wide = max(len("games"), *map(len, records))
    click.echo(f"{'games':{wide}}  begun   won  lost  abandoned  rate  best")
    for record in records.values():
        click.echo(_line(record, wide))


def _line(record: Record, wide: int) -> str:
    best = "–" if record.best is None else f"{record.best:.1f} s"
    counts = f"{record.begun:>5} {record.won:>5} {record.lost:>5} {record.abandoned:>10}"
    return f"{record.name:{wide}}  {counts} {record.rate:>5.0%}  {best}"
