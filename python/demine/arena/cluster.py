"""Cluster: distributes work to a Dask cluster. The only module that uses dask.distributed.

If a Dask worker dies, another repeats its work. The outcome of a chunk depends on the chunk alone,
so the results stay the same.

Dask workers play in threads, which cannot be ended, so strategies in Python get processes there.
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
from demine.arena.workers import ClusterPlayer, block_interrupts, end_run, pack_contest
from demine.arguments import show
from demine.errors import DemineError, StrategyError

if TYPE_CHECKING:
    from distributed import Client, Future

Work = TypeVar("Work")
Result = TypeVar("Result")

_AHEAD: Final = 2
"""Pieces of work per core in flight, so that no core is idle and a failed run ends soon."""


@contextmanager
def connect(scheduler: str | None, workers: int) -> Iterator[Client]:
    """A client of a scheduler at an address, or of `workers` processes of this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        needed = "pip install distributed cloudpickle"
        raise StrategyError(f"the dask engine needs distributed: {needed}") from None
    if scheduler is not None:
        with _connect_to(scheduler) as client:
            yield client
        return
    processes = {"n_workers": workers, "threads_per_worker": 1, "processes": True}
    # Any port: Dask would warn the user if another cluster has the usual one.
    # Failures reach us as exceptions; the log would repeat them, and tell of tasks lost to Ctrl-C.
    rest = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with block_interrupts():
        made = LocalCluster(**processes, **rest)
    with _quiet_cancels(), made as cluster, Client(cluster) as client:
        yield client


@contextmanager
def _quiet_cancels() -> Iterator[None]:
    """No word in Tornado's log of calls that Ctrl-C ended before they had begun.

    `distributed.utils.sync` then cancels a future that it has not made yet: a `NameError`, which
    only the log sees.
    """
    log = logging.getLogger("tornado.application")
    log.addFilter(_is_no_cancel)
    try:
        yield
    finally:
        log.removeFilter(_is_no_cancel)


def _is_no_cancel(record: logging.LogRecord) -> bool:
    return "sync.<locals>.cancel" not in record.getMessage()


def _connect_to(scheduler: str) -> Client:
    """A client of the scheduler at an address; `StrategyError` if none answers there in time."""
    from distributed import Client
    from distributed.utils import LoopRunner

    try:
        LoopRunner().run_sync(_handshake, scheduler)
        return Client(scheduler)
    except Exception as error:  # another kind of server may raise anything
        why = str(error) or f"no answer within {_connect_seconds():g} seconds"
        raise StrategyError(f"no Dask scheduler at {show(scheduler)}: {why}") from None


async def _handshake(scheduler: str) -> None:
    """Connect once: Dask's client would wait forever for a server that does not answer."""
    from distributed.comm.core import connect
    from distributed.security import Security

    greeting = connect(scheduler, **Security().get_connection_args("client"))
    comm = await wait_for(greeting, _connect_seconds())
    await comm.close()


def _connect_seconds() -> float:
    """The timeout of connections in Dask's configuration."""
    import dask
    from dask.utils import parse_timedelta

    return float(parse_timedelta(dask.config.get("distributed.comm.timeouts.connect")))


def run_all(
    client: Client, play: Callable[[Work], Result], pieces: Iterable[Work]
) -> Iterator[Result]:
    """The results in any order; after a failure the finished ones, then the error."""
    from distributed import as_completed

    waiting = iter(pieces)

    def submit(count: int) -> list[Future[Result | DemineError]]:
        some = islice(waiting, count)
        # Not pure: runs of two versions may play the same chunk and must not share results.
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
    """The result, or the error: Dask would log a raised error on the worker with its traceback."""
    try:
        return play(piece)
    except DemineError as error:
        return error


def _result(future: Future[Result | DemineError]) -> Result | DemineError:
    try:
        return future.result()
    except Exception as error:  # an error of Dask: `_attempt` returns those of a strategy
        return StrategyError(f"the cluster failed: {type(error).__name__}: {error}")


@contextmanager
def chunk_player(
    client: Client, contest: Contest, patience: float
) -> Iterator[Callable[[Chunk], Outcomes]]:
    """A function that plays a chunk on the Dask worker that calls it."""
    if isinstance(contest.strategy, str):
        yield lambda chunk: outcomes(contest, *chunk)
        return
    player = ClusterPlayer(uuid4().hex, pack_contest(contest, by_value=True), patience)
    try:
        yield player
    finally:
        with suppress(OSError):  # The processes of a cluster end with it.
            client.run(end_run, player.run, on_error="ignore")
