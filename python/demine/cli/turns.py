"""`demine watch`."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from pstats import Stats
from typing import Any, Final, Unpack

import click

from demine.arena import StrategyTurn, find_strategy, profile_turn, turns
from demine.board import PRESETS
from demine.cli import numbers as ranges
from demine.cli import options, setups
from demine.cli.choices import need_strategy, strategy_argument
from demine.cli.outputs import Output
from demine.cli.redirect import stdout_to_stderr
from demine.cli.setups import NewGameChoice
from demine.draw import text
from demine.errors import InvalidGame, TooWide
from demine.game import Game
from demine.position import Analysis
from demine.strategies import Candidate
from demine.wording import percent

_CANDIDATES: Final = 5
_FUNCTIONS: Final = 12
"""Functions in a profile."""


@click.command()
@strategy_argument
@click.option("--game", "id", metavar="ID",
              help="Game id, such as grid-9x9-10-safe-7 (default: a new game).")  # fmt: skip
@click.option("--preset", type=click.Choice(list(PRESETS)),
              help="Board of a new game (default: beginner).")  # fmt: skip
@setups.new_game_options
@click.option("--turn", type=ranges.Whole(1), metavar="N", help="Show turn N only (default: all).")
@options.numbers
@click.option("--html", type=Output(".html", ".htm"), metavar="OUT",
              help="Also write the game as a page to OUT.")  # fmt: skip
@click.option("--profile", is_flag=True,
              help="With --turn: also print where the time of the turn goes.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per turn.")
def watch(
    strategy: str | None,
    id: str | None,
    turn: int | None,
    numbers: bool,
    html: str | None,
    profile: bool,
    as_json: bool,
    **chosen: Unpack[NewGameChoice],
) -> None:
    """Show a game of a strategy turn by turn: the position, its choice, and the alternatives.

    It is the game that `simulate` plays with the same seed. Without --game, it is a new game, and
    its id is printed to stderr. Every turn shows the chance of a mine in each cell. Before a guess,
    it also lists the best cells by their chance of winning. --html writes the same as a page with a
    slider.

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
      demine watch safest --preset expert --seed 7
      demine watch strongest --game grid-16x30-99-safe-1 --turn 9
      demine watch csp --game grid-9x9-10-safe-7 --html game.html
      demine watch mine.py:choose --game grid-9x9-10-safe-7 --turn 3 --profile
    """
    game = _choose_game(id, chosen)
    if profile and (turn is None or as_json):
        raise click.UsageError("--profile needs --turn, and no --json")
    with stdout_to_stderr(as_json):
        player = find_strategy(need_strategy(strategy))
        found = list(islice(turns(player, game), None if html else turn))
    if turn is not None and len(found) < turn:
        raise InvalidGame(f"the game ended after turn {len(found)}: there is no turn {turn}")
    if html is not None:
        _write_page(found, game, turn, html)
    for shown in found if turn is None else found[turn - 1 : turn]:
        _show(shown, numbers, as_json)
        if profile:
            _print_profile(profile_turn(player, shown, game))


def _choose_game(id: str | None, chosen: NewGameChoice) -> Game:
    """The game with this id, or a new one of the chosen setup."""
    if id is None:
        game = setups.choose_setup(chosen).game(setups.choose_seed(chosen))
        click.echo(f"game {game.id}", err=True)
        return game
    if any(value is not None for value in chosen.values()):
        raise click.UsageError("--game sets the whole game: leave out the options of a new game")
    return Game.from_id(id)


def _write_page(found: list[StrategyTurn], game: Game, turn: int | None, out: str) -> None:
    """The game as a page, with the choice and the candidates of every turn."""
    notes, opened = dict[int, str](), None
    for one in found:
        if one.number == turn:
            opened = game.clicks
        analysis = one.position.analyze()
        name = game.board.address
        said = [f"Turn {one.number} {_describe(one, analysis, name)}."]
        if one.is_guess and one.number > 1:
            said += [_candidate_line(each, name) for each in _candidates(analysis)]
        notes[game.clicks + 1] = "\n".join(said)
        for cell in one.cells:
            game.open(cell)
    game.review().html(out, notes=notes, opened=opened)


def _print_profile(stats: Stats) -> None:
    """The functions that took most time, in milliseconds."""
    click.echo(f"{1000 * stats.total_tt:.3f} ms")  # type: ignore[attr-defined]
    timed = stats.stats  # type: ignore[attr-defined]
    most = sorted(timed.items(), key=lambda item: -item[1][2])[:_FUNCTIONS]
    for (file, _, function), (_, calls, own, *_) in most:
        place = "" if file == "~" else f" ({Path(file).name})"
        click.echo(f"{1000 * own:>10.3f} ms  {calls:>6} ×  {function}{place}")


def _candidate_line(one: Candidate, name: Callable[[int], str]) -> str:
    margin = "" if one.exact else f" ± {percent(one.margin)}"
    win = "" if one.win is None else f", {percent(float(one.win), 1)}{margin} to win"
    return f"{name(one.cell)}: {percent(float(one.risk), 1)} mined{win}"


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
        click.echo(f"  {_candidate_line(one, name)}")
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
    """The best cells; none where the position is too wide, or has rules beyond the classic."""
    if analysis.position.rules is not None:
        return ()
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
