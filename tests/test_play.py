"""The commands of the game, end to end: play, explain, generate, replay, statistics."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import demine
from demine import Certificate, Game
from demine.cli import main
from demine.game.statistics import Statistics
from test_cli import answer, complaint, run

Here = Callable[..., str]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Run a command in this process; what it says on stderr as it fails with bad input."""

    def complain(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["demine", *arguments])
        with pytest.raises(SystemExit) as failed:
            main()
        assert failed.value.code == 2
        said = capsys.readouterr()
        assert said.out == ""
        return said.err

    return complain


STUCK = "4x2x?\nSHHH\n11SS\n"
GUESS = "3x1x1\nH1H\n"


class TestExplain:
    def test_a_cell_by_address_by_coordinates_and_by_number(self) -> None:
        expected = (
            "c1 is safe.\n"
            "The 1 at a2 has only one covered neighbour left, b1, so it is a mine.\n"
            "The 1 at b2 already has its mine at b1, so c1 is safe.\n"
        )
        for cell in ("c1", "0,2", "2"):
            assert answer("explain", "-", cell, stdin=STUCK) == expected

    def test_without_a_cell_it_chooses_one(self) -> None:
        assert answer("explain", "-", stdin=STUCK).startswith("c1 is safe.\n")
        assert "a guess is needed" in answer("explain", "-", stdin=GUESS)

    def test_json_holds_the_proof(self) -> None:
        proof = json.loads(answer("explain", "--json", "-", "c1", stdin=STUCK))
        assert (proof["verdict"], proof["numbers"], proof["counter"]) == ("safe", [4, 5], False)
        guess = json.loads(answer("explain", "--json", "-", stdin=GUESS))
        assert (guess["verdict"], guess["probability"]) == ("undecided", "1/2")
        assert guess["candidates"] == [[0, "1/2"], [2, "1/2"]]

    @pytest.mark.parametrize("cell", ["z9", "9,9", "99", "-1", "", "a2"])
    def test_a_wrong_cell_is_named(self, cell: str, tmp_path: Path, here: Here) -> None:
        path = tmp_path / "stuck.mine"
        path.write_text(STUCK)
        assert here("explain", str(path), "--", cell).startswith(f"demine: {path}: ")

    def test_a_contradiction_is_told(self) -> None:
        complaint(1, "explain", "-", stdin="3x1x1\nH3H\n")


class TestGenerate:
    def test_an_id_makes_a_game(self) -> None:
        assert answer("generate", "expert", "--seed", "7") == "grid-16x30-99-safe-7\n"
        assert Game.from_id(answer("generate").strip()).mines == 10

    def test_a_certificate_is_written_and_verified(self, tmp_path: Path) -> None:
        path = str(tmp_path / "board.proof")
        made = answer(
            "generate", "--no-guess", "--seed", "1", "--start", "e5", "--certificate", path
        )
        certificate = Certificate.read(path)
        assert certificate.id == made.strip()
        assert certificate.start == 40
        assert "no guess" in answer("generate", "--verify", path)
        Path(path).write_text(certificate.dumps().replace('"start": 40', '"start": 0'))
        assert "proof" in complaint(2, "generate", "--verify", path)

    def test_mines_are_written(self, tmp_path: Path) -> None:
        path = tmp_path / "board.mbf"
        answer("generate", "--seed", "1", "--mines-to", str(path))
        game = Game.preset("beginner", seed=1)
        for cell in game.board.cells:
            game.open(cell)
        mined = {v for v, label in enumerate(demine.read(path).labels) if label == "*"}
        assert mined == game.mined

    def test_nothing_found_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "loose.json"
        demine.write(demine.Position(demine.from_edges(4, []), ["?"] * 4), path)
        arguments = ["generate", "--no-guess", "--board", str(path), "--mines", "1", "--tries", "5"]
        assert "5 were tried" in complaint(3, *arguments)

    @pytest.mark.parametrize(
        "arguments",
        [
            ["expert", "--rows", "3", "--cols", "3"],
            ["--rows", "3"],
            ["--rows", "3", "--cols", "3"],
            ["--board", "hexagonal-4x4"],
            ["--board", "klein-4x4", "--mines", "3"],
            ["--board", "grid-4x4", "--mines", "16"],
            ["--seed", "-1"],
            ["--certificate", "x"],
            ["--no-guess", "--start", "z99"],
            ["nightmare"],
        ],
    )
    def test_what_does_not_go_together_is_told(self, arguments: list[str], here: Here) -> None:
        assert here("generate", *arguments).count("\n") == 1


