"""Engines: places where chunks of games are played. All give the same outcomes, in any order.

`local` is this machine: threads for native strategies, processes for others. `dask` is a cluster,
here or at the address of a scheduler. If one of its workers dies, others play its chunks again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Final

import numpy as np

from demine.alarm import can_ring
from demine.arena.contest import Contest
from demine.arena.player import Chunk, Outcomes, Played, outcomes
from demine.arena.tally import Tally, make_tally
from demine.arena.timeouts import TURN_SECONDS


@dataclass(frozen=True)
class RunOptions:
    """The number of workers, the seconds per turn of a strategy, the address of a scheduler.

    With `in_process` a strategy in Python plays in this process, where it can keep its state, be
    debugged, and have no importable name.
    """

    workers: int
    patience: float = TURN_SECONDS
    scheduler: str | None = None
    in_process: bool = False

    def plays_here(self, contest: Contest) -> bool:
        """Whether this process plays. A Python strategy needs an alarm, so the main thread."""
        return isinstance(contest.strategy, str) or (self.in_process and can_ring())


PlayChunks = Callable[[Iterable[Chunk]], Iterator[Played]]
Engine = Callable[[Contest, Iterable[Chunk], RunOptions], Generator[Played]]


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def empty_tally(contest: Contest) -> Tally:
    """The tally of no game."""
    return make_tally(contest.record, 0, *outcomes(contest, 0, 0))


def local(contest: Contest, chunks: Iterable[Chunk], options: RunOptions) -> Generator[Played]:
    """Play the chunks on this machine."""
    if options.plays_here(contest):
        for chunk in chunks:
            yield chunk, outcomes(contest, *chunk, options.workers, options.patience)
        return
    with _start_workers(contest, options) as play_chunks:
        yield from play_chunks(chunks)


@contextmanager
def chunk_player(contest: Contest, options: RunOptions) -> Iterator[Callable[[Chunk], Outcomes]]:
    """A function that plays one chunk at a time, with all workers of this machine."""
    if options.plays_here(contest):
        yield lambda chunk: outcomes(contest, *chunk, options.workers, options.patience)
        return
    with _start_workers(contest, options) as play_chunks:
        yield lambda chunk: _join(play_chunks(_shares(chunk, options.workers)))


def _start_workers(contest: Contest, options: RunOptions) -> AbstractContextManager[PlayChunks]:
    """Import the module for processes only here: native strategies do not need it."""
    from demine.arena.workers import start_workers

    return start_workers(contest, options.workers, options.patience)


def _shares(chunk: Chunk, workers: int) -> Iterator[Chunk]:
    """Split a chunk into one piece per worker, without empty pieces."""
    seed, games = chunk
    ends = [seed + games * i // workers for i in range(workers + 1)]
    return ((start, stop - start) for start, stop in pairwise(ends) if start < stop)


def _join(parts: Iterable[Played]) -> Outcomes:
    """The games in their order."""
    played = zip(*(played for _, played in sorted(parts, key=itemgetter(0))), strict=True)
    ends, guesses, fallbacks, moves, lucks, clicks, three_bvs = map(np.concatenate, played)
    return ends, guesses, fallbacks, moves, lucks, clicks, three_bvs


def dask(contest: Contest, chunks: Iterable[Chunk], options: RunOptions) -> Generator[Played]:
    """Play the chunks on a Dask cluster: the scheduler's, or processes of this machine."""
    from demine.arena import cluster

    with (
        cluster.connect(options.scheduler, options.workers) as client,
        cluster.chunk_player(client, contest, options.patience) as play,
    ):

        def played(chunk: Chunk) -> Played:
            return chunk, play(chunk)

        yield from cluster.run_all(client, played, chunks)


ENGINES: Final[dict[str, Engine]] = {"local": local, "dask": dask}
