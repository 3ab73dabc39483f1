"""A stopwatch that measures seconds of play without pauses."""

from __future__ import annotations

import time
from collections.abc import Callable

ReadSeconds = Callable[[], float]


class Stopwatch:
    """Measures time between `start` and `stop`, any number of times."""

    def __init__(self, clock: ReadSeconds = time.monotonic, passed: float = 0.0) -> None:
        """Measure with this clock, which never runs back; `passed` seconds count already."""
        self._clock = clock
        self._passed = passed
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """The seconds measured so far."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self._passed + running

    @property
    def is_running(self) -> bool:
        """Whether time is passing."""
        return self._since is not None

    def start(self) -> None:
        """Run; no effect if it is running."""
        if self._since is None:
            self._since = self._clock()

    def stop(self) -> None:
        """Stop; no effect if it has stopped."""
        self._passed, self._since = self.seconds, None
