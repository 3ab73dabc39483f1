"""Timeouts: how long a strategy may think about a turn, and who notices when it takes longer.

A `Watch` lets a strategy think. The `Alarm` interrupts one that plays in this very process; what it
cannot interrupt is a call into C that never returns. A `Clock` shows another process since when
the strategy has been thinking, and that process can end this one whatever it does.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from ctypes import Array, c_ulonglong
from dataclasses import dataclass
from random import uniform
from types import FrameType
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeVar

TURN_SECONDS: Final = 60.0
"""Seconds that a strategy may think about one turn."""

FOREVER: Final = 1e6
"""As good as forever: timers do not take more."""

_AGAIN: Final = 1.0
"""Seconds that a late strategy has to put things in order before the alarm rings again."""

_FAST: Final = 5e-5

_SEED, _NUMBER, _BEGAN, _RETIRED = range(4)

CAN_INTERRUPT: Final = hasattr(signal, "SIGALRM") and hasattr(signal, "setitimer")
"""Whether this system has what an `Alarm` needs; without it, strategies play in processes only."""

Thought = TypeVar("Thought")


def overdue(seconds: float) -> str:
    """What is said of a strategy that thinks for longer."""
    return f"no answer within {seconds:g} seconds"


class Turn(NamedTuple):
    """A turn of the game of a seed."""

    seed: int
    number: int


class Watch(Protocol):
    """Lets a strategy think about a turn."""

    def __call__(self, turn: Turn, think: Callable[[], Thought], /) -> Thought:
        """What the strategy thought."""


class Late(BaseException):
    """The strategy did not answer in time. Passes those who catch every `Exception`."""


class _Outer(NamedTuple):
    """Whoever waited for the timer's signal before, and for how long: `--seconds`, for one."""

    handler: Any
    seconds: float
    interval: float

    @classmethod
    def take(cls, ring: Callable[[int, FrameType | None], None]) -> _Outer:
        """Have the signal answered by another."""
        left, interval = signal.setitimer(signal.ITIMER_REAL, 0)
        return cls(signal.signal(signal.SIGALRM, ring), left or FOREVER, interval)

    def give_back(self, passed: float) -> None:
        """The signal is its own again; if its time is over meanwhile, it is told at once."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.handler)
        if self.seconds >= FOREVER:
            return
        left = self.seconds - passed
        signal.setitimer(signal.ITIMER_REAL, max(left, self.interval or _AGAIN), self.interval)
        if left <= 0 and callable(self.handler):
            self.handler(signal.SIGALRM, sys._getframe())


class Alarm:
    """Interrupts a strategy by `Late`. Only the main thread of a process can be interrupted.

    The system's timer sends a signal when time is up, and its handler `_ring` raises `Late` inside
    the strategy. Two things can go wrong, and each has its guard:

        __call__   set timer ──► think() ─────────────► stop timer
                                   │ time is up           │ a signal on its way arrives here:
                                   ▼                      ▼ nobody thinks any more, so ignore it
                                 Late ──► the strategy catches it and goes on: ring again, after
                                          a second, and then so fast that one ring meets it
                                          outside every `try`
    """

    def __init__(self, seconds: float) -> None:
        """Ring after so many seconds of each turn."""
        self._seconds = seconds
        self._words = overdue(seconds)
        self._thinks = False
        self._rings = 0

    def __call__(self, turn: Turn, think: Callable[[], Thought]) -> Thought:
        """What the strategy thought, unless it is late."""
        self._rings = 0
        outer, began = _Outer.take(self._ring), time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, min(self._seconds, outer.seconds), _AGAIN)
        self._thinks = True
        try:
            return think()
        except Late:
            raise Late(self._words) from None
        finally:
            self._thinks = False
            outer.give_back(time.monotonic() - began)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        # The strategy is interrupted, never the one who asks it and puts the alarm back.
        if not self._thinks or frame is None or frame.f_code is Alarm.__call__.__code__:
            return
        self._rings += 1
        if self._rings > 1:
            # It caught `Late` and goes on. Ring fast: soon one meets it where it catches nothing.
            signal.setitimer(signal.ITIMER_REAL, uniform(1e-6, _FAST), _AGAIN)
        raise Late


@dataclass(frozen=True, eq=False)
class Clock:
    """Since when a strategy has been thinking about which turn, for two processes to see.

    `shared` are `SIZE` numbers of 64 bits in memory that both have: seed and number of the turn,
    when thinking began in nanoseconds (0 while nobody thinks), and whether the process retired.
    """

    shared: Array[c_ulonglong]

    SIZE: ClassVar = 4

    def __post_init__(self) -> None:
        """Time runs from the start, before there is a turn."""
        self.shared[_BEGAN] = self.shared[_BEGAN] or time.monotonic_ns()

    def __call__(self, turn: Turn, think: Callable[[], Thought]) -> Thought:
        """What the strategy thought."""
        self.shared[_SEED], self.shared[_NUMBER] = turn
        # Monotonic time is the same in all processes of a machine.
        self.shared[_BEGAN] = time.monotonic_ns()
        try:
            return think()
        finally:
            self.begin_waiting()

    def begin_waiting(self) -> None:
        """Nobody thinks. The turn stays, for those who ask what was the last."""
        self.shared[_BEGAN] = 0

    def retire(self) -> None:
        """The process ends by itself, and no strategy is to blame."""
        self.shared[_RETIRED] = 1

    @property
    def is_retired(self) -> bool:
        """Whether the process ended by itself."""
        return self.shared[_RETIRED] == 1

    @property
    def turn(self) -> Turn:
        """The turn that is thought about, or was the last; number 0 before the first."""
        return Turn(self.shared[_SEED], self.shared[_NUMBER])

    @property
    def seconds(self) -> float:
        """How long the strategy has been thinking; 0 if it does not think."""
        began = self.shared[_BEGAN]
        return (time.monotonic_ns() - began) / 1e9 if began else 0.0