class TestReplay:
    def test_a_game_is_saved_verified_and_watched(self, tmp_path: Path) -> None:
        path = str(tmp_path / "game.jsonl")
        typed = "a1\nauto\nn\n"
        answer("play", "--plain", "--seed", "7", "--save", path, stdin=typed)
        assert "won after" in answer("replay", path)
        watched = answer("replay", path, "--watch", "--speed", "1000000")
        assert "open a1\n" in watched
        text = Path(path).read_text().replace('"changed": 1,', '"changed": 2,', 1)
        Path(path).write_text(text)
        assert "is true" in complaint(2, "replay", path)


class TestPlay:
    def test_a_game_by_its_id(self) -> None:
        printed = answer("play", "--plain", "--game", "hexagonal-4x4-3-safe-5", stdin="auto\nn\n")
        assert "game: hexagonal-4x4-3-safe-5" in printed
        complaint(2, "play", "--plain", "--game", "hexagonal-4x4-3-safe-5", "expert")
        complaint(2, "play", "--plain", "--game", "nonsense")

    def test_scripts_leave_no_statistics(self, tmp_path: Path) -> None:
        environment = {**os.environ, "DEMINE_DATA": str(tmp_path)}
        command = [sys.executable, "-m", "demine", "play", "--plain", "--seed", "1"]
        subprocess.run(
            command, input=b"auto\nn\n", env=environment, check=True, capture_output=True
        )
        assert list(tmp_path.iterdir()) == []

    def test_without_textual_there_is_one_line_and_the_plain_game(self, tmp_path: Path) -> None:
        seen = on_a_terminal(tmp_path, without_textual=True, typed=b"quit\n", until="mines left")
        assert "demine[play]" in seen
        assert "Enter the cell (10 mines left)" in seen

    def test_a_kill_in_the_middle_of_a_game_loses_no_statistics(self, tmp_path: Path) -> None:
        """The whole screen on a real terminal: open a cell, and be killed."""
        on_a_terminal(tmp_path, typed=b" ", until="playing", kill=True)
        record = Statistics(tmp_path / "statistics.jsonl").records()["beginner"]
        assert (record.begun, record.abandoned) == (1, 1)


def on_a_terminal(
    folder: Path, typed: bytes, until: str, without_textual: bool = False, kill: bool = False
) -> str:
    """What `demine play` shows on a terminal up to some words; then it ends, or is killed."""
    hide = "sys.modules['textual'] = None; " if without_textual else ""
    hide += "import importlib.util as u; f = u.find_spec; "
    hide += "u.find_spec = lambda n, *a: None if n == 'textual' else f(n, *a); " * without_textual
    script = f"import sys; {hide}sys.argv = ['demine', 'play', '--seed', '7']; "
    script += "from demine.cli import main; main()"
    ours, theirs = pty.openpty()
    environment = {**os.environ, "DEMINE_DATA": str(folder), "TERM": "xterm-256color"}
    game = subprocess.Popen(
        [sys.executable, "-c", script], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    seen = ""
    sent = False
    deadline = time.monotonic() + 60
    while until not in seen and time.monotonic() < deadline:
        seen += os.read(ours, 1 << 16).decode(errors="replace")
        if not sent and ("ready" in seen or "mines left" in seen):
            os.write(ours, typed)
            sent = True
    if kill:
        game.kill()
    game.wait(timeout=60)
    os.close(ours)
    return seen


def test_statistics_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path))
    assert answer("statistics") == "no games yet\n"
    lines = ['{"begin": "expert"}', '{"end": "expert", "status": "won", "seconds": 12.5}']
    (tmp_path / "statistics.jsonl").write_text("\n".join(lines))
    assert answer("statistics").splitlines()[1].split() == [
        "expert",
        "1",
        "1",
        "0",
        "0",
        "100%",
        "12.5",
        "s",
    ]
    assert run("statistics", "nonsense").returncode == 2
