"""Worker: a process in which a strategy in Python plays, and which can be ended whatever it does.

Whoever holds a worker hands it chunks of games and waits for what became of them. The worker's
`Clock` tells since when the strategy has been thinking about a turn; one that takes too long is
ended. Strategies may print: what is said about games goes through a pipe that they do not know.

Workers are spawned by multiprocessing, on every system alike. None outlives its holder: see
`_end_with_holder`.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Final

from demine.arena.contest import Contest, place
from demine.arena.timeouts import Clock, overdue
from demine.arena.workers.payload import Payload, pack
from demine.arena.workers.player import Outcomes, play_watched
from demine.errors import StrategyError

Chunk = tuple[int, int]
"""The seed of the first game, and the number of games."""

Played = tuple[Chunk, Outcomes]
"""A chunk and what became of it."""

START: Final = 120.0
"""Seconds that a process may take to start and to find the strategy."""

_LOOK: Final = 0.5
"""Seconds after which whoever waits looks up, so that Ctrl-C is noticed on every system."""

_SPAWN: Final = get_context("spawn")


class Retired(Exception):
    """The process had just ended by itself, since nobody had asked it for a while."""


class Worker:
    """A process that plays chunk after chunk, one at a time. It starts with the first."""

    def __init__(self, payload: Payload, patience: float, idle: float | None = None) -> None:
        """For a contest's strategy, which may think about a turn for so many seconds.

        The process retires after `idle` seconds without work.
        """
        self._payload = payload
        self._patience = patience
        self._idle = idle
        self._process: SpawnProcess | None = None

    def begin(self, chunk: Chunk) -> None:
        """Hand over a chunk."""
        if self._process is None or not self._process.is_alive():
            self._start()
        self._send(chunk)

    def _start(self) -> None:
        self.close()
        self.line, line = _SPAWN.Pipe()
        self._clock = Clock(_SPAWN.RawArray("Q", Clock.SIZE))
        self._process = _SPAWN.Process(target=serve, args=(line, self._clock, self._idle))
        self._process.daemon = True
        _allow_children()
        try:
            with line, _block_interrupts():
                self._process.start()
        except RuntimeError:  # Said by multiprocessing where a script runs anew to be imported.
            self._process = None
            why = "a script that plays in processes needs if __name__ == '__main__'"
            raise StrategyError(why) from None
        self._send(self._payload)

    def _send(self, message: Payload | Chunk) -> None:
        with suppress(OSError):  # Nobody reads: the process has ended, and `result` will say so.
            self.line.send(message)

    @property
    def left(self) -> float:
        """Seconds before which patience is not at an end."""
        return max(0.0, self._limit - self._clock.seconds)

    @property
    def _limit(self) -> float:
        return self._patience if self._clock.turn.number else START

    def late(self) -> StrategyError | None:
        """What is to be said if patience is at an end."""
        return None if self.left > 0 else self._error(overdue(self._limit))

    def result(self) -> Outcomes:
        """What became of the chunk, once the line has it; `StrategyError` if it went wrong."""
        try:
            answer: Outcomes | StrategyError = self.line.recv()
        except (EOFError, OSError):
            if self._clock.is_retired:
                raise Retired from None
            raise self._error(self._end()) from None
        if isinstance(answer, StrategyError):
            raise answer
        return answer

    def _end(self) -> str:
        """How the process ended by itself."""
        assert self._process is not None
        self._process.join(1)
        self.kill()
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"its process was ended by signal {-code} ({signal.strsignal(-code)})"
        return f"its process ended with exit code {code}"

    def _error(self, what: str) -> StrategyError:
        turn, record = self._clock.turn, self._payload.record
        starting = f"strategy {record['strategy']}, before its first game"
        return StrategyError(f"{place(record, *turn) if turn.number else starting}: {what}")

    def kill(self) -> None:
        """End the process and, where it has a session, those it started. Any thread may do so."""
        if self._process is None or self._process.exitcode is not None:
            return
        try:
            os.killpg(self._process.ident or 0, signal.SIGKILL)
        except (AttributeError, OSError):  # No such thing on this system, or no session yet.
            self._process.kill()
        self._process.join()

    def close(self) -> None:
        """End the process and forget it."""
        if self._process is not None:
            self.kill()
            self._process = None
            self.line.close()


def _allow_children() -> None:
    """Let a worker of Dask, which is a daemon, have children: ours end with it all the same."""
    getattr(current_process(), "_config", {}).pop("daemon", None)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Have processes that start here ignore Ctrl-C from the beginning: their holder ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def hire(contest: Contest, number: int, patience: float) -> Iterator[Sequence[Worker]]:
    """So many workers on this machine, which are closed in the end."""
    payload = pack(contest)
    workers = [Worker(payload, patience) for _ in range(number)]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.close()


def deal(workers: Sequence[Worker], chunks: Iterable[Chunk]) -> Iterator[Played]:
    """Have workers play chunks; give what became of each, as they come.

    When a strategy fails, the chunks that are finished come first, and then its `StrategyError`.
    """
    waiting, busy = iter(chunks), _Busy()
    busy.begin(workers, waiting)
    while busy.chunks:
        free, finished, failure = busy.wait()
        if failure is None:
            busy.begin(free, waiting)
        yield from finished
        if failure is not None:
            raise failure


class _Busy:
    """The workers that play, and what."""

    def __init__(self) -> None:
        self.chunks: dict[Worker, Chunk] = {}

    def begin(self, free: Iterable[Worker], waiting: Iterator[Chunk]) -> None:
        for worker, chunk in zip(free, waiting, strict=False):
            worker.begin(chunk)
            self.chunks[worker] = chunk

    def wait(self) -> tuple[list[Worker], list[Played], StrategyError | None]:
        """Who is free again, what is finished, and what went wrong, after some time."""
        free, finished, failure = [], [], None
        soonest = min(worker.left for worker in self.chunks)
        ready = wait([worker.line for worker in self.chunks], min(soonest, _LOOK))
        for worker in [worker for worker in self.chunks if worker.line in ready]:
            chunk = self.chunks.pop(worker)
            try:
                finished.append((chunk, worker.result()))
                free.append(worker)
            except StrategyError as error:
                failure = error
        late = (worker.late() for worker in self.chunks)
        return free, finished, failure or next(filter(None, late), None)


def serve(line: Connection, clock: Clock, idle: float | None) -> None:
    """What the process does: play what it is asked to, as long as somebody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()
    _end_with_holder()
    payload: Payload = line.recv()
    try:
        contest = payload.unpack()
    except StrategyError as error:
        line.send(_with_cause(error))
        return
    clock.begin_waiting()
    with suppress(EOFError):
        while line.poll(idle):
            line.send(_outcomes(contest, line.recv(), clock))
        clock.retire()


