"""The pool: worker processes that think, while the event loop only listens.

A question waits for a free worker, and is answered, or given up: when its time is over, or when
whoever asked has left. Giving up kills the worker, wherever the engine is; another takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from demine.web.problem import Problem

Report = Callable[[bytes], object]
"""Hears of progress: JSON that is already written."""

_LONGEST_LINE: Final = 64 << 20
_GRACE: Final = 2.0
"""Seconds that the engine gets to notice by itself that its time is over."""
_START_SECONDS: Final = 60.0
"""Seconds in which a worker has to be ready."""
_AT_ONCE: Final = 8
"""Questions that one client may have open."""


class Pool:
    """So many workers, each started when it is first needed."""

    def __init__(self, size: int, waiting: int) -> None:
        """Keep up to `size` workers busy and up to `waiting` questions in a queue."""
        self.waiting = waiting
        self._free: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._alive: set[Process] = set()
        self._asked: Counter[str] = Counter()
        for _ in range(size):
            self._free.put_nowait(None)

    async def ask(
        self, who: str, question: str, given: dict[str, Any], seconds: float, tell: Report = len
    ) -> bytes:
        """The answer as JSON; `Problem` if there is none. `tell` hears of progress, as JSON."""
        self._asked[who] += 1
        try:
            self._check(who)
            return await self._answer(question, given, seconds, tell)
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]

    async def close(self) -> None:
        """End all workers: those that are free end by themselves."""
        free = {self._free.get_nowait() for _ in range(self._free.qsize())}
        await asyncio.gather(*(self._dismiss(one, one in free) for one in list(self._alive)))

    def _check(self, who: str) -> None:
        if self._asked[who] > _AT_ONCE or self._asked.total() > self.waiting:
            raise Problem(503, "Busy", "too many questions are open: try again in a moment")

    async def _answer(
        self, question: str, given: dict[str, Any], seconds: float, tell: Report
    ) -> bytes:
        worker = await self._free.get()
        fit = None
        try:
            worker = worker or await self._start()  # not at the cost of the question
            async with asyncio.timeout(seconds + _GRACE):
                kind, said = await _dialogue(worker, question, given, tell)
            fit = worker
        except TimeoutError:
            line = f"no answer within {seconds:g} seconds, the budget of this question"
            raise Problem(422, "Timeout", line) from None
        except EOFError:
            line = "this takes more memory than the server gives"
            raise Problem(422, "TooWide", line) from None
        finally:
            if fit is None and worker is not None:
                self._end(worker)
            self._free.put_nowait(fit)
        if kind == b"!":
            raise Problem(*json.loads(said))
        return said

    async def _start(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "demine.web.worker"),
            stdin=PIPE,
            stdout=PIPE,
            limit=_LONGEST_LINE,
        )
        self._alive.add(worker)
        assert worker.stdout is not None
        try:
            async with asyncio.timeout(_START_SECONDS):
                await worker.stdout.readline()  # it says a line when it is ready
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
    """Ask, pass progress on, and give the last line: its kind and what it says."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps([question, given]).encode() + b"\n")
    with contextlib.suppress(ConnectionError):  # it died: reading tells
        await worker.stdin.drain()
    while line := await worker.stdout.readline():
        kind, said = line[:1], line[1:-1]
        if kind != b"~":
            return kind, said
        tell(said)
    raise EOFError
