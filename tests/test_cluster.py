"""The arena on a real Dask cluster of processes, with a worker that dies in the middle."""

from __future__ import annotations

import os
import signal

import pytest

from demine import StrategyError, Tally, simulate

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")


def test_totals_are_those_of_this_machine_though_a_worker_dies() -> None:
    run = {"preset": "expert", "games": 1500, "seed": 1}
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())
        killed: list[int] = []

        def kill_once(total: Tally, part: Tally) -> None:
            if not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        address = cluster.scheduler_address
        tally = simulate("safest", engine="dask", scheduler=address, chunk=50, watch=kill_once,
                         **run)  # type: ignore[arg-type]  # fmt: skip
        assert killed
        assert tally == simulate("safest", **run)  # type: ignore[arg-type]
        with pytest.raises(StrategyError, match="cell 0 is open"):
            simulate(lambda position, chance: [0], preset="classic", games=2, seed=1,
                     engine="dask", scheduler=address)  # fmt: skip


def test_processes_of_this_machine_by_default() -> None:
    run = {"preset": "classic", "games": 60, "seed": 4, "workers": 2}
    tally = simulate("csp", engine="dask", chunk=7, **run)  # type: ignore[arg-type]
    assert tally == simulate("csp", **run)  # type: ignore[arg-type]
