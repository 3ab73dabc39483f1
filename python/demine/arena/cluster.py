"""Cluster: work dealt to the processes of a Dask cluster. The only user of dask.distributed.

Dask plays the work of a worker that dies again on another. Work that is a function of its argument
alone, as a chunk of games is, thus gives the same results whoever dies.

Workers play in threads, which nobody can end: so strategies in Python have processes there, too.
"""

from __future__ import annotations

import logging
from asyncio import wait_for
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar
from uuid import uuid4

from demine.arena.contest import Contest
from demine.arena.player import Chunk, Outcomes, outcomes
from demine.arena.workers import Guest, end_run, hold_interrupts, pack_contest
from demine.arguments import show
from demine.errors import DemineError, StrategyError

if TYPE_CHECKING:
    from distributed import Client, Future

Work = TypeVar("Work")
Result = TypeVar("Result")

_AHEAD: Final = 2
"""Pieces of work per core that are under way, so that no core is idle and no run is too long."""


@contextmanager
def connect(scheduler: str | None, workers: int) -> Iterator[Client]:
    """A client of a scheduler at an address, or of so many processes of this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise StrategyError("the dask engine needs an extra: pip install 'demine[dask]'") from None
    if scheduler is not None:
        with _reach(scheduler) as client:
            yield client
        return
    processes = {"n_workers": workers, "threads_per_worker": 1, "processes": True}
    # Any port: the usual one may belong to another cluster, which Dask would tell the user about.
    rest = {"dashboard_address": ":0", "silence_logs": logging.ERROR}
    with hold_interrupts():
        made = LocalCluster(**processes, **rest)
    with made as cluster, Client(cluster) as client:
        yield client


def _reach(scheduler: str) -> Client:
    """A client of the scheduler at an address; `StrategyError` if none answers there in time."""
    from distributed import Client
    from distributed.utils import LoopRunner

    try:
        LoopRunner().run_sync(_greet, scheduler)
        return Client(scheduler)
    except Exception as error:  # whatever speaks there, it is no scheduler
        why = str(error) or f"no answer within {_connect_seconds():g} seconds"
        raise StrategyError(f"no Dask scheduler at {show(scheduler)}: {why}") from None


async def _greet(scheduler: str) -> None:
    """Shake hands once: Dask's client would wait forever for somebody who says nothing."""
    from distributed.comm.core import connect
    from distributed.security import Security

    greeting = connect(scheduler, **Security().get_connection_args("client"))
    comm = await wait_for(greeting, _connect_seconds())
    await comm.close()


def _connect_seconds() -> float:
    """How long Dask is set to wait for a connection."""
    import dask
    from dask.utils import parse_timedelta

    return float(parse_timedelta(dask.config.get("distributed.comm.timeouts.connect")))


def run_all(
    client: Client, play: Callable[[Work], Result], pieces: Iterable[Work]
) -> Iterator[Result]:
    """The results of pieces of work, as they come; at a failure those at hand, then the error."""
    from distributed import as_completed

    waiting = iter(pieces)

    def submit(count: int) -> list[Future[Result | DemineError]]:
        some = islice(waiting, count)
        # Two runs may play the same chunk by different versions: none takes another's results.
        return [client.submit(_attempt, play, piece, pure=False) for piece in some]

    playing = as_completed(submit(_AHEAD * max(1, sum(client.ncores().values()))))
    for batch in playing.batches():
        results = [_result(future) for future in batch]
        failures = [result for result in results if isinstance(result, DemineError)]
        if not failures:
            playing.update(submit(len(batch)))
        yield from (result for result in results if not isinstance(result, DemineError))
        if failures:
            raise failures[0]


def _attempt(play: Callable[[Work], Result], piece: Work) -> Result | DemineError:
    """The result, or what went wrong: Dask would log it where it happens, with its traceback."""
    try:
        return play(piece)
    except DemineError as error:
        return error


def _result(future: Future[Result | DemineError]) -> Result | DemineError:
    try:
        return future.result()
    except Exception as error:  # Dask's own: `_attempt` returns what a strategy raises
        return StrategyError(f"the cluster failed: {type(error).__name__}: {error}")


@contextmanager
def chunk_player(
    client: Client, contest: Contest, patience: float
) -> Iterator[Callable[[Chunk], Outcomes]]:
    """Something that plays a chunk on the worker where it is called; in the end none is left."""
    if isinstance(contest.strategy, str):
        yield lambda chunk: outcomes(contest, *chunk)
        return
    guest = Guest(uuid4().hex, pack_contest(contest, by_value=True), patience)
    try:
        yield guest
    finally:
        with suppress(OSError):  # A cluster that is gone has taken its processes along.
            client.run(end_run, guest.run, on_error="ignore")
