"""Timeouts: limits for the time that a strategy takes for a turn.

An alarm interrupts a strategy in this process. A `Clock` shows another process when the turn began,
and that process can end this one in any case. Both call the strategy for a turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ctypes import Array, c_ulonglong
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from demine.alarm import Alarm

TURN_SECONDS: Final = 60.0
"""The default limit in seconds for one turn of a strategy."""

Thought = TypeVar("Thought")


class Turn(NamedTuple):
    """A turn of the game of a seed; number 0 is before the first."""

    seed: int
    number: int


class TurnTimeout(BaseException):
    """The strategy did not answer in time. Not an `Exception`, so that no strategy catches it."""


def overdue_message(seconds: float) -> str:
    """The message for a strategy that takes longer."""
    return f"no answer within {seconds:g} seconds"


@dataclass(frozen=True)
class AlarmTimer:
    """Interrupts a turn with `TurnTimeout` after so many seconds."""

    seconds: float

    def __call__(self, turn: Turn, think: Callable[[], Thought]) -> Thought:
        """The strategy's answer."""
        with Alarm(self.seconds, lambda: TurnTimeout(overdue_message(self.seconds))):
            return think()


@dataclass(frozen=True, eq=False)
class Clock:
    """The current turn and its start, visible to two processes.

    `shared` is three 64-bit integers in shared memory: the seed and the number of the turn, and its
    start in nanoseconds of the machine's monotonic clock, 0 between turns.
    """

    shared: Array[c_ulonglong]

    def __call__(self, turn: Turn, think: Callable[[], Thought]) -> Thought:
        """The strategy's answer."""
        self.shared[0], self.shared[1] = turn
        self.shared[2] = time.monotonic_ns()
        try:
            return think()
        finally:
            self.stop()

    def stop(self) -> None:
        """End the turn; it stays the last one."""
        self.shared[2] = 0

    @property
    def turn(self) -> Turn:
        """The current turn, or the last one."""
        return Turn(*self.shared[:2])

    @property
    def seconds(self) -> float:
        """The seconds since the start of the turn; 0 between turns."""
        began = self.shared[2]
        return (time.monotonic_ns() - began) / 1e9 if began else 0.0
