"""The game line by line: scripted games against golden transcripts, and input of every kind.

A transcript holds the command, what was typed, a line of dashes, and what was printed. The time is
written as 0 minutes and 0 seconds.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import demine
from demine import Game, Replay
from demine.cli import commands
from demine.game import GameSetup, Window
from demine.review import Review
from demine.terminal.keeper import Keeper
from demine.terminal.plain import Plain
from demine.terminal.solver import SOLVERS
from paths import DATA, ROOT
from snapshots import Snapshot

TRANSCRIPTS = sorted((DATA / "plain").glob("*.txt"))


def run(*arguments: str, typed: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "demine", "play", "--plain", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, cwd=ROOT, timeout=60)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_golden_transcripts(
    path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: Snapshot
) -> None:
    monkeypatch.chdir(ROOT)
    script, dashes, _ = path.read_text(encoding="utf-8").partition("----\n")
    command, _, typed = script.partition("\n")
    done = CliRunner().invoke(commands, shlex.split(command)[2:], input=typed)
    assert (done.exit_code, done.stderr) == (0, "")
    seen = re.sub(r"\d+ minutes and \d+ seconds", "0 minutes and 0 seconds", done.stdout)
    snapshot.check(path, script + dashes + seen)


def test_the_transcripts_are_there() -> None:
    assert len(TRANSCRIPTS) >= 12


def play(
    setup: GameSetup, lines: list[str], solver: str = "exact", seconds: float | None = None
) -> tuple[list[Game], str]:
    """The games that a script finishes, and all that was said."""
    said: list[str] = []
    over: list[Game] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        said.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    class Table(Keeper):
        def end(self, name: str, game: Game | Window, found: Review | None) -> None:
            assert isinstance(game, Game)
            over.append(game)

    Plain(setup, SOLVERS[solver], read, said.append, Table(None), seconds).play(setup.game(7))
    return over, "\n".join(said)


CLASSIC = GameSetup(demine.grid(8, 8), 10, title="classic")


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_auto_ends_every_game_and_the_next_seed_follows(solver: str) -> None:
    over, _ = play(CLASSIC, ["auto", "y"] * 12 + ["auto", "n"], solver)
    assert [game.seed for game in over] == list(range(7, 20))
    assert all(game.is_over for game in over)
    for game in over:
        assert Replay.of(game).verify().status == game.status


def test_the_paper_flags_before_it_wins() -> None:
    over, _ = play(CLASSIC, ["auto", "y"] * 20, "ratio")
    won = [game for game in over if game.status == "won"]
    assert won
    assert all(game.flags <= game.mined for game in won)


def test_wrong_flags_do_not_stop_the_solver() -> None:
    flags = [f"{column}{row}f" for column in "abcdefgh" for row in (1, 4)]
    for solver in SOLVERS:
        over, _ = play(CLASSIC, [*flags, "auto", "n"], solver)
        assert over[0].is_over


@pytest.mark.parametrize(
    "board",
    [
        demine.hexagonal(4, 4),
        demine.triangular(4, 6),
        demine.box((3, 3, 3)),
        demine.grid(6, 6, torus=True),
        demine.from_edges(9, [(v, (v + 1) % 9) for v in range(9)]),
        demine.box((12,)),
    ],
)
def test_every_board_can_be_played(board: demine.Board) -> None:
    setup = GameSetup(board, 2, title="any")
    over, said = play(setup, ["risks", "hint", "where", "why", "map", "auto", "n"])
    assert over[0].is_over
    assert "Traceback" not in said


def test_risks_have_the_name_of_the_browser_and_an_earlier_one() -> None:
    shown = [play(CLASSIC, ["a1", word])[1] for word in ("risks", "map")]
    assert shown[0] == shown[1] != play(CLASSIC, ["a1"])[1]
    assert "risks  each cell's chance of a mine in %" in shown[0]


def test_noise_is_answered_and_asked_again() -> None:
    random = Random(5)
    letters = "abcdefgh0123456789fc .,-?!äÖ\t\x00\x1b\\'\"%{}" * 2 + "hint why map undo where guess"
    lines = ["".join(random.sample(letters, random.randrange(12))) for _ in range(600)]
    over, said = play(CLASSIC, lines)
    assert said.count("Enter the cell") + said.count("Play again") == len(lines) + 1
    assert all(game.is_over for game in over)


@pytest.mark.parametrize(
    "typed", [b"\xff\xfe\n", b"\x00\n", b"a" * 100_000 + b"\n", b"a1", b"", b"\r\n\r\n"]
)
def test_bytes_of_every_kind_at_the_prompt(typed: bytes) -> None:
    done = run("classic", "--seed", "1", typed=typed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert all(len(line) < 400 for line in done.stdout.splitlines())


def test_no_guess_keeps_its_word() -> None:
    setup = GameSetup(demine.grid(9, 9), 10, "opening", title="any", no_guess=True)
    over, said = play(setup, ["i9f", "e5", "auto", "n"])
    assert over[0].status == "won"
    assert "guesses: 0 forced, 0 needless" in said


def test_no_guess_says_when_there_is_none() -> None:
    setup = GameSetup(demine.from_edges(4, []), 1, title="any", no_guess=True)
    over, said = play(setup, ["0", "quit"], seconds=0.05)
    assert over == []
    assert "no board without a guess" in said


def test_a_replay_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    done = run("--seed", "7", "--save", str(path), typed=b"a1\nauto\nn\n")
    assert done.returncode == 0
    assert Replay.read(path).verify().id == "grid-9x9-10-safe-7"


def test_short_words_and_words_between_games() -> None:
    done = run("--seed", "7", typed=b"?\na1\nhint b1\nauto\nhelp\nq\n")
    said = done.stdout.decode()
    assert said.count("Add 'f' to put or remove a") == 2
    assert "Type y to play another game, n or quit to stop." in said
    assert "no answer" not in said
    assert "You do not have to guess" not in said, "a hint about a cell is about that cell"
    assert run("--seed", "7", typed=b"q\n").returncode == 0
