"""Options that name a game: a preset or a board, mines, seed and first-click rule."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypedDict, TypeVar

import click

from demine import formats
from demine.arguments import show
from demine.board import PRESETS, Board, grid
from demine.cli import numbers
from demine.errors import FormatError
from demine.formats import board_of, name_of
from demine.game import FIRSTS, First, Game
from demine.labels import COVERED, MINED
from demine.terminal import Deal

Command = TypeVar("Command", bound=Callable[..., Any])

_PRESET: Final = "demine.preset"
"""Where the option keeps its preset until the argument asks for it."""

_OPTIONS: Final = [
    click.option("--rows", type=numbers.SIDE, metavar="R", help="Rows of your own grid."),
    click.option("--cols", type=numbers.SIDE, metavar="C", help="Columns of it."),
    click.option("--mines", type=numbers.Whole(), metavar="M", help="How many mines."),
    click.option(
        "--board",
        metavar="BOARD",
        help="Any board: a name such as hexagonal-12x16, grid-16x16-torus or box-4x4x4, or a file.",
    ),
    click.option(
        "--seed",
        type=numbers.SEED,
        metavar="N",
        help="The game of this seed; else a new one.",
    ),
    click.option(
        "--first",
        type=click.Choice(FIRSTS),
        help="What the first click is promised: no mine (safe, usual), no mine around it either "
        "(opening, usual without guesses), or nothing (risky).",
    ),
    click.option("--no-guess", is_flag=True, help="A board that proof alone solves."),
]


class Options(TypedDict):
    """What those options hold."""

    rows: int | None
    cols: int | None
    mines: int | None
    board: str | None
    seed: int | None
    first: First | None
    no_guess: bool


class Chosen(Options):
    """The same, and the preset."""

    preset: str | None


def options(command: Command) -> Command:
    """The argument and options of every command that deals games."""
    preset = click.argument(
        "preset", type=click.Choice(list(PRESETS)), required=False, callback=or_by_option
    )
    return preset(preset_option(without_preset(command)))


def preset_option(command: Command) -> Command:
    """`--preset NAME`, as `simulate` has it, where the preset is an argument."""
    return click.option(
        "--preset",
        "named",
        type=click.Choice(list(PRESETS)),
        is_eager=True,
        expose_value=False,
        callback=lambda context, _, name: context.meta.update({_PRESET: name}),
        help="The same as the argument.",
    )(command)


def or_by_option(context: click.Context, _: click.Parameter, given: str | None) -> str | None:
    """The argument, or what `--preset` named."""
    named = context.meta.get(_PRESET)
    if given is not None and named is not None:
        raise click.UsageError(f"{show(given)} and --preset {named}: expected one of them")
    return named if given is None else given


def without_preset(command: Command) -> Command:
    """Those options alone."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_game(file: str, first: First | None) -> Game | None:
    """The game on the mines that a file tells; None if it does not tell where all of them are."""
    position = formats.read(file)
    mined = [cell for cell, label in enumerate(position.labels) if label == MINED]
    if COVERED in position.labels and position.mines != len(mined):
        return None
    return Game.from_mines(position.board, mined, first=first or "risky")


def deal(chosen: Chosen, seconds: float | None = None) -> Deal:
    """What the options ask for; click's errors say what does not go together."""
    board, mines = _board_and_mines(chosen)
    first: First = chosen["first"] or ("opening" if chosen["no_guess"] else "safe")
    return Deal(_name(chosen, board, mines), board, mines, first, chosen["no_guess"], seconds)


def seed(chosen: Chosen) -> int:
    """The seed that was given, or a new one."""
    return secrets.randbits(32) if chosen["seed"] is None else chosen["seed"]


def _board_and_mines(chosen: Chosen) -> tuple[Board, int]:
    is_own = chosen["rows"] is not None or chosen["cols"] is not None
    if sum([chosen["preset"] is not None, chosen["board"] is not None, is_own]) > 1:
        raise click.UsageError("a preset, --board, or --rows and --cols: expected one of them")
    if chosen["board"] is not None:
        return find_board(chosen["board"]), _mines(chosen)
    if is_own:
        if chosen["rows"] is None or chosen["cols"] is None:
            raise click.UsageError("--rows and --cols go together")
        return grid(chosen["rows"], chosen["cols"]), _mines(chosen)
    preset = PRESETS[chosen["preset"] or "beginner"]
    return preset.board, preset.mines if chosen["mines"] is None else chosen["mines"]


def find_board(name: str) -> Board:
    """The board of a name or a file; if it is neither, both are said."""
    if os.path.exists(name):  # a `Path` refuses long names, which graphs have
        return formats.read(name).board
    try:
        return board_of(name)
    except FormatError as error:
        raise FormatError(f"{error}; there is no such file, either") from None


def _mines(chosen: Chosen) -> int:
    if chosen["mines"] is None:
        raise click.UsageError("a board of your own needs --mines")
    return chosen["mines"]


def _name(chosen: Chosen, board: Board, mines: int) -> str:
    """What statistics are kept under: the preset, or the board and its mines."""
    is_plain = chosen["mines"] is None and chosen["board"] is None and chosen["rows"] is None
    name = (chosen["preset"] or "beginner") if is_plain else f"{_board_name(chosen, board)}-{mines}"
    return f"{name} (no guess)" if chosen["no_guess"] else name


def _board_name(chosen: Chosen, board: Board) -> str:
    """A board by its name; a graph by that of its file."""
    file = Path(chosen["board"] or "")
    return file.stem if chosen["board"] and file.is_file() else name_of(board)
