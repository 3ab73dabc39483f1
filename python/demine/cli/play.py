"""`demine play`."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from io import TextIOWrapper
from typing import Unpack

import click

from demine.cli import games, numbers
from demine.game import Game
from demine.terminal import SOLVERS, Deal


@click.command()
@games.options
@click.option("--game", "id", metavar="ID", help="The game of this id.")
@click.option("--plain", is_flag=True, help="Line by line, as over a pipe; needs no extra.")
@click.option(
    "--solver",
    type=click.Choice(list(SOLVERS)),
    default="exact",
    show_default=True,
    help="Who answers `hint` and `auto`: the exact engine, or the rules of Garg (2019).",
)
@click.option("--vi", is_flag=True, help="Keys h j k l move; H asks for a hint, not h.")
@click.option(
    "--save", type=click.Path(), metavar="OUT", help="Write the replay of each game to OUT."
)
@click.option(
    "--seconds",
    type=numbers.SECONDS,
    default=60.0,
    show_default=True,
    metavar="S",
    help="How long to look for a board without guesses.",
)
def play(
    id: str | None,
    plain: bool,
    solver: str,
    vi: bool,
    save: str | None,
    seconds: float,
    **chosen: Unpack[games.Chosen],
) -> None:
    """Play: on the whole screen, or line by line with --plain.

    Presets: beginner (9x9, 10 mines; the usual one), classic (8x8, 10), intermediate (16x16, 40),
    expert (16x30, 99).

    \b
    Examples:
      demine play expert
      demine play --board hexagonal-12x16 --mines 30
      demine play intermediate --no-guess
      printf 'a1\\nauto\\nn\\n' | demine play --plain --seed 7
    """
    deal, game = _table(id, chosen, seconds)
    if plain or not _has_screen():
        _play_plain(deal, game, solver, save)
    else:
        from demine.terminal import Screen

        Screen(deal, game, SOLVERS[solver], save=save, vi=vi).run()


def _table(id: str | None, chosen: games.Chosen, seconds: float) -> tuple[Deal, Game]:
    if id is None:
        deal = games.deal(chosen, seconds)
        return deal, deal.game(games.seed(chosen))
    if any(value not in (None, False) for value in chosen.values()):
        raise click.UsageError("--game names everything: leave out the other options")
    game = Game.from_id(id)
    return Deal.like(game), game


def _has_screen() -> bool:
    """Whether there is a screen and something to draw on it with; one line if there is not."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if find_spec("textual") is None:
        click.echo("For the whole screen install demine[play]; playing line by line.", err=True)
        return False
    return True


def _play_plain(deal: Deal, game: Game, solver: str, save: str | None) -> None:
    from demine.terminal import Plain

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")

    plain = Plain(deal, SOLVERS[solver], input, print, lambda game: _over(deal, game, save))
    plain.play(game)


def _over(deal: Deal, game: Game, save: str | None) -> None:
    """Keep what is to be kept of a finished game; scripts leave no statistics."""
    from demine.game import Replay, Statistics, review

    if save is not None:
        Replay.of(game).write(save)
    if sys.stdin.isatty():
        statistics = Statistics()
        statistics.begin(deal.name, game)
        statistics.end(deal.name, game, review(game), helped=game.undos > 0)
