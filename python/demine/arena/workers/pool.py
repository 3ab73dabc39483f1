"""Room: the seats that a worker of a cluster keeps for runs, from one chunk to the next.

A run may end without a word, so a seat that has not been needed for a while is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock, Timer, current_thread
from typing import Final

from demine.arena.workers.payload import Parcel
from demine.arena.workers.player import Outcomes
from demine.arena.workers.process import Chunk, Seat, dealt
from demine.errors import StrategyError

_IDLE: Final = 20.0
"""Seconds after which a seat that nobody needs is closed."""


@dataclass(frozen=True)
class Guest:
    """Whoever plays a run's chunks in the room of the process that calls it."""

    run: str
    parcel: Parcel
    patience: float

    def __call__(self, chunk: Chunk) -> Outcomes:
        """What became of a chunk."""
        seat = _ROOM.take(self)
        try:
            ((_, outcomes),) = dealt([seat], [chunk])
        except BaseException:
            _ROOM.drop(self.run, seat)
            raise
        _ROOM.keep(self.run, seat)
        return outcomes


def leave(run: str) -> None:
    """Close the seats of a run, also those at play. It will find no others."""
    _ROOM.clear(run)


class _Room:
    """The seats of each run. Those without work have a timer that closes them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seats: dict[str, dict[Seat, Timer | None]] = {}
        self._ended: set[str] = set()

    def take(self, guest: Guest) -> Seat:
        """A seat for somebody who will keep or drop it."""
        with self._lock:
            if guest.run in self._ended:
                raise StrategyError("the run has ended")
            seats = self._seats.setdefault(guest.run, {})
            idle = ((seat, timer) for seat, timer in seats.items() if timer is not None)
            seat, timer = next(idle, (Seat(guest.parcel, guest.patience), None))
            if timer is not None:
                timer.cancel()
            seats[seat] = None
            return seat

    def keep(self, run: str, seat: Seat) -> None:
        """The seat is free."""
        timer = Timer(_IDLE, self._expire, (run, seat))
        timer.daemon = True
        with self._lock:
            self._seats.setdefault(run, {})[seat] = timer
        timer.start()

    def _expire(self, run: str, seat: Seat) -> None:
        with self._lock:
            # A timer that was cancelled too late finds no timer, or another.
            if self._seats.get(run, {}).get(seat) is not current_thread():
                return
            del self._seats[run][seat]
        seat.close()

    def drop(self, run: str, seat: Seat) -> None:
        """The seat is of no use any more."""
        with self._lock:
            self._seats.get(run, {}).pop(seat, None)
        seat.close()

    def clear(self, run: str) -> None:
        """Close the seats of a run. Whoever waits for a seat at play finds that it has ended."""
        with self._lock:
            self._ended.add(run)
            seats = self._seats.pop(run, {})
        for seat, timer in seats.items():
            if timer is None:
                seat.kill()
            else:
                timer.cancel()
                seat.close()


_ROOM: Final = _Room()
