"""A stopwatch: seconds of play, pauses left out."""

from __future__ import annotations

import time
from collections.abc import Callable

ReadSeconds = Callable[[], float]


class Stopwatch:
    """Stands still until `start`; `stop` and `start` again make a pause."""

    def __init__(self, clock: ReadSeconds = time.monotonic, passed: float = 0.0) -> None:
        """Measure with this clock, which never runs back; `passed` seconds count already."""
        self._clock = clock
        self._passed = passed
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """The time that it has run."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self._passed + running

    @property
    def is_running(self) -> bool:
        """Whether time is passing."""
        return self._since is not None

    def start(self) -> None:
        """Run; nothing if it runs already."""
        if self._since is None:
            self._since = self._clock()

    def stop(self) -> None:
        """Stand still; nothing if it does already."""
        self._passed, self._since = self.seconds, None
