"""Processes that tests start, and those in which strategies play, looked at from outside."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from subprocess import Popen
from typing import AnyStr

import psutil

PATIENCE = 120.0
"""Seconds that a test waits for a process or a server: minutes, because machines may be busy."""


@contextmanager
def ended(process: Popen[AnyStr]) -> Iterator[Popen[AnyStr]]:
    """A process, which is over when the block is, also where a test fails before it ends it."""
    with process:
        try:
            yield process
        finally:
            process.kill()  # does nothing to one that is over


def find_workers(pid: int | None = None) -> set[int]:
    """The processes for strategies of a process and of those that it started.

    They alone have a session of their own; processes of Dask and helpers of multiprocessing do not.
    """
    started = psutil.Process(pid or os.getpid()).children(recursive=True)
    return {process.pid for process in started if _leads_a_session(process.pid)}


def _leads_a_session(pid: int) -> bool:
    try:
        return os.getsid(pid) == pid and _is_alive(pid)
    except ProcessLookupError:
        return False


def are_gone(pids: Iterable[int], within: float = PATIENCE) -> bool:
    """Whether all of these processes end within some seconds."""
    deadline = time.monotonic() + within
    while any(map(_is_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not any(map(_is_alive, pids))


def wait_for_work(pid: int, seconds: float = 0.3) -> None:
    """Until a process has worked for so many more seconds of processor time, however long."""
    before = _processor_seconds(pid)
    while _is_alive(pid) and _processor_seconds(pid) < before + seconds:
        time.sleep(0.01)


def _processor_seconds(pid: int) -> float:
    used = psutil.Process(pid).cpu_times()
    return float(used.user + used.system)


def _is_alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
