"""Engines: where chunks of games are played. Each gives the same tallies, in any order.

`local` is this machine: threads of the engine for native strategies, processes for others. `dask`
is a cluster of processes, here or at the address of a scheduler. A chunk is a seed and a number of
games; a worker that dies has its chunks played again by others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from itertools import islice
from multiprocessing import get_context
from typing import Final

from demine.contest import Contest
from demine.errors import StrategyError
from demine.player import PATIENCE, Ends, Guesses, outcomes
from demine.tally import Tally, of_outcomes

Chunk = tuple[int, int]


@dataclass(frozen=True)
class Means:
    """What a run may use: workers, seconds per turn of a strategy, the address of a scheduler."""

    workers: int
    patience: float = PATIENCE
    scheduler: str | None = None


Engine = Callable[[Contest, Iterable[Chunk], Means], Iterator[Tally]]

_AHEAD: Final = 2
"""Chunks that wait for each worker, so that none is idle and an endless run stays small."""


def cores() -> int:
    """How many workers this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def tally(contest: Contest, chunk: Chunk, workers: int = 1, patience: float = PATIENCE) -> Tally:
    """Play a chunk."""
    return tallied(contest, chunk[0], *outcomes(contest, *chunk, workers, patience))


def tallied(contest: Contest, seed: int, ends: Ends, guesses: Guesses) -> Tally:
    """The tally of consecutive games, played by this version."""
    return of_outcomes(contest.record, seed, ends, int(guesses.sum()), _version())


@cache
def _version() -> str:
    return version("demine")


def nothing(contest: Contest) -> Tally:
    """The tally of no game."""
    return tally(contest, (0, 0))


def local(contest: Contest, chunks: Iterable[Chunk], means: Means) -> Iterator[Tally]:
    """Play the chunks on this machine."""
    if isinstance(contest.strategy, str) or means.workers == 1:
        return (tally(contest, chunk, means.workers, means.patience) for chunk in chunks)
    return _in_processes(contest, chunks, means)


def _in_processes(contest: Contest, chunks: Iterable[Chunk], means: Means) -> Iterator[Tally]:
    waiting = iter(chunks)
    with ProcessPoolExecutor(means.workers, mp_context=get_context("spawn")) as pool:

        def submit(count: int) -> set[Future[Tally]]:
            some = islice(waiting, count)
            return {pool.submit(tally, contest, chunk, 1, means.patience) for chunk in some}

        playing = submit(_AHEAD * means.workers)
        try:
            while playing:
                done, playing = wait(playing, return_when=FIRST_COMPLETED)
                playing |= submit(len(done))
                for future in done:
                    yield _result(future, contest)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _result(future: Future[Tally], contest: Contest) -> Tally:
    try:
        return future.result()
    except (AttributeError, TypeError) as error:
        # What pickle says of a function that another process cannot find.
        raise StrategyError(
            f"strategy {contest.name} cannot be sent to other processes: {error}; "
            "put it into a module, or play with one worker"
        ) from None


def dask(contest: Contest, chunks: Iterable[Chunk], means: Means) -> Iterator[Tally]:
    """Play the chunks on a Dask cluster: the scheduler's, or processes of this machine."""
    from demine.cluster import connected, played

    def play(chunk: Chunk) -> Tally:
        return tally(contest, chunk, 1, means.patience)

    with connected(means.scheduler, means.workers) as client:
        yield from played(client, play, chunks)


ENGINES: Final[dict[str, Engine]] = {"local": local, "dask": dask}
