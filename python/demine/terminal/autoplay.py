"""Autoplay: a solver that plays on the screen, at a speed that the player sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from textual.app import App
from textual.timer import Timer

from demine.terminal.pace import Pace

SPEEDS: Final = (1, 2, 5, 10, 20, 50)
"""Moves per second."""

_TICKS: Final = 10
"""Screen updates per second."""


class Autoplay:
    """Calls `play` with the number of moves that are due, as long as it is on."""

    def __init__(self, app: App[Any], play: Callable[[int], None]) -> None:
        self._app, self._play = app, play
        self.timer: Timer | None = None
        self._place = 2
        self.pace = Pace(self.speed)

    @property
    def is_on(self) -> bool:
        """Whether the solver plays."""
        return self.timer is not None

    @property
    def speed(self) -> int:
        """Moves per second."""
        return SPEEDS[self._place]

    def toggle(self) -> None:
        """Start, or stop."""
        if self.is_on:
            self.stop()
        else:
            self.pace = Pace(self.speed)
            every = 1 / min(self.speed, _TICKS)
            self.timer = self._app.set_interval(every, self.tick)

    def tick(self) -> None:
        """Make the moves that are due."""
        self._play(self.pace.due())

    def stop(self) -> None:
        """Stop; no effect if it is off."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None

    def change_speed(self, by: int) -> None:
        """Play faster or slower, from now on."""
        self._place = min(max(self._place + by, 0), len(SPEEDS) - 1)
        if self.is_on:
            self.stop()
            self.toggle()
