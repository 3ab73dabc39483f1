"""`demine simulate`, `compare` and `tally`, as real processes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import demine
from command import COMMAND, answer, complaint, failure_message, invoke, refusal, run, say
from demine import arena, draw
from demine.arena import contrast
from demine.cli import commands
from demine.errors import StrategyError
from paths import SUPPORT

CLASSIC = ("--preset", "classic", "--seed", "3")


def run_simulate(*arguments: str) -> str:
    """What `simulate` prints; it says on stderr how fast it was, and nothing else."""
    done = run("simulate", *arguments)
    assert done.returncode == 0
    assert not done.stderr or done.stderr.endswith(" games per second\n")
    return done.stdout


class TestSimulate:
    def test_says_what_was_played_and_won(self) -> None:
        printed = run_simulate("--strategy", "csp", *CLASSIC, "--games", "50")
        tally = demine.simulate("csp", preset="classic", games=50, seed=3)
        assert printed == (
            f"csp on grid-8x8, 10 mines, first click safe: {tally}\n"
            f"  {tally.guesses} guesses, 0 blunders (lost on a cell called safe)\n"
        )

    def test_json_is_the_record(self) -> None:
        printed = answer("simulate", "--strategy", "ratio", *CLASSIC, "--games", "50", "--json")
        tally = demine.simulate("ratio", preset="classic", games=50, seed=3)
        assert json.loads(printed) == tally.record

    def test_any_grid_and_rule(self) -> None:
        board = ("--rows", "5", "--cols", "7", "--mines", "4", "--first", "opening")
        printed = answer("simulate", "--strategy", "safest", *board, "--games", "20", "--json")
        record = json.loads(printed)
        assert (record["board"], record["mines"], record["first"]) == ("grid-5x7", 4, "opening")

    @pytest.mark.parametrize("command", [COMMAND, [str(Path(sys.executable).parent / "demine")]])
    def test_a_python_strategy_by_its_name(self, tmp_path: Path, command: list[str]) -> None:
        (tmp_path / "mine.py").write_text(
            "from demine.strategies import ratio\ndef choose(*known): return ratio(*known)\n"
        )
        options = ("--strategy", "mine:choose", "--games", "4", "--workers", "2", "--chunk", "2")
        done = subprocess.run([*command, "simulate", *CLASSIC, *options, "--json"], cwd=tmp_path,
                              capture_output=True, text=True, check=True)  # fmt: skip
        native = demine.simulate("ratio", preset="classic", games=4, seed=3)
        assert json.loads(done.stdout)["wins"] == native.wins

    def test_resumes(self, tmp_path: Path) -> None:
        arguments = ("--strategy", "csp", *CLASSIC, "--chunk", "10", "--resume", str(tmp_path))
        run_simulate(*arguments, "--games", "20")
        printed = answer("simulate", *arguments, "--games", "50", "--json")
        whole = demine.simulate("csp", preset="classic", games=50, seed=3)
        assert json.loads(printed) == whole.record
        assert len((tmp_path / "tallies.jsonl").read_text().splitlines()) == 5

    def test_plots(self, tmp_path: Path) -> None:
        file = tmp_path / "density.svg"
        printed = answer("simulate", "--strategy", "csp", *CLASSIC, "--games", "20", "--json",
                         "--plot", str(file))  # fmt: skip
        rates = [json.loads(line)["wins"] for line in printed.splitlines()]
        assert len(rates) > 10
        assert rates[0] > rates[-1]
        assert file.read_text().startswith("<?xml")

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("--strategy", "best"), "strategy 'best': expected one of random"),
            (("--strategy", "no.such:thing"), "No module named 'no'"),
            (("--strategy", "math:thing"), "has no attribute 'thing'"),
            (("--strategy", "csp", "--rows", "4"), "expected both --rows and --cols"),
            (("--strategy", "csp", "--scheduler", "x"), "--scheduler needs --engine dask"),
            (("--strategy", "csp", "--mines", "480"), "mines is 480"),
            (("--strategy", "csp", "--resume", ""), "expected the name of a folder"),
            (("--strategy", "csp", "--plot", "no/such/x.svg"), "a file that can be written"),
            (("--strategy", "csp", "--plot", "x.jewel"), "expected a name that ends in one of"),
            (("--strategy", "csp", "--key", "aa " * 32), "expected 64 hexadecimal digits"),
        ],
    )
    def test_says_what_is_wrong(self, arguments: tuple[str, ...], said: str) -> None:
        assert said in complaint(2, "simulate", *arguments)

    def test_a_strategy_that_fails_is_named(self) -> None:
        said = complaint(2, "simulate", "--strategy", "builtins:len", "--workers", "1")
        assert "strategy builtins:len, game grid-16x30-99-safe-1, turn 1: TypeError" in said


class TestCompare:
    def test_dear_games_are_estimated(self) -> None:
        given = ("compare", "strongest", "safest", *CLASSIC, "--games", "40")
        assert "at all times" in answer(*given)
        assert "at all times" in answer(*given, "--estimate", "conditional")
        assert "McNemar" in answer(*given, "--estimate", "plain")
        assert "McNemar" in answer("compare", "safest", "csp", *CLASSIC, "--games", "40")

    def test_says_which_is_better(self) -> None:
        printed = answer("compare", "safest", "random", *CLASSIC, "--games", "1000")
        assert "sequential test (alpha 0.05, beta 0.05, share 0.55): safest is better" in printed

    def test_the_first_with_each_of_the_others(self) -> None:
        printed = answer("compare", "ratio", "ratio", "csp", *CLASSIC, "--games", "60", "--json")
        same, other = map(json.loads, printed.splitlines())
        assert (same["only_a"], same["only_b"], same["decision"]) == (0, 0, None)
        assert other["b"]["strategy"] == "csp"
        assert (other["alpha"], other["beta"], other["share"]) == (0.05, 0.05, 0.55)

    def test_says_what_is_wrong(self) -> None:
        assert "at least two strategies" in complaint(2, "compare", "csp")
        assert "a number above 0, at most 1" in complaint(
            2, "compare", "csp", "ratio", "--alpha", "2"
        )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_a_strategy_prints_does_not_disturb_json(tmp_path: Path, workers: str) -> None:
    says = "def noisy(position, chance):\n    print('hello', flush=True)\n    "
    (tmp_path / "loud.py").write_text(says + "return [position.labels.index('?')]\n")
    options = ["--strategy", "loud:noisy", *CLASSIC, "--games", "4", "--json"]
    done = subprocess.run(
        [*COMMAND, "simulate", *options, "--workers", workers],
        capture_output=True, text=True, check=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert json.loads(done.stdout)["games"] == 4
    assert "hello" in done.stderr


class TestTally:
    def test_merges_runs(self, tmp_path: Path) -> None:
        for seed, games in ((1, 20), (21, 30)):
            tally = demine.simulate("csp", preset="classic", games=games, seed=seed)
            (tmp_path / f"{seed}.jsonl").write_text(tally.dumps() + "\n")
        files = [str(tmp_path / "1.jsonl"), str(tmp_path / "21.jsonl")]
        whole = demine.simulate("csp", preset="classic", games=50, seed=1)
        assert json.loads(answer("tally", *files, "--json")) == whole.record
        assert "the game of seed 1 is in two tallies" in complaint(2, "tally", *files, files[0])

    def test_says_what_tells_alike_contests_apart(self) -> None:
        run: dict[str, Any] = {"preset": "classic", "games": 4, "seed": 1}
        plain = demine.simulate("csp", **run)
        other = demine.simulate("csp", **run, start=9)
        older = replace(plain, version="0.0.1")
        sealed = demine.simulate("csp", **run, key="00" * 32)
        for one, told in [(other, "parameters start=9"), (older, "version 0.0.1"),
                          (sealed, f"seal {sealed.contest['seal']}")]:  # fmt: skip
            files = f"{plain.dumps()}\n{one.dumps()}\n"
            said = answer("tally", "-", stdin=files).splitlines()
            assert len(said) == 6
            assert said[5] == f"  {told}"
            assert said[2] != said[5]
        assert len(answer("tally", "-", stdin=plain.dumps()).splitlines()) == 2

    def test_names_the_line(self) -> None:
        assert "standard input: line 1: not a tally" in complaint(
            2, "tally", "-", stdin="nonsense\n"
        )


def test_the_file_of_a_strategy_is_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "first_cell.py").write_text(
        "def choose(position, chance):\n    return [position.labels.index('?')]\n"
    )
    monkeypatch.chdir(tmp_path)
    arguments = ["--preset", "beginner", "--games", "2", "--workers", "1", "--json"]
    done = invoke("simulate", "--strategy", "first_cell.py:choose", *arguments)
    assert done.exit_code == 0, done.output
    assert "expected MODULE:FUNCTION" in invoke("simulate", "--strategy", "no.such:x").output


def test_an_empty_tally_says_so(tmp_path: Path) -> None:
    file = tmp_path / "tallies.jsonl"
    file.touch()
    assert "no finished games" in invoke("tally", file).output


def test_a_start_on_the_command_line() -> None:
    run = "simulate --strategy ratio --preset classic --games 5 --seed 1 --json --start"
    assert "expected a1 to h8" in say(run, "z99")[1]
    code, line = say(run, "d4")
    assert code == 0
    assert json.loads(line.splitlines()[0])["parameters"] == {"start": 27}


def test_boards_and_contrasts_as_json() -> None:
    assert "grid" in json.dumps(json.loads(say("boards --json")[1]))
    compared = "compare safest ratio --rows 4 --cols 4 --mines 3 --games 60 --json --estimate"
    code, line = say(compared, "conditional")
    assert code == 0
    record = json.loads(line.splitlines()[0])
    assert record["low"] <= record["difference"] <= record["high"]
    assert contrast("safest", "safest", preset="classic", games=2, seed=1).record["difference"] == 0


def test_who_wins_less_is_said_to_win_less() -> None:
    run = "compare ratio strongest --preset classic --games 40 --seed 1 --estimate conditional"
    code, line = say(run)
    assert code == 0, line
    assert re.search(r"^ratio wins [0-9.]+ % less \(", line, re.MULTILINE)


def test_a_strategy_may_be_of_ones_own() -> None:
    said = failure_message("simulate", "--strategy", "foo")
    assert "module:function" in said
    assert "pipe:COMMAND" in said


def test_an_outside_player_is_quoted_without_our_names() -> None:
    said = failure_message(
        "simulate", "--strategy", "pipe:echo x", "--preset", "beginner", "--workers", "1"
    )
    assert StrategyError.__name__ not in said


def test_a_board_that_is_neither_a_name_nor_a_file(tmp_path: Path) -> None:
    file = tmp_path / "grid.gr"
    run = ["simulate", "--strategy", "safest", "--mines", "4", "--games", "2", "--board"]
    said = failure_message(*run, file)
    assert "expected a topology (grid," in said
    assert said.endswith("; there is no such file either")


def test_conditional_estimates_are_not_merged(tmp_path: Path) -> None:
    run = ["simulate", "--strategy", "safest", "--preset", "beginner", "--games", "4", "--json"]
    done = CliRunner().invoke(commands, [*run, "--estimate", "conditional", "--workers", "1"])
    file = tmp_path / "estimates.jsonl"
    file.write_text(done.stdout)
    assert "conditional estimates cannot be merged" in failure_message("tally", file)


# A strategy that is interrupted at its fourth game, as if by Ctrl-C.
STOPS = """
from itertools import count
from demine.labels import COVERED

