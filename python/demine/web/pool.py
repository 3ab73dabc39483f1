"""The pool: worker processes that compute, while the event loop stays free.

A question waits for a free worker. The pool gives a question up when its time is over or when the
client disconnects: it kills the worker, and another one takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from demine.web.limits import Limits
from demine.web.problem import Problem, out_of_memory

Report = Callable[[bytes], object]
"""Receives progress, as JSON that is already written."""

_LONGEST_LINE: Final = 64 << 20
_GRACE: Final = 2.0
"""Seconds beyond its budget in which the engine should stop by itself."""
_START_SECONDS: Final = 60.0
"""Seconds in which a worker has to start."""
_AT_ONCE: Final = 8
"""Questions that one client may have open."""


class Pool:
    """Worker processes, each started when it is first needed."""

    def __init__(self, size: int, limits: Limits) -> None:
        """Use up to `size` workers, each under these limits."""
        self.limits = limits
        self._free: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._alive: set[Process] = set()
        self._asked: Counter[str] = Counter()
        for _ in range(size):
            self._free.put_nowait(None)

    async def ask(
        self, who: str, question: str, given: dict[str, Any], seconds: float, tell: Report = len
    ) -> bytes:
        """The answer as JSON; `Problem` if there is none. `tell` receives progress."""
        self._asked[who] += 1
        try:
            self._check(who)
            return await self._answer(question, given, seconds, tell)
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]

    async def close(self) -> None:
        """End all workers; those that are free end by themselves."""
        free = {self._free.get_nowait() for _ in range(self._free.qsize())}
        await asyncio.gather(*(self._dismiss(one, one in free) for one in list(self._alive)))

    def _check(self, who: str) -> None:
        if self._asked[who] > _AT_ONCE or self._asked.total() > self.limits.waiting:
            raise Problem(503, "Busy", "too many questions at once: try again in a moment")

    async def _answer(
        self, question: str, given: dict[str, Any], seconds: float, tell: Report
    ) -> bytes:
        worker = await self._free.get()
        fit = None
        try:
            worker = worker or await self._start()  # before the time of the question begins
            async with asyncio.timeout(seconds + _GRACE):
                kind, said = await _dialogue(worker, question, given, tell)
            fit = worker
        except TimeoutError:
            line = f"this took longer than {seconds:g} seconds: open more cells or try again"
            raise Problem(422, "Timeout", line) from None
        except EOFError:
            raise out_of_memory() from None
        finally:
            if fit is None and worker is not None:
                self._end(worker)
            self._free.put_nowait(fit)
        if kind == b"!":
            raise Problem(*json.loads(said))
        return said

    async def _start(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "demine.web.worker", json.dumps(asdict(self.limits))),
            stdin=PIPE,
            stdout=PIPE,
            limit=_LONGEST_LINE,
        )
        self._alive.add(worker)
        assert worker.stdout is not None
        try:
            async with asyncio.timeout(_START_SECONDS):
                await worker.stdout.readline()  # it writes a line when it is ready
        except BaseException:
            self._end(worker)
            raise
        return worker

    async def _dismiss(self, worker: Process, free: bool) -> None:
        assert worker.stdin is not None
        if free:
            worker.stdin.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(worker.wait(), _GRACE)
        self._end(worker)
        await worker.wait()

    def _end(self, worker: Process) -> None:
        self._alive.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.kill()


async def _dialogue(
    worker: Process, question: str, given: dict[str, Any], tell: Report
) -> tuple[bytes, bytes]:
    """Ask, pass progress on, and return the kind and the content of the last line."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps([question, given]).encode() + b"\n")
    with contextlib.suppress(ConnectionError):  # a dead worker shows when its answer is read
        await worker.stdin.drain()
    while line := await worker.stdout.readline():
        kind, said = line[:1], line[1:-1]
        if kind != b"~":
            return kind, said
        tell(said)
    raise EOFError
