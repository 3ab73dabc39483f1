"""`demine solve`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from typing import Any, TypeVar, Unpack

import click

from demine import draw
from demine.cli import options
from demine.cli.outputs import SVG
from demine.cli.progress import spinner
from demine.density import Density
from demine.errors import FormatError, NoLegalAssignment, TooWide
from demine.formats import STANDARD, write_bytes, write_decimal
from demine.labels import FREE, MINED
from demine.position import Analysis, CachedBudget, Position
from demine.strategies import Candidate

Answer = TypeVar("Answer")


@click.command()
@options.file
@options.mines
@options.numbers
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.option("--svg", type=SVG, metavar="OUT", help="Also draw the answer to OUT.")
@click.option(
    "--batch", is_flag=True, help="Read a position per line, as JSON; answer each on a line."
)
@options.density
@click.option(
    "--candidates",
    "compared",
    is_flag=True,
    help="Also compare what may be opened: how likely the game is won with each cell.",
)
@options.budgets
def solve(
    file: str,
    trust_flags: bool,
    density: str | None,
    mines: int | str | None,
    numbers: bool,
    as_json: bool,
    svg: str | None,
    batch: bool,
    compared: bool,
    **budget: Unpack[CachedBudget],
) -> None:
    """Show how likely each cell is mined, and what is certain.

    Cells are named by column and row (e1), in a box with the slice in front (2.e1), and in a graph
    by the name of the vertex. What FILE itself marks as free or mined is not listed as found.

    The JSON object holds `cells` (how many), `mines` (or null), `count` (a decimal string, for it
    may have thousands of digits), `safe` and `mined` (lists of cells by number), `probabilities`
    (exact, one string "n/d" per cell) and `floats` (the same, rounded).

    Where counting would pass --states or --bytes (100 million states, if neither is given), what is
    safe or mined is still exact, and the other probabilities are estimates: it says so, in JSON by
    `exact` false, `count` and `probabilities` null, and the exit code is 0. It is 3 if even that
    would pass them, and always when --seconds are over.

    With --candidates it also holds `candidates`, the best first: `cell`, `risk` (of a mine),
    `ahead` (the chance of surviving this cell and the best one after it), `progress` (that of
    surviving it with some other cell then certain to be safe), `win` (the probability of winning)
    and `exact`: whether that is the probability under perfect play, or an estimate by play-outs.
    Where looking ahead is too wide, `ahead`, `progress` and `win` are null.

    With --batch each line of FILE is a position: a JSON object of the format `graph`, or a JSON
    string that holds the text of any format. Each is answered by an object with `line`, `verdict`
    ("answered", "impossible", "too wide" or "timeout"; nothing is estimated) and, where answered,
    `safe`, `mined`, `log_count` (the natural logarithm of the number of legal assignments) and
    `floats`; a line that is no position by `line` and `error`. The budgets of states and bytes are
    for each position, that of seconds is for all: what was answered in time is printed, every line
    that is left has the verdict "timeout", and then the exit code is 3.

    \b
    Examples:
      demine solve examples/expert.mine
      demine solve --json examples/expert.mine | python -m json.tool
      demine solve --svg solved.svg examples/expert.mine
      demine solve --density 0.2 examples/expert.mine
      demine solve --candidates examples/expert.mine
    """
    if batch:
        if density is not None or mines is not None or compared:
            raise click.UsageError("--batch goes with none of --density, --mines and --candidates")
        _solve_batch(file, trust_flags, svg, **budget)
        return
    if density is not None and mines is not None:
        raise click.UsageError("--density stands instead of a number of mines: leave out --mines")
    position = options.with_mines(options.read(file, trust_flags), mines)
    position = options.with_density(position, density)
    with spinner("solving"):
        analysis = _analyze(position, file, **budget)
        found = _candidates(analysis, **budget) if compared else ()
        answer = _object(analysis, found) if as_json else _text(analysis, numbers, found)
    if svg is not None:
        write_bytes(svg, draw.svg(position, analysis).encode())
    click.echo(answer)


def _analyze(position: Position, file: str, **budget: Unpack[CachedBudget]) -> Analysis:
    try:
        return position.analyze(**budget)
    except NoLegalAssignment:
        said = "the position has no legal assignment, so it has no probabilities"
        raise NoLegalAssignment(f"{said}: `demine explain {file}` says why") from None


def _candidates(analysis: Analysis, **budget: Unpack[CachedBudget]) -> tuple[Candidate, ...]:
    return analysis.candidates(
        states=budget.get("states"), seconds=budget.get("seconds"), bytes=budget.get("bytes")
    )


def _solve_batch(
    file: str, trust_flags: bool, svg: str | None, **budget: Unpack[CachedBudget]
) -> None:
    if trust_flags or svg is not None:
        raise click.UsageError("--batch goes with neither --trust-flags nor --svg")
    if file == STANDARD and sys.stdin is None:
        raise FormatError("standard input is closed: expected a position per line in it")
    from demine.cli.batch import answers

    with (
        click.open_file(file, encoding="utf-8-sig", errors="replace") as lines,
        closing(answers(lines, **budget)) as found,
    ):
        for answer in found:
            click.echo(answer)


def _object(analysis: Analysis, candidates: Sequence[Candidate]) -> str:
    """The answer as JSON."""
    found: dict[str, Any] = {
        "cells": len(analysis.position.board),
        "mines": analysis.position.mines,
        **_density(analysis.position.density),
        "count": _unless_too_wide(lambda: write_decimal(analysis.count)),
        "safe": sorted(analysis.safe),
        "mined": sorted(analysis.mined),
        "probabilities": _unless_too_wide(lambda: _fractions(analysis)) if analysis.exact else None,
        "floats": analysis.probabilities.tolist(),
        **({} if analysis.exact else {"exact": False}),
    }
    listed = {"candidates": [candidate.record for candidate in candidates]} if candidates else {}
    return json.dumps(found | listed)


def _fractions(analysis: Analysis) -> list[str]:
    exact = map(analysis.probability, analysis.position.board.cells)
    return [f"{write_decimal(p.numerator)}/{write_decimal(p.denominator)}" for p in exact]


def _unless_too_wide(answer: Callable[[], Answer]) -> Answer | None:
    """An answer that is not needed for the others; None where it is too wide for the budget."""
    try:
        return answer()
    except TooWide:
        return None


def _density(density: Density | None) -> dict[str, Any]:
    """`density`, where there is one: "n/d", or a list of them."""
    if density is None:
        return {}
    shown = str(density) if isinstance(density, Fraction) else [str(p) for p in density]
    return {"density": shown}


def _text(analysis: Analysis, numbers: bool, candidates: Sequence[Candidate]) -> str:
    drawing = draw.text(analysis.position, analysis, colour=_wants_colour())
    name = options.namer(analysis.position.board, numbers)
    lines = [*_summary(analysis, numbers), *_tabulate(analysis, candidates, name)]
    return "\n".join([drawing.rstrip("\n"), "", *lines])


def _tabulate(
    analysis: Analysis, candidates: Sequence[Candidate], name: Callable[[int], str]
) -> Iterator[str]:
    """A table of what may be opened, the best first."""
    if not candidates:
        return
    if candidates[0].win is None:
        by = "risk" if analysis.exact else "estimated risk"
        order = f"by {by}" if candidates[0].risk else "all of them safe"
        yield f"\ncandidates, {order} (too wide to look ahead):"
        yield f"{'cell':>8} {'mine':>8}"
        yield from (f"{name(one.cell):>8} {float(one.risk):8.2%}" for one in candidates)
        return
    by = "perfect play" if candidates[0].exact else "estimated by play-outs"
    yield f"\ncandidates, by how likely the game is won ({by}):"
    yield f"{'cell':>8} {'won':>8} {'mine':>8} {'survive two':>12} {'progress':>9}"
    for one in candidates:
        yield (f"{name(one.cell):>8} {float(one.win or 0):8.2%} {float(one.risk):8.2%}"
               f" {one.ahead:12.2%} {one.progress:9.2%}")  # fmt: skip


def _summary(analysis: Analysis, numbers: bool) -> Iterator[str]:
    position = analysis.position
    name = options.namer(position.board, numbers)
    free = {cell for cell, label in enumerate(position.labels) if label == FREE}
    mined = {cell for cell, label in enumerate(position.labels) if label == MINED}

    def list_cells(cells: Iterable[int]) -> str:
        return " ".join(map(name, sorted(cells))) or "none"

    count = _unless_too_wide(lambda: write_decimal(analysis.count))
    yield f"legal assignments: {count or 'too many to count within the budget'}"
    yield f"safe cells:  {list_cells(analysis.safe - free)}"
    if free:
        yield f"known free:  {list_cells(free)}"
    yield f"mined cells: {list_cells(analysis.mined - mined)}"
    if mined:
        yield f"known mines: {list_cells(mined)}"


def _wants_colour() -> bool:
    """Colour for a person at a terminal, plain text for a program or a person who asks for it."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
