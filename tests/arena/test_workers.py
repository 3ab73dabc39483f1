"""Workers: processes for strategies, which end whatever the strategy does and whoever dies."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.sharedctypes import RawArray
from pathlib import Path

import pytest

import choosers
from demine import StrategyError, simulate
from demine.arena import ledger, workers
from demine.arena.contest import contest
from demine.arena.timeouts import Clock
from demine.arena.workers import ClusterPlayer, Worker, end_run, pack_contest
from paths import SUPPORT
from processes import are_gone, ended, find_workers

AT_25 = r"strategy choosers:Stumbles, game grid-8x8-10-safe-25, turn 1: no answer within 1 seconds"


@pytest.mark.parametrize("way", choosers.HANGS)
def test_hanging_is_noticed_and_what_is_finished_survives(tmp_path: Path, way: str) -> None:
    run = {"preset": "classic", "games": 20, "seed": 10, "chunk": 4, "workers": 2, "patience": 1}
    with pytest.raises(StrategyError, match=AT_25):
        simulate(choosers.Stumbles(way), **run, resume=tmp_path)  # type: ignore[arg-type]
    assert not find_workers()
    with ledger.open_ledger(tmp_path) as kept:
        done = {seed for start, stop in kept.seeds for seed in range(start, stop)}
    assert len(done) >= 8
    assert not done & set(range(22, 26))
    mended = simulate(choosers.Stumbles(), **run, resume=tmp_path)  # type: ignore[arg-type]
    native = simulate("ratio", preset="classic", games=20, seed=10)
    assert (mended.games, mended.wins, mended.guesses) == (20, native.wins, native.guesses)
    assert not find_workers()


def test_one_worker_of_another_thread_has_a_process() -> None:
    run = {"preset": "classic", "games": 1, "seed": 25, "workers": 1, "patience": 1}
    with ThreadPoolExecutor(1) as thread, pytest.raises(StrategyError, match=AT_25):
        thread.submit(simulate, choosers.Stumbles("sums"), **run).result()  # type: ignore[arg-type]
    assert not find_workers()


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_holder(name: signal.Signals) -> None:
    options = ("--preset", "classic", "--games", "4", "--chunk", "2", "--workers", "2")
    command = [sys.executable, "-m", "demine", "simulate", "--strategy", "choosers:shouts"]
    with ended(subprocess.Popen([*command, *options], cwd=SUPPORT, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)) as holder:  # fmt: skip
        assert holder.stdout is not None
        assert [holder.stdout.readline() for _ in range(2)] == ["thinking\n"] * 2
        playing = find_workers(holder.pid)
        assert len(playing) == 2
        holder.send_signal(name)
        assert are_gone(playing)
        _, said = holder.communicate()
    if name == signal.SIGINT:
        assert (holder.returncode, said) == (130, "demine: interrupted\n")


def test_what_is_printed_disturbs_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    run = {"preset": "classic", "games": 6, "seed": 1, "chunk": 3}
    tally = simulate(choosers.chats, **run, workers=2)  # type: ignore[arg-type]
    assert tally.wins == simulate("ratio", **run).wins  # type: ignore[arg-type]
    printed = capfd.readouterr().out  # two processes write, so their lines may mix
    assert printed.count("hm") > tally.guesses
    assert set(printed.replace("hm", "")) == {"\n"}


def test_a_strategy_that_ends_its_process_is_named() -> None:
    said = r"choosers:dies, game grid-8x8-10-safe-1, turn 1: its process ended with exit code 3"
    with pytest.raises(StrategyError, match=said):
        simulate(choosers.dies, preset="classic", games=1, seed=1, workers=2)


def test_a_failure_tells_where_it_happened() -> None:
    with pytest.raises(StrategyError, match="RuntimeError: no idea") as caught:
        simulate(choosers.fails, preset="classic", games=1, seed=1, workers=2)
    assert 'raise RuntimeError("no idea")' in "".join(caught.value.__notes__)


def test_a_worker_answers_with_the_error_and_where_it_was() -> None:
    """In this process, where the worker's own end takes nothing along."""
    clock = Clock(RawArray("Q", [0, 0, 0]))
    failed = workers._play(contest(choosers.fails, preset="classic"), (1, 1), clock)
    assert isinstance(failed, StrategyError)
    assert "RuntimeError: no idea" in str(failed)
    assert 'raise RuntimeError("no idea")' in "".join(failed.__notes__)
    assert not hasattr(workers._with_cause(StrategyError("no cause"), None), "__notes__")


