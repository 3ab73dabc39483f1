"""`demine convert`."""

from __future__ import annotations

import click

from demine import formats
from demine.circuits import lift as lift_once
from demine.cli import options
from demine.cli.progress import spinner
from demine.files import STANDARD
from demine.position import Position


@click.command()
@click.argument("source", metavar="IN", type=click.Path(allow_dash=True))
@click.argument("target", metavar="OUT", type=click.Path(allow_dash=True))
@click.option(
    "--to", type=click.Choice(formats.FORMATS), help="Format of OUT (default: by suffix)."
)
@click.option(
    "--lift",
    is_flag=True,
    help="Add a dimension to a grid or a box, with known mines on both sides (Garg 2019); the "
    "number of legal assignments stays.",
)
@options.trust_flags
def convert(source: str, target: str, to: str | None, lift: bool, trust_flags: bool) -> None:
    """Read a position from IN and write it to OUT in another format.

    The content of IN decides its format. --to or the suffix of OUT decides the format of OUT.

    \b
    Formats:
      mine    a grid as text: COLSxROWSxMINES (columns first here), then rows
      graph   any position, as JSON
      mbf     a grid's mines, in binary: width, height, mines, then (column, row) pairs; .abf too
      gr      a graph (PACE); DIMACS `p edge` and `p col` are read too
      graph6  a graph as one line
      td      a tree decomposition (PACE); write only
      cnf     a formula; write only
      opb     linear constraints over 0 and 1
      link, ptta, llamasweeper, jsminesweeper, puzzlink
              a link to the page of this name; `link` is our own

    \b
    Read only:
      rows of symbols as minesweepr (. x * and digits) and Gecode (. and digits) write them, or
      of H F M S # and digits; there may be spaces or commas between them
      ids of Simon Tatham's Mines (9x9n10:4,4,m…; width first)
      points, a line `x y` each: the Voronoi cells around them, covered
      GeoJSON: a map, with a covered cell for each shape
      pictures (PNG, JPEG, …) and rows of `#` and `.`: grids in their shape, covered

    \b
    Examples:
      demine convert examples/expert.mine expert.json
      demine convert examples/expert.mine - --to cnf | head -1
      demine convert examples/intermediate.mbf - --to ptta
      demine convert --lift examples/beginner.mine lifted.json
    """
    if target == STANDARD and to is None:
        raise click.UsageError("standard output has no suffix: name its format with --to")
    format = to or formats.format_of(target)
    position = options.read(source, trust_flags)
    with spinner("converting"):
        formats.write(_lifted(source, position) if lift else position, target, format)


def _lifted(source: str, position: Position) -> Position:
    with options.blaming(source):
        return lift_once(position)
