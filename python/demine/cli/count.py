"""`demine count`."""

from __future__ import annotations

from typing import Unpack

import click

from demine.cli import options
from demine.cli.progress import spinner
from demine.errors import NoLegalAssignment
from demine.files import write_decimal
from demine.meter import Budget
from demine.position import COUNT_METHODS, CountMethod, Position


@click.command()
@options.file
@options.mines
@click.option("--by-mines", is_flag=True, help="Print a line `k count` for each number of mines k.")
@click.option(
    "--method",
    type=click.Choice(COUNT_METHODS),
    default="auto",
    help="How to count: the result is the same. `tree` needs a board without cycles "
    "(default: auto).",
)
@options.budgets
def count(
    file: str,
    trust_flags: bool,
    mines: int | str | None,
    by_mines: bool,
    method: CountMethod,
    **budget: Unpack[Budget],
) -> None:
    """Print the number of legal assignments, and nothing else.

    If FILE has a number of mines, only assignments with that number count; --mines overrides it.
    If there is no legal assignment, the command prints 0 and exits with 1.

    \b
    Examples:
      demine count examples/expert.mine
      demine count --mines any examples/expert.mine
      demine count --by-mines - < examples/expert.mine
      demine count --method tree examples/tree.json
    """
    if by_mines and mines is not None:
        raise click.UsageError("--by-mines counts for every number of mines: leave out --mines")
    if by_mines and method != "auto":
        raise click.UsageError("--by-mines has one method: leave out --method")
    position = options.with_mines(options.read(file, trust_flags), mines)
    if by_mines:
        _print_by_mines(position, budget)
    else:
        _print_count(position, method, budget)


def _print_count(position: Position, method: CountMethod, budget: Budget) -> None:
    with spinner("counting"):
        total = position.count(method, **budget)
    click.echo(write_decimal(total))
    _require_some(total)


def _print_by_mines(position: Position, budget: Budget) -> None:
    """The numbers of mines that occur; `0 0` if none does, so that there is always a line."""
    with spinner("counting by mines"):
        counts = position.counts_by_mines(**budget)
    lines = [f"{k} {write_decimal(total)}" for k, total in enumerate(counts) if total]
    click.echo("\n".join(lines or ["0 0"]))
    _require_some(len(lines))


def _require_some(assignments: int) -> None:
    if not assignments:
        raise NoLegalAssignment("the position has no legal assignment")
