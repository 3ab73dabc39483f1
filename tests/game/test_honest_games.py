"""Honest games: what the solver, a hint or a second look did is no record; nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import demine
from demine import Game, Replay
from demine.cli import commands
from demine.game import Record, Statistics


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path))
    return tmp_path


def type_lines(lines: str, *arguments: str) -> str:
    done = CliRunner().invoke(commands, ["play", "--plain", *arguments], input=lines)
    assert done.exit_code == 0, done.output
    return done.stdout


def record(name: str) -> Record:
    return Statistics().records()[name]


def solution(seed: int) -> str:
    """What to type to win a beginner's game without help."""
    game = Game.preset("beginner", seed=seed)
    for cell in game.board.cells:
        game.open(cell)
    free = [cell for cell in game.board.cells if cell not in game.mined]
    return "".join(f"{game.board.address(cell)}\n" for cell in free)


def test_what_auto_wins_is_no_record(folder: Path) -> None:
    type_lines("auto\n" + "y\nauto\n" * 4 + "n\n", "--seed", "1")
    found = record("beginner")
    assert (found.begun, found.won, found.lost, found.solved) == (5, 0, 0, 5)
    assert found.best is None


def test_a_game_won_alone_is_a_record(folder: Path) -> None:
    assert "You Win" in type_lines(solution(7), "--seed", "7")
    found = record("beginner")
    assert (found.won, found.streak, found.helped) == (1, 1, 0)
    assert found.best is not None


@pytest.mark.parametrize("help", ["hint", "where", "why", "map", "undo"])
def test_every_help_keeps_a_game_from_the_records(folder: Path, help: str) -> None:
    lines = solution(7).splitlines()
    type_lines("\n".join([lines[0], help, *lines]) + "\n", "--seed", "7")
    found = record("beginner")
    assert (found.won, found.helped, found.best) == (0, 1, None)


def test_a_board_seen_before_is_no_record(folder: Path) -> None:
    type_lines("a1\n", "--seed", "7")
    type_lines(solution(7), "--seed", "7")
    found = record("beginner")
    assert (found.begun, found.won, found.helped) == (2, 0, 1)


def test_quitting_in_the_middle_is_abandoning(folder: Path) -> None:
    type_lines("a1\nquit\n", "--seed", "7")
    found = record("beginner")
    assert (found.begun, found.abandoned) == (1, 1)
    type_lines("quit\n", "--seed", "8")
    assert record("beginner").begun == 1


def test_every_game_is_saved(folder: Path) -> None:
    out = folder / "games.jsonl"
    type_lines("auto\ny\nauto\ny\na1\nquit\n", "--seed", "3", "--save", str(out))
    replays = Replay.read_all(out)
    assert [replay.id.rpartition("-")[2] for replay in replays] == ["3", "4", "5"]
    assert [replay.verify().is_over for replay in replays] == [True, True, False]
    with pytest.raises(demine.FormatError, match="3 games"):
        Replay.read(out)
    type_lines("a1\nquit\n", "--seed", "9", "--save", str(out))
    assert len(Replay.read_all(out)) == 4


def test_where_replays_cannot_go_is_said_at_once(folder: Path) -> None:
    done = CliRunner().invoke(commands, ["play", "--plain", "--save", str(folder / "no" / "x")])
    assert done.exit_code != 0


def test_graphs_have_short_names(folder: Path) -> None:
    type_lines("auto\nn\n", "--board", "examples/petersen.gr", "--mines", "2", "--seed", "1")
    assert list(Statistics().records()) == ["petersen-2"]
    assert len(CliRunner().invoke(commands, ["statistics"]).stdout.splitlines()[1]) < 160


def test_long_names_of_earlier_versions_are_shortened(folder: Path) -> None:
    name = f"graph-{'eNq' * 60}-3"
    Statistics().path.write_text(f'{{"begin": "{name}"}}\n')
    assert len(next(iter(Statistics().records()))) < 30


def test_streaks_averages_and_luck(folder: Path) -> None:
    rest = '"3bv": 10, "forced": 1, "needless": 0, "helped": false'
    end = f'{{{{"end": "x", "status": "{{}}", "seconds": {{}}, "luck": {{}}, {rest}}}}}'
    lines = [("won", 4, 0.5), ("won", 6, 0.5), ("lost", 1, 0.25), ("won", 5, 1.0)]
    Statistics().path.write_text("\n".join(end.format(*line) for line in lines))
    found = record("x")
    assert (found.streak, found.longest, found.best, found.average) == (1, 2, 4, 5)
    assert found.speed == 2
    assert found.luck == pytest.approx(0.5)
    assert found.forced == 4


def test_a_given_board_is_played_and_reviewed(folder: Path) -> None:
    out = folder / "given.jsonl"
    said = type_lines("a1\nauto\nn\n", "examples/intermediate.mbf", "--save", str(out))
    assert "3BV" in said
    done = CliRunner().invoke(commands, ["review", str(out)])
    assert done.exit_code == 0
    assert "guesses:" in done.stdout
    assert record("intermediate (given)").won == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "cannot be played: expected beginner"),
        (["examples/intermediate.mbf", "--mines", "3"], "sets the board and its mines"),
        (["examples/petersen.gr"], "does not mark all mines"),
        (["--game", "graph-0123456789ab-2-safe-1"], "is a hash"),
    ],
)
def test_what_cannot_be_played(arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(commands, ["play", "--plain", *arguments])
    assert done.exit_code != 0
    assert said in str(done.exception) or said in done.output


def test_the_game_of_a_graph_by_its_short_id(folder: Path) -> None:
    said = type_lines("auto\nn\n", "--board", "examples/petersen.gr", "--mines", "2", "--seed", "1")
    id = said.split("game: ")[1].split()[0]
    again = type_lines("auto\nn\n", "--game", id, "--board", "examples/petersen.gr")
    assert f"game: {id}" in again


def test_a_game_that_goes_on_is_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path))
    saved = str(tmp_path / "games.jsonl")
    runner = CliRunner()
    runner.invoke(commands, ["play", "--plain", "--seed", "9", "--save", saved], input="a1\nquit\n")
    runner.invoke(commands, ["play", "--plain", saved], input="auto\nn\n")
    (record,) = Statistics(tmp_path / "statistics.jsonl").records().values()
    assert (record.begun, record.abandoned) == (1, 0)
