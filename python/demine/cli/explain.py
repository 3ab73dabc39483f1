"""`demine explain`."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Final, NamedTuple, Unpack, cast

import click

from demine.board import address
from demine.cli import numbers as ranges
from demine.cli import options, outputs
from demine.cli.cells import find_cell
from demine.cli.outputs import Figures, save_figures
from demine.cli.progress import spinner
from demine.errors import NoLegalAssignment, Timeout, TooWide
from demine.meter import Budget, share_seconds
from demine.position import Position
from demine.proof import Conflict, Hint, Proof, Reason, RuledProof, Undecided, hint
from demine.wording import plural
from demine.words import say

_SEARCH: Final = 5.0
"""Seconds: how long to look for a contradiction that the hint did not need to find."""


@click.command()
@options.file
@click.argument("cell", required=False)
@options.density
@outputs.figures
@click.option("--step", type=ranges.Whole(1), metavar="K",
              help="Draw the proof up to its K-th sentence (default: all).")  # fmt: skip
@click.option("--no-coordinates", is_flag=True, help="Draw no letters and numbers at the border.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@options.budgets
def explain(
    file: str,
    cell: str | None,
    trust_flags: bool,
    density: str | None,
    svg: str | None,
    pdf: str | None,
    png: str | None,
    tikz: str | None,
    step: int | None,
    no_coordinates: bool,
    as_json: bool,
    **budget: Unpack[Budget],
) -> None:
    """Explain why a cell is safe or mined, with the fewest numbers that prove it.

    CELL is a column and a row (c4: third column, fourth row), in a box with the slice in front
    (2.c4), or the name of a vertex. Coordinates from 0 (3,2: row 3, column 2) and cell numbers
    work too.

    Without CELL, the command chooses a safe cell with a simple proof. If no cell is safe, it lists
    the candidates with their chance of a mine. If the position contradicts itself, it prints a
    smallest set of numbers that cannot all be true, with the reason, and exits with 1. It looks for
    a contradiction for at most 5 seconds.

    --svg, --pdf, --png and --tikz draw the answer: rings mark the cell and the numbers that prove
    it. LaTeX compiles the file of --tikz as it is.

    If an exact count exceeds the budget, probabilities are estimates. The text says so, and the
    JSON object has `exact` false.

    \b
    Examples:
      demine explain examples/beginner.mine
      demine explain examples/beginner.mine e1
      demine explain --json examples/expert.mine
      demine explain --tikz proof.tex --no-coordinates examples/beginner.mine e1
    """
    position = options.with_density(options.read(file, trust_flags), density)
    files: Figures = {"svg": svg, "pdf": pdf, "png": png, "tikz": tikz}
    look = _Look(step, not no_coordinates)
    place = None if cell is None else find_cell(position.board, cell)
    with spinner("explaining"):
        try:
            advice = _advice(position, budget) if place is None else None
            answer = advice.reason if advice else position.explain(place or 0, **budget)
            said = json.dumps(_object(answer)) if as_json else _text(answer, advice)
        except NoLegalAssignment:
            found = position.conflict(**budget)
            assert found is not None
            _draw(found, look, files)
            click.echo(_contradiction(found, as_json))
            raise NoLegalAssignment("the position has no legal assignment") from None
        _draw(answer, look, files)
    click.echo(said)


def _advice(position: Position, budget: Budget) -> Hint:
    """The hint, unless a contradiction is found: a simple proof does not look for one."""
    with share_seconds(budget) as rest:
        advice = hint(position, **rest())
        left = rest()
        seconds = min(left.get("seconds") or _SEARCH, _SEARCH)
        with suppress(TooWide, Timeout):
            if not position.is_consistent(**cast(Budget, {**left, "seconds": seconds})):
                raise NoLegalAssignment("the position has no legal assignment")
    return advice


class _Look(NamedTuple):
    """Options of a figure."""

    step: int | None
    coordinates: bool


def _draw(answer: Reason | Conflict, look: _Look, files: Figures) -> None:
    """Write the answer as a figure; only a proof has steps."""
    if not any(files.values()):
        if look.step is not None or not look.coordinates:
            raise click.UsageError("--step and --no-coordinates need --svg, --pdf, --png or --tikz")
        return
    if isinstance(answer, Undecided):
        if look.step is not None:
            raise click.UsageError("--step needs a proof: nothing is certain about this cell")
        drawn = answer.figure(coordinates=look.coordinates)
    else:
        if look.step is not None and look.step > len(answer.lines):
            said = f"--step {look.step}: the proof has {plural(len(answer.lines), 'sentence')}"
            raise click.UsageError(said)
        drawn = answer.figure(step=look.step, coordinates=look.coordinates)
    save_figures(drawn, files)


def _contradiction(found: Conflict, as_json: bool) -> str:
    if not as_json:
        return "\n".join([*found.sentences, *_caveat(found)])
    return json.dumps(
        {
            "verdict": "contradictory",
            "numbers": found.numbers,
            "counter": found.counter,
            "smallest": found.smallest,
            "sentences": found.sentences,
            "lines": [line.to_dict() for line in found.lines],
        }
    )


def _text(answer: Reason, advice: Hint | None) -> str:
    """The reason; without a cell asked for, a guess is advised before the odds of all."""
    if isinstance(answer, Undecided):
        head = answer.sentences[0] if advice is None else f"{advice.where} {advice.show}"
        return "\n".join([head, *answer.sentences[1:]])
    return "\n".join([_verdict(answer), *answer.sentences, *_caveat(answer)])


def _verdict(answer: Proof | RuledProof) -> str:
    """What was proved: under rules, how many mines the cell can hold."""
    if isinstance(answer, RuledProof) and not answer.safe:
        return str(answer.claim)
    here = address(answer.position.board, answer.cell)
    return say("proof.mined" if answer.mined else "proof.safe", at=here)


def _caveat(found: Proof | RuledProof | Conflict) -> list[str]:
    """Said of what may be longer than it has to be."""
    if found.smallest:
        return []
    return [say("proof.long")]


def _object(answer: Reason) -> dict[str, Any]:
    board = answer.position.board
    found: dict[str, Any] = {"cell": answer.cell, "address": address(board, answer.cell)}
    if isinstance(answer, Undecided):
        found |= {
            "verdict": "undecided",
            "probability": str(answer.probability),
            **({} if answer.exact else {"exact": False}),
            "safe": answer.safe,
            "candidates": [[cell, str(odds)] for cell, odds in answer.candidates],
        }
    else:
        found |= {
            "verdict": _proved(answer) or "undecided",
            **_held_mines(answer),
            "numbers": answer.numbers,
            "counter": answer.counter,
            "smallest": answer.smallest,
            "lines": [line.to_dict() for line in answer.lines],
        }
    return {**found, "sentences": answer.sentences}


def _proved(answer: Proof | RuledProof) -> str | None:
    if answer.mined:
        return "mined"
    return "safe" if answer.safe else None


def _held_mines(answer: Proof | RuledProof) -> dict[str, Any]:
    """Under rules: how many mines the cell can hold, and the sums that are cited."""
    if isinstance(answer, RuledProof):
        return {"mines": answer.mines, "sums": answer.sums}
    return {}
