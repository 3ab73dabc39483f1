"""Workers: processes in which strategies in Python play, each of which can be ended.

A `Worker` is handed a chunk of games and gives what became of them, or a `StrategyError` that names
the game and the turn. Its `Clock` tells since when the strategy has been thinking; one that takes
too long is ended. Strategies may print: what is said about games goes through a pipe of its own.

Workers are spawned by multiprocessing, on every system alike, and none outlives its holder.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Lock, Thread, get_ident
from typing import Any, Final, NamedTuple

from demine import alarm
from demine.arena.contest import Contest, place
from demine.arena.player import Chunk, Outcomes, Played, play_watched
from demine.arena.timeouts import Clock, say_overdue
from demine.errors import StrategyError

_START_SECONDS: Final = 120.0
"""Seconds that a process may take to start and to find the strategy."""

_IDLE_SECONDS: Final = 20.0
"""Seconds without work after which a process of a cluster retires: a run may end without a word."""

_LOOK: Final = 0.5
"""Seconds after which whoever waits looks up: at Ctrl-C, and at the clock of the strategy."""

_SPAWN: Final = get_context("spawn")


class Payload(NamedTuple):
    """A contest on its way to another process: its record, and the contest as bytes."""

    record: dict[str, Any]
    contest: bytes


def pack_contest(contest: Contest, by_value: bool = False) -> Payload:
    """A contest for other processes; `StrategyError` if it cannot be sent.

    Functions are sent by name. What has no name that others could look up, like a lambda or what a
    notebook defines, can be sent by value; cloudpickle does that.
    """
    try:
        if not by_value:
            return Payload(contest.record, pickle.dumps(contest))
        import cloudpickle

        return Payload(contest.record, cloudpickle.dumps(contest))
    except Exception as error:
        raise _cannot_send(contest.record, error) from None


def _cannot_send(record: dict[str, Any], why: Exception) -> StrategyError:
    instead = ", or play with one worker in the main thread" if alarm.HAS_TIMER else ""
    known = f"strategy {record['strategy']} cannot be sent to other processes: {why}"
    return StrategyError(f"{known}; put it into a module{instead}")


class Worker:
    """A process that plays chunk after chunk. It starts with the first."""

    def __init__(self, payload: Payload, patience: float, idle: float | None = None) -> None:
        """For a contest's strategy, which may think about a turn for so many seconds.

        The process retires after `idle` seconds without work.
        """
        self._payload, self._patience, self._idle = payload, patience, idle
        self._lock, self._is_started, self._is_ended = Lock(), False, False

    def play(self, chunk: Chunk) -> Outcomes:
        """What became of a chunk; `StrategyError` if the strategy fails, hangs or dies."""
        if not self._is_started:
            self._start()
        try:
            with suppress(OSError):  # It has ended: what it said before is still there.
                self._line.send(chunk)
            answer = self._receive()
        except (EOFError, OSError):
            raise self._error(self._say_how_it_ended()) from None
        if isinstance(answer, StrategyError):
            raise answer
        if answer is None:  # It had just retired.
            self._is_started = False
            return self.play(chunk)
        return answer

    def _start(self) -> None:
        self._line, line = _SPAWN.Pipe()
        self._clock = Clock(_SPAWN.RawArray("Q", [0, 0, time.monotonic_ns()]))
        given = line, self._clock, self._payload, self._idle
        self._process = _SPAWN.Process(target=_serve, args=given, daemon=True)
        with self._lock, line:
            if self._is_ended:
                raise StrategyError("the run has ended")
            try:
                with _prepare_start():
                    self._process.start()
            except RuntimeError:  # Said by multiprocessing where a script runs anew to be imported.
                why = "a script that plays in processes needs if __name__ == '__main__'"
                raise StrategyError(why) from None
            self._is_started = True

    def _receive(self) -> Outcomes | StrategyError | None:
        while True:
            limit = self._patience if self._clock.turn.number else _START_SECONDS
            left = limit - self._clock.seconds
            if left <= 0:
                raise self._error(say_overdue(limit))
            if self._line.poll(min(left, _LOOK)):
                answer: Outcomes | StrategyError | None = self._line.recv()
                return answer

    def end(self, grace: float = 0.0) -> None:
        """End the process, if it does not end by itself, and those it started; from any thread."""
        with self._lock:
            self._is_ended = True
            if not self._is_started:
                return
            self._process.join(grace)
            if self._process.exitcode is None:
                try:
                    os.killpg(self._process.ident or 0, signal.SIGKILL)
                except (AttributeError, OSError):  # Not on this system, or it has no session yet.
                    self._process.kill()
                self._process.join()

    def _say_how_it_ended(self) -> str:
        self.end(grace=1.0)
        code = self._process.exitcode or 0
        if code < 0:
            return f"its process was ended by signal {-code} ({signal.strsignal(-code)})"
        return f"its process ended with exit code {code}"

    def _error(self, what: str) -> StrategyError:
        turn, record = self._clock.turn, self._payload.record
        starting = f"strategy {record['strategy']}, before its first game"
        return StrategyError(f"{place(record, *turn) if turn.number else starting}: {what}")


@contextmanager
def _prepare_start() -> Iterator[None]:
    """Have a process that starts here ignore Ctrl-C from its beginning: its holder ends it.

    And let a worker of Dask, which is a daemon, have children: ours end with it all the same.
    """
    getattr(current_process(), "_config", {}).pop("daemon", None)
    with hold_interrupts():
        yield


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait; threads and processes that begin meanwhile leave it to this one for good."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start would let signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(line: Connection, clock: Clock, payload: Payload, idle: float | None) -> None:
    """What the process does: play what it is asked to, as long as somebody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()
    _end_with_holder()
    try:
        contest: Contest = pickle.loads(payload.contest)
    except Exception as error:
        line.send(_with_cause(_cannot_send(payload.record, error), error))
        return
    clock.stop()
    with suppress(EOFError):
        while line.poll(idle):
            line.send(_play(contest, line.recv(), clock))
        line.send(None)


