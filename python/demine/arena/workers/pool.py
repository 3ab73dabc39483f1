"""Pool: the workers that a process of a cluster keeps for runs, from one chunk to the next."""

from __future__ import annotations

from dataclasses import dataclass
from threading import get_ident
from typing import Final

from demine.arena.workers.payload import Payload
from demine.arena.workers.player import Outcomes
from demine.arena.workers.process import Chunk, Retired, Worker, deal
from demine.errors import StrategyError

_IDLE: Final = 20.0
"""Seconds without work after which a worker retires: a run may end without a word."""

_WORKERS: Final[dict[tuple[str, int], Worker]] = {}
"""By run and thread, so that no two threads ever share one."""

_ENDED: Final[set[str]] = set()


@dataclass(frozen=True)
class Guest:
    """Whoever plays a run's chunks in the process that calls it."""

    run: str
    payload: Payload
    patience: float

    def __call__(self, chunk: Chunk) -> Outcomes:
        """What became of a chunk."""
        if self.run in _ENDED:
            raise StrategyError("the run has ended")
        key = (self.run, get_ident())
        worker = _WORKERS.setdefault(key, Worker(self.payload, self.patience, _IDLE))
        try:
            ((_, outcomes),) = deal([worker], [chunk])
        except Retired:
            return self(chunk)
        except BaseException:
            _WORKERS.pop(key, worker).close()
            raise
        return outcomes


def leave(run: str) -> None:
    """End the workers of a run, also those at play. It will find no others."""
    _ENDED.add(run)
    for key in [key for key in _WORKERS if key[0] == run]:
        _WORKERS.pop(key).kill()
