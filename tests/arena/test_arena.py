"""The arena: the same totals however the games are dealt, and runs that survive what happens."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

import choosers
import demine
from demine import FormatError, InvalidGame, StrategyError, Tally, grid, simulate
from demine.alarm import Alarm
from demine.arena import ledger
from demine.strategies.named import STRATEGIES, ratio
from demine.strategies.rng import Chance
from processes import ended


@pytest.fixture(scope="module")
def whole() -> Tally:
    """The games that the other tests deal in other ways."""
    return simulate("csp", preset="classic", games=300, seed=11, workers=1)


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("chunk", [1, 97, 1000])
def test_workers_and_chunks_make_no_difference(whole: Tally, workers: int, chunk: int) -> None:
    again = simulate("csp", preset="classic", games=300, seed=11, workers=workers, chunk=chunk)
    assert again == whole


def test_ranges_of_seeds_add_up(whole: Tally) -> None:
    parts = [
        simulate("csp", preset="classic", games=games, seed=seed)
        for seed, games in ((11, 100), (111, 150), (261, 50))
    ]
    assert demine.arena.tally.merge(parts) == whole


def test_python_strategies_play_in_processes() -> None:
    run = {"games": 12, "seed": 1}
    one = simulate(choosers.slow_ratio, preset="classic", workers=1, **run)  # type: ignore[arg-type]
    two = simulate(choosers.slow_ratio, preset="classic", workers=2, chunk=3, **run)  # type: ignore[arg-type]
    assert one == two
    assert one.contest["strategy"] == "choosers:slow_ratio"
    native = simulate("ratio", preset="classic", **run)  # type: ignore[arg-type]
    assert (one.wins, one.guesses) == (native.wins, native.guesses)


def test_one_worker_is_this_process() -> None:
    turns: list[int] = []

    def remembers(position: demine.Position, chance: Chance) -> list[int]:
        turns.append(os.getpid())
        return ratio(position, chance)

    tally = simulate(remembers, preset="classic", games=3, seed=1, workers=1, patience=math.inf)
    assert tally.wins == simulate("ratio", preset="classic", games=3, seed=1).wins
    assert set(turns) == {os.getpid()}


def test_what_other_processes_cannot_find_is_said() -> None:
    lock = Lock()

    def keeps(position: demine.Position, chance: Chance) -> list[int]:
        with lock:
            return ratio(position, chance)

    with pytest.raises(StrategyError, match="cannot be sent to other processes"):
        simulate(keeps, preset="classic", games=4, seed=1, workers=2)


def test_functions_without_a_name_play_in_other_processes() -> None:
    """As typed in a notebook: closures and lambdas travel by value."""
    depth = 3

    def closes(position: demine.Position, chance: Chance) -> list[int]:
        assert depth == 3
        return ratio(position, chance)

    expected = simulate("ratio", preset="classic", games=4, seed=1).wins
    given: dict[str, Any] = {"preset": "classic", "games": 4, "seed": 1, "workers": 2, "chunk": 2}
    assert simulate(closes, **given).wins == expected
    assert simulate(lambda position, chance: ratio(position, chance), **given).wins == expected


def test_functions_typed_at_a_prompt_play_in_other_processes() -> None:
    """The main module has no file then, so other processes cannot import it."""
    typed = (
        "import demine\n"
        "def choose(position, chance): return demine.strategies.ratio(position, chance)\n"
        "print(demine.simulate(choose, preset='classic', games=4, seed=1, workers=2).wins)\n"
    )
    done = subprocess.run([sys.executable, "-c", typed], capture_output=True, text=True)
    expected = simulate("ratio", preset="classic", games=4, seed=1).wins
    assert (done.stdout.strip(), done.stderr) == (str(expected), "")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"preest": "classic"}, r"unknown keyword 'preest': did you mean 'preset'\?"),
        ({"game": 3}, r"unknown keyword 'game': did you mean 'games'\?"),
        ({"xyz": 3}, "unknown keyword 'xyz': expected preset, board"),
    ],
)
def test_a_misspelt_keyword_is_named(given: dict[str, Any], said: str) -> None:
    for run in (simulate, partial(demine.compare, "csp")):
        with pytest.raises(TypeError, match=said):
            run("ratio", **{"games": 2, "seed": 1, **given})


def test_parameters_are_part_of_the_record() -> None:
    def choose(position: demine.Position, chance: object, *, depth: int) -> list[int]:
        return STRATEGIES["ratio"](position, chance)  # type: ignore[arg-type, return-value]

    strategy = partial(choose, depth=3)
    tally = simulate(strategy, preset="classic", games=2, seed=1, workers=1)
    assert tally.contest["parameters"] == {"depth": 3}


def test_any_board_and_rule() -> None:
    torus = grid(6, 6, torus=True)
    tally = simulate("safest", board=torus, mines=4, first="opening", games=50, seed=0)
    assert tally.contest["board"] == "grid-6x6-torus"
    assert tally.wins > 25
    easy = simulate("random", board=grid(2, 2), mines=0, games=5, seed=0)
    assert (easy.wins, easy.rate, easy.guesses) == (5, 1.0, 0)
    star = demine.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    assert simulate("safest", board=star, mines=1, games=9, seed=0).games == 9


class TestMisbehaviour:
    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("fails", "RuntimeError: no idea"),
            ("repeats", "cell 0 is open: expected covered cells"),
            ("resigns", "nothing to open"),
            ("raves", "expected cells of the board"),
            ("dreams", "expected cells of the board"),
            ("exits", "SystemExit: 3"),
        ],
    )
    def test_names_the_game(self, name: str, said: str) -> None:
        with pytest.raises(StrategyError, match=said) as caught:
            simulate(getattr(choosers, name), preset="classic", games=3, seed=5, workers=1)
        assert f"strategy choosers:{name}, game grid-8x8-10-safe-" in str(caught.value)

    @pytest.mark.parametrize("way", ["spins", "sleeps", "swallows"])
    def test_an_alarm_notices_hanging(self, way: str) -> None:
        with pytest.raises(StrategyError, match=r"safe-25, turn 1: no answer within 0.2 seconds"):
            simulate(choosers.Stumbles(way), preset="classic", games=2, seed=25, workers=1,
                     patience=0.2)  # fmt: skip
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL

    def test_reading_an_answer_is_part_of_the_turn(self) -> None:
        with pytest.raises(StrategyError, match=r"no answer within 0.2 seconds"):
            simulate(choosers.doubts, preset="classic", games=1, seed=1,  # type: ignore[arg-type]
                     workers=1, patience=0.2)  # fmt: skip

    def test_finished_chunks_survive(self, tmp_path: Path) -> None:
        run = {"games": 20, "seed": 10, "workers": 1, "chunk": 4, "resume": tmp_path}
        with pytest.raises(StrategyError, match="enough"):
            simulate(choosers.fails_late, preset="classic", **run)  # type: ignore[arg-type]
        with ledger.open_ledger(tmp_path) as kept:
            assert kept.seeds == ((10, 22),)


class TestResume:
    def test_nothing_is_played_twice(self, tmp_path: Path, whole: Tally) -> None:
        run = {"preset": "classic", "seed": 11, "resume": tmp_path}
        simulate("csp", games=130, chunk=40, **run)  # type: ignore[arg-type]
        played: list[int] = []
        again = simulate("csp", games=300, chunk=77, **run,  # type: ignore[arg-type]
                         watch=lambda total, part: played.append(part.games))  # fmt: skip
        assert again == whole
        assert sum(played) == 170
        assert simulate("csp", games=300, **run) == whole  # type: ignore[arg-type]

    def test_a_torn_line_is_cut_off(self, tmp_path: Path, whole: Tally) -> None:
        run = {"preset": "classic", "games": 300, "seed": 11, "chunk": 100, "resume": tmp_path}
        simulate("csp", **run)  # type: ignore[arg-type]
        file = tmp_path / ledger.FILE
        file.write_bytes(file.read_bytes()[:-40])
        assert simulate("csp", **run) == whole  # type: ignore[arg-type]
        assert len(file.read_text().splitlines()) == 3

    def test_a_ledger_belongs_to_its_contest(self, tmp_path: Path) -> None:
        simulate("csp", preset="classic", games=10, seed=1, resume=tmp_path)
        with pytest.raises(FormatError, match="'ratio' in one and 'csp' in the other"):
            simulate("ratio", preset="classic", games=10, seed=1, resume=tmp_path)
        with pytest.raises(FormatError, match="holds games of seeds 1 to 10: expected none but"):
            simulate("csp", preset="classic", games=5, seed=1, resume=tmp_path)

    def test_a_ledger_has_one_writer(self, tmp_path: Path) -> None:
        with ledger.open_ledger(tmp_path), pytest.raises(FormatError, match="is in use"):
            simulate("csp", preset="classic", games=10, seed=1, resume=tmp_path)

    @pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody remove an open file")
    def test_a_ledger_that_is_removed_is_noticed(self, whole: Tally, tmp_path: Path) -> None:
        with ledger.open_ledger(tmp_path) as kept:
            (tmp_path / ledger.FILE).unlink()
            for _ in "removed", "replaced":
                with pytest.raises(FormatError, match=r"tallies.jsonl: removed or replaced while"):
                    kept.append(whole)
                (tmp_path / ledger.FILE).touch()

    def test_nonsense_in_a_ledger_is_named(self, tmp_path: Path) -> None:
        (tmp_path / ledger.FILE).write_text("nonsense\n")
        with pytest.raises(FormatError, match=r"tallies.jsonl: line 1: not a tally"):
            simulate("csp", preset="classic", games=10, seed=1, resume=tmp_path)

    def test_kill_9_loses_at_most_the_chunks_in_play(self, tmp_path: Path) -> None:
        run = {"preset": "expert", "games": 3000, "seed": 1, "chunk": 25, "workers": 1}
        arguments = f"'safest', resume={str(tmp_path)!r}, **{run!r}"
        command = [sys.executable, "-c", f"import demine; demine.simulate({arguments})"]
        with ended(subprocess.Popen(command)) as process:
            file = tmp_path / ledger.FILE
            while process.poll() is None and not (file.exists() and file.stat().st_size > 1500):
                time.sleep(0.005)
            os.kill(process.pid, signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL
        with ledger.open_ledger(tmp_path) as kept:
            done = sum(stop - start for start, stop in kept.seeds)
        assert 0 < done < 3000
        played: list[int] = []
        again = simulate("safest", resume=tmp_path, **run,  # type: ignore[arg-type]
                         watch=lambda total, part: played.append(part.games))  # fmt: skip
        assert sum(played) == 3000 - done
        assert again == simulate("safest", **{**run, "workers": 2})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"preset": "huge"}, "preset 'huge': expected one of beginner"),
        ({"preset": None}, "either a preset, or a board"),
        ({"games": 0}, "games is 0: expected at least 1"),
        ({"games": 1.5}, "games is 1.5: expected a whole number"),
        ({"seed": -1}, "expected seeds from 0"),
        ({"seed": 2**64 - 1, "games": 2}, "expected seeds from 0"),
        ({"workers": 0}, "workers is 0"),
        ({"chunk": 0}, "chunk is 0"),
        ({"patience": 0}, "patience is 0: expected more than 0 seconds"),
        ({"patience": float("nan")}, "patience is nan: expected more than 0 seconds"),
        ({"mines": 64}, "mines is 64"),
        ({"strategy": "best"}, "strategy 'best': expected one of random"),
        ({"strategy": 3}, "strategy 3: expected a name or a callable"),
        ({"engine": "ray"}, "engine 'ray': expected one of local, dask"),
    ],
)
def test_arguments_are_checked(wrong: dict[str, object], said: str) -> None:
    given: dict[str, object] = {"strategy": "ratio", "preset": "classic", "games": 1, "seed": 1}
    with pytest.raises((InvalidGame, StrategyError), match=said):
        simulate(**(given | wrong))  # type: ignore[arg-type]


def test_seeds_reach_to_the_end() -> None:
    assert simulate("ratio", preset="classic", games=1, seed=2**64 - 2).games == 1


def _think_for_ever() -> None:
    while True:
        pass


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no such timer")
class TestAlarmsWithinAlarms:
    """A strategy's alarm lends the timer from whoever had it before, such as `--seconds`."""

    class Outer(Exception):
        """Told by the handler that was there before."""

    @pytest.fixture(autouse=True)
    def outer(self) -> Iterator[None]:
        def ring(number: int, frame: object) -> None:
            raise self.Outer

        before = signal.signal(signal.SIGALRM, ring)
        yield
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    def test_the_rest_of_the_time_is_given_back(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 1000)
        with Alarm(60, RuntimeError):
            pass
        left, _ = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < left <= 1000

    def test_who_waited_before_is_told_first_if_its_time_is_over(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(self.Outer), Alarm(1000, RuntimeError):
            _think_for_ever()
