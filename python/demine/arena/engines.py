"""Engines: where chunks of games are played. Each gives the same tallies, in any order.

`local` is this machine: threads of the engine for native strategies, processes for others. `dask`
is a cluster, here or at the address of a scheduler, whose workers do the same; one that dies has
its chunks played again by others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final

import numpy as np

from demine import _native
from demine.alarm import can_ring
from demine.arena.contest import Contest
from demine.arena.player import Chunk, Ends, Fallbacks, Guesses, Outcomes, Played, outcomes
from demine.arena.tally import Tally, of_outcomes
from demine.arena.timeouts import TURN_SECONDS


@dataclass(frozen=True)
class Resources:
    """What a run may use: workers, seconds per turn of a strategy, the address of a scheduler.

    `in_process` asks for this very process, in which strategies in Python can do what no other
    process allows: remember, be debugged, or be nameless.
    """

    workers: int
    patience: float = TURN_SECONDS
    scheduler: str | None = None
    in_process: bool = False

    def plays_here(self, contest: Contest) -> bool:
        """Whether this process plays. An alarm needs its main thread; the engine needs no alarm."""
        return isinstance(contest.strategy, str) or (self.in_process and can_ring())


Deal = Callable[[Iterable[Chunk]], Iterator[Played]]
Engine = Callable[[Contest, Iterable[Chunk], Resources], Generator[Tally]]


def cores() -> int:
    """How many workers this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_tally(
    record: dict[str, Any], seed: int, ends: Ends, guesses: Guesses, fallbacks: Fallbacks
) -> Tally:
    """The tally of consecutive games of a contest, played by this version."""
    turns = int(guesses.sum()), int(fallbacks.sum())
    return of_outcomes(record, seed, ends, *turns, _native.VERSION)


def empty_tally(contest: Contest) -> Tally:
    """The tally of no game."""
    return make_tally(contest.record, 0, *outcomes(contest, 0, 0))


def local(contest: Contest, chunks: Iterable[Chunk], resources: Resources) -> Generator[Tally]:
    """Play the chunks on this machine."""
    record = contest.record
    if resources.plays_here(contest):
        for chunk in chunks:
            played = outcomes(contest, *chunk, resources.workers, resources.patience)
            yield make_tally(record, chunk[0], *played)
        return
    with _hire(contest, resources) as deal:
        for (seed, _), played in deal(chunks):
            yield make_tally(record, seed, *played)


@contextmanager
def chunk_player(contest: Contest, resources: Resources) -> Iterator[Callable[[Chunk], Outcomes]]:
    """A function that plays one chunk after the other, with all workers of this machine at each."""
    if resources.plays_here(contest):
        yield lambda chunk: outcomes(contest, *chunk, resources.workers, resources.patience)
        return
    with _hire(contest, resources) as deal:
        yield lambda chunk: _join(deal(_shares(chunk, resources.workers)))


def _hire(contest: Contest, resources: Resources) -> AbstractContextManager[Deal]:
    """Processes are loaded only for strategies that need them: the engine's own do not."""
    from demine.arena.workers import hire

    return hire(contest, resources.workers, resources.patience)


def _shares(chunk: Chunk, workers: int) -> Iterator[Chunk]:
    """A chunk in as many pieces as there are workers, and games."""
    seed, games = chunk
    ends = [seed + games * i // workers for i in range(workers + 1)]
    return ((start, stop - start) for start, stop in pairwise(ends) if start < stop)


def _join(parts: Iterable[Played]) -> Outcomes:
    """The games in their order."""
    played = zip(*(played for _, played in sorted(parts, key=itemgetter(0))), strict=True)
    ends, guesses, fallbacks = played
    return np.concatenate(ends), np.concatenate(guesses), np.concatenate(fallbacks)


def dask(contest: Contest, chunks: Iterable[Chunk], resources: Resources) -> Generator[Tally]:
    """Play the chunks on a Dask cluster: the scheduler's, or processes of this machine."""
    from demine.arena import cluster

    record = contest.record
    with (
        cluster.connect(resources.scheduler, resources.workers) as client,
        cluster.chunk_player(client, contest, resources.patience) as play,
    ):

        def tally(chunk: Chunk) -> Tally:
            return make_tally(record, chunk[0], *play(chunk))

        yield from cluster.run_all(client, tally, chunks)


ENGINES: Final[dict[str, Engine]] = {"local": local, "dask": dask}