games = count(1)

def choose(position, chance):
    covered = [c for c, label in enumerate(position.labels) if label == COVERED]
    if len(covered) == len(position.labels) and next(games) == 4:
        raise KeyboardInterrupt
    return covered
"""


def test_a_run_that_is_interrupted_tells_what_it_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "stops.py").write_text(STOPS)
    monkeypatch.chdir(tmp_path)
    run = ["simulate", "--strategy", "stops:choose", "--preset", "beginner", "--games", "9"]
    alone = ["--chunk", "1", "--workers", "1"]
    done = subprocess.run([*COMMAND, *run, *alone], capture_output=True, text=True, timeout=60)
    assert done.returncode == 130
    first, last = done.stderr.splitlines()
    assert first.startswith("so far: ")
    assert " of 3 games won" in first
    assert last == "demine: interrupted"


def test_a_strategy_that_fails_names_its_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("def bad(position, chance):\n    return [1 // 0]\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    said = complaint(2, "simulate", "--strategy", "mine:bad", "--games", "1", "--workers", "1")
    assert said.rstrip().endswith(
        "ZeroDivisionError: integer division or modulo by zero (mine.py, line 2)"
    )


def test_arenas_take_boards_and_tell_guesses_and_blunders() -> None:
    board = ["--board", "hexagonal-5x5", "--mines", "4", "--games", "30"]
    for command in (["simulate", "--strategy", "ratio"], ["compare", "ratio", "random"]):
        told = CliRunner().invoke(commands, [*command, *board]).stdout
        assert "ratio on hexagonal-5x5, 4 mines" in told
        assert re.search(r"\d+ guesses, \d+ blunders", told)


class TestBenchmark:
    def test_prints_each_board_beside_the_published_rates(self) -> None:
        printed = run(
            "simulate", "--strategy", "csp", "--benchmark", "golan", "--games", "20"
        ).stdout
        rows = demine.benchmark("csp", games=20, seed=1)
        assert printed.splitlines() == [str(row) for row in rows]

    @pytest.mark.parametrize(
        "strategy", ["mine.py:choose", "deep/mine.py:choose", "deep.mine:choose"]
    )
    def test_takes_a_strategy_of_ones_own(self, tmp_path: Path, strategy: str) -> None:
        source = (
            "def choose(position, chance):\n"
            "    print('!')\n"
            "    return [position.labels.index('?')]\n"
        )
        (tmp_path / "deep").mkdir()
        for folder in (tmp_path, tmp_path / "deep"):
            (folder / "mine.py").write_text(source)
        options = ["--strategy", strategy, "--benchmark", "golan", "--games", "3", "--json"]
        done = subprocess.run([*COMMAND, "simulate", *options], cwd=tmp_path, capture_output=True,
                              text=True, check=True)  # fmt: skip
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        assert [row["published"]["CSP"] for row in rows] == [80, 44, 34]
        assert [row["games"] for row in rows] == [3, 3, 3]

    @pytest.mark.parametrize(
        ("options", "named"),
        [
            (["--preset", "expert"], "--preset"),
            (["--rows", "5", "--first", "risky"], "--rows, --first"),
            (["--plot", "x.svg"], "--plot"),
            (["--estimate", "conditional", "--sealed"], "--sealed, --estimate"),
        ],
    )
    def test_takes_no_other_games(self, options: list[str], named: str) -> None:
        said = complaint(2, "simulate", "--strategy", "csp", "--benchmark", "golan", *options)
        assert f"--benchmark sets the boards and rules: remove {named}" in said


class TestRate:
    def test_is_the_conditional_estimate(self) -> None:
        games = ("--strategy", "csp", "--preset", "classic", "--games", "50", "--seed", "3")
        expected = arena.estimate("csp", preset="classic", games=50, seed=3)
        assert json.loads(answer("rate", *games, "--json")) == expected.record
        assert str(expected) in answer("rate", *games)

    def test_own_strategies_are_rated(self) -> None:
        games = ("--preset", "classic", "--games", "10", "--workers", "1", "--json")
        record = json.loads(answer("rate", f"{SUPPORT}/choosers.py:safest", *games))
        assert record["strategy"].endswith("choosers:safest")
        assert (record["games"], record["estimate"]) == (10, "conditional")
        assert 0 < record["rate"] < 1

    def test_the_place_among_known_players(self) -> None:
        said = answer("rate", "ratio", "--preset", "beginner", "--games", "20")
        assert said.endswith("  below MineSweeperProb (91.69 %)\n")
        assert "below" not in answer("rate", "csp", "--preset", "classic", "--games", "5")


class TestWatch:
    GAME = "grid-4x4-3-safe-2"

    def test_every_turn_is_shown(self) -> None:
        lines = answer("watch", "--strategy", "safest", "--game", self.GAME, "--json").splitlines()
        shown = [json.loads(line) for line in lines]
        played = list(arena.turns("safest", demine.Game.from_id(self.GAME)))
        assert [turn["turn"] for turn in shown] == [turn.number for turn in played]
        for record, turn in zip(shown, played, strict=True):
            assert record["labels"] == list(turn.position.labels)
            assert (record["cells"], record["guess"]) == (list(turn.cells), turn.is_guess)
            chances = turn.position.analyze().probabilities
            assert record["risks"] == [chances[cell] for cell in turn.cells]
            assert bool(record["candidates"]) == (turn.is_guess and turn.number > 1)

    def test_one_turn_as_text(self) -> None:
        said = answer("watch", "--strategy", "safest", "--game", self.GAME, "--turn", "2")
        turn = list(arena.turns("safest", demine.Game.from_id(self.GAME)))[1]
        assert said.startswith("turn 2: ")
        assert turn.position.board.address(turn.cells[0]) in said.splitlines()[0]
        assert draw.text(turn.position, turn.position.analyze()) in said

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            ("--rows 4 --cols 4 --mines 3 --seed 2", GAME),
            ("--seed 7", "grid-9x9-10-safe-7"),
            ("--preset classic --seed 3 --first risky", "grid-8x8-10-risky-3"),
        ],
    )
    def test_a_new_game_is_named_by_its_id(self, options: str, expected: str) -> None:
        done = invoke("watch", "csp", "--turn", "1", *options.split())
        assert done.stderr == f"game {expected}\n"
        assert done.stdout == answer("watch", "csp", "--turn", "1", "--game", expected)

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("--game", "grid"), "grid"),
            (("--game", GAME, "--turn", "99"), "there is no turn 99"),
            (("--game", GAME, "--turn", "0"), "--turn"),
            (("--game", GAME, "--seed", "2"), "leave out the options of a new game"),
        ],
    )
    def test_what_cannot_be_watched(self, arguments: tuple[str, ...], said: str) -> None:
        code, line = refusal("watch", "--strategy", "safest", *arguments)
        assert (code, said in line) == (2, True)

    def test_an_unknown_strategy(self) -> None:
        code, line = refusal("watch", "--strategy", "best", "--game", self.GAME)
        assert (code, "strategy 'best': expected one of" in line) == (2, True)


def test_a_comparison_names_games_to_look_at() -> None:
    said = answer("compare", "safest", "random", *CLASSIC, "--games", "60")
    result = demine.compare("safest", "random", preset="classic", seed=3, games=60)
    seeds = ", ".join(map(str, result.seeds_a[:8]))
    assert f"won by safest alone: {result.only_a} (seeds {seeds}" in said
