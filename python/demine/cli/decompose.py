"""`demine decompose`."""

from __future__ import annotations

from typing import Unpack

import click

from demine.board import Board
from demine.cli import options
from demine.cli.outputs import Output
from demine.cli.progress import spinner
from demine.errors import FormatError
from demine.files import write_bytes
from demine.formats import td as td_format
from demine.meter import Budget


@click.command()
@options.file
@click.option("--td", type=Output(".td"), metavar="OUT", help="Write to the file OUT (PACE).")
@click.option(
    "--check",
    type=click.Path(),
    metavar="TD",
    help="Only check the decomposition in the file TD (PACE).",
)
@options.numbers
@options.budgets
def decompose(
    file: str,
    trust_flags: bool,
    td: str | None,
    check: str | None,
    numbers: bool,
    **budget: Unpack[Budget],
) -> None:
    """Print a tree decomposition of the graph.

    The first line is the width of the decomposition; a smaller width may exist. Each further line
    is a bag of cells, by address.

    \b
    Examples:
      demine decompose examples/expert.mine | head -1
      demine decompose --td expert.td examples/expert.mine
      demine decompose --check expert.td examples/expert.mine
    """
    position = options.read(file, trust_flags)
    if check is not None:
        with options.blaming(check):
            said = _check(check, position.board)
        click.echo(said)
        return
    with spinner("decomposing"):
        decomposition = position.decomposition(**budget)
    if td is not None:
        write_bytes(td, decomposition.td().encode())
        return
    name = options.namer(position.board, numbers)
    bags = (" ".join(map(name, bag)) for bag in decomposition.bags)
    click.echo("\n".join([f"width {decomposition.width}", *bags]))


def _check(file: str, board: Board) -> str:
    found = td_format.read(file)
    try:
        found.validate(board)
    except ValueError as error:
        raise FormatError(f"{file}: {error}") from None
    return f"{file}: a tree decomposition of width {found.width}, {len(found.bags)} bags"
