"""`demine generate --minimal`: puzzles in which every number is needed."""

from __future__ import annotations

import json
from contextlib import nullcontext, suppress
from typing import Final

import click

from demine import formats
from demine.cli import setups
from demine.cli.setups import GameChoice
from demine.errors import FormatError, NotFound
from demine.meter import Budget, share_seconds
from demine.puzzles import GradeName, Puzzle, grade_puzzle, minimal, of_seeds

_TRIES: Final = 400
"""Boards to try for each puzzle of a grade."""


def print_puzzles(
    chosen: GameChoice,
    count: int,
    solutions: int,
    grade: GradeName | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Make puzzles of consecutive seeds and print each."""
    if chosen["no_guess"] or chosen["first"] is not None:
        raise click.UsageError("--minimal has no first click: leave out --no-guess and --first")
    setup, seed = setups.choose_setup(chosen), setups.choose_seed(chosen)
    tries, found = count if grade is None else _TRIES * count, 0
    with share_seconds(Budget(seconds=seconds)) as rest:

        def make(number: int) -> Puzzle | None:
            # Not every board has a puzzle of a grade; without one, a failure is told.
            with nullcontext() if grade is None else suppress(NotFound):
                return minimal(
                    setup.board, setup.mines, seed=number, solutions=solutions, grade=grade,
                    **rest(),
                )  # fmt: skip
            return None

        for puzzle in of_seeds(make, seed, count, tries):
            between = "\n" if found and not as_json else ""
            told = json.dumps(_puzzle_object(puzzle)) if as_json else _puzzle_text(puzzle)
            click.echo(f"{between}{told}")
            found += 1
    if found < count:
        raise NotFound(f"{found} of {count} puzzles found: {tries} boards were tried")


def _puzzle_text(puzzle: Puzzle) -> str:
    try:
        return formats.dumps(puzzle.position, "mine").rstrip("\n")
    except FormatError:
        return formats.dumps(puzzle.position, "graph").rstrip("\n")


def _puzzle_object(puzzle: Puzzle) -> dict[str, object]:
    total = puzzle.position.count()
    found: dict[str, object] = {
        "position": json.loads(formats.dumps(puzzle.position, "graph")),
        "mined": sorted(puzzle.mined),
        "clues": puzzle.clues,
        "solutions": total,
    }
    return found | ({"grade": grade_puzzle(puzzle.position).name} if total == 1 else {})
