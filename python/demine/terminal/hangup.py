"""Hang-up: the terminal closes (SIGHUP), or another process ends the game (SIGTERM)."""

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
"""Seconds before a signal is sent again."""


@contextmanager
def on_hang_up(answer: Callable[[], None]) -> Iterator[None]:
    """Call `answer` on the main thread at the first hang-up inside the block.

    Does nothing on other threads, which cannot handle signals.
    """
    if current_thread() is not main_thread():
        yield
        return

    def handle(*_: object) -> None:
        _set(signal.SIG_IGN)  # a closed terminal sends two signals
        answer()

    before = {number: signal.signal(number, handle) for number in _SIGNALS}
    try:
        with _repeated():
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def interrupt() -> None:
    """Treat a hang-up like Ctrl-C."""
    raise KeyboardInterrupt


@contextmanager
def _repeated() -> Iterator[None]:
    """Send a signal again until Python handles it.

    Python handles signals between two of its own steps. A signal just before a read would wait
    until the next key; sending it again interrupts the read.
    """
    if not hasattr(signal, "pthread_kill"):
        yield
        return
    heard, bell = socket.socketpair()
    bell.setblocking(False)  # as `set_wakeup_fd` requires
    thread = Thread(target=_repeat, args=(heard, get_ident()), daemon=True)
    thread.start()
    before = signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        _set(signal.SIG_IGN)  # later signals are ignored
        signal.set_wakeup_fd(before)
        bell.close()
        thread.join()
        heard.close()


def _repeat(heard: socket.socket, main: int) -> None:
    """Send each received signal again, until its handler ignores further ones."""
    while number := heard.recv(1):
        if number[0] in _SIGNALS:
            time.sleep(_AGAIN)
            signal.pthread_kill(main, number[0])


def _set(handler: signal.Handlers) -> None:
    for number in _SIGNALS:
        signal.signal(number, handler)
