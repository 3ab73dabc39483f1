"""The arena on a real Dask cluster of processes, with workers that die and strategies that hang."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import choosers
from command import COMMAND
from demine import StrategyError, Tally, simulate
from demine.arena import ledger
from processes import are_gone, ended, find_workers

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A client of a cluster of two processes."""
    two = {"n_workers": 2, "threads_per_worker": 1, "processes": True}
    with (
        distributed.LocalCluster(**two, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def on_dask(client: Any) -> dict[str, Any]:
    """How to play there."""
    return {"engine": "dask", "scheduler": client.scheduler_info()["address"]}


def test_totals_are_those_of_this_machine_though_a_worker_dies(
    client: Any, on_dask: dict[str, Any]
) -> None:
    run: dict[str, Any] = {"preset": "expert", "games": 1500, "seed": 1}
    pids = list(client.run(os.getpid).values())
    killed: list[int] = []

    def kill_once(total: Tally, part: Tally) -> None:
        if not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    tally = simulate("safest", **on_dask, chunk=50, watch=kill_once, **run)
    assert killed
    assert tally == simulate("safest", **run)


def test_a_worker_that_dies_takes_its_processes_along(client: Any, on_dask: dict[str, Any]) -> None:
    run: dict[str, Any] = {"preset": "classic", "games": 120, "seed": 1}
    pid = next(iter(client.run(os.getpid).values()))
    orphans: set[int] = set()

    def kill_once(total: Tally, part: Tally) -> None:
        if not orphans and (playing := find_workers(pid)):
            orphans.update(playing)
            os.kill(pid, signal.SIGKILL)
            assert are_gone(orphans)

    tally = simulate(choosers.slow_ratio, **on_dask, chunk=4, watch=kill_once, **run)
    assert orphans
    native = simulate("ratio", **run)
    assert (tally.games, tally.wins, tally.guesses) == (120, native.wins, native.guesses)


def test_nameless_strategies_can_be_sent(on_dask: dict[str, Any]) -> None:
    with pytest.raises(StrategyError, match="cell 0 is open"):
        simulate(lambda position, chance: [0], preset="classic", games=2, seed=1, **on_dask)


@pytest.mark.parametrize("way", choosers.HANGS)
def test_hanging_is_noticed_and_what_is_finished_survives(
    tmp_path: Path, on_dask: dict[str, Any], way: str
) -> None:
    run: dict[str, Any] = {"preset": "classic", "games": 20, "seed": 10, "chunk": 4, "patience": 1}
    said = "choosers:Stumbles, game grid-8x8-10-safe-25, turn 1: no answer within 1 seconds"
    with pytest.raises(StrategyError, match=said):
        simulate(choosers.Stumbles(way), **run, **on_dask, resume=tmp_path)
    assert not find_workers()
    with ledger.open_ledger(tmp_path) as kept:
        done = {seed for start, stop in kept.seeds for seed in range(start, stop)}
    assert len(done) >= 8
    assert not done & set(range(22, 26))
    mended = simulate(choosers.Stumbles(), **run, **on_dask, resume=tmp_path)
    native = simulate("ratio", preset="classic", games=20, seed=10)
    assert (mended.games, mended.wins, mended.guesses) == (20, native.wins, native.guesses)
    assert not find_workers()


def test_ctrl_c_at_a_terminal_tells_what_was_found_and_no_more(tmp_path: Path) -> None:
    run = ("--strategy", "safest", "--games", "1000000", "--chunk", "50", "--workers", "2")
    ledger_file = tmp_path / "tallies.jsonl"
    with ended(subprocess.Popen(
        [*COMMAND, "simulate", *run, "--engine", "dask", "--resume", str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )) as asked:  # fmt: skip
        while asked.poll() is None and not (ledger_file.exists() and ledger_file.stat().st_size):
            time.sleep(0.01)
        os.killpg(asked.pid, signal.SIGINT)  # as a terminal does: to the workers, too
        printed, complaints = asked.communicate(timeout=60)
    *found, last = complaints.splitlines()
    assert (asked.returncode, printed, last) == (130, "", "demine: interrupted")
    assert [line[:8] for line in found] in ([], ["so far: "])  # no chunk may have been counted yet


@pytest.mark.parametrize("address", ["nosuch", "foo://bar:1", "", "tcp://", "tcp://127.0.0.1:1"])
def test_an_address_without_a_scheduler_is_named(address: str) -> None:
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "200ms"}),
        pytest.raises(StrategyError, match=f"no Dask scheduler at '{address}'"),
    ):
        simulate("csp", preset="classic", games=2, seed=1, engine="dask", scheduler=address)


def test_a_scheduler_that_says_nothing_is_not_waited_for() -> None:
    run: dict[str, Any] = {"preset": "classic", "games": 2, "seed": 1, "engine": "dask"}
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        dask.config.set({"distributed.comm.timeouts.connect": "200ms"}),
        pytest.raises(StrategyError, match=r"127\.0\.0\.1:.*: no answer within 0\.2 seconds"),
    ):
        simulate("csp", **run, scheduler=f"tcp://127.0.0.1:{silent.getsockname()[1]}")


def test_processes_of_this_machine_by_default() -> None:
    run = {"preset": "classic", "games": 60, "seed": 4, "workers": 2}
    tally = simulate("csp", engine="dask", chunk=7, **run)  # type: ignore[arg-type]
    assert tally == simulate("csp", **run)  # type: ignore[arg-type]
