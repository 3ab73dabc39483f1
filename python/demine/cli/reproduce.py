"""`demine reproduce`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from demine.cli.progress import bar, spinner
from demine.reproduce import (
    PAPERS,
    RESUMABLE,
    Done,
    Judgement,
    list_judgements,
    read_statements,
    run,
)


@click.command()
@click.argument("paper", type=click.Choice([*PAPERS, "all"]))
@click.option("--quick", is_flag=True, help="Use smaller instances: takes less than a minute.")
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for the figures of a paper (default: figures; with --quick, none are drawn).",
)
@click.option(
    "--resume",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="With `all` and suzuki-2015: keep finished checks in DIR and do not run them again.",
)
@click.option("--json", "as_json", is_flag=True, help="With `all`: print a JSON object per line.")
def reproduce(
    paper: str, quick: bool, figures: Path | None, resume: Path | None, as_json: bool
) -> None:
    """Recompute the results of a paper.

    For one paper, the command prints each row of the paper's tables beside its own row and says
    whether they agree. Times, and results on random boards, differ from the paper's. `strategies`
    plays the boards of Golan 2014; `percolation` measures how far one gets without a guess.

    With `all`, it lists every statement of the four papers with a verdict: agrees, differs, or
    cannot be judged. Below each statement is the result of the check that ran.

    \b
    Examples:
      demine reproduce golan-2011 --quick
      demine reproduce all --resume checked
    """
    figures = figures or (None if quick else Path("figures"))
    if paper == "all":
        _judge(quick, resume, as_json)
    elif as_json:
        raise click.UsageError("--json is for `demine reproduce all`")
    elif resume is not None:
        _resume(paper, quick, figures, resume)
    else:
        _show(PAPERS[paper](quick, figures))


def _resume(paper: str, quick: bool, figures: Path | None, folder: Path) -> None:
    if paper not in RESUMABLE:
        raise click.UsageError(f"--resume is for all and {', '.join(RESUMABLE)}")
    _show(RESUMABLE[paper](quick, figures, folder))


def _judge(quick: bool, resume: Path | None, as_json: bool) -> None:
    found: list[Judgement] = []
    with bar("judging", len(read_statements())) as show:
        for step in run(quick, resume):
            if isinstance(step, Done):
                show(step.done, "statements")
            else:
                found = step
    for line in map(_object, found) if as_json else list_judgements(found):
        click.echo(line)


def _object(found: Judgement) -> str:
    statement, verdict, here = found
    shown: dict[str, Any] = {"paper": statement.paper, "place": statement.place}
    return json.dumps(
        {**shown, "statement": statement.words, "verdict": verdict, "here": here},
        ensure_ascii=False,
    )


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