def test_starting_takes_no_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_START_SECONDS", 1.0)
    said = r"strategy choosers:Lost, before its first game: no answer within 1 seconds"
    with pytest.raises(StrategyError, match=said):
        simulate(choosers.Lost(), preset="classic", games=1, seed=1, workers=2)
    assert not find_workers()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks here")
def test_who_starts_a_process_still_hears_interrupts() -> None:
    def heard() -> set[int]:
        return {int(signal.SIGINT)} - signal.pthread_sigmask(signal.SIG_BLOCK, ())

    def start() -> set[int]:
        with workers.block_interrupts():
            assert not heard()
        return heard()

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(start).result() == {signal.SIGINT}


SCRIPT = """
import demine
from demine.strategies.named import ratio
def choose(position, chance):
    return ratio(position, chance)
{}
    print(demine.simulate(choose, preset="classic", games=6, seed=1, chunk=3, workers=2).wins)
"""


def run_script(tmp_path: Path, line: str) -> subprocess.CompletedProcess[str]:
    """What comes of a script whose call stands under this line."""
    (tmp_path / "script.py").write_text(SCRIPT.format(line))
    return subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True,
                          text=True, timeout=60)  # fmt: skip


def test_strategies_of_scripts_are_found(tmp_path: Path) -> None:
    native = simulate("ratio", preset="classic", games=6, seed=1)
    assert run_script(tmp_path, 'if __name__ == "__main__":').stdout == f"{native.wins}\n"


def test_scripts_that_would_run_forever_are_told(tmp_path: Path) -> None:
    """The last line says why, and nothing else has a traceback."""
    said = run_script(tmp_path, "if True:").stderr
    assert said.count("Traceback") == 1
    *_, why = said.splitlines()
    assert "strategy __main__:choose, before its first game: its process imports" in why
    assert "put the call under if __name__ == '__main__':, or play with workers=1" in why


def test_a_worker_that_has_retired_is_started_again() -> None:
    """What it said last waits in the pipe, where its next chunk finds it."""
    worker = Worker(pack_contest(contest(choosers.Stumbles(), preset="classic")), 60, idle=0.1)
    first = worker.play((1, 3))
    assert are_gone(find_workers())
    again = worker.play((1, 3))
    worker.end()
    assert [part.tolist() for part in again] == [part.tolist() for part in first]


def test_a_worker_that_was_ended_before_it_began_never_does() -> None:
    worker = Worker(pack_contest(contest(choosers.Stumbles(), preset="classic")), 60)
    worker.end()
    with pytest.raises(StrategyError, match="the run has ended"):
        worker.play((1, 1))
    assert not find_workers()


class TestPool:
    def test_keeps_a_worker_until_the_run_leaves(self) -> None:
        player = ClusterPlayer(
            "one", pack_contest(contest(choosers.Stumbles(), preset="classic")), 60
        )
        _, guesses, *_ = player((1, 3))
        kept = find_workers()
        assert len(kept) == 1
        assert player((4, 3))[0].size == 3
        assert find_workers() == kept
        end_run("one")
        assert not find_workers()
        with pytest.raises(StrategyError, match="the run has ended"):
            player((7, 3))
        assert guesses.sum() == simulate("ratio", preset="classic", games=3, seed=1).guesses

    def test_a_run_that_leaves_without_a_word_is_noticed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(workers, "_IDLE_SECONDS", 0.1)
        ClusterPlayer("two", pack_contest(contest(choosers.Stumbles(), preset="classic")), 60)(
            (1, 1)
        )
        assert are_gone(find_workers())

    def test_leaving_ends_what_is_at_play(self) -> None:
        player = ClusterPlayer(
            "three", pack_contest(contest(choosers.shouts, preset="classic")), 60
        )
        with ThreadPoolExecutor(1) as thread:
            playing = thread.submit(player, (1, 1))
            while not find_workers():
                assert not playing.done()
            end_run("three")
            with pytest.raises(StrategyError, match="ended by signal 9"):
                playing.result()
        assert not find_workers()
