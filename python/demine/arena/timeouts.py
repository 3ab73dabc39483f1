"""Timeouts: how long a strategy may think about a turn, and who notices when it takes longer.

A strategy that plays in this very process is interrupted by an alarm. A `Clock` shows another
process since when the strategy has been thinking, and that process can end this one whatever it
does. Either is told the turn and calls the strategy.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ctypes import Array, c_ulonglong
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from demine.alarm import Alarm

TURN_SECONDS: Final = 60.0
"""Seconds that a strategy may think about one turn."""

Thought = TypeVar("Thought")


class Turn(NamedTuple):
    """A turn of the game of a seed; number 0 before the first."""

    seed: int
    number: int


class Late(BaseException):
    """The strategy did not answer in time. Passes those who catch every `Exception`."""


def say_overdue(seconds: float) -> str:
    """What is said of a strategy that thinks for longer."""
    return f"no answer within {seconds:g} seconds"


@dataclass(frozen=True)
class Interruption:
    """Interrupts a strategy by `Late` that thinks about a turn for more than so many seconds."""

    seconds: float

    def __call__(self, turn: Turn, think: Callable[[], Thought]) -> Thought:
        """What the strategy thought."""
        with Alarm(self.seconds, lambda: Late(say_overdue(self.seconds))):
            return think()


@dataclass(frozen=True, eq=False)
class Clock:
    """Since when a strategy has been thinking about which turn, for two processes to see.

    `shared` are three numbers of 64 bits in memory that both have: seed and number of the turn, and
    when thinking began, in nanoseconds of the machine's monotonic clock; 0 while nobody thinks.
    """

    shared: Array[c_ulonglong]

    def __call__(self, turn: Turn, think: Callable[[], Thought]) -> Thought:
        """What the strategy thought."""
        self.shared[0], self.shared[1] = turn
        self.shared[2] = time.monotonic_ns()
        try:
            return think()
        finally:
            self.stop()

    def stop(self) -> None:
        """Nobody thinks. The turn stays, for those who ask what was the last."""
        self.shared[2] = 0

    @property
    def turn(self) -> Turn:
        """The turn that is thought about, or was the last."""
        return Turn(*self.shared[:2])

    @property
    def seconds(self) -> float:
        """How long the strategy has been thinking; 0 if it does not think."""
        began = self.shared[2]
        return (time.monotonic_ns() - began) / 1e9 if began else 0.0
