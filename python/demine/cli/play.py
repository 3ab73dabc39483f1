"""`demine play`."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import Unpack

import click

from demine.arguments import show
from demine.board import PRESETS
from demine.cli import games, numbers, options
from demine.errors import FormatError
from demine.formats import remember
from demine.game import FOLDER, Game, Statistics, holds_replays, read_replays
from demine.terminal import SOLVERS, Deal, Keeper, interrupt, on_hang_up


@click.command()
@click.argument("what", required=False, metavar="[PRESET | FILE]", callback=games.or_by_option)
@games.preset_option
@games.without_preset
@click.option("--game", "id", metavar="ID", help="The game of this id.")
@click.option("--plain", is_flag=True, help="Line by line, as over a pipe; needs no extra.")
@click.option(
    "--solver",
    type=click.Choice(list(SOLVERS)),
    default="exact",
    show_default=True,
    help="Who plays `step` and `auto`: the exact engine, or the rules of Garg (2019).",
)
@click.option("--vi", is_flag=True, help="Keys h j k l move; H asks for a hint, not h.")
@click.option(
    "--save",
    type=click.Path(),
    metavar="OUT",
    help="Write the replay of each game to OUT, behind those that are there; usual for a game that "
    "goes on: the file it comes from.",
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
    what: str | None,
    id: str | None,
    plain: bool,
    solver: str,
    vi: bool,
    save: str | None,
    seconds: float,
    **chosen: Unpack[games.Options],
) -> None:
    """Play: on the whole screen, or line by line with --plain.

    Presets: beginner (9x9, 10 mines; the usual one), classic (8x8, 10), intermediate (16x16, 40),
    expert (16x30, 99), by rows and columns. FILE is a board whose mines are known: .mbf, a game id
    of Simon Tatham's Mines, or a position that tells them all; or what --save wrote: its last game
    goes on, if it is not over, and takes the place of what was kept of it there, unless --save
    names another file. `demine boards` lists other boards.

    Only a person at a terminal leaves statistics, or a script that sets $DEMINE_DATA.

    \b
    Examples:
      demine play expert
      demine play --board hexagonal-12x16 --mines 30
      demine play intermediate --no-guess
      demine play examples/intermediate.mbf
      printf 'a1\\nauto\\nn\\n' | demine play --plain --seed 7
    """
    deal, game = _choose_game(what, id, chosen, seconds)
    if save is None and game.status != "ready":
        save = what  # it goes on where it was kept
    if plain or not _has_screen():
        _play_plain(deal, game, solver, save)
    else:
        _play_on_screen(deal, game, solver, save, vi)


def _choose_game(
    what: str | None, id: str | None, chosen: games.Options, seconds: float
) -> tuple[Deal, Game]:
    if id is not None:
        return _by_id(what, id, chosen)
    if what is not None and what not in PRESETS:
        return _by_file(what, chosen)
    wanted: games.Chosen = {**chosen, "preset": what}
    deal = games.deal(wanted, seconds)
    return deal, deal.game(games.seed(wanted))


def _by_id(what: str | None, id: str, chosen: games.Options) -> tuple[Deal, Game]:
    """The game of an id; one on a graph needs its board, which the id holds as a hash only."""
    others = {key: value for key, value in chosen.items() if key != "board"}
    if what is not None or any(value not in (None, False) for value in others.values()):
        raise click.UsageError("--game names everything: leave out the other options")
    if chosen["board"] is not None:
        remember(games.find_board(chosen["board"]))
    game = Game.from_id(id)
    return Deal.like(game), game


def _by_file(file: str, chosen: games.Options) -> tuple[Deal, Game]:
    """The game on the mines of a file."""
    if not Path(file).is_file():
        expected = f"{', '.join(PRESETS)}, or a file with a board"
        raise click.UsageError(f"{show(file)} is nothing to play: expected {expected}")
    if Path(file).stat().st_size == 0:
        raise click.UsageError(f"{file} is empty: expected a board, or games that --save wrote")
    others = {key: value for key, value in chosen.items() if key != "first"}
    if any(value not in (None, False) for value in others.values()):
        raise click.UsageError("a file with mines names everything: leave out the other options")
    if holds_replays(file):
        return _resume(file)
    game = games.read_game(file, chosen["first"])
    if game is None:
        said = f"{file} does not tell where all mines are"
        raise click.UsageError(f"{said}: say --board {file} and --mines")
    return Deal(f"{Path(file).stem} (given)", game.board, game.mines, "safe"), game


def _resume(file: str) -> tuple[Deal, Game]:
    """The last game of a file that `--save` wrote, if it is not over."""
    with options.blaming(file):
        game = read_replays(file)[-1].resume()
    if game.is_over:
        said = f"{file}: the last game is {game.status}"
        raise click.UsageError(f"{said}: `demine review {file}` looks back at it")
    return Deal.like(game), game


def _has_screen() -> bool:
    """Whether there is a screen and something to draw on it with; one line if there is not."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if find_spec("textual") is None:
        click.echo("For the whole screen install demine[play]; playing line by line.", err=True)
        return False
    return True


def _play_on_screen(deal: Deal, game: Game, solver: str, save: str | None, vi: bool) -> None:
    from demine.terminal import Screen

    Keeper(None, save).check_save()
    screen = Screen(deal, game, SOLVERS[solver], save=save, vi=vi)
    with on_hang_up(screen.hang_up):
        try:
            screen.run()
        finally:
            screen.session.keeper.leave(screen.session.game)
    if screen.is_hung_up:
        raise KeyboardInterrupt


def _play_plain(deal: Deal, game: Game, solver: str, save: str | None) -> None:
    from demine.terminal import Plain

    if sys.stdin is None:
        raise FormatError("standard input is closed: expected moves in it")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")

    statistics = Statistics() if sys.stdin.isatty() or os.environ.get(FOLDER) else None
    keeper = Keeper(statistics, save)
    keeper.check_save()
    with on_hang_up(interrupt):
        Plain(deal, SOLVERS[solver], input, print, keeper).play(game)
