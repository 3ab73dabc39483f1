"""Arguments and options that commands share."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from functools import partial
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Final, TypeVar

import click

from demine import formats
from demine.board import Board
from demine.cli import numbers as ranges
from demine.cli.failures import FILE, Commands
from demine.errors import Timeout
from demine.formats import STANDARD
from demine.position import Position

Command = TypeVar("Command", bound=Callable[..., Any])

_AGAIN: Final = 0.05
"""Seconds until the alarm rings again, as long as the command goes on."""

trust_flags: Final = click.option(
    "--trust-flags", is_flag=True, help="Take flagged cells (F) for mines; else they are covered."
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
    metavar="K",
    help="Exactly K mines, or `any` number, whatever FILE says.",
)
numbers: Final = click.option(
    "--numbers", is_flag=True, help="Name cells by their numbers from 0, as programs do."
)


def with_mines(position: Position, mines: int | str | None) -> Position:
    """The position with the number of mines that was asked for."""
    if mines is None:
        return position
    return position.with_mines(mines if isinstance(mines, int) else None)


def namer(board: Board, numbers: bool) -> Callable[[int], str]:
    """How cells are printed: by address, or by number."""
    return str if numbers else board.address


def budgets(command: Command) -> Command:
    """The options of every command that computes."""
    seconds = click.option(
        "--seconds",
        type=ranges.SECONDS,
        metavar="S",
        callback=_until,
        help="Give up after S seconds, reading and printing included (exit code 3).",
    )
    states = click.option(
        "--states",
        type=ranges.Whole(1),
        metavar="N",
        help="Give up when the work would pass N states (exit code 3).",
    )
    bytes = click.option(
        "--bytes",
        type=ranges.Whole(1),
        metavar="N",
        help="The same, counted in bytes: a state takes about 16.",
    )
    return seconds(states(bytes(command)))


def check_text(text: str, name: str) -> None:
    """Refuse what is no text: bytes of the command line that are not in its encoding."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter(f"{text!r} is no text", param_hint=name) from None


def _until(
    context: click.Context, parameter: click.Parameter, seconds: float | None
) -> float | None:
    """From now on the whole command has so many seconds, whatever it does with them."""
    if seconds is not None and _can_ring():
        before = signal.signal(signal.SIGALRM, partial(_ring, seconds)), sys.unraisablehook
        sys.unraisablehook = partial(_drop_ring, sys.unraisablehook)
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        context.find_root().call_on_close(partial(_no_more_ringing, *before))
    return seconds


def _can_ring() -> bool:
    """Timers belong to the main thread; elsewhere the engine alone looks at the clock."""
    return hasattr(signal, "setitimer") and current_thread() is main_thread()


def _ring(seconds: float, number: int, frame: FrameType | None) -> None:
    """Interrupt the command where that is heard; elsewhere wait for the next ring.

    Python drops what is raised while it destroys an object, and the command would go on. Before
    and after the work of a command nobody expects to be interrupted.
    """
    while frame is not None and not _is_destroying(frame):
        if frame.f_code is Commands.work.__code__:
            raise Timeout(f"no answer within the budget of {seconds:g} seconds")
        frame = frame.f_back


def _is_destroying(frame: FrameType) -> bool:
    module = frame.f_globals.get("__name__")
    return frame.f_code.co_name == "__del__" or module in ("weakref", "_weakrefset")


def _drop_ring(before: Callable[[Any], Any], unraisable: Any) -> None:
    """Say nothing of a ring that Python dropped all the same: there will be another."""
    if not isinstance(unraisable.exc_value, Timeout):
        before(unraisable)


def _no_more_ringing(handler: Any, hook: Callable[[Any], Any]) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, handler)
    sys.unraisablehook = hook


def read(file: str, trust_flags: bool) -> Position:
    """The position in a file; what fails after this names the file."""
    position = formats.read(file, trust_flags=trust_flags)
    blame(file)
    return position


def blame(file: str) -> None:
    """What fails from now on is about this file."""
    name = "standard input" if file == STANDARD else file
    click.get_current_context().meta[FILE] = name
