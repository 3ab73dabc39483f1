"""`demine explain`."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any, Final, Unpack, cast

import click

from demine.board import Board, address, cell_at
from demine.cli import options
from demine.cli.progress import spinner
from demine.errors import FormatError, NoLegalAssignment, Timeout, TooWide
from demine.meter import Budget, share_seconds
from demine.position import Position
from demine.proof import Conflict, Hint, Proof, Undecided, hint
from demine.words import say

_SEARCH: Final = 5.0
"""Seconds: how long to look for a contradiction that the hint did not need to find."""

_COORDINATES: Final = re.compile(r"[0-9]{1,9}(,[0-9]{1,9})*")


@click.command()
@options.file
@click.argument("cell", required=False)
@options.density
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@options.budgets
def explain(
    file: str,
    cell: str | None,
    trust_flags: bool,
    density: str | None,
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

    If an exact count exceeds the budget, probabilities are estimates. The text says so, and the
    JSON object has `exact` false.

    \b
    Examples:
      demine explain examples/beginner.mine
      demine explain examples/beginner.mine e1
      demine explain --json examples/expert.mine
    """
    position = options.with_density(options.read(file, trust_flags), density)
    place = None if cell is None else _cell(position.board, cell)
    with spinner("explaining"):
        try:
            advice = _advice(position, budget) if place is None else None
            answer = advice.reason if advice else position.explain(place or 0, **budget)
            said = json.dumps(_object(answer)) if as_json else _text(answer, advice)
        except NoLegalAssignment:
            click.echo(_contradiction(position, as_json, **budget))
            raise NoLegalAssignment("the position has no legal assignment") from None
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


def _contradiction(position: Position, as_json: bool, **budget: Unpack[Budget]) -> str:
    found = position.conflict(**budget)
    assert found is not None
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


def _cell(board: Board, typed: str) -> int:
    if _COORDINATES.fullmatch(typed) is None or typed in (board.words or ()):
        return cell_at(board, typed)
    numbers = tuple(map(int, typed.split(",")))
    try:
        return board.index(numbers if len(numbers) > 1 else numbers[0])
    except IndexError as error:
        raise FormatError(str(error)) from None


def _text(answer: Proof | Undecided, advice: Hint | None) -> str:
    """The reason; without a cell asked for, a guess is advised before the odds of all."""
    if isinstance(answer, Undecided):
        head = answer.sentences[0] if advice is None else f"{advice.where} {advice.show}"
        return "\n".join([head, *answer.sentences[1:]])
    here = address(answer.position.board, answer.cell)
    verdict = say("proof.mined" if answer.mined else "proof.safe", at=here)
    return "\n".join([verdict, *answer.sentences, *_caveat(answer)])


def _caveat(found: Proof | Conflict) -> list[str]:
    """Said of what may be longer than it has to be."""
    if found.smallest:
        return []
    return [say("proof.long")]


def _object(answer: Proof | Undecided) -> dict[str, Any]:
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
            "verdict": "mined" if answer.mined else "safe",
            "numbers": answer.numbers,
            "counter": answer.counter,
            "smallest": answer.smallest,
            "lines": [line.to_dict() for line in answer.lines],
        }
    return {**found, "sentences": answer.sentences}
