"""Patience: how long a strategy may think about a turn, and who notices when it takes longer.

A `Watch` lets a strategy think. The `Alarm` interrupts one that plays in this very process; what it
cannot interrupt is a call into C that never returns. A `Clock` shows another process since when
the strategy has been thinking, and that process can end this one whatever it does.
"""

from __future__ import annotations

import mmap
import signal
import time
from collections.abc import Callable
from random import uniform
from struct import Struct
from types import FrameType
from typing import Final, NamedTuple, Protocol, TypeVar

PATIENCE: Final = 60.0
"""Seconds that a strategy may think about one turn."""

LONGEST: Final = 1e6
"""As good as forever: timers do not take more."""

_AGAIN: Final = 1.0
"""Seconds that a late strategy has to put things in order before the alarm rings again."""

_FAST: Final = 5e-5

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


class Alarm:
    """Interrupts a strategy by `Late`. Only the main thread of a process can be interrupted."""

    def __init__(self, seconds: float) -> None:
        """Ring after so many seconds of each turn."""
        self._seconds = seconds
        self._words = overdue(seconds)
        self._thinks = False
        self._rings = 0

    def __call__(self, turn: Turn, think: Callable[[], Thought]) -> Thought:
        """What the strategy thought, unless it is late."""
        self._rings = 0
        before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self._seconds, _AGAIN)
        self._thinks = True
        try:
            return think()
        except Late:
            raise Late(self._words) from None
        finally:
            self._thinks = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        # The strategy is interrupted, never the one who asks it and puts the alarm back.
        if not self._thinks or frame is None or frame.f_code is Alarm.__call__.__code__:
            return
        self._rings += 1
        if self._rings > 1:
            # It caught `Late` and goes on. Ring fast: soon one meets it where it catches nothing.
            signal.setitimer(signal.ITIMER_REAL, uniform(1e-6, _FAST), _AGAIN)
        raise Late


class Clock:
    """Since when a strategy has been thinking about which turn, for two processes to see."""

    _TURN: Final = Struct("@QQ")
    _BEGAN: Final = Struct("@d")
    SIZE: Final = _TURN.size + _BEGAN.size

    def __init__(self, file: int) -> None:
        """A clock in a file of `SIZE` bytes, which both processes have open."""
        self._shown = mmap.mmap(file, self.SIZE)

    def __call__(self, turn: Turn, think: Callable[[], Thought]) -> Thought:
        """What the strategy thought."""
        self.start(turn)
        try:
            return think()
        finally:
            self.stop()

    def start(self, turn: Turn) -> None:
        """Thinking begins."""
        self._TURN.pack_into(self._shown, 0, *turn)
        # Monotonic time is the same in all processes of a machine.
        self._BEGAN.pack_into(self._shown, self._TURN.size, time.monotonic())

    def stop(self) -> None:
        """Thinking is over. The turn stays, for those who ask what was the last."""
        self._BEGAN.pack_into(self._shown, self._TURN.size, 0.0)

    @property
    def turn(self) -> Turn:
        """The turn that is thought about, or was the last."""
        return Turn(*self._TURN.unpack_from(self._shown))

    @property
    def seconds(self) -> float:
        """How long the strategy has been thinking; 0 if it does not think."""
        (began,) = self._BEGAN.unpack_from(self._shown, self._TURN.size)
        return time.monotonic() - began if began else 0.0

    def close(self) -> None:
        """Let go of the file."""
        self._shown.close()
