"""The commands of the game, end to end: play, explain, generate, replay, statistics."""

from __future__ import annotations

import json
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner

import demine
from command import COMMAND, answer, complaint, failure_message, invoke, run
from demine import Certificate, Game, Replay, grid
from demine.cli import commands, main
from demine.game.statistics import Statistics
from demine.terminal import draw
from paths import BEGINNER
from processes import ended

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
PATIENCE = 120
"""Seconds to wait for a terminal on the slowest machine."""


@pytest.mark.parametrize(
    "arguments", [["play", "--plain"], ["play"], ["solve", "--batch", "-"], ["count", "-"]]
)
def test_a_closed_input_is_named(arguments: list[str]) -> None:
    closed = "exec " + shlex.join([sys.executable, "-m", "demine", *arguments]) + " <&-"
    done = subprocess.run(["sh", "-c", closed], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("demine: ")
    assert "standard input is closed: expected" in done.stderr
    assert done.stderr.count("\n") == 1


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
        assert "you have to guess" in answer("explain", "-", stdin=GUESS)

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
        told = "The 3 at b1 has only two covered neighbours left: impossible."
        done = run("explain", "-", stdin="3x1x1\nH3H\n")
        assert (done.returncode, done.stdout) == (1, f"{told}\n")
        assert done.stderr.count("\n") == 1
        assert "no legal assignment" in done.stderr
        done = run("explain", "--json", "-", stdin="3x1x1\nH3H\n")
        found = json.loads(done.stdout)
        assert (done.returncode, found["verdict"], found["smallest"]) == (1, "contradictory", True)
        assert (found["numbers"], found["counter"]) == ([1], False)
        assert found["sentences"] == [told]


class TestGenerate:
    def test_an_id_makes_a_game(self) -> None:
        assert answer("generate", "expert", "--seed", "7") == "grid-16x30-99-safe-7\n"
        assert Game.from_id(answer("generate").strip()).mines == 10

    def test_a_start_is_for_what_is_opened(self) -> None:
        assert "--start needs" in complaint(2, "generate", "--seed", "1", "--start", "e5")

    def test_a_certificate_is_written_and_verified(self, tmp_path: Path) -> None:
        path = str(tmp_path / "board.proof")
        made = run("generate", "--no-guess", "--seed", "1", "--start", "e5", "--certificate", path)
        assert made.stderr == "start at e5: from there no guess is needed\n"
        certificate = Certificate.read(path)
        assert certificate.id == made.stdout.strip()
        assert certificate.start == 40
        assert "no guess" in answer("generate", "--verify", path)

    def test_a_certificate_that_proves_too_little_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "board.proof"
        run("generate", "--no-guess", "--seed", "1", "--start", "e5", "--certificate", str(path))
        certificate = Certificate.read(path)
        first, *others = certificate.steps
        tampered = {
            "proof 4: the numbers allow cell 53 to be a mine": replace(certificate, start=2),
            "proof 1: cell 6 is not covered": replace(certificate, start=first.cell),
            "proof 1: the numbers allow cell 6 to be a mine": replace(
                certificate, steps=(replace(first, numbers=first.numbers[1:]), *others)
            ),
            "proof 1: it cites a cell that is not open": replace(
                certificate, steps=(replace(first, numbers=(first.cell,)), *others)
            ),
            "ends while the game is playing": replace(certificate, steps=certificate.steps[:-1]),
        }
        for said, changed in tampered.items():
            changed.write(path)
            assert said in complaint(2, "generate", "--verify", str(path))

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
        assert "the game has" in complaint(2, "replay", path)


class TestGoingOn:
    """A file of saved games, the last of which is not over."""

    @pytest.fixture
    def kept(self, tmp_path: Path) -> Path:
        path = tmp_path / "kept.jsonl"
        for seed, typed in (("7", "a1\nauto\nn\n"), ("8", "a1\nquit\n")):
            answer("play", "--plain", "--seed", seed, "--save", str(path), stdin=typed)
        return path

    @pytest.mark.parametrize("saves", [True, False])
    def test_takes_the_place_of_what_was_kept(self, kept: Path, saves: bool) -> None:
        options = ["--save", str(kept)] * saves
        answer("play", "--plain", str(kept), *options, stdin="auto\ny\na1\nquit\n")
        ended = [replay.verify() for replay in Replay.read_all(kept)]
        assert [game.seed for game in ended] == [7, 8, 9]
        assert [game.is_over for game in ended] == [True, True, False]

    def test_only_the_time_is_written_for_no_move(self, kept: Path) -> None:
        *before, left = Replay.read_all(kept)
        replace(left, seconds=15.0).replace(left, kept)  # it was left after a quarter of a minute
        answer("play", "--plain", str(kept), stdin="quit\n")
        *others, again = Replay.read_all(kept)
        assert (others, again) == (before, left)
        assert again.seconds >= 15

    def test_another_file_leaves_this_one_alone(self, kept: Path, tmp_path: Path) -> None:
        before, other = kept.read_bytes(), tmp_path / "other.jsonl"
        answer("play", "--plain", str(kept), "--save", str(other), stdin="auto\nn\n")
        assert kept.read_bytes() == before
        assert Replay.read(other).verify().is_over

    def test_what_others_wrote_meanwhile_stays(self, kept: Path) -> None:
        *_, old = Replay.read_all(kept)
        old.append(kept)
        newer = replace(old, undos=1)
        newer.append(kept)
        old.replace(old, kept)
        assert Replay.read_all(kept)[1:] == [old, old, newer, old]


class TestOutputs:
    """Nothing is written over files of another kind, nor elsewhere than was said."""

    def test_games_go_to_no_position(self, tmp_path: Path) -> None:
        path = tmp_path / "b.mine"
        path.write_text(GUESS)
        said = complaint(2, "play", "--plain", "--save", str(path), stdin="a1\nauto\nn\n")
        assert "does not hold games" in said
        assert path.read_text() == GUESS

    def test_a_picture_does_not_take_the_place_of_its_position(self, tmp_path: Path) -> None:
        path = tmp_path / "b.mine"
        path.write_text(GUESS)
        for command in (["solve", "--svg"], ["decompose", "--td"], ["solutions", "--svg"]):
            assert "a name that ends in" in complaint(2, *command, str(path), str(path))
        assert path.read_text() == GUESS

    @pytest.mark.parametrize("suffix", ["td", "cnf", "opb", "gr"])
    def test_mines_need_a_format_that_holds_them(self, suffix: str, here: Here) -> None:
        assert "ends in .mbf, .mine or .json" in here("generate", "--mines-to", f"m.{suffix}")

    @pytest.mark.parametrize("name", ["nosuffix", "/dev/full"])
    def test_a_plot_has_a_suffix(self, name: str, here: Here) -> None:
        assert "a name that ends in" in here("simulate", "--strategy", "csp", "--plot", name)

    def test_a_density_stands_instead_of_mines(self, here: Here) -> None:
        assert "leave out --mines" in here("solve", "--density", "0.2", "--mines", "10", "-")


class TestPlay:
    def test_a_game_by_its_id(self) -> None:
        printed = answer("play", "--plain", "--game", "hexagonal-4x4-3-safe-5", stdin="auto\nn\n")
        assert "game: hexagonal-4x4-3-safe-5" in printed
        complaint(2, "play", "--plain", "--game", "hexagonal-4x4-3-safe-5", "expert")
        complaint(2, "play", "--plain", "--game", "nonsense")

    def test_a_thread_of_another_program_can_play(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Signals are handled in the main thread alone: elsewhere the game does without."""
        monkeypatch.delenv("DEMINE_DATA", raising=False)
        asked = ["play", "--plain", "--game", "grid-4x4-3-safe-5"]
        before = signal.getsignal(signal.SIGTERM)
        with ThreadPoolExecutor(1) as thread:
            done = thread.submit(CliRunner().invoke, commands, asked, input="auto\nn\n").result()
        assert done.exit_code == 0, done.output
        assert "game: grid-4x4-3-safe-5" in done.output
        assert signal.getsignal(signal.SIGTERM) is before

    def test_scripts_leave_no_statistics_unless_they_say_where(self, tmp_path: Path) -> None:
        homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"), str(tmp_path))
        environment = {**os.environ, **homes}
        environment.pop("DEMINE_DATA", None)
        command = [sys.executable, "-m", "demine", "play", "--plain", "--seed", "1"]

        def play() -> None:
            subprocess.run(
                command, input=b"auto\nn\n", env=environment, check=True, capture_output=True
            )

        play()
        assert list(tmp_path.iterdir()) == []
        environment["DEMINE_DATA"] = str(tmp_path / "said")
        play()
        assert list(tmp_path.rglob("*.*")) == [tmp_path / "said" / "statistics.jsonl"]

    def test_without_textual_there_is_one_line_and_the_plain_game(self, tmp_path: Path) -> None:
        seen = on_a_terminal(tmp_path, without_textual=True, typed=b"quit\n", until="mines left")
        assert "pip install textual" in seen
        assert "Enter the cell (10 mines left)" in seen

    def test_a_kill_in_the_middle_of_a_game_loses_no_statistics(self, tmp_path: Path) -> None:
        """The whole screen on a real terminal: open a cell, and be killed."""
        on_a_terminal(tmp_path, typed=b" ", until="playing", end=signal.SIGKILL)
        record = Statistics(tmp_path / "statistics.jsonl").records()["beginner"]
        assert (record.begun, record.abandoned) == (1, 1)

    @pytest.mark.parametrize("plain", [True, False])
    @pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, "close"])
    def test_a_terminal_that_is_closed_keeps_the_game(
        self, tmp_path: Path, plain: bool, end: signal.Signals | Literal["close"]
    ) -> None:
        options = ["--save", str(tmp_path / "kept.jsonl"), *["--plain"] * plain]
        typed, until = (b"a1\nx\n", "is not a cell") if plain else (b" ", "playing")
        on_a_terminal(tmp_path, typed, until, end=end, options=options)
        assert Replay.read(tmp_path / "kept.jsonl").verify().status == "playing"

    @pytest.mark.parametrize("typed", [b"\xff", b"\x1b[M\xff\xff\xff", b"\x1b[" + b"9" * 30 + b"~"])
    def test_what_no_key_sends_is_left_out(self, tmp_path: Path, typed: bytes) -> None:
        seen = on_a_terminal(tmp_path, typed, "playing", end=signal.SIGKILL, again=b" ")
        assert "Traceback" not in seen

    def test_a_place_that_cannot_be_written_is_named_at_once(self, tmp_path: Path) -> None:
        options = ["--save", str(tmp_path)]
        seen = on_a_terminal(tmp_path, b" q", "demine: ", options=options)
        assert "Is a directory" in seen

    def test_an_endless_game_is_panned_kept_and_continued(self, tmp_path: Path) -> None:
        kept = tmp_path / "kept.jsonl"
        options = ["--endless", "--density", "1/6", "--save", str(kept)]
        right = b"\x1b[C" * 40  # past the border of the window
        on_a_terminal(tmp_path, b" " + right + b"fq", "\x1b[?1049l", options=options)
        game = Replay.read(kept).resume_endless()
        assert (game.status, game.density, game.seed) == ("playing", Fraction(1, 6), 7)
        assert game.number((0, 0)) == 0 or game.opened
        (flagged,) = game.flags
        assert flagged[0] > 25
        said = answer("play", "--plain", str(kept), stdin="undo\nq\n")
        assert "(1 flag)" in said
        assert "(0 flags)" in said

    def test_who_leaves_the_screen_keeps_the_game(self, tmp_path: Path) -> None:
        options = ["--save", str(tmp_path / "kept.jsonl")]
        left_the_screen = "\x1b[?1049l"
        on_a_terminal(tmp_path, b" q", left_the_screen, options=options)
        assert Replay.read(tmp_path / "kept.jsonl").verify().status == "playing"


def on_a_terminal(
    folder: Path,
    typed: bytes,
    until: str,
    without_textual: bool = False,
    end: signal.Signals | Literal["close"] | None = None,
    options: Sequence[str] = (),
    again: bytes = b"",
) -> str:
    """What `demine play` shows on a terminal up to some words; then it ends, or is ended.

    It leads the terminal's session, so that it is told if that is closed.
    What is typed `again` is typed whenever nothing is shown.
    """
    hide = "sys.modules['textual'] = None; " if without_textual else ""
    hide += "import importlib.util as u; f = u.find_spec; "
    hide += "u.find_spec = lambda n, *a: None if n == 'textual' else f(n, *a); " * without_textual
    script = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    script += f"import sys; {hide}sys.argv = ['demine', 'play', '--seed', '7', *{list(options)}]; "
    script += "from demine.cli import main; main()"
    ours, theirs = pty.openpty()
    environment = {**os.environ, "DEMINE_DATA": str(folder), "TERM": "xterm-256color"}
    command = [sys.executable, "-c", script]
    with ended(
        subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
    ) as game:
        os.close(theirs)
        seen = ""
        sent = False
        deadline = time.monotonic() + PATIENCE
        while until not in seen:
            if select.select([ours], [], [], 0.2)[0]:
                seen += os.read(ours, 1 << 16).decode(errors="replace")
            elif again and sent:
                os.write(ours, again)
            assert time.monotonic() < deadline, f"{until!r} is not in {seen!r}"
            if not sent and ("ready" in seen or "mines left" in seen):
                os.write(ours, typed)
                sent = True
        if end == "close":
            os.close(ours)
        else:
            if end is not None:
                game.send_signal(end)
            _read_all(ours)
        game.wait(timeout=60)
    return seen


def _read_all(terminal: int) -> None:
    """A terminal takes what is written until nobody is left who writes; then it is closed."""
    with suppress(OSError):
        while select.select([terminal], [], [], PATIENCE)[0] and os.read(terminal, 1 << 16):
            pass
    os.close(terminal)


def test_statistics_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path))
    assert answer("statistics") == "No games yet.\n"
    fair = {"seconds": 12.5, "3bv": 100, "forced": 1, "needless": 2, "helped": False, "helps": []}
    helped = {"status": "won", "seconds": 1.0, "helped": True}
    lines = [
        {"begin": "expert"},
        {"end": "expert", "status": "won", "luck": 0.5, **fair},
        *[{"begin": "classic"}] * 5,
        {"end": "classic", "status": "won", "luck": 0.5, **fair},
        {"end": "classic", "status": "lost", "luck": 0.125, **fair},
        {"end": "classic", "helps": ["hint"], **helped},
        {"end": "classic", "helps": ["hint", "solver"], **helped},
    ]
    (tmp_path / "statistics.jsonl").write_text("\n".join(map(json.dumps, lines)))
    told = [line.replace(" s ", "s ").split() for line in answer("statistics").splitlines()]
    head = "games begun won lost abandoned rate streak longest best average 3BV/s efficiency"
    expert = "expert 1 1 0 0 100 % 1 1 12.5s 12.5s 8.00 – 1 2 50.0 % 0 0"
    classic = "classic 5 1 1 1 50 % 0 1 12.5s 12.5s 8.00 – 2 4 25.0 % 1 1"
    assert told[:3] == [
        [*head.split(), "forced", "needless", "luck", "helped", "solver"],
        expert.split(),
        classic.split(),
    ]
    assert " ".join(told[-1]).startswith("Games with help count only under begun")
    assert run("statistics", "nonsense").returncode == 2


def test_no_pause_is_longer_than_a_watcher_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    game = Game(demine.grid(3, 3), 1, seed=1)
    game.open(0)
    lines = Replay.of(game).dumps().splitlines()
    first = json.loads(lines[1]) | {"at": 1e9}
    file = tmp_path / "late.jsonl"
    file.write_text("\n".join([lines[0], json.dumps(first), *lines[2:]]) + "\n")
    invoke("replay", file, "--watch", "--speed", "0.01")
    assert slept == [10.0]


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    command = [*COMMAND, "play", "--plain"]
    subprocess.run(
        [*command, "--board", "grid-9x9", "--mines", "10", "--seed", "1", "--save", str(file)],
        input="e5\nquit\n", text=True, capture_output=True, check=True,
    )  # fmt: skip
    before = Replay.read(file).resume()
    again = subprocess.run(
        [*command, str(file)], input="quit\n", text=True, capture_output=True, check=True
    )
    assert before.status == "playing"
    assert before.seconds >= before.moves[-1].at
    assert str(draw(before)) in again.stdout


def test_a_finished_game_does_not_go_on(tmp_path: Path) -> None:
    game = Game.from_mines(demine.grid(1, 2), [0])
    game.open(1)
    file = tmp_path / "over.jsonl"
    Replay.of(game).write(file)
    assert "the last game is won" in invoke("play", "--plain", file).output


def test_several_games_are_numbered(tmp_path: Path) -> None:
    game = Game.from_mines(demine.grid(1, 2), [0])
    game.open(1)
    file = tmp_path / "games.jsonl"
    for _ in range(2):
        Replay.of(game).append(file)
    for command in ("review", "replay"):
        assert "game 2 of 2: " in invoke(command, file).output


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    saved = tmp_path / "games.jsonl"
    arguments = [*COMMAND, "play", "--plain", "--seed", "3", "--save", str(saved)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    with ended(process) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("a1\n")
        game.stdin.flush()
        seen = ""
        while seen.count("Enter the cell") < 2 or not seen.endswith(": "):
            seen += game.stdout.read(1)
        game.send_signal(signal.SIGINT)
        _, said = game.communicate(timeout=60)
    assert (game.returncode, said) == (130, "demine: interrupted\n")
    assert Replay.read(saved).steps[0].move.cell == 0


def test_an_empty_file_is_no_game(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert "is empty: expected a board, or games" in invoke("play", "--plain", empty).output


@pytest.mark.parametrize("command", [["review"], ["replay"]])
def test_a_file_that_is_no_replay(command: list[str]) -> None:
    said = failure_message(*command, BEGINNER)
    assert said.startswith(f"{BEGINNER}: line 1")
    assert said.endswith("expected a replay")


def test_a_file_that_is_no_certificate() -> None:
    assert failure_message("generate", "--verify", BEGINNER).endswith("expected a certificate")


@pytest.mark.parametrize("command", ["review", "replay"])
def test_a_replay_that_lies_is_named(command: str, tmp_path: Path) -> None:
    game = Game(grid(4, 4), 2, seed=1)
    game.open(0)
    file = tmp_path / "lies.jsonl"
    lies = Replay.of(game).dumps().replace('"changed": ', '"changed": 1')
    file.write_text(lies)
    assert failure_message(command, file).startswith(f"{file}: move 1")


@pytest.mark.parametrize("more", [[], ["--count", "2"], ["--json"]])
def test_a_search_that_ends_says_how_to_go_on(more: list[str]) -> None:
    said = failure_message("generate", "--no-guess", "--rows", "8", "--cols", "8", "--mines", "40",
                    "--tries", "1", "--seed", "1", *more)  # fmt: skip
    assert said.endswith("1 were tried; more --tries, or --repair, may find one")


class TestEndless:
    def test_line_by_line(self, tmp_path: Path) -> None:
        kept = str(tmp_path / "kept.jsonl")
        typed = "hint\n0,0\n3,-2f\nmap\nwhy 2,-3\ngo 40,-12\nstep\nundo\nq\n"
        options = ["--endless", "--seed", "1", "--save", kept]
        said = answer("play", "--plain", *options, stdin=typed)
        assert "the first one is never a mine" in said
        assert "|50 |20 |" in said
        assert "so 2,-3 is safe" in said
        assert "47  48\n" in said
        assert "Move made: " in said
        game = Replay.read(kept).resume_endless()
        assert game.id == "endless-1_5-opening-1"
        assert game.flags == {(3, -2)}

    def test_auto_stops_after_some_moves(self, tmp_path: Path) -> None:
        options = ["--endless", "--density", "0.15", "--seed", "1"]
        said = answer("play", "--plain", *options, stdin="0,0\nauto\nq\n")
        assert said.count("Move made: ") == 200

    def test_auto_stops_after_some_cells(self, tmp_path: Path) -> None:
        options = ["--endless", "--density", "1/50", "--seed", "1"]
        said = answer("play", "--plain", *options, stdin="0,0\nauto\nq\n")
        assert said.count("Move made: ") < 10

    def test_a_lost_game_says_how_far_it_went(self) -> None:
        options = ["--endless", "--seed", "1"]
        said = answer("play", "--plain", *options, stdin="0,0\n-1,-3\nn\n")
        assert "Game Over" in said
        assert "34 cells opened in" in said
        assert "game: endless-1_5-opening-1" in said

    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            (["--density", "0.2"], "--density belongs to --endless"),
            (["--endless", "--density", "2"], "the density is '2': expected a probability"),
            (["--endless", "--rows", "3"], "leave out the other options"),
            (["--endless", "expert"], "leave out the other options"),
            (["--game", "endless-9_5-safe-1"], "the density is"),
        ],
    )
    def test_wrong_options_are_named(self, arguments: list[str], expected: str) -> None:
        assert expected in complaint(2, "play", "--plain", *arguments, stdin="")


def test_fair_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path))
    saved = tmp_path / "fair.jsonl"
    moves = "e5\nauto\nn\n"
    played = answer("play", "--plain", "--fair", "--seed=7", f"--save={saved}", stdin=moves)
    assert "game: grid-9x9-10-safe.fair-7" in played
    game = Replay.read(saved).verify()
    assert (game.fair, game.status, game.id) == ("fair", "won", "grid-9x9-10-safe.fair-7")
    answer("play", "--plain", "--fair=mercy", "--seed=7", f"--save={saved}", stdin="e5\nq\n")
    assert list(Statistics().records()) == ["beginner (fair)", "beginner (mercy)"]
    assert Replay.read_all(saved)[-1].id == "grid-9x9-10-safe.mercy-7"


@pytest.mark.parametrize(
    "other", ["--no-guess", "--endless", "--paper", "--game=grid-2x2-1-safe-1"]
)
def test_games_that_cannot_be_fair(here: Here, other: str) -> None:
    assert "leave out --fair" in here("play", "--fair", other)
