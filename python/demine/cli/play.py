"""`demine play`."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from io import TextIOWrapper
from typing import Literal, Unpack, cast

import click

from demine.cli import numbers, setups, starts
from demine.cli.choices import PRESETS_OR_FILES
from demine.cli.setups import GameChoice
from demine.cli.terminals import has_screen, theme_option
from demine.errors import FormatError
from demine.game import (
    FAIRS,
    FOLDER,
    EndlessSetup,
    Fair,
    Game,
    GameSetup,
    Statistics,
    Window,
    is_game_link,
)
from demine.puzzles import GRADES, GradeName
from demine.terminal import (
    CHORDS,
    SOLVERS,
    Controls,
    Keeper,
    Paper,
    Plain,
    interrupt,
    on_hang_up,
    read_keys,
)


@click.command()
@setups.preset_argument("[PRESET | FILE]", type=PRESETS_OR_FILES)
@setups.game_options
@setups.rules_option
@click.option("--game", "id", metavar="ID", help="Play the game with this id.")
@click.option(
    "--fair",
    type=click.Choice(FAIRS),
    is_flag=False,
    flag_value="fair",
    help="Decide the mines only when they must be: a guess where none is needed hits a mine, a "
    "guess where no cell is safe hits none. See docs/fair.md for `lenient` and `mercy`.",
)
@click.option(
    "--daily",
    is_flag=True,
    help="Play the board of the day: the same everywhere, and it needs no guess.",
)
@click.option(
    "--date",
    "day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="With --daily: the board of another day (default: today, in UTC).",
)
@click.option(
    "--grade",
    type=click.Choice(GRADES),
    help="Use a board of this grade, which needs no guess; see `demine generate --help`.",
)
@click.option("--endless", is_flag=True, help="Play on a grid without borders.")
@click.option(
    "--density",
    metavar="P",
    help="With --endless: the chance of a mine per cell, such as 0.2 or 1/5 (default: 0.2).",
)
@click.option(
    "--after",
    type=numbers.Whole(0),
    metavar="N",
    help="With a FILE from --save: go on after move N of its last game, for practice.",
)
@click.option("--plain", is_flag=True, help="Play line by line (default if there is no screen).")
@click.option(
    "--paper",
    is_flag=True,
    help="Play with the screens, the rules and the solver of Garg (2019); default 10x10, 10 mines.",
)
@click.option(
    "--solver",
    type=click.Choice(list(SOLVERS)),
    default="exact",
    help="Solver for `step` and `auto`: the exact engine, or the rules of Garg (2019).",
)
@click.option("--vi", is_flag=True, help="Move with h j k l, gg, G, 0 and $; H asks for a hint.")
@click.option("--marks", is_flag=True, help="A flag is followed by a question mark.")
@click.option(
    "--chord",
    type=click.Choice(CHORDS),
    default="click",
    help="Open around a number by a click on it (click), only with c (key), or never (off).",
)
@click.option(
    "--bind",
    "keys",
    multiple=True,
    metavar="ACTION=KEY",
    help="Another key for an action, such as flag=x; may be repeated.",
)
@theme_option
@click.option("--live", is_flag=True, help="Show clicks and 3BV during the game.")
@click.option("--bell", is_flag=True, help="Ring the terminal's bell at the end of a game.")
@click.option("--auto-flag", is_flag=True, help="Flag proved mines by itself; counts as help.")
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
    metavar="S",
    help="With --no-guess: stop the search for a board after S seconds.",
)
def play(
    rules: str | None,
    id: str | None,
    fair: str | None,
    daily: bool,
    day: datetime | None,
    grade: GradeName | None,
    endless: bool,
    density: str | None,
    after: int | None,
    plain: bool,
    paper: bool,
    solver: str,
    vi: bool,
    marks: bool,
    chord: Literal["click", "key", "off"],
    keys: tuple[str, ...],
    theme: str,
    live: bool,
    bell: bool,
    auto_flag: bool,
    save: str | None,
    seconds: float,
    **chosen: Unpack[GameChoice],
) -> None:
    """Play a game on the whole screen, or line by line with --plain.

    Presets, by rows and columns: beginner (9x9, 10 mines; default), classic (8x8, 10), intermediate
    (16x16, 40), expert (16x30, 99). `demine boards` lists other boards.

    FILE gives the mines: an .mbf file, a game id of Simon Tatham's Mines, or a position with all
    mines marked. FILE may also come from --save: its last game is continued and replaces its saved
    copy, unless --save names another file. With --after, it is played on from an earlier move.

    FILE may also be a link that the browser offers after a game, or a link to a layout, such as
    one of PTTA.

    With --endless the board has no borders: cells are named by column and row, such as 12,-3, and
    the window follows the cursor. Such a game can be lost, but not won.

    Statistics are kept only for interactive play, or if $DEMINE_DATA is set.

    \b
    Examples:
      demine play expert
      demine play --board hexagonal-12x16 --mines 30
      demine play intermediate --no-guess
      demine play expert --fair
      demine play --rules capacity=2
      demine play --rows 6 --cols 6 --mines 10 --rules Q,liar
      demine play intermediate --daily
      demine play expert --grade hard
      demine play --endless --density 0.18
      demine play examples/intermediate.mbf
      printf 'a1\\nauto\\nn\\n' | demine play --plain --seed 7
      demine play --paper
    """
    own = read_keys(keys, vi)
    if density is not None and not endless:
        raise click.UsageError("--density belongs to --endless: expected both, or neither")
    if day is not None and not daily:
        raise click.UsageError("--date belongs to --daily: expected both, or neither")
    is_chosen = daily or grade or fair or endless or id or rules
    if after is not None and (is_chosen or not chosen["preset"]):
        raise click.UsageError("--after belongs to a FILE from --save: expected both, or neither")
    if daily:
        is_other = bool(endless or paper or fair or id or grade or rules)
        setup, game = starts.choose_daily(day, chosen, is_other)
    elif grade is not None:
        is_other = bool(endless or paper or fair or id or rules)
        setup, game = starts.choose_grade(grade, chosen, is_other)
    elif rules is not None:
        setup, game = starts.choose_ruled(rules, chosen, bool(endless or paper or fair or id))
    elif fair is not None:
        setup, game = starts.choose_fair(cast(Fair, fair), id, chosen, endless or paper)
    elif endless:
        setup, game = starts.choose_endless(density, chosen, id)
    else:
        found = starts.as_in_paper(chosen) if paper else chosen
        setup, game = starts.choose_game(id, found, after)
    if paper and isinstance(game, Window):
        raise click.UsageError("the paper has no endless games: leave out --paper")
    if save is None and game.status != "ready" and not (daily or game.is_practice):
        file = chosen["preset"]  # a continued game goes back into its file
        save = None if file is None or is_game_link(file) else file
    if paper:
        _play_plain(setup, game, "ratio", save, seconds, Paper)
    elif plain or not has_screen():
        _play_plain(setup, game, solver, save, seconds)
    else:
        controls = Controls(chord, marks, auto_flag, own, live, bell, theme)
        _play_on_screen(setup, game, solver, save, seconds, vi, controls)


def _play_on_screen(
    setup: GameSetup | EndlessSetup,
    game: Game | Window,
    solver: str,
    save: str | None,
    seconds: float,
    vi: bool,
    controls: Controls,
) -> None:
    from demine.terminal import Screen

    Keeper(None, save).check_save()
    screen = Screen(
        setup, game, SOLVERS[solver], save=save, seconds=seconds, vi=vi, controls=controls
    )
    with on_hang_up(screen.hang_up):
        try:
            screen.run()
        finally:
            screen.session.keeper.leave(screen.session.game)
    if screen.is_hung_up:
        raise KeyboardInterrupt


def _play_plain(
    setup: GameSetup | EndlessSetup,
    game: Game | Window,
    solver: str,
    save: str | None,
    seconds: float,
    mode: type[Plain] = Plain,
) -> None:
    if sys.stdin is None:
        raise FormatError("standard input is closed: expected moves in it")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")

    statistics = Statistics() if sys.stdin.isatty() or os.environ.get(FOLDER) else None
    keeper = Keeper(statistics, save)
    keeper.check_save()
    with on_hang_up(interrupt):
        mode(setup, SOLVERS[solver], input, print, keeper, seconds).play(game)
