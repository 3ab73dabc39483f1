"""A stopwatch that measures seconds of play without pauses."""

from __future__ import annotations

import time
from collections.abc import Callable

ReadSeconds = Callable[[], float]


class Stopwatch:
    """Measures time between `start` and `stop`, any number of times. A pause ends with `resume`."""

    def __init__(self, clock: ReadSeconds = time.monotonic, passed: float = 0.0) -> None:
        """Measure with this clock, which never runs back; `passed` seconds count already."""
        self._clock = clock
        self._passed = passed
        self._since: float | None = None
        self._is_paused = False

    @property
    def seconds(self) -> float:
        """The seconds measured so far."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self._passed + running

    def since(self, passed: float) -> Stopwatch:
        """Another stopwatch that runs if this one does, after so many seconds."""
        other = Stopwatch(self._clock, passed)
        if self.is_running:
            other.start()
        return other

    @property
    def is_running(self) -> bool:
        """Whether time is passing."""
        return self._since is not None

    @property
    def is_paused(self) -> bool:
        """Whether the player has stopped it."""
        return self._is_paused

    def start(self) -> None:
        """Run; no effect if it is running or paused."""
        if self._since is None and not self._is_paused:
            self._since = self._clock()

    def stop(self) -> None:
        """Stop; no effect if it has stopped."""
        self._passed, self._since = self.seconds, None

    def pause(self) -> None:
        """Stop until `resume`."""
        self.stop()
        self._is_paused = True

    def resume(self) -> None:
        """Run again after a pause."""
        self._is_paused = False
        self.start()
