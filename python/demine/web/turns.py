"""Turns: which question a free worker answers next.

No address has all workers at once, and neither have long questions. The long questions of an
address leave one of its workers to other players there. Short questions come first. Among them the
next is from the address, and there from the player, that used the least time.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

LEAST: Final = 3
"""Workers: one for a long question, one for others at that address, one for other addresses."""
_HALF_LIFE: Final = 30.0
"""Seconds after which half of the time that somebody used is forgotten."""
_PATIENCE: Final = 20.0
"""Seconds after which a long question waits no more for short ones."""
_REMEMBERED: Final = 10_000
"""Addresses and players whose time is remembered."""


class Asker(NamedTuple):
    """Who asks: an address, and a player there."""

    address: str
    player: str


@dataclass(eq=False)
class _Turn:
    asker: Asker
    is_long: bool
    ready: asyncio.Future[None]
    since: float = field(default_factory=time.monotonic)


class Turns:
    """The questions that wait, and those that workers answer."""

    def __init__(self, size: int) -> None:
        """Let so many questions be answered at once, three or more."""
        self.size = max(LEAST, size)
        self._waiting: list[_Turn] = []
        self._running: list[_Turn] = []
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @asynccontextmanager
    async def take(self, asker: Asker, is_long: bool) -> AsyncIterator[None]:
        """Wait for a turn; it ends with the block."""
        turn = _Turn(asker, is_long, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        self._start()
        try:
            await turn.ready
            yield
        finally:
            self._end(turn)
            self._start()

    def _start(self) -> None:
        while len(self._running) < self.size:
            fit = [turn for turn in self._waiting if self._may_start(turn)]
            if not fit:
                return
            now = time.monotonic()  # the same for all, or the times of one address would differ
            chosen = min(fit, key=lambda turn: self._rank(turn, now))
            self._waiting.remove(chosen)
            self._running.append(chosen)
            chosen.since = now
            if not chosen.ready.done():  # its client may have left
                chosen.ready.set_result(None)

    def _may_start(self, turn: _Turn) -> bool:
        most = self.size - 1
        same = [one for one in self._running if one.asker.address == turn.asker.address]
        if len(same) >= most or not turn.is_long:
            return len(same) < most
        return _count_long(self._running) < most and _count_long(same) < most - 1

    def _rank(self, turn: _Turn, now: float) -> tuple[bool, float, float, float]:
        is_late = turn.is_long and now - turn.since < _PATIENCE
        address, player = (self._time_of(who, now) for who in turn.asker)
        return is_late, address, player, turn.since

    def _time_of(self, who: str, now: float) -> float:
        """Seconds of workers that somebody used of late."""
        used, at = self._used.get(who, (0.0, now))
        running = sum(now - one.since for one in self._running if who in one.asker)
        return float(used * 0.5 ** ((now - at) / _HALF_LIFE)) + running

    def _end(self, turn: _Turn) -> None:
        if turn in self._waiting:
            self._waiting.remove(turn)
            return
        now = time.monotonic()
        used = [self._time_of(who, now) for who in turn.asker]  # with the time of this turn
        self._running.remove(turn)
        for who, seconds in zip(turn.asker, used, strict=True):
            others = sum(now - one.since for one in self._running if who in one.asker)
            self._used[who] = seconds - others, now
            self._used.move_to_end(who)
        while len(self._used) > _REMEMBERED:
            self._used.popitem(last=False)


def _count_long(turns: list[_Turn]) -> int:
    return sum(turn.is_long for turn in turns)
