"""Arguments and options that commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import click

from demine import formats
from demine.alarm import Alarm, can_ring
from demine.board import Board
from demine.cli import numbers as ranges
from demine.cli.failures import AT_END, FILE, Commands
from demine.errors import Timeout
from demine.files import STANDARD
from demine.position import Position

Command = TypeVar("Command", bound=Callable[..., Any])

_ALARM: Final = "demine.alarm"
"""The key in `Context.meta` for the alarm of `--seconds`."""

trust_flags: Final = click.option(
    "--trust-flags", is_flag=True, help="Treat flagged cells (F) as mines (default: as covered)."
)


def file(command: Command) -> Command:
    """The argument and option of every command that reads a position."""
    return click.argument("file", type=click.Path(allow_dash=True))(trust_flags(command))


def _mines(
    context: click.Context, parameter: click.Parameter, typed: str | None
) -> int | str | None:
    """A number of mines, or `any`."""
    if typed is None or typed == "any":
        return typed
    number: int = ranges.Whole()(typed, parameter, context)
    return number


mines: Final = click.option(
    "--mines",
    callback=_mines,
    metavar="M",
    help="Number of mines, or `any` (default: as FILE says).",
)
numbers: Final = click.option(
    "--numbers", is_flag=True, help="Print cells as numbers from 0 (default: as addresses)."
)


density: Final = click.option(
    "--density",
    metavar="P",
    help="Chance of a mine in each cell, such as 0.2 or 1/5, in place of a number of mines. P,P,… "
    "sets it cell by cell.",
)


def with_density(position: Position, density: str | None) -> Position:
    """The position with the density of the option."""
    if density is None:
        return position
    return position.with_density(density.split(",") if "," in density else density)


def with_mines(position: Position, mines: int | str | None) -> Position:
    """The position with the number of mines of the option."""
    if mines is None:
        return position
    return position.with_mines(mines if isinstance(mines, int) else None)


def namer(board: Board, numbers: bool) -> Callable[[int], str]:
    """How cells are printed: by address, or by number."""
    return str if numbers else board.address


def budgets_with(seconds: str) -> Callable[[Command], Command]:
    """The options of every command that computes; `seconds` is the help of `--seconds`."""
    limit = click.option(
        "--seconds", type=ranges.SECONDS, metavar="S", callback=_start_alarm, help=seconds
    )
    states = click.option(
        "--states",
        type=ranges.Whole(1),
        metavar="N",
        help="Keep at most N states in memory. Stops with exit code 3 when exceeded.",
    )
    bytes = click.option(
        "--bytes",
        type=ranges.Whole(1),
        metavar="N",
        help="The same limit in bytes; a state takes about 16 bytes.",
    )
    return lambda command: limit(states(bytes(command)))


def budgets(command: Command) -> Command:
    """The same for a command that has nothing to say after its time."""
    return budgets_with("Stop with exit code 3 after S seconds (default: no limit).")(command)


def check_text(text: str, name: str) -> None:
    """Refuse arguments with bytes that are not valid in the encoding of the command line."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter(f"{text!r} is not valid text", param_hint=name) from None


def _start_alarm(
    context: click.Context, parameter: click.Parameter, seconds: float | None
) -> float | None:
    """Start the time limit of the whole command."""
    if seconds is not None and can_ring():
        said = f"no answer within the budget of {seconds:g} seconds"
        # Only the work of the command handles the exception.
        alarm = Alarm(seconds, lambda: Timeout(said), within=Commands.work.__code__)
        context.meta[AT_END].enter_context(_hush_lost_rings())
        context.meta[AT_END].enter_context(alarm)
        context.meta[_ALARM] = alarm
    return seconds


def put_off_alarm(seconds: float) -> None:
    """Replace the rest of `--seconds` by this many seconds from now on."""
    alarm: Alarm | None = click.get_current_context().meta.get(_ALARM)
    if alarm is not None:
        alarm.put_off(seconds)


@contextmanager
def _hush_lost_rings() -> Iterator[None]:
    """Print no warning about a timeout that Python could not raise: the alarm rings again."""
    before = sys.unraisablehook

    def say_others(unraisable: Any) -> None:
        if not isinstance(unraisable.exc_value, Timeout):
            before(unraisable)

    sys.unraisablehook = say_others
    try:
        yield
    finally:
        sys.unraisablehook = before


def read(file: str, trust_flags: bool) -> Position:
    """The position in a file. Later error messages name this file."""
    position = formats.read(file, trust_flags=trust_flags)
    blame(file)
    return position


@contextmanager
def blaming(file: str) -> Iterator[None]:
    """Name this file in error messages from the body."""
    meta = click.get_current_context().meta
    before = meta.get(FILE)
    blame(file)
    yield
    meta[FILE] = before


def blame(file: str) -> None:
    """Name this file in error messages from now on."""
    names = {STANDARD: "standard input"}
    name = "the link" if formats.is_link(file) else names.get(file, file)
    click.get_current_context().meta[FILE] = name
