"""Pace: how many moves the solver has to make now to keep its speed."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Pace:
    """`speed` moves per second from now on, however rarely `due` is called."""

    def __init__(self, speed: float, clock: Callable[[], float] = monotonic) -> None:
        self.speed = speed
        self.clock = clock
        self._since = clock()
        self._made = 0

    def due(self) -> int:
        """The moves to make now; they count as made."""
        wanted = int((self.clock() - self._since) * self.speed) + 1
        due, self._made = max(wanted - self._made, 0), max(wanted, self._made)
        return due
