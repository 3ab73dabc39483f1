"""Alarm: interrupts work after some seconds, wherever it is.

The system's timer sends a signal when time is up, and its handler raises in the middle of the work.
It works in the main thread only, not on every system, and not in a call into C that never returns.
Three things can go wrong, and each has a guard:

    enter: set the timer ──► work ─────────────► leave: give the timer back
                              │ time is up        │ a signal on its way arrives here:
                              ▼                   ▼ the work is over, so ignore it
                            raise ──► the work catches it and goes on: ring again, after a while,
                              │       and then so fast that one ring meets it outside every `try`
                              └─────► an object is being destroyed, where Python drops what is
                                      raised: ignore it, and ring again
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from random import uniform
from threading import current_thread, main_thread
from types import CodeType, FrameType
from typing import Any, Final

FOREVER: Final = 1e6
"""Seconds: the longest time of a timer."""

HAS_TIMER: Final = hasattr(signal, "SIGALRM") and hasattr(signal, "setitimer")
"""Whether this system has such a timer."""

_AGAIN: Final = 0.5
"""Seconds to clean up before the alarm rings again."""

_FAST: Final = 5e-5
"""The longest interval, in seconds, between rings after the work has caught one."""


def can_ring() -> bool:
    """Whether the caller can be interrupted."""
    return HAS_TIMER and current_thread() is main_thread()


class Alarm:
    """`with Alarm(seconds, error):` raises the error in the middle of work that takes longer.

    Alarms nest: an inner one borrows the timer and gives it back.
    """

    def __init__(
        self, seconds: float, error: Callable[[], BaseException], within: CodeType | None = None
    ) -> None:
        """Ring after these seconds; with `within`, only while a call of that code is running."""
        self._seconds, self._error, self._within = seconds, error, within
        self._rings = 0

    def __enter__(self) -> None:
        """Start the timer."""
        self._began = time.monotonic()
        self._left, self._interval = signal.setitimer(signal.ITIMER_REAL, 0)
        self._before: Any = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, min(self._seconds, self._left or FOREVER), _AGAIN)

    def __exit__(self, *_: object) -> None:
        """Give the timer back; if its former owner's time is over, ring there at once."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        if self._left:
            left = self._left - (time.monotonic() - self._began)
            signal.setitimer(signal.ITIMER_REAL, max(left, _AGAIN), self._interval)
            if left <= 0 and callable(self._before):
                self._before(signal.SIGALRM, sys._getframe())

    def put_off(self, seconds: float) -> None:
        """Ring these seconds from now instead: the work caught the alarm and may go on."""
        self._rings = 0
        signal.setitimer(signal.ITIMER_REAL, min(seconds, FOREVER), _AGAIN)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if not self._is_heard(frame):
            return
        self._rings += 1
        if self._rings > 1:
            signal.setitimer(signal.ITIMER_REAL, uniform(1e-6, _FAST), _AGAIN)
        raise self._error()

    def _is_heard(self, frame: FrameType | None) -> bool:
        """Whether an error raised in this frame would reach the work."""
        if frame is None or frame.f_globals is globals():
            return False
        while frame is not None and frame.f_code is not self._within:
            if _is_destroying(frame):
                return False
            frame = frame.f_back
        return frame is not None or self._within is None


def _is_destroying(frame: FrameType) -> bool:
    module = frame.f_globals.get("__name__")
    return frame.f_code.co_name == "__del__" or module in ("weakref", "_weakrefset")
