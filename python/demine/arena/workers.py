"""Workers: processes in which strategies in Python play.

A `Worker` plays a chunk of games and returns their outcomes, or raises a `StrategyError` that names
the game and the turn. Its `Clock` shows when the turn began; a worker that takes too long is ended.
Outcomes use a pipe of their own, so strategies may print.

Workers are spawned by multiprocessing on every system, and none outlives its parent process.
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
from importlib.util import find_spec
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Lock, Thread, get_ident
from typing import Any, Final, NamedTuple

from demine import alarm
from demine.arena.contest import Contest, describe_turn
from demine.arena.player import Chunk, Outcomes, Played, play_timed
from demine.arena.timeouts import Clock, overdue_message
from demine.errors import StrategyError

_START_SECONDS: Final = 120.0
"""The limit in seconds for the start of a process, including the import of the strategy."""

_IDLE_SECONDS: Final = 20.0
"""A process on a cluster ends after this many idle seconds: a run may end without notice."""

_UNGUARDED: Final = 87
"""The exit code of a process that would play the whole script again: one without a main guard."""

_LOOK: Final = 0.5
"""The interval in seconds at which a waiting thread checks for Ctrl-C and the strategy's clock."""

_SPAWN: Final = get_context("spawn")


class Payload(NamedTuple):
    """A contest for another process: its record, and the pickled contest."""

    record: dict[str, Any]
    contest: bytes


def pack_contest(contest: Contest, by_value: bool = False) -> Payload:
    """A contest for other processes; `StrategyError` if it cannot be sent.

    Functions are sent by name. With `by_value`, cloudpickle also sends functions without an
    importable name, such as lambdas and functions of a notebook. Without it, it sends only those.
    """
    try:
        if not (by_value or _is_nameless(contest)):
            return Payload(contest.record, pickle.dumps(contest))
        import cloudpickle

        return Payload(contest.record, cloudpickle.dumps(contest))
    except Exception as error:
        raise _cannot_send(contest.record, error) from None


def _is_nameless(contest: Contest) -> bool:
    """Whether other processes cannot import the strategy, and cloudpickle is there to send it."""
    plain = contest.strategy
    while isinstance(plain, partial):
        plain = plain.func
    home, name = getattr(plain, "__module__", ""), getattr(plain, "__qualname__", "")
    typed = home == "__main__" and not hasattr(sys.modules["__main__"], "__file__")
    return (typed or "<" in name) and find_spec("cloudpickle") is not None


def _cannot_send(record: dict[str, Any], why: Exception) -> StrategyError:
    instead = [] if find_spec("cloudpickle") else ["install cloudpickle"]
    instead += ["play with one worker in the main thread"] if alarm.HAS_TIMER else []
    known = f"strategy {record['strategy']} cannot be sent to other processes: {why}"
    return StrategyError(f"{known}; {' or '.join(['put it into a module', *instead])}")


