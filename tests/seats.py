"""The processes in which strategies play, looked at from outside."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

import psutil

_MODULE = "demine.arena.workers.process"


def seats(pid: int | None = None) -> set[int]:
    """The seats of a process and of those that it started."""
    started = psutil.Process(pid or os.getpid()).children(recursive=True)
    return {
        process.pid for process in started if "demine.arena.workers.process" in _command(process)
    }


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def gone(pids: Iterable[int], within: float = 10.0) -> bool:
    """Whether all of these processes end within some seconds."""
    deadline = time.monotonic() + within
    while any(map(_is_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not any(map(_is_alive, pids))


def _is_alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
