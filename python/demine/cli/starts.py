"""Starts: the game that `demine play` begins with, from its arguments and options."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click

from demine.arguments import show
from demine.board import PRESETS
from demine.cli import options, setups
from demine.cli.setups import GameChoice
from demine.formats import is_link, remember
from demine.game import (
    Endless,
    EndlessSetup,
    Fair,
    First,
    Game,
    GameSetup,
    Window,
    game_of_link,
    holds_replays,
    is_game_link,
)
from demine.puzzles import DAILY_LEVELS, GradeName, daily_setup, today
from demine.puzzles import daily as find_daily
from demine.review import read_replays
from demine.rules import Rules


def as_in_paper(chosen: GameChoice) -> GameChoice:
    """The board of the paper unless another is named, and mines that may be under any cell."""
    if chosen["no_guess"]:
        raise click.UsageError("--paper has no boards without guesses: leave out --no-guess")
    if chosen["preset"] is None and not setups.names_board(chosen):
        chosen = {**chosen, "rows": 10, "cols": 10, "mines": chosen["mines"] or 10}
    is_file = chosen["preset"] is not None and chosen["preset"] not in PRESETS
    return chosen if is_file else {**chosen, "first": chosen["first"] or "risky"}


Chosen = tuple[GameSetup, Game] | tuple[EndlessSetup, Window]


def choose_endless(density: str | None, chosen: GameChoice, id: str | None) -> Chosen:
    """A game on the grid without borders."""
    if id is not None or _has_other_options(chosen, "seed", "first"):
        said = "--endless takes --density, --seed and --first"
        raise click.UsageError(f"{said}: leave out the other options that choose a board")
    first: First = chosen["first"] or "opening"
    made = Endless(density or "0.2", seed=setups.choose_seed(chosen), first=first)
    return EndlessSetup.of(Window(made)), Window(made)


def choose_daily(day: datetime | None, chosen: GameChoice, is_other: bool) -> Chosen:
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


def choose_grade(grade: GradeName, chosen: GameChoice, is_other: bool) -> Chosen:
    """A board of a grade, which needs no guess."""
    is_file = chosen["preset"] is not None and chosen["preset"] not in PRESETS
    if is_other or is_file:
        others = "--endless, --paper, --fair, --game or a file"
        raise click.UsageError(f"a graded game cannot come from {others}: leave out --grade")
    plain = setups.choose_setup(chosen, no_guess=True)
    setup = replace(plain, grade=grade, title=f"{plain.title.removesuffix(')')}, {grade})")
    return setup, setup.game(setups.choose_seed(chosen))


def choose_fair(fair: Fair, id: str | None, chosen: GameChoice, is_other: bool) -> Chosen:
    """A game whose mines are decided only when they must be."""
    is_file = chosen["preset"] is not None and chosen["preset"] not in PRESETS
    if is_other or is_file or id is not None or chosen["no_guess"]:
        others = "--endless, --paper, --game, --no-guess or a file"
        raise click.UsageError(f"a fair game cannot come from {others}: leave out --fair")
    plain = setups.choose_setup(chosen)
    setup = replace(plain, fair=fair, title=f"{plain.title} ({fair})")
    return setup, setup.game(setups.choose_seed(chosen))


def choose_ruled(text: str, chosen: GameChoice, is_other: bool) -> Chosen:
    """A game under rules beyond the classic ones."""
    is_file = chosen["preset"] is not None and chosen["preset"] not in PRESETS
    if is_other or is_file:
        others = "--endless, --paper, --fair, --game or a file"
        raise click.UsageError(f"a game under rules cannot come from {others}: leave out --rules")
    plain = setups.choose_setup(chosen, chosen["no_guess"])
    setup = plain.under(Rules.named(plain.board, text))
    return setup, setup.game(setups.choose_seed(chosen))


def choose_game(id: str | None, chosen: GameChoice, after: int | None = None) -> Chosen:
    """The game of an id, of a file, or of a preset or board."""
    if id is not None:
        return _by_id(id, chosen)
    if chosen["preset"] is not None and chosen["preset"] not in PRESETS:
        return _by_file(chosen["preset"], chosen, after)
    if after is not None:
        raise click.UsageError("--after belongs to a FILE from --save: expected both, or neither")
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


def _by_file(file: str, chosen: GameChoice, after: int | None) -> Chosen:
    """The game whose mines a file or a link gives, or the last game that --save wrote to it."""
    if is_game_link(file):
        return _by_link(file, chosen, after)
    if is_link(file):
        return _given(file, "the link", chosen, after)
    if not Path(file).is_file():
        expected = f"{', '.join(PRESETS)}, or a file with a board"
        raise click.UsageError(f"{show(file)} cannot be played: expected {expected}")
    if Path(file).stat().st_size == 0:
        raise click.UsageError(f"{file} is empty: expected a board, or games from --save")
    if _has_other_options(chosen, "preset", "first"):
        raise click.UsageError("a file sets the board and its mines: leave out the other options")
    if holds_replays(file):
        return _resume(file) if after is None else _go_on(file, after)
    return _given(file, Path(file).stem, chosen, after)


def _by_link(link: str, chosen: GameChoice, after: int | None) -> Chosen:
    """The game that a link of our pages describes."""
    if after is not None or _has_other_options(chosen, "preset"):
        raise click.UsageError("the link sets the whole game: leave out the other options")
    return _with_setup(game_of_link(link))


def _given(file: str, title: str, chosen: GameChoice, after: int | None) -> Chosen:
    """The game whose mines a file or a link gives."""
    if after is not None:
        raise click.UsageError(f"{file} holds no games from --save: leave out --after")
    game = setups.read_game(file, chosen["first"])
    if game is None:
        said = f"{file} does not mark all mines"
        raise click.UsageError(f"{said}: use --board {file} and --mines")
    return GameSetup(game.board, game.mines, title=f"{title} (given)"), game


def _resume(file: str) -> Chosen:
    """The last game of a file that `--save` wrote, if it is not over."""
    with options.blaming(file):
        replay = read_replays(file)[-1]
        game = replay.resume_endless() if replay.is_endless else replay.resume()
    if game.is_over:
        said = f"{file}: the last game is {game.status}"
        raise click.UsageError(f"{said}: use `demine review {file}`")
    return _with_setup(game)


def _go_on(file: str, after: int) -> Chosen:
    """The last game of a file after some of its moves, for practice."""
    with options.blaming(file):
        return _with_setup(read_replays(file)[-1].practice(after))


def _with_setup(game: Game | Endless) -> Chosen:
    if isinstance(game, Endless):
        window = Window(game)
        return EndlessSetup.of(window), window
    return GameSetup.of(game), game
