"""`demine play`."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from datetime import datetime
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import Literal, Unpack, cast

import click

from demine.arguments import show
from demine.board import PRESETS
from demine.cli import numbers, options, setups
from demine.cli.choices import PRESETS_OR_FILES
from demine.cli.setups import GameChoice
from demine.errors import FormatError
from demine.formats import remember
from demine.game import (
    FAIRS,
    FOLDER,
    Endless,
    EndlessSetup,
    Fair,
    First,
    Game,
    GameSetup,
    Statistics,
    Window,
    holds_replays,
)
from demine.puzzles import DAILY_LEVELS, GRADES, GradeName, daily_setup, today
from demine.puzzles import daily as find_daily
from demine.review import read_replays
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
    "--key",
    "keys",
    multiple=True,
    metavar="ACTION=KEY",
    help="Another key for an action, such as flag=x; may be repeated.",
)
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
    id: str | None,
    fair: str | None,
    daily: bool,
    day: datetime | None,
    grade: GradeName | None,
    endless: bool,
    density: str | None,
    plain: bool,
    paper: bool,
    solver: str,
    vi: bool,
    marks: bool,
    chord: Literal["click", "key", "off"],
    keys: tuple[str, ...],
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
    copy, unless --save names another file.

    With --endless the board has no borders: cells are named by column and row, such as 12,-3, and
    the window follows the cursor. Such a game can be lost, but not won.

    Statistics are kept only for interactive play, or if $DEMINE_DATA is set.

    \b
    Examples:
      demine play expert
      demine play --board hexagonal-12x16 --mines 30
      demine play intermediate --no-guess
      demine play expert --fair
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
    if daily:
        is_other = bool(endless or paper or fair or id or grade)
        setup, game = _choose_daily(day, chosen, is_other)
    elif grade is not None:
        setup, game = _choose_grade(grade, chosen, bool(endless or paper or fair or id))
    elif fair is not None:
        setup, game = _choose_fair(cast(Fair, fair), id, chosen, endless or paper)
    elif endless:
        setup, game = _choose_endless(density, chosen, id)
    else:
        setup, game = _choose_game(id, _as_in_paper(chosen) if paper else chosen)
    if paper and isinstance(game, Window):
        raise click.UsageError("the paper has no endless games: leave out --paper")
    if save is None and game.status != "ready" and not daily:
        save = chosen["preset"]  # a continued game goes back into its file
    if paper:
        _play_plain(setup, game, "ratio", save, seconds, Paper)
    elif plain or not _has_screen():
        _play_plain(setup, game, solver, save, seconds)
    else:
        controls = Controls(chord, marks, auto_flag, own, live, bell)
        _play_on_screen(setup, game, solver, save, seconds, vi, controls)


def _as_in_paper(chosen: GameChoice) -> GameChoice:
    """The board of the paper unless another is named, and mines that may be under any cell."""
    if chosen["no_guess"]:
        raise click.UsageError("--paper has no boards without guesses: leave out --no-guess")
    if chosen["preset"] is None and not setups.names_board(chosen):
        chosen = {**chosen, "rows": 10, "cols": 10, "mines": chosen["mines"] or 10}
    is_file = chosen["preset"] is not None and chosen["preset"] not in PRESETS
    return chosen if is_file else {**chosen, "first": chosen["first"] or "risky"}


Chosen = tuple[GameSetup, Game] | tuple[EndlessSetup, Window]


def _choose_endless(density: str | None, chosen: GameChoice, id: str | None) -> Chosen:
    if id is not None or _has_other_options(chosen, "seed", "first"):
        said = "--endless takes --density, --seed and --first"
        raise click.UsageError(f"{said}: leave out the other options that choose a board")
    first: First = chosen["first"] or "opening"
    made = Endless(density or "0.2", seed=setups.choose_seed(chosen), first=first)
    return EndlessSetup.of(Window(made)), Window(made)


def _choose_daily(day: datetime | None, chosen: GameChoice, is_other: bool) -> Chosen:
    """The board of a day with its first cell opened, from which it needs no guess."""
    level = chosen["preset"] or "beginner"
    if is_other or level not in DAILY_LEVELS or _has_other_options(chosen, "preset"):
        levels = ", ".join(DAILY_LEVELS)
        raise click.UsageError(f"--daily takes a level and --date alone: expected one of {levels}")
    date = today() if day is None else day.date()
    found = find_daily(date, level)
    game = found.game
    game.open(found.start)
    return daily_setup(date, level), game


def _choose_grade(grade: GradeName, chosen: GameChoice, is_other: bool) -> Chosen:
    is_file = chosen["preset"] is not None and chosen["preset"] not in PRESETS
    if is_other or is_file:
        others = "--endless, --paper, --fair, --game or a file"
        raise click.UsageError(f"a graded game cannot come from {others}: leave out --grade")
    plain = setups.choose_setup(chosen, no_guess=True)
    setup = replace(plain, grade=grade, title=f"{plain.title.removesuffix(')')}, {grade})")
    return setup, setup.game(setups.choose_seed(chosen))


def _choose_fair(fair: Fair, id: str | None, chosen: GameChoice, is_other: bool) -> Chosen:
    is_file = chosen["preset"] is not None and chosen["preset"] not in PRESETS
    if is_other or is_file or id is not None or chosen["no_guess"]:
        others = "--endless, --paper, --game, --no-guess or a file"
        raise click.UsageError(f"a fair game cannot come from {others}: leave out --fair")
    plain = setups.choose_setup(chosen)
    setup = replace(plain, fair=fair, title=f"{plain.title} ({fair})")
    return setup, setup.game(setups.choose_seed(chosen))


def _choose_game(id: str | None, chosen: GameChoice) -> Chosen:
    if id is not None:
        return _by_id(id, chosen)
    if chosen["preset"] is not None and chosen["preset"] not in PRESETS:
        return _by_file(chosen["preset"], chosen)
    setup = setups.choose_setup(chosen, chosen["no_guess"])
    return setup, setup.game(setups.choose_seed(chosen))


def _by_id(id: str, chosen: GameChoice) -> Chosen:
    """The game of an id. The id of a game on a graph has only a hash, so it needs --board."""
    if _has_other_options(chosen, "board"):
        raise click.UsageError("--game sets the board and its mines: leave out the other options")
    if chosen["board"] is not None:
        remember(setups.find_board(chosen["board"]))
    if id.startswith("endless-"):
        window = Window(Endless.from_id(id))
        return EndlessSetup.of(window), window
    game = Game.from_id(id)
    return GameSetup.of(game), game


def _has_other_options(chosen: GameChoice, *allowed: str) -> bool:
    return any(
        value not in (None, False) for option, value in chosen.items() if option not in allowed
    )


def _by_file(file: str, chosen: GameChoice) -> Chosen:
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


def _resume(file: str) -> Chosen:
    """The last game of a file that `--save` wrote, if it is not over."""
    with options.blaming(file):
        replay = read_replays(file)[-1]
        game = replay.resume_endless() if replay.is_endless else replay.resume()
    if game.is_over:
        said = f"{file}: the last game is {game.status}"
        raise click.UsageError(f"{said}: use `demine review {file}`")
    if isinstance(game, Endless):
        window = Window(game)
        return EndlessSetup.of(window), window
    return GameSetup.of(game), game


def _has_screen() -> bool:
    """Whether stdin and stdout are a terminal and textual is installed; a note if it is not."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if find_spec("textual") is None:
        click.echo("Playing line by line. For the whole screen: pip install textual", err=True)
        return False
    return True


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
