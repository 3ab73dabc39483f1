"""`demine decompose`."""

from __future__ import annotations

from typing import Unpack

import click

from demine.cli import options
from demine.cli.progress import waiting
from demine.formats import write_bytes
from demine.solutions import Bounds


@click.command()
@options.file
@click.option("--td", type=click.Path(), metavar="OUT", help="Write it to OUT instead (PACE).")
@options.budgets
def decompose(file: str, trust_flags: bool, td: str | None, **bounds: Unpack[Bounds]) -> None:
    """Print a tree decomposition of the graph.

    First its width, which is not promised to be the least, then one bag of cells per line.

    \b
    Examples:
      demine decompose examples/expert.mine | head -1
      demine decompose --td expert.td examples/expert.mine
    """
    position = options.read(file, trust_flags)
    with waiting("decomposing"):
        decomposition = position.decomposition(**bounds)
    if td is not None:
        write_bytes(td, decomposition.td().encode())
        return
    bags = (" ".join(map(str, bag)) for bag in decomposition.bags)
    click.echo("\n".join([f"width {decomposition.width}", *bags]))
