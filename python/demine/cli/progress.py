"""A sign of life on the terminal while an answer takes its time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

_QUIET_SECONDS: Final = 2.0
"""Seconds before anything is shown: quick answers leave no trace."""


@contextmanager
def spinner(what: str, done: int = 0, total: int = 0) -> Iterator[None]:
    """Show a spinner and the elapsed time on stderr, if that is a terminal and the body is slow.

    With a total, a bar shows how much of it is done, and at once.

    The body runs on the calling thread, so Ctrl-C reaches it as ever. Whatever was shown is gone
    when the body ends.
    """
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    bar = (BarColumn(), MofNCompleteColumn()) if total else ()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), *bar, TimeElapsedColumn())
    progress = Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
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
    """Give the body a function that shows a number on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:.0f} {task.description}"))
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda number: progress.update(task, completed=number)


Bar = Callable[[int, str], None]
"""Takes how much is done, and what to say about it."""


@contextmanager
def bar(what: str, total: int | None) -> Iterator[Bar]:
    """A progress bar on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, said: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    said = TextColumn("{task.fields[said]}")
    columns = (TextColumn("{task.description}"), said, BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total, said="")
        yield lambda done, said: progress.update(task, completed=done, said=said)
