"""`demine watch`."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any, Final

import click

from demine.arena import StrategyTurn, find_strategy, turns
from demine.cli import numbers as ranges
from demine.cli import options
from demine.cli.choices import need_strategy, strategy_argument
from demine.cli.redirect import stdout_to_stderr
from demine.draw import text
from demine.errors import InvalidGame, TooWide
from demine.game import Game
from demine.position import Analysis
from demine.strategies import Candidate
from demine.wording import percent

_CANDIDATES: Final = 5


@click.command()
@strategy_argument
@click.option("--game", "id", required=True, metavar="ID",
              help="Game id, such as grid-9x9-10-safe-7.")  # fmt: skip
@click.option("--turn", type=ranges.Whole(1), metavar="N", help="Show turn N only (default: all).")
@options.numbers
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per turn.")
def watch(strategy: str | None, id: str, turn: int | None, numbers: bool, as_json: bool) -> None:
    """Show a game of a strategy turn by turn: the position, its choice, and the alternatives.

    It is the game that `simulate` plays with the same seed. Every turn shows the chance of a mine
    in each cell. Before a guess, it also lists the best cells by their chance of winning.

    \b
    With --json a turn holds:
      turn           number of the turn
      labels         label of each cell
      cells          cells that the strategy opens, by number
      guess          whether it guesses
      how            how a strategy of the engine chose, or null
      risks          chance of a mine in each of these cells
      candidates     before a guess, the best cells, as in `demine solve --candidates`

    \b
    Examples:
      demine watch safest --game grid-9x9-10-safe-7
      demine watch strongest --game grid-16x30-99-safe-1 --turn 9
    """
    game = Game.from_id(id)
    with stdout_to_stderr(as_json):
        found = list(islice(turns(find_strategy(need_strategy(strategy)), game), turn))
    if turn is not None and len(found) < turn:
        raise InvalidGame(f"the game ended after turn {len(found)}: there is no turn {turn}")
    for shown in found if turn is None else found[-1:]:
        _show(shown, numbers, as_json)


def _show(turn: StrategyTurn, numbers: bool, as_json: bool) -> None:
    analysis = turn.position.analyze()
    begins = turn.number == 1
    better = () if begins or not turn.is_guess else _candidates(analysis)
    if as_json:
        click.echo(json.dumps(_record(turn, analysis, better)))
        return
    name = options.namer(turn.position.board, numbers)
    click.echo(f"turn {turn.number}: {_describe(turn, analysis, name)}")
    for one in better:
        win = "" if one.win is None else f", {percent(float(one.win), 1)} to win"
        click.echo(f"  {name(one.cell)}: {percent(float(one.risk), 1)} mined{win}")
    click.echo(text(turn.position, None if begins else analysis))


def _describe(turn: StrategyTurn, analysis: Analysis, name: Any) -> str:
    """The choice in a sentence."""
    cells = ", ".join(map(name, turn.cells))
    how = "" if turn.how is None else f" by {turn.how}"
    if not turn.is_guess:
        return f"opens {cells}{how}"
    if turn.number == 1:
        return f"begins with {cells}"
    risk = max(float(analysis.probabilities[cell]) for cell in turn.cells)
    return f"guesses {cells}{how}, {percent(risk, 1)} chance of a mine"


def _candidates(analysis: Analysis) -> tuple[Candidate, ...]:
    try:
        return analysis.candidates(_CANDIDATES)
    except TooWide:
        return ()


def _record(
    turn: StrategyTurn, analysis: Analysis, better: tuple[Candidate, ...]
) -> dict[str, Any]:
    return {
        "turn": turn.number,
        "labels": list(turn.position.labels),
        "cells": list(turn.cells),
        "guess": turn.is_guess,
        "how": turn.how,
        "risks": [float(analysis.probabilities[cell]) for cell in turn.cells],
        "candidates": [one.record for one in better],
    }
