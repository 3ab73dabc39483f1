"""Seat: a process of its own for a strategy in Python. It can be ended, whatever the strategy does.

Whoever holds a seat hands it chunks of games and waits for what became of them. The seat's `Clock`
tells since when the strategy has been thinking about a turn; one that takes too long is ended.
Strategies may print: what is said about games goes through a pipe that they do not know.

No seat outlives its holder. The kernel ends it, in the middle of anything, when the other end of
its lifeline is closed, and that is the last thing that even a killed process does.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, spawn
from multiprocessing.connection import Connection, wait
from tempfile import TemporaryFile
from typing import Final

from demine.arena.contest import Contest, place
from demine.arena.timeouts import Clock, Turn, overdue
from demine.arena.workers.payload import Parcel, is_being_opened, packed
from demine.arena.workers.player import Outcomes, watched
from demine.errors import StrategyError

Chunk = tuple[int, int]
"""The seed of the first game, and the number of games."""

Played = tuple[Chunk, Outcomes]
"""A chunk and what became of it."""

START: Final = 120.0
"""Seconds that a process may take to start and to find the strategy."""

_STARTING: Final = Turn(0, 0)

_COMMAND: Final = """\
import sys
numbers, sys.path[:] = [int(word) for word in sys.argv[1:4]], sys.argv[4:]
from demine.arena.workers.process import sit
sit(*numbers)
"""


class Seat:
    """A process that plays chunk after chunk, one at a time. It starts with the first."""

    def __init__(self, parcel: Parcel, patience: float) -> None:
        """For a contest's strategy, which may think about a turn for so many seconds."""
        self._parcel = parcel
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, chunk: Chunk) -> None:
        """Hand over a chunk."""
        if self._process is None:
            self._start()
        self._send(chunk)

    def _start(self) -> None:
        if is_being_opened():
            raise StrategyError("a script that plays in processes needs if __name__ == '__main__'")
        self.line, line = Pipe()
        lifeline, self._lifeline = Pipe(duplex=False)
        with line, lifeline, TemporaryFile() as file:
            file.truncate(Clock.SIZE)
            self._clock = Clock(file.fileno())
            self._clock.start(_STARTING)
            self._process = _started(line.fileno(), lifeline.fileno(), file.fileno())
        self._send(self._parcel)

    def _send(self, message: Parcel | Chunk) -> None:
        with suppress(OSError):  # Nobody reads: the process has ended, and `result` will say so.
            self.line.send(message)

    @property
    def left(self) -> float:
        """Seconds before which patience is not at an end."""
        # A process that starts may soon play, and no turn is over patience before this.
        return min(self._patience, max(0.0, self._limit - self._clock.seconds))

    @property
    def _limit(self) -> float:
        return START if self._clock.turn == _STARTING else self._patience

    def late(self) -> StrategyError | None:
        """What is to be said if patience is at an end."""
        return None if self.left > 0 else self._error(overdue(self._limit))

    def result(self) -> Outcomes:
        """What became of the chunk, once the line has it; `StrategyError` if it went wrong."""
        try:
            answer: Outcomes | StrategyError = self.line.recv()
        except (EOFError, OSError):
            raise self._error(self._end()) from None
        if isinstance(answer, StrategyError):
            raise answer
        return answer

    def _end(self) -> str:
        """How the process ended by itself."""
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self.kill()
        code = self._process.wait()
        if code < 0:
            return f"its process was ended by signal {-code} ({signal.strsignal(-code)})"
        return f"its process ended with exit code {code}"

    def _error(self, what: str) -> StrategyError:
        turn, record = self._clock.turn, self._parcel.record
        starting = f"strategy {record['strategy']}, before its first game"
        return StrategyError(f"{starting if turn == _STARTING else place(record, *turn)}: {what}")

    def kill(self) -> None:
        """End the process and those that it started. Any thread may do so."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End the process and forget it."""
        if self._process is None:
            return
        self.kill()
        self._process.wait()
        self._process = None
        for end in (self.line, self._lifeline, self._clock):
            end.close()


def _started(*files: int) -> subprocess.Popen[bytes]:
    """A process that holds these files, apart from this one's terminal and Ctrl-C."""
    command = [spawn.get_executable(), "-c", _COMMAND, *map(str, files), *sys.path]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, pass_fds=files, start_new_session=True
    )


@contextmanager
def seated(contest: Contest, workers: int, patience: float) -> Iterator[Sequence[Seat]]:
    """Seats on this machine, which are closed in the end."""
    parcel = packed(contest)
    seats = [Seat(parcel, patience) for _ in range(workers)]
    try:
        yield seats
    finally:
        for seat in seats:
            seat.close()


def dealt(seats: Sequence[Seat], chunks: Iterable[Chunk]) -> Iterator[Played]:
    """Chunks, dealt to the seats, and what became of each, as they come.

    When a strategy fails, the chunks that are finished come first, and then its `StrategyError`.
    """
    waiting, busy = iter(chunks), _Busy()
    busy.deal(seats, waiting)
    while busy.chunks:
        free, finished, failure = busy.wait()
        if failure is None:
            busy.deal(free, waiting)
        yield from finished
        if failure is not None:
            raise failure


class _Busy:
    """The seats that play, and what."""

    def __init__(self) -> None:
        self.chunks: dict[Seat, Chunk] = {}

    def deal(self, free: Iterable[Seat], waiting: Iterator[Chunk]) -> None:
        for seat, chunk in zip(free, waiting, strict=False):
            seat.begin(chunk)
            self.chunks[seat] = chunk

    def wait(self) -> tuple[list[Seat], list[Played], StrategyError | None]:
        """Who is free again, what is finished, and what went wrong, after some time."""
        free, finished, failure = [], [], None
        ready = wait([seat.line for seat in self.chunks], min(seat.left for seat in self.chunks))
        for seat in [seat for seat in self.chunks if seat.line in ready]:
            chunk = self.chunks.pop(seat)
            try:
                finished.append((chunk, seat.result()))
                free.append(seat)
            except StrategyError as error:
                failure = error
        late = (seat.late() for seat in self.chunks)
        return free, finished, failure or next(filter(None, late), None)


def sit(line: int, lifeline: int, clock: int) -> None:
    """What the process of a seat does: play what it is asked to, as long as somebody asks."""
    _end_with(lifeline)
    holder, timer = Connection(line), Clock(clock)
    parcel: Parcel = holder.recv()
    try:
        contest = parcel.opened()
    except StrategyError as error:
        holder.send(_with_cause(error))
        return
    timer.stop()
    with suppress(EOFError):
        while True:
            holder.send(_outcomes(contest, holder.recv(), timer))


def _end_with(lifeline: int) -> None:
    """Have the kernel end this process, and those that it starts, when its holder is gone.

    What ends it is that Linux signals a closed pipe by SIGIO and that nobody handles SIGIO: so it
    works though a strategy never returns to the interpreter.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:
        sys.exit()  # It was gone before.


def _outcomes(contest: Contest, chunk: Chunk, clock: Clock) -> Outcomes | StrategyError:
    """What became of a chunk."""
    assert not isinstance(contest.strategy, str)
    seed, games = chunk
    try:
        return watched(contest, contest.strategy, range(seed, seed + games), clock)
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
