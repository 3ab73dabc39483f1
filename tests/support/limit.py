"""A limit for every test: one that hangs fails, and says where each of its threads was.

A plugin could do this with the signal that our own alarms use, or by ending the whole process. In
the second case pytest-xdist begins the hung test again and again, in one new process after another.
"""

from __future__ import annotations

import faulthandler
import math
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Final

import pytest

SECONDS: Final = 400.0
"""For the preparation of a test, for the test and for its end: waits in a test end before."""
_AGAIN: Final = 20.0
"""Seconds after which what goes on is interrupted once more."""
_UNHEARD: Final = 3
"""Interrupts without an effect after which the process is ended: it waits outside of Python."""


class Limit:
    """Interrupts the main thread if a step takes too long, on systems with signals for that."""

    def __init__(self, seconds: float = SECONDS) -> None:
        """Watch from now on; nothing has a limit yet."""
        self.seconds = self._seconds = seconds
        self._until, self._unheard = math.inf, 0
        if hasattr(signal, "SIGUSR2"):
            signal.signal(signal.SIGUSR2, self._fail)
            threading.Thread(target=self._watch, name="limit of tests", daemon=True).start()

    @contextmanager
    def applied(self, item: pytest.Item) -> Iterator[None]:
        """A step of the test fails if it takes too long; `minutes` marks those that may."""
        marked = item.get_closest_marker("minutes")
        self._seconds = self.seconds if marked is None else 60.0 * marked.args[0]
        self._until = monotonic() + self._seconds
        try:
            yield
        finally:
            self._until = math.inf

    def _watch(self) -> None:
        main, never = threading.main_thread().ident, threading.Event()
        assert main is not None
        while not never.wait(min(1.0, self.seconds)):  # tests replace time.sleep
            if monotonic() > self._until:
                self._until, self._unheard = self._until + _AGAIN, self._unheard + 1
                signal.pthread_kill(main, signal.SIGUSR2)
            if self._unheard > _UNHEARD:
                os._exit(1)

    def _fail(self, number: int, frame: FrameType | None) -> None:
        self._unheard = 0
        if self._until < math.inf:  # else the step ended while the signal was under way
            faulthandler.dump_traceback(sys.__stderr__ or 2)
            pytest.fail(f"a test took longer than {self._seconds:g} seconds")
