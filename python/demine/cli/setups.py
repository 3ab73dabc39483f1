"""Options that choose a game setup: a preset or a board, its mines and the first-click rule."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, Final, TypedDict, TypeVar

import click

from demine import formats
from demine.board import PRESETS, Board, grid
from demine.cli import numbers, options
from demine.cli.choices import BOARDS, argument_or_option
from demine.errors import FormatError
from demine.formats import board_of, name_of
from demine.game import FIRSTS, First, Game, GameSetup
from demine.labels import COVERED, MINED

Command = TypeVar("Command", bound=Callable[..., Any])


def _first(default: str) -> Callable[[Command], Command]:
    return click.option(
        "--first",
        type=click.Choice(FIRSTS),
        help="First-click rule: the first cell has no mine (safe), its neighbours have none either "
        f"(opening), or it may be a mine (risky). Default: {default}.",
    )


_DEFAULT: Final = "beginner"
"""The preset of commands for people; commands that measure play `expert`."""

_BOARD: Final = [
    click.option("--rows", type=numbers.SIDE, metavar="R", help="Rows of a grid."),
    click.option("--cols", type=numbers.SIDE, metavar="C", help="Columns of a grid."),
    click.option(
        "--mines",
        type=numbers.Whole(),
        metavar="M",
        help="Number of mines (default: as in the preset).",
    ),
    click.option(
        "--board",
        type=BOARDS,
        metavar="BOARD",
        help="A board by name, such as hexagonal-12x16 (see `demine boards`), or from a file. A "
        "picture gives its shape: --rows and --cols scale it.",
    ),
]
rules_option: Final = click.option(
    "--rules",
    metavar="RULES",
    help="Rules beyond the classic ones, separated by commas: capacity=2 (mines per cell), liar, "
    "parity, modulo=3, at-least, at-most, within=1, orthogonal=2, or letters such as Q or T. See "
    "docs/rules.md.",
)
_SEED: Final = click.option(
    "--seed", type=numbers.SEED, metavar="N", help="Seed of the game (default: random)."
)
_NO_GUESS: Final = click.option(
    "--no-guess", is_flag=True, help="Use a board that can be won without guessing."
)


class BoardChoice(TypedDict):
    """The values of the options that choose a board and its mines."""

    preset: str | None
    rows: int | None
    cols: int | None
    mines: int | None
    board: str | None


class PuzzleChoice(BoardChoice):
    """The same with a seed: a puzzle has no first click."""

    seed: int | None


class SetupChoice(BoardChoice):
    """The same with a first-click rule."""

    first: First | None


class NewGameChoice(SetupChoice, PuzzleChoice):
    """The values of the options that choose a new game."""


class GameChoice(NewGameChoice):
    """The same, and whether the board needs no guess."""

    no_guess: bool


def _join(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Several options as one; the preset is an argument or an option of its own."""
    return lambda command: reduce(lambda wrapped, option: option(wrapped), options[::-1], command)


board_option: Final = click.option(
    "--board", type=BOARDS, metavar="BOARD", help="A board by name (see `demine boards`)."
)
puzzle_options: Final = _join(*_BOARD, _SEED)
setup_options: Final = _join(*_BOARD, _first("safe"))
new_game_options: Final = _join(*_BOARD, _first("safe"), _SEED)
game_options: Final = _join(*_BOARD, _first("safe, or opening with --no-guess"), _SEED, _NO_GUESS)


def preset_argument(metavar: str, **settings: Any) -> Callable[[Command], Command]:
    """The preset as an argument; `--preset NAME` works as well."""
    known = click.Choice(list(PRESETS))
    return argument_or_option("preset", metavar=metavar, option_type=known, **settings)


def choose_setup(chosen: SetupChoice, no_guess: bool = False) -> GameSetup:
    """The setup that the options ask for; if they name no board, that of the default preset."""
    board, mines = _board_and_mines(chosen)
    first: First = chosen["first"] or ("opening" if no_guess else "safe")
    title = _title(chosen, board, mines)
    return GameSetup(board, mines, first, no_guess, f"{title} (no guess)" if no_guess else title)


def choose_seed(chosen: PuzzleChoice) -> int:
    """The given seed, or a random one."""
    return secrets.randbits(32) if chosen["seed"] is None else chosen["seed"]


def names_board(chosen: BoardChoice) -> bool:
    """Whether the options name a board that is no preset."""
    return any(chosen[option] is not None for option in ("board", "rows", "cols"))


def _board_and_mines(chosen: BoardChoice) -> tuple[Board, int]:
    rows, columns = chosen["rows"], chosen["cols"]
    is_grid = rows is not None or columns is not None
    if chosen["board"] is not None and is_grid and _is_picture(chosen["board"]):
        if chosen["mines"] is None:
            raise click.UsageError("--mines is missing: only a preset sets the number of mines")
        return formats.from_picture(chosen["board"], rows, columns), chosen["mines"]
    if sum([chosen["preset"] is not None, chosen["board"] is not None, is_grid]) > 1:
        raise click.UsageError("expected only one of a preset, --board, or --rows with --cols")
    if not names_board(chosen):
        preset = PRESETS[chosen["preset"] or _DEFAULT]
        return preset.board, preset.mines if chosen["mines"] is None else chosen["mines"]
    if is_grid and (rows is None or columns is None):
        raise click.UsageError("expected both --rows and --cols")
    if chosen["mines"] is None:
        raise click.UsageError("--mines is missing: only a preset sets the number of mines")
    if chosen["board"] is not None:
        return find_board(chosen["board"]), chosen["mines"]
    assert rows is not None
    assert columns is not None
    return grid(rows, columns), chosen["mines"]


def _title(chosen: BoardChoice, board: Board, mines: int) -> str:
    """The preset, or the board and its mines; a graph is named after its file."""
    if chosen["mines"] is None and not names_board(chosen):
        return chosen["preset"] or _DEFAULT
    file = Path(chosen["board"] or "")
    name = file.stem if chosen["board"] and file.is_file() else name_of(board)
    return f"{name}-{mines}"


def _is_picture(file: str) -> bool:
    """Whether a file is a picture, which --rows and --cols scale."""
    if not os.path.isfile(file):
        if Path(file).suffix:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), file)
        return False
    with open(file, "rb") as opened:
        return formats.is_picture(opened.read(8))


def find_board(name: str) -> Board:
    """The board with this name or in this file; `FormatError` if there is neither."""
    if os.path.exists(name):  # a `Path` refuses long names, which graphs have
        return formats.read(name).board
    try:
        return board_of(name)
    except FormatError as error:
        raise FormatError(f"{error}; there is no such file either") from None


def board_of_one(file: str | None, name: str | None) -> Board:
    """The board of a file or with a name; a usage error unless there is exactly one of them."""
    if name is not None and file is None:
        return find_board(name)
    if file is not None and name is None:
        return options.read(file, trust_flags=False).board
    raise click.UsageError("expected a FILE or --board, and not both")


def read_game(file: str, first: First | None) -> Game | None:
    """The game whose mines a file gives; None if it does not give all of them."""
    position = formats.read(file)
    position.check_classic("a game")
    mined = [cell for cell, label in enumerate(position.labels) if label == MINED]
    if COVERED in position.labels and position.mines != len(mined):
        return None
    return Game.from_mines(position.board, mined, first=first or "risky")
