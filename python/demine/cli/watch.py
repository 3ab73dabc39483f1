"""Progress of a simulation: the current winning rate."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from demine.arena import Tally
from demine.cli.progress import Bar
from demine.wording import percent


class Watch:
    """Shows the current win rate, and counts the games played in this process."""

    def __init__(self, progress: Bar) -> None:
        self.progress = progress
        self.played = 0
        self.tally: Tally | None = None

    def __call__(self, tally: Tally, chunk: Tally) -> None:
        """After a chunk: the total tally, and the chunk's."""
        self.tally = tally
        self.played += chunk.games
        self.progress(tally.games, percent(tally.rate, 2))

    @contextmanager
    def tell_if_interrupted(self) -> Iterator[None]:
        """Print the results so far if the run is interrupted."""
        try:
            yield
        except KeyboardInterrupt:
            if self.tally is not None:
                click.echo(f"so far: {self.tally}", err=True)
            raise
