"""What a newcomer is told: the right file, what was expected, and what to do instead."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from command import COMMAND
from demine import Position, from_edges, grid, simulate
from demine.cli import commands
from demine.cli.failures import Failure
from demine.cli.setups import find_board
from demine.errors import FormatError, StrategyError
from demine.formats import dumps, loads, whole_name
from demine.game import Game, Replay

BEGINNER = "examples/beginner.mine"

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


def complain(*arguments: str | Path) -> str:
    """What is said of a command that fails."""
    done = CliRunner().invoke(commands, [str(a) for a in arguments], standalone_mode=False)
    assert isinstance(done.exception, Failure)
    return done.exception.message


@pytest.mark.parametrize("command", [["review"], ["replay"]])
def test_a_file_that_is_no_replay(command: list[str]) -> None:
    said = complain(*command, BEGINNER)
    assert said.startswith(f"{BEGINNER}: line 1")
    assert said.endswith("expected a replay")


def test_a_file_that_is_no_certificate() -> None:
    assert complain("generate", "--verify", BEGINNER).endswith("expected a certificate")


@pytest.mark.parametrize("command", ["review", "replay"])
def test_a_replay_that_lies_is_named(command: str, tmp_path: Path) -> None:
    game = Game(grid(4, 4), 2, seed=1)
    game.open(0)
    file = tmp_path / "lies.jsonl"
    lies = Replay.of(game).dumps().replace('"changed": ', '"changed": 1')
    file.write_text(lies)
    assert complain(command, file).startswith(f"{file}: move 1")


def test_only_the_file_that_is_wrong_is_named(tmp_path: Path) -> None:
    assert complain("convert", BEGINNER, "foo.bar").startswith("foo.bar: no format")
    few = tmp_path / "few"
    few.write_text("1 2 3")
    assert complain("solutions", BEGINNER, "--cheapest", few).startswith(f"{few}: 3 costs")
    few.write_text("s td 1 1 1\nb 1 1\n")
    assert complain("decompose", BEGINNER, "--check", few).startswith(f"{few}: ")


def test_what_is_only_written_and_what_is_empty() -> None:
    position = Position(grid(2, 2), ["?"] * 4, 1)
    for format in ("cnf", "td"):
        with pytest.raises(FormatError, match=f"{format} is only written"):
            loads(dumps(position, format))
    with pytest.raises(FormatError, match="is empty"):
        loads("\n")


def test_a_strategy_may_be_of_ones_own() -> None:
    said = complain("simulate", "--strategy", "foo")
    assert "module:function" in said
    assert "pipe:COMMAND" in said


def test_an_outside_player_is_quoted_without_our_names() -> None:
    said = complain(
        "simulate", "--strategy", "pipe:echo x", "--preset", "beginner", "--workers", "1"
    )
    assert StrategyError.__name__ not in said


@pytest.mark.parametrize("more", [[], ["--count", "2"], ["--json"]])
def test_a_search_that_ends_says_how_to_go_on(more: list[str]) -> None:
    said = complain("generate", "--no-guess", "--rows", "8", "--cols", "8", "--mines", "40",
                    "--tries", "1", "--seed", "1", *more)  # fmt: skip
    assert said.endswith("1 were tried; more --tries, or --repair, may find one")


def test_a_board_that_is_neither_a_name_nor_a_file(tmp_path: Path) -> None:
    file = tmp_path / "grid.gr"
    run = ["simulate", "--strategy", "safest", "--mines", "4", "--games", "2", "--board"]
    said = complain(*run, file)
    assert "expected a topology (grid," in said
    assert said.endswith("; there is no such file, either")


def test_a_name_may_be_longer_than_that_of_any_file() -> None:
    random = Random(1)
    board = from_edges(200, {tuple(sorted(random.sample(range(200), 2))) for _ in range(400)})
    name = whole_name(board)
    assert len(name) > 255
    assert len(find_board(name)) == 200


def test_a_line_of_a_batch_is_numbered_once() -> None:
    done = CliRunner().invoke(commands, ["solve", "--batch", "-"], input="\n\nnonsense\n{\n")
    for line in map(json.loads, done.stdout.splitlines()):
        assert "line" not in line["error"]


def test_conditional_estimates_are_not_merged(tmp_path: Path) -> None:
    run = ["simulate", "--strategy", "safest", "--preset", "beginner", "--games", "4", "--json"]
    done = CliRunner().invoke(commands, [*run, "--estimate", "conditional", "--workers", "1"])
    file = tmp_path / "estimates.jsonl"
    file.write_text(done.stdout)
    assert "conditional estimates cannot be merged" in complain("tally", file)


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


def test_an_action_is_the_number_of_a_cell() -> None:
    gym = pytest.importorskip("demine.gym")
    environment = gym.Minesweeper("beginner")
    environment.reset(seed=1)
    for action in (3.5, "a1"):
        with pytest.raises(TypeError, match=r"action is .*: expected a whole number"):
            environment.step(action)


def test_one_thing_is_not_many(tmp_path: Path) -> None:
    tally = simulate("ratio", board=grid(1, 2), mines=0, games=1, seed=1, workers=1)
    assert str(tally).startswith("100.00% of 1 game won")
    sheet = ["print", BEGINNER, "--no-solutions", "-o", str(tmp_path / "one.svg")]
    assert CliRunner().invoke(commands, sheet).output.endswith("1 puzzle on 1 page\n")