class Worker:
    """A process that plays chunks of games. It starts with the first chunk."""

    def __init__(self, payload: Payload, patience: float, idle: float | None = None) -> None:
        """A turn may take `patience` seconds, and the process ends after `idle` seconds idle."""
        self._payload, self._patience, self._idle = payload, patience, idle
        self._lock, self._is_started, self._is_ended = Lock(), False, False

    def play(self, chunk: Chunk) -> Outcomes:
        """The outcomes of a chunk; `StrategyError` if the strategy fails, hangs or dies."""
        if not self._is_started:
            self._start()
        try:
            with suppress(OSError):  # The process has ended; its last message can still be read.
                self._line.send(chunk)
            answer = self._receive()
        except (EOFError, OSError):
            raise self._error(self._describe_end()) from None
        if isinstance(answer, StrategyError):
            raise answer
        if answer is None:  # The process had just ended for lack of work.
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
                # A Dask worker is a daemon, but may have children here: ours end with it anyway.
                getattr(current_process(), "_config", {}).pop("daemon", None)
                with block_interrupts():  # its parent ends it
                    self._process.start()
            except RuntimeError:
                if getattr(current_process(), "_inheriting", False):  # This imports the script.
                    sys.exit(_UNGUARDED)  # The process that started this one says why.
                raise
            self._is_started = True

    def _receive(self) -> Outcomes | StrategyError | None:
        while True:
            limit = self._patience if self._clock.turn.number else _START_SECONDS
            left = limit - self._clock.seconds
            if left <= 0:
                raise self._error(overdue_message(limit))
            if self._line.poll(min(left, _LOOK)):
                answer: Outcomes | StrategyError | None = self._line.recv()
                return answer

    def end(self, grace: float = 0.0) -> None:
        """End the process and its children, after `grace` seconds; callable from any thread."""
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

    def _describe_end(self) -> str:
        self.end(grace=1.0)
        code = self._process.exitcode or 0
        if code == _UNGUARDED:
            return (
                "its process imports the script, which simulates again: put the call under"
                " if __name__ == '__main__':, or play with workers=1"
            )
        if code < 0:
            return f"its process was ended by signal {-code} ({signal.strsignal(-code)})"
        return f"its process ended with exit code {code}"

    def _error(self, what: str) -> StrategyError:
        turn, record = self._clock.turn, self._payload.record
        starting = f"strategy {record['strategy']}, before its first game"
        return StrategyError(f"{describe_turn(record, *turn) if turn.number else starting}: {what}")


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Delay Ctrl-C; threads and processes that start meanwhile never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start would unblock signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(line: Connection, clock: Clock, payload: Payload, idle: float | None) -> None:
    """The main function of the process: play chunks until the pipe closes or idles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()
    _end_with_parent()
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
        return play_timed(contest, *chunk, clock)
    except StrategyError as error:
        return _with_cause(error, error.__cause__)
    finally:
        # The process may end suddenly and lose buffered output.
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()


def _with_cause(error: StrategyError, cause: BaseException | None) -> StrategyError:
    """Add the traceback of the cause as a note, since tracebacks cannot be pickled."""
    if cause is not None:
        error.add_note("".join(traceback.format_exception(cause)))
    return error


def _end_with_parent() -> None:
    """Make this process end when its parent has ended for any reason.

    A thread waits for that, which fails only if the strategy hangs in C and blocks all threads. So
    on Linux the closed pipe also sends SIGIO to all processes of this session. SIGIO ends a process
    that does not handle it at any time.
    """
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=follow, daemon=True).start()
    if sys.platform == "linux":
        with suppress(ImportError, OSError):
            import fcntl

            signal.signal(signal.SIGIO, signal.SIG_DFL)
            fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, -os.getpgrp())
            fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, os.O_ASYNC)


@contextmanager
def start_workers(
    contest: Contest, number: int, patience: float
) -> Iterator[Callable[[Iterable[Chunk]], Iterator[Played]]]:
    """Start workers; the function plays chunks and yields their outcomes in any order.

    When a strategy fails, the finished chunks come first, and then its `StrategyError`.
    """
    payload = pack_contest(contest)
    workers = [Worker(payload, patience) for _ in range(number)]
    with ThreadPoolExecutor(number) as threads:
        try:
            yield partial(_play_chunks, threads, workers)
        finally:
            for worker in workers:
                worker.end()


def _play_chunks(
    threads: ThreadPoolExecutor, workers: Iterable[Worker], chunks: Iterable[Chunk]
) -> Iterator[Played]:
    """Play chunks; each worker has a thread that waits for it."""
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
"""The workers that a process of a cluster keeps between chunks, by run and thread."""

_ENDED: Final[set[str]] = set()


@dataclass(frozen=True)
class ClusterPlayer:
    """Plays a run's chunks with one worker per calling process and thread."""

    run: str
    payload: Payload
    patience: float

    def __call__(self, chunk: Chunk) -> Outcomes:
        """The outcomes of a chunk."""
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
    """End the workers of a run, even while they play, and let it start no others."""
    _ENDED.add(run)
    for key in [key for key in list(_KEPT) if key[0] == run]:
        _KEPT.pop(key).end()