def _end_with_holder() -> None:
    """Have this process end when its holder is gone, however that came to be.

    A thread waits for it, which is enough unless the strategy hangs in C without letting threads
    run. So Linux is asked, too: it signals by SIGIO that a pipe was closed, to all processes of
    this session, and a process that does not handle SIGIO is ended by it in the middle of anything.
    """
    holder = parent_process()
    assert holder is not None
    Thread(target=_exit_after, args=(holder.sentinel,), daemon=True).start()
    if sys.platform == "linux":
        with suppress(ImportError, OSError):
            import fcntl

            signal.signal(signal.SIGIO, signal.SIG_DFL)
            fcntl.fcntl(holder.sentinel, fcntl.F_SETOWN, -os.getpgrp())
            fcntl.fcntl(holder.sentinel, fcntl.F_SETFL, os.O_ASYNC)


def _exit_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _outcomes(contest: Contest, chunk: Chunk, clock: Clock) -> Outcomes | StrategyError:
    """What became of a chunk."""
    assert not isinstance(contest.strategy, str)
    seed, games = chunk
    try:
        return play_watched(contest, contest.strategy, range(seed, seed + games), clock)
    except StrategyError as error:
        return _with_cause(error)
    finally:
        # What was printed must not wait for an end that may be sudden.
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()


def _with_cause(error: StrategyError) -> StrategyError:
    """The error with the traceback of its cause, which does not travel, as a note."""
    if error.__cause__ is not None:
        error.add_note("".join(traceback.format_exception(error.__cause__)))
    return error
