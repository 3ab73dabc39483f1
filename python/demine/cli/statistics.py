"""`demine statistics`."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict

import click

from demine.arguments import show
from demine.cli import numbers
from demine.cli.outputs import Output
from demine.files import decode, read_as, write_bytes
from demine.game import Record, Result, Statistics, read_csv, write_csv
from demine.puzzles import DAILY_LEVELS, daily_streak, today
from demine.terminal import chart, list_results, tabulate
from demine.wording import plural


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--history", type=numbers.Whole(1), metavar="N", help="List the last N games instead."
)
@click.option("--csv", type=Output(".csv"), metavar="OUT", help="Also write all games to OUT.")
@click.option(
    "--add",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="First add the games of a CSV file, such as the one that the browser saves.",
)
def statistics(
    name: str | None, as_json: bool, history: int | None, csv: str | None, add: str | None
) -> None:
    """Show the results of the games on this machine, per preset or board.

    With NAME, a line of the table, show the times and the progress of these games.

    Wins, losses, times, streaks, guesses and luck count only games without help. `helped` counts
    games with a hint, an undo or a board seen before, `solver` games with a move by the solver.
    Luck is the average chance that all guesses of a game succeed. Efficiency is 3BV per click.
    $DEMINE_DATA sets the folder of the file.

    \b
    Examples:
      demine statistics
      demine statistics expert
      demine statistics --history 20
      demine statistics --add browser.csv --csv all.csv
    """
    kept = Statistics()
    if add is not None:
        added = kept.add(read_as(add, lambda data: read_csv(decode(data))))
        click.echo(f"{plural(added, 'new game')} added", err=True)
    results = kept.results()
    if csv is not None:
        write_bytes(csv, write_csv(results).encode())
    if name is not None:
        click.echo(chart(_known(name, results), results))
        return
    if history is not None:
        last = results[-history:]
        said = json.dumps([asdict(one) for one in last]) if as_json else list_results(last)
        click.echo(said)
        return
    records = kept.records()
    if as_json:
        click.echo(json.dumps({name: _object(record) for name, record in records.items()}))
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        click.echo(tabulate(records, width))
        for line in _streaks(results):
            click.echo(line)


def _streaks(results: Sequence[Result]) -> Iterator[str]:
    """How many days in a row the daily boards were won."""
    for level in DAILY_LEVELS:
        days = daily_streak(results, level, today())
        if days:
            yield f"daily {level}: won without help on {plural(days, 'day')} in a row"


def _known(name: str, results: Sequence[Result]) -> str:
    """The name; `UsageError` if there is no such game."""
    names = list(dict.fromkeys(result.name for result in results))
    if name not in names:
        expected = ", ".join(names) or "finished games first"
        raise click.UsageError(f"no finished games of {show(name)}: expected {expected}")
    return name


def _object(record: Record) -> dict[str, object]:
    counted = {key: value for key, value in asdict(record).items() if key not in ("name", "bits")}
    return {
        **counted,
        "abandoned": record.abandoned,
        "rate": record.rate,
        "average": record.average,
        "speed": record.speed,
        "efficiency": record.efficiency,
        "luck": record.luck,
    }
