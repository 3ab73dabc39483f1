"""`demine reproduce`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from demine.cli.progress import spinner
from demine.reproduce import PAPERS, Done


@click.command()
@click.argument("paper", type=click.Choice([*PAPERS, "all"]))
@click.option("--quick", is_flag=True, help="Use smaller instances: takes less than a minute.")
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("figures"),
    show_default=True,
    metavar="DIR",
    help="Folder for the figures.",
)
def reproduce(paper: str, quick: bool, figures: Path) -> None:
    """Recompute the results of a paper.

    The command prints each row of the paper's tables beside its own row and says whether they
    agree. Times, and results on random boards, differ from the paper's.

    \b
    Examples:
      demine reproduce golan-2011 --quick
      demine reproduce all --quick
    """
    for name in PAPERS if paper == "all" else [paper]:
        if paper == "all":
            click.echo(f"\n{name}\n{'=' * len(name)}\n")
        _show(PAPERS[name](quick, figures))


def _show(lines: Iterator[str] | Iterator[str | Done]) -> None:
    """Print the lines of a reproduction as they come."""
    step = Done(0, 0)
    while True:
        # Nothing is shown on stderr while a line is printed, so that the two never mix.
        with spinner("measuring", *step):
            line = next(lines, None)
        if line is None:
            return
        if isinstance(line, Done):
            step = line
        else:
            click.echo(line)
