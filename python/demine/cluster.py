"""Cluster: work dealt to the processes of a Dask cluster. The only user of dask.distributed.

Dask plays the work of a worker that dies again on another. Work that is a function of its argument
alone, as a chunk of games is, thus gives the same results whoever dies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from demine.errors import StrategyError

if TYPE_CHECKING:
    from distributed import Client

Work = TypeVar("Work")
Result = TypeVar("Result")

_AHEAD: Final = 2
"""Pieces of work per core that are under way, so that no core is idle and no run is too long."""


@contextmanager
def connected(scheduler: str | None, workers: int) -> Iterator[Client]:
    """A client of a scheduler at an address, or of so many processes of this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise StrategyError("the dask engine needs an extra: pip install 'demine[dask]'") from None
    if scheduler is not None:
        with Client(scheduler) as client:
            yield client
        return
    processes = {"n_workers": workers, "threads_per_worker": 1, "processes": True}
    with LocalCluster(**processes, dashboard_address=None) as cluster, Client(cluster) as client:
        yield client


def played(
    client: Client, play: Callable[[Work], Result], pieces: Iterable[Work]
) -> Iterator[Result]:
    """The results of pieces of work, as they come."""
    from distributed import as_completed

    waiting = iter(pieces)
    ahead = _AHEAD * max(1, sum(client.ncores().values()))
    # Two runs may play the same chunk by different versions: no result is taken from another run.
    first = [client.submit(play, piece, pure=False) for piece in islice(waiting, ahead)]
    playing = as_completed(first)
    for future in playing:
        for piece in islice(waiting, 1):
            playing.add(client.submit(play, piece, pure=False))
        yield future.result()
