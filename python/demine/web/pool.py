"""The pool: worker processes that compute, while the event loop stays free.

A question waits for a free worker. The pool gives a question up when its time is over or when the
client disconnects: it kills the worker, and another one takes its place. If the client has left,
the worker first gets a moment to end by itself, because a new process takes longer to start.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final, cast

from demine.web.limits import Limits
from demine.web.problem import Problem, out_of_memory
from demine.web.turns import Asker, Turns

Report = Callable[[bytes], object]
"""Receives progress, as JSON that is already written."""

_LONGEST_LINE: Final = 64 << 20
_GRACE: Final = 2.0
"""Seconds beyond its budget in which the engine should stop by itself."""
_MOMENT: Final = 0.5
"""Seconds in which a worker may still end a question whose client has left."""
_START_SECONDS: Final = 60.0
"""Seconds in which a worker has to start."""
_ALONE: Final = {"OPENBLAS_NUM_THREADS": "1"}
"""For workers: numpy's algebra, which they do not use, takes address space for each core."""
Given = dict[str, Any] | bytes
"""The JSON object of a question, or its bytes, which only the worker reads."""


class Pool:
    """Worker processes, each started when it is first needed."""

    def __init__(self, size: int, limits: Limits) -> None:
        """Use up to `size` workers, at least three, each under these limits."""
        self.limits = limits
        self._turns = Turns(size)
        self._free: list[Process] = []
        self._alive: set[Process] = set()
        self._asked: Counter[str] = Counter()
        self._begun: set[asyncio.Task[bytes]] = set()
        self._killed: set[Process] = set()

    async def ask(
        self, who: Asker, question: str, given: Given, seconds: float, tell: Report = len
    ) -> bytes:
        """The answer as JSON; `Problem` if there is none. `tell` receives progress."""
        work = asyncio.create_task(self._ask(who, question, given, seconds, tell))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self._leave(work)
            raise

    def _leave(self, work: asyncio.Task[bytes]) -> None:
        """Cancel a question in a moment; at once if no worker has begun it."""
        if work not in self._begun:
            work.cancel()
            return
        timer = asyncio.get_running_loop().call_later(_MOMENT, work.cancel)

        def settle(done: asyncio.Task[bytes]) -> None:
            timer.cancel()
            if not done.cancelled():
                done.exception()  # nobody waits for it

        work.add_done_callback(settle)

    async def _ask(
        self, who: Asker, question: str, given: Given, seconds: float, tell: Report
    ) -> bytes:
        work = cast(asyncio.Task[bytes], asyncio.current_task())
        self._asked.update(who)
        try:
            self._check(who)
            async with self._turns.take(who, is_long=seconds > self.limits.seconds):
                self._begun.add(work)
                return await self._answer(question, given, seconds, tell)
        finally:
            self._begun.discard(work)
            self._asked.subtract(who)
            for one in who:
                if not self._asked[one]:
                    del self._asked[one]

    async def close(self) -> None:
        """End all workers; those that are free end by themselves."""
        begun = list(self._begun)
        for work in begun:
            work.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        free = set(self._free)
        await asyncio.gather(*(self._dismiss(one, one in free) for one in list(self._alive)))
        await asyncio.gather(*(one.wait() for one in self._killed))

    def _check(self, who: Asker) -> None:
        most = self.limits
        open_at_once = self._asked[who.address], self._asked[who.player], self._asked.total() // 2
        if any(
            count > limit
            for count, limit in zip(
                open_at_once, (most.address_questions, most.questions, most.waiting), strict=True
            )
        ):
            raise Problem(503, "Busy", "too many questions at once: try again in a moment")

    async def _answer(self, question: str, given: Given, seconds: float, tell: Report) -> bytes:
        worker = self._free.pop() if self._free else None
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
            if fit is not None:
                self._free.append(fit)
            elif worker is not None:
                self._end(worker)
        if kind == b"!":
            raise Problem(*json.loads(said))
        return said

    async def _start(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "demine.web.worker", json.dumps(asdict(self.limits))),
            env=os.environ | _ALONE,
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
        self._killed = {one for one in self._killed if one.returncode is None} | {worker}
        with contextlib.suppress(ProcessLookupError):
            worker.kill()


async def _dialogue(
    worker: Process, question: str, given: Given, tell: Report
) -> tuple[bytes, bytes]:
    """Ask, pass progress on, and return the kind and the content of the last line."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    body = given if isinstance(given, bytes) else json.dumps(given).encode()
    worker.stdin.write(json.dumps([question, len(body)]).encode() + b"\n")
    worker.stdin.write(body)
    with contextlib.suppress(ConnectionError):  # a dead worker shows when its answer is read
        await worker.stdin.drain()
    while line := await worker.stdout.readline():
        kind, said = line[:1], line[1:-1]
        if kind != b"~":
            return kind, said
        tell(said)
    raise EOFError
