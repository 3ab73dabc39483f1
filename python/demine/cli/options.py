"""Arguments and options that commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from demine import formats
from demine.cli.failures import FILE
from demine.formats import STANDARD
from demine.position import Position

Command = TypeVar("Command", bound=Callable[..., Any])

trust_flags: Final = click.option(
    "--trust-flags", is_flag=True, help="Take flagged cells (F) for mines; else they are covered."
)


def file(command: Command) -> Command:
    """The argument and option of every command that reads a position."""
    return click.argument("file", type=click.Path(allow_dash=True))(trust_flags(command))


def budgets(command: Command) -> Command:
    """The options of every command that computes."""
    seconds = click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        metavar="S",
        help="Give up after S seconds (exit code 3).",
    )
    states = click.option(
        "--states",
        type=click.IntRange(min=1),
        metavar="N",
        help="Give up when the work would pass N states (exit code 3).",
    )
    return seconds(states(command))


def read(file: str, trust_flags: bool) -> Position:
    """The position in a file; what fails after this names the file."""
    position = formats.read(file, trust_flags=trust_flags)
    name = "standard input" if file == STANDARD else file
    click.get_current_context().meta[FILE] = name
    return position
