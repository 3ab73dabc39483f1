"""`demine solve`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, Unpack

import click

from demine import draw
from demine.cli import options
from demine.cli.progress import waiting
from demine.formats import write_bytes
from demine.position import Analysis, Budget


@click.command()
@options.file
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.option("--svg", type=click.Path(), metavar="OUT", help="Also draw the answer to OUT.")
@options.budgets
def solve(
    file: str, trust_flags: bool, as_json: bool, svg: str | None, **budget: Unpack[Budget]
) -> None:
    """Show how likely each cell is mined, and what is certain.

    The JSON object holds `cells` (how many), `mines` (or null), `count` (a decimal string, for it
    may have thousands of digits), `safe` and `mined` (lists of cells), `probabilities` (exact, one
    string "n/d" per cell) and `floats` (the same, rounded).

    \b
    Examples:
      demine solve examples/expert.mine
      demine solve --json examples/expert.mine | python -m json.tool
      demine solve --svg solved.svg examples/expert.mine
    """
    position = options.read(file, trust_flags)
    with waiting("solving"):
        analysis = position.analyze(**budget)
        answer = json.dumps(_object(analysis)) if as_json else _text(analysis)
    if svg is not None:
        write_bytes(svg, draw.svg(position, analysis).encode())
    click.echo(answer)


def _object(analysis: Analysis) -> dict[str, Any]:
    board = analysis.position.board
    exact = map(analysis.probability, board.cells)
    return {
        "cells": len(board),
        "mines": analysis.position.mines,
        "count": str(analysis.count),
        "safe": sorted(analysis.safe),
        "mined": sorted(analysis.mined),
        "probabilities": [f"{p.numerator}/{p.denominator}" for p in exact],
        "floats": analysis.probabilities.tolist(),
    }


def _text(analysis: Analysis) -> str:
    drawing = draw.text(analysis.position, analysis, colour=_coloured())
    return "\n".join([drawing.rstrip("\n"), "", *_summary(analysis)])


def _summary(analysis: Analysis) -> Iterator[str]:
    yield f"legal assignments: {analysis.count}"
    yield f"safe cells:  {_cells(analysis, analysis.safe)}"
    yield f"mined cells: {_cells(analysis, analysis.mined)}"


def _cells(analysis: Analysis, cells: frozenset[int]) -> str:
    coordinates = analysis.position.board.coordinates
    return " ".join(",".join(map(str, coordinates(cell))) for cell in sorted(cells)) or "none"


def _coloured() -> bool:
    """Colour for a person at a terminal, plain text for a program or a person who asks for it."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
