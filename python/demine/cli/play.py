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
from demine.cli import numbers, options, setups
from demine.cli.setups import GameChoice
from demine.errors import FormatError
from demine.formats import remember
from demine.game import FOLDER, Game, GameSetup, Statistics, holds_replays
from demine.review import read_replays
from demine.terminal import SOLVERS, Keeper, interrupt, on_hang_up


@click.command()
@setups.preset_argument(metavar="[PRESET | FILE]")
@setups.game_options
@click.option("--game", "id", metavar="ID", help="Play the game with this id.")
@click.option("--plain", is_flag=True, help="Play line by line (default if there is no screen).")
@click.option(
    "--solver",
    type=click.Choice(list(SOLVERS)),
    default="exact",
    show_default=True,
    help="Solver for `step` and `auto`: the exact engine, or the rules of Garg (2019).",
)
@click.option("--vi", is_flag=True, help="Move with h j k l; ask for a hint with H.")
@click.option(
    "--save",
    type=click.Path(),
    metavar="OUT",
    help="Append the replay of each game to OUT (default: FILE, if it came from --save).",
)
@click.option(
    "--seconds",
    type=numbers.SECONDS,
    default=60.0,
    show_default=True,
    metavar="S",
    help="With --no-guess: stop the search for a board after S seconds.",
)
def play(
    id: str | None,
    plain: bool,
    solver: str,
    vi: bool,
    save: str | None,
    seconds: float,
    **chosen: Unpack[GameChoice],
) -> None:
    """Play a game on the whole screen, or line by line with --plain.

    Presets, by rows and columns: beginner (9x9, 10 mines; default), classic (8x8, 10), intermediate
    (16x16, 40), expert (16x30, 99). `demine boards` lists other boards.

    FILE gives the mines: an .mbf file, a game id of Simon Tatham's Mines, or a position with all
    mines marked. FILE may also come from --save: its last game is continued and replaces its saved
    copy, unless --save names another file.

    Statistics are kept only for interactive play, or if $DEMINE_DATA is set.

    \b
    Examples:
      demine play expert
      demine play --board hexagonal-12x16 --mines 30
      demine play intermediate --no-guess
      demine play examples/intermediate.mbf
      printf 'a1\\nauto\\nn\\n' | demine play --plain --seed 7
    """
    setup, game = _choose_game(id, chosen)
    if save is None and game.status != "ready":
        save = chosen["preset"]  # a continued game goes back into its file
    if plain or not _has_screen():
        _play_plain(setup, game, solver, save, seconds)
    else:
        _play_on_screen(setup, game, solver, save, seconds, vi)


def _choose_game(id: str | None, chosen: GameChoice) -> tuple[GameSetup, Game]:
    if id is not None:
        return _by_id(id, chosen)
    if chosen["preset"] is not None and chosen["preset"] not in PRESETS:
        return _by_file(chosen["preset"], chosen)
    setup = setups.choose_setup(chosen, chosen["no_guess"])
    return setup, setup.game(setups.choose_seed(chosen))


def _by_id(id: str, chosen: GameChoice) -> tuple[GameSetup, Game]:
    """The game of an id. The id of a game on a graph has only a hash, so it needs --board."""
    if _has_other_options(chosen, "board"):
        raise click.UsageError("--game sets the board and its mines: leave out the other options")
    if chosen["board"] is not None:
        remember(setups.find_board(chosen["board"]))
    game = Game.from_id(id)
    return GameSetup.of(game), game


def _has_other_options(chosen: GameChoice, *allowed: str) -> bool:
    return any(
        value not in (None, False) for option, value in chosen.items() if option not in allowed
    )


def _by_file(file: str, chosen: GameChoice) -> tuple[GameSetup, Game]:
    """The game whose mines a file gives, or the last game that --save wrote to it."""
    if not Path(file).is_file():
        expected = f"{', '.join(PRESETS)}, or a file with a board"
        raise click.UsageError(f"{show(file)} cannot be played: expected {expected}")
    if Path(file).stat().st_size == 0:
        raise click.UsageError(f"{file} is empty: expected a board, or games from --save")
    if _has_other_options(chosen, "preset", "first"):
        raise click.UsageError("a file sets the board and its mines: leave out the other options")
    if holds_replays(file):
        return _resume(file)
    game = setups.read_game(file, chosen["first"])
    if game is None:
        said = f"{file} does not mark all mines"
        raise click.UsageError(f"{said}: use --board {file} and --mines")
    title = f"{Path(file).stem} (given)"
    return GameSetup(game.board, game.mines, title=title), game


def _resume(file: str) -> tuple[GameSetup, Game]:
    """The last game of a file that `--save` wrote, if it is not over."""
    with options.blaming(file):
        game = read_replays(file)[-1].resume()
    if game.is_over:
        said = f"{file}: the last game is {game.status}"
        raise click.UsageError(f"{said}: use `demine review {file}`")
    return GameSetup.of(game), game


def _has_screen() -> bool:
    """Whether stdin and stdout are a terminal and textual is installed; a note if it is not."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if find_spec("textual") is None:
        click.echo("Playing line by line. For the whole screen, install demine[play].", err=True)
        return False
    return True


def _play_on_screen(
    setup: GameSetup, game: Game, solver: str, save: str | None, seconds: float, vi: bool
) -> None:
    from demine.terminal import Screen

    Keeper(None, save).check_save()
    screen = Screen(setup, game, SOLVERS[solver], save=save, seconds=seconds, vi=vi)
    with on_hang_up(screen.hang_up):
        try:
            screen.run()
        finally:
            screen.session.keeper.leave(screen.session.game)
    if screen.is_hung_up:
        raise KeyboardInterrupt


def _play_plain(
    setup: GameSetup, game: Game, solver: str, save: str | None, seconds: float
) -> None:
    from demine.terminal import Plain

    if sys.stdin is None:
        raise FormatError("standard input is closed: expected moves in it")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")

    statistics = Statistics() if sys.stdin.isatty() or os.environ.get(FOLDER) else None
    keeper = Keeper(statistics, save)
    keeper.check_save()
    with on_hang_up(interrupt):
        Plain(setup, SOLVERS[solver], input, print, keeper, seconds).play(game)
