"""Progress on stderr while a command works, if stderr is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rich.progress import Progress

_QUIET_SECONDS: Final = 2.0
"""Seconds before the spinner appears: quick answers show nothing."""


@contextmanager
def spinner(what: str, done: int = 0, total: int = 0) -> Iterator[None]:
    """Show a spinner and the elapsed time if the body is slow; with a total, a bar at once.

    The body runs on the calling thread, so Ctrl-C reaches it as usual.
    """
    if not sys.stderr.isatty():
        yield
        return
    progress = _progress("spinner", "{task.description}", *(["bar"] if total else []), "time")
    progress.add_task(what, total=total or None, completed=done)
    timer = Timer(0 if total else _QUIET_SECONDS, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        # After the join the timer has either shown the spinner or never will.
        timer.cancel()
        timer.join()
        progress.stop()


@contextmanager
def ticker(what: str) -> Iterator[Callable[[int], None]]:
    """Give the body a function that shows a running number."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    with _progress("spinner", "{task.completed:.0f} {task.description}", "time") as progress:
        task = progress.add_task(what, total=None)
        yield lambda number: progress.update(task, completed=number)


Bar = Callable[[int, str], None]
"""A function that shows the amount done, with a text."""


@contextmanager
def bar(what: str, total: int | None) -> Iterator[Bar]:
    """Give the body a function that moves a progress bar."""
    if not sys.stderr.isatty():
        yield lambda done, said: None
        return
    with _progress("{task.description}", "{task.fields[said]}", "bar") as progress:
        task = progress.add_task(what, total=total, said="")
        yield lambda done, said: progress.update(task, completed=done, said=said)


def _progress(*columns: str) -> Progress:
    """A progress display of these columns, removed at the end. Imports rich on first use."""
    from rich import progress
    from rich.console import Console

    kinds: dict[str, list[Any]] = {
        "spinner": [progress.SpinnerColumn()],
        "time": [progress.TimeElapsedColumn()],
        "bar": [progress.BarColumn(), progress.MofNCompleteColumn()],
    }
    shown = [one for name in columns for one in kinds.get(name) or [progress.TextColumn(name)]]
    return progress.Progress(
        *shown,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
