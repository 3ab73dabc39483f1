"""`demine statistics`."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import asdict

import click

from demine.game import Record, Statistics
from demine.terminal import tabulate


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
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        click.echo(tabulate(records, width))


def _object(record: Record) -> dict[str, object]:
    counted = {key: value for key, value in asdict(record).items() if key not in ("name", "bits")}
    return {
        **counted,
        "abandoned": record.abandoned,
        "rate": record.rate,
        "average": record.average,
        "speed": record.speed,
        "luck": record.luck,
    }
