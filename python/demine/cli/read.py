"""`demine read`."""

from __future__ import annotations

import click

from demine.cli import numbers, options
from demine.cli.progress import spinner
from demine.errors import TooWide
from demine.formats import dumps
from demine.position import Position
from demine.screens import Screen, read_picture
from demine.wording import plural

_MOST_NAMED = 12
_FORMATS = ("mine", "graph", "link", "jsminesweeper", "puzzlink")


@click.command()
@click.argument("picture", type=click.Path(exists=True, dir_okay=False))
@click.option("--mines", type=numbers.Whole(), metavar="M", help="Number of mines, if known.")
@click.option(
    "--to", type=click.Choice(_FORMATS), default="mine", help="Format of the output (mine)."
)
@options.trust_flags
def read(picture: str, mines: int | None, to: str, trust_flags: bool) -> None:
    """Read the board in a PICTURE, such as a screenshot, and print the position.

    The picture shows a grid of square cells in any size and skin, with or without a frame. Doubtful
    cells are listed on stderr, and so are numbers that cannot all be true. Needs demine[pictures].

    \b
    Examples:
      demine read screenshot.png
      demine read screenshot.png --mines 99 | demine solve -
    """
    with spinner("reading"):
        screen = read_picture(picture)
        position = screen.position(mines, trust_flags=trust_flags)
    for line in (_say_unsure(screen, position), _say_conflict(position)):
        if line is not None:
            click.echo(line, err=True)
    click.echo(dumps(position, to), nl=False)


def _say_unsure(screen: Screen, position: Position) -> str | None:
    """The doubtful cells."""
    if not screen.unsure:
        return None
    named = ", ".join(position.board.address(cell) for cell in screen.unsure[:_MOST_NAMED])
    more = len(screen.unsure) - _MOST_NAMED
    others = f" and {more} more" if more > 0 else ""
    return f"{plural(len(screen.unsure), 'doubtful cell')}: {named}{others}"


def _say_conflict(position: Position) -> str | None:
    """The numbers that cannot all be true: at least one of them was read wrong."""
    try:
        found = position.conflict(seconds=_SECONDS)
    except TooWide:
        return None
    return None if found is None else f"something was read wrong: {found}"


_SECONDS = 10.0
"""Seconds to look for a contradiction."""
