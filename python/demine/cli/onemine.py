"""`demine onemine`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any, Final, Unpack

import click

from demine import onemine as one
from demine.cli import options, setups
from demine.cli.progress import spinner
from demine.meter import Budget
from demine.onemine import Module, Name

# A person reads about so many lines; programs use --json.
_MOST_LINES: Final = 40


@click.command()
@click.argument("file", type=click.Path(allow_dash=True), required=False)
@setups.board_option
@options.numbers
@click.option("--play", is_flag=True, help="Also play a game for every place of the mine.")
@click.option("--all", "whole", is_flag=True, help="Print all components (default: the first 40).")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@options.budgets
def onemine(
    file: str | None,
    board: str | None,
    numbers: bool,
    play: bool,
    whole: bool,
    as_json: bool,
    **budget: Unpack[Budget],
) -> None:
    """Solve a board with one mine: print P*, a best first move and the guess components.

    P* is the chance of winning with perfect play, if the mine is equally likely to be under each
    cell. The command reads only the graph of FILE and ignores its labels and mines.

    \b
    The JSON object holds:
      cells        number of cells
      probability  P*, as a string "n/d"
      float        P*, rounded
      first_moves  all optimal first moves, by cell number
      modules      the tree, parents first: a `kind`, and `children` or the `cell` of a leaf
      won          with --play: the places of the mine for which the game was won

    \b
    Examples:
      demine onemine examples/expert.mine
      demine onemine --play examples/petersen.gr
      demine onemine --board grid-8x8
    """
    given = setups.board_of_one(file, board)
    name = options.namer(given, numbers)
    with spinner("decomposing"):
        root = one.decomposition(given, **budget)
    with spinner("playing"):
        won = sorted(one.games_won(given)) if play else None
    if as_json:
        click.echo(json.dumps(_object(root, won)))
    else:
        click.echo("\n".join(_text(name, root, won, None if whole else _MOST_LINES)))


def _object(root: Module, won: list[int] | None) -> dict[str, Any]:
    found = root.win_probability
    answer = {
        "cells": len(root),
        "probability": f"{found.numerator}/{found.denominator}",
        "float": float(found),
        "first_moves": root.optimal_guesses,
        "modules": [_node(module) for _, module in root.walk()],
    }
    return answer if won is None else {**answer, "won": won}


def _node(module: Module) -> dict[str, Any]:
    if module.kind == "leaf":
        return {"kind": "leaf", "cell": min(module.cells)}
    return {"kind": module.kind, "children": [child.number for child in module.children]}


def _text(name: Name, root: Module, won: list[int] | None, most: int | None) -> Iterator[str]:
    found, moves = root.win_probability, root.optimal_guesses
    yield f"P* = {found} = {float(found):.10g}"
    yield f"first move: {name(moves[0]) if moves else 'none, the only cell is the mine'}"
    if won is not None:
        yield f"played: {len(won)} of {len(root)} games won, {Fraction(len(won), len(root))}"
    yield "guess components:"
    lines = (f"  {line}" for line in one.outline(root, name))
    yield from islice(lines, most)
    more = sum(1 for _ in lines)
    if more:
        yield f"… and {more} more (--all prints them)"