def _play(contest: Contest, chunk: Chunk, clock: Clock) -> Outcomes | StrategyError:
    try:
        return play_watched(contest, *chunk, clock)
    except StrategyError as error:
        return _with_cause(error, error.__cause__)
    finally:
        # What was printed must not wait for an end that may be sudden.
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()


def _with_cause(error: StrategyError, cause: BaseException | None) -> StrategyError:
    """The error with the traceback of its cause, which does not travel, as a note."""
    if cause is not None:
        error.add_note("".join(traceback.format_exception(cause)))
    return error


def _end_with_holder() -> None:
    """Have this process end when its holder is gone, however that came to be.

    A thread waits for it, which is enough unless the strategy hangs in C without letting threads
    run. So Linux is asked, too: it signals by SIGIO that a pipe was closed, to all processes of
    this session, and a process that does not handle SIGIO is ended by it in the middle of anything.
    """
    holder = parent_process()
    assert holder is not None

    def follow() -> None:
        wait([holder.sentinel])
        os._exit(1)

    Thread(target=follow, daemon=True).start()
    if sys.platform == "linux":
        with suppress(ImportError, OSError):
            import fcntl

            signal.signal(signal.SIGIO, signal.SIG_DFL)
            fcntl.fcntl(holder.sentinel, fcntl.F_SETOWN, -os.getpgrp())
            fcntl.fcntl(holder.sentinel, fcntl.F_SETFL, os.O_ASYNC)


@contextmanager
def hire(
    contest: Contest, number: int, patience: float
) -> Iterator[Callable[[Iterable[Chunk]], Iterator[Played]]]:
    """So many workers who play chunks, and give what became of each, as they come.

    When a strategy fails, the chunks that are finished come first, and then its `StrategyError`.
    """
    payload = pack_contest(contest)
    workers = [Worker(payload, patience) for _ in range(number)]
    with ThreadPoolExecutor(number) as threads:
        try:
            yield partial(_deal, threads, workers)
        finally:
            for worker in workers:
                worker.end()


def _deal(
    threads: ThreadPoolExecutor, workers: Iterable[Worker], chunks: Iterable[Chunk]
) -> Iterator[Played]:
    """Each worker has a thread that waits for it while it plays."""
    waiting = iter(chunks)
    playing: dict[Future[Outcomes], tuple[Worker, Chunk]] = {}

    def begin(free: Iterable[Worker]) -> None:
        for worker, chunk in zip(free, waiting, strict=False):
            playing[threads.submit(worker.play, chunk)] = worker, chunk

    begin(workers)
    while playing:
        done = wait_for(playing, _LOOK, FIRST_COMPLETED).done
        failures = [future for future in done if future.exception() is not None]
        finished = [(future.result(), *playing.pop(future)) for future in done - {*failures}]
        if not failures:
            begin(worker for _, worker, _ in finished)
        yield from ((chunk, outcomes) for outcomes, _, chunk in finished)
        for future in failures:
            future.result()


_KEPT: Final[dict[tuple[str, int], Worker]] = {}
"""The workers that a process of a cluster keeps from one chunk to the next, by run and thread."""

_ENDED: Final[set[str]] = set()


@dataclass(frozen=True)
class Guest:
    """Whoever plays a run's chunks in the process and the thread that calls it."""

    run: str
    payload: Payload
    patience: float

    def __call__(self, chunk: Chunk) -> Outcomes:
        """What became of a chunk."""
        if self.run in _ENDED:
            raise StrategyError("the run has ended")
        key = (self.run, get_ident())
        worker = _KEPT.setdefault(key, Worker(self.payload, self.patience, _IDLE_SECONDS))
        try:
            return worker.play(chunk)
        except BaseException:
            _KEPT.pop(key, worker).end()
            raise


def end_run(run: str) -> None:
    """End the workers of a run, also those at play. It will find no others."""
    _ENDED.add(run)
    for key in [key for key in list(_KEPT) if key[0] == run]:
        _KEPT.pop(key).end()
