"""Hang-up: the terminal is closed (SIGHUP), or somebody outside asks for a polite end (SIGTERM)."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, get_ident, main_thread
from typing import Final

_SIGNALS: Final = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

_AGAIN: Final = 0.05
"""Seconds until a signal is sent again."""


@contextmanager
def on_hang_up(answer: Callable[[], None]) -> Iterator[None]:
    """Call `answer` at the first hang-up inside the block, on the main thread, at any moment.

    On other threads signals cannot be handled, and nothing is called.
    """
    if current_thread() is not main_thread():
        yield
        return

    def handle(*_: object) -> None:
        _set(signal.SIG_IGN)  # a closed terminal says so twice, and once is enough
        answer()

    before = {number: signal.signal(number, handle) for number in _SIGNALS}
    try:
        with _repeated():
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def interrupt() -> None:
    """Answer a hang-up as Ctrl-C is answered."""
    raise KeyboardInterrupt


@contextmanager
def _repeated() -> Iterator[None]:
    """Send a signal again until it is noticed.

    Python notices one between two of its own steps. One that comes after the last step before a
    read, which then waits for a key, would be noticed at that key: the read has to be interrupted.
    """
    if not hasattr(signal, "pthread_kill"):
        yield
        return
    heard, bell = socket.socketpair()
    bell.setblocking(False)  # as `set_wakeup_fd` wants it
    thread = Thread(target=_repeat, args=(heard, get_ident()), daemon=True)
    thread.start()
    before = signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        _set(signal.SIG_IGN)  # what is sent from now on comes too late
        signal.set_wakeup_fd(before)
        bell.close()
        thread.join()
        heard.close()


def _repeat(heard: socket.socket, main: int) -> None:
    """Repeat what is heard: this is heard, too, unless it was noticed and is ignored since."""
    while number := heard.recv(1):
        if number[0] in _SIGNALS:
            time.sleep(_AGAIN)
            signal.pthread_kill(main, number[0])


def _set(handler: signal.Handlers) -> None:
    for number in _SIGNALS:
        signal.signal(number, handler)
