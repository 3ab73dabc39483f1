"""What an attacker once found, each as it was found: a sentence now, or the right answer."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result

import demine
from demine import FormatError, Game, InvalidBoard, InvalidPosition, formats
from demine.cli import commands
from demine.cli.failures import Commands, Exit, Failure, failure_of
from demine.game import GameSetup, Replay, Statistics
from demine.terminal import SOLVERS, draw
from demine.terminal.session import Session
from paths import EXAMPLES
from processes import ended
from webserver import Server

COMMAND = [sys.executable, "-m", "demine"]
EXAMPLE = EXAMPLES / "beginner.mine"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(commands, [str(argument) for argument in arguments])


def graph(**changed: object) -> str:
    return json.dumps({"vertices": 1, "edges": [], "labels": ["?"]} | changed)


def complaint_of(script: str, cwd: Path, *arguments: str) -> str:
    """What a command says on stderr as it fails, run by a line of sh."""
    words = ["sh", "-c", script, "sh", *COMMAND, *arguments]
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits an address space")
class TestLittleMemory:
    """Limits on a process's address space, as batch systems and containers set them."""

    def test_half_a_gigabyte_is_enough_to_read_and_answer(self) -> None:
        words = ["sh", "-c", 'ulimit -v 524288; "$@"', "sh", *COMMAND, "count", str(EXAMPLE)]
        # One thread of numpy's algebra, which asks for address space per core.
        alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, env=alone)
        expected = f"{demine.read(EXAMPLE).count()}\n"
        assert (done.returncode, done.stdout, done.stderr) == (0, expected, "")

    def test_questions_keep_within_it(self) -> None:
        """A wide graph, of which counting would take more: the engine would end the process."""
        wide = """
import random
import resource

import demine

resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
chance = random.Random(3)
edges = set()
while len(edges) < 1200:
    edges.add(tuple(sorted(chance.sample(range(300), 2))))
board = demine.from_edges(300, sorted(edges))
mined = set(chance.sample(range(300), 90))
around = lambda cell: sum(other in mined for other in board.neighbours(cell))
shown = [cell not in mined and chance.random() < 0.25 for cell in range(300)]
labels = [around(cell) if shown[cell] else "?" for cell in range(300)]
print(demine.Position(board, labels, mines=90).analyze().exact)
"""
        alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
        words = [sys.executable, "-c", wide]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, env=alone)
        assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")

    def test_too_little_of_it_is_said_in_one_line(self) -> None:
        @click.command()
        def want_more() -> None:
            raise MemoryError

        group = Commands("demine", commands=[want_more])
        with pytest.raises(Failure, match="not enough memory") as failed:
            group.main(["want-more"], standalone_mode=False)
        assert failed.value.code == Exit.OVER_BUDGET


class TestRooms:
    """Where there is no room to write: the file is named, not standard output."""

    GAMES = ("simulate", "--strategy", "csp", "--preset", "classic", "--games", "4")

    @pytest.mark.parametrize(("options", "file"), [((), "tallies.jsonl"), (("--sealed",), "key")])
    def test_of_a_run(self, tmp_path: Path, options: tuple[str, ...], file: str) -> None:
        given = (*self.GAMES, "--resume", "run", *options)
        said = complaint_of('ulimit -f 0; "$@"', tmp_path, *given)
        assert said.startswith("demine: ")
        assert said.endswith(f"run/{file}: File too large\n")

    def test_a_folder_that_is_gone(self, tmp_path: Path) -> None:
        given = ("solve", str(EXAMPLE), "--svg", "o.svg")
        said = complaint_of('mkdir gone; cd gone; rmdir ../gone; "$@"', tmp_path, *given)
        assert said == "demine: o.svg: No such file or directory\n"

    def test_errors_without_a_file_are_told_as_they_are(self) -> None:
        assert failure_of(OSError("nobody there")).message == "nobody there"
        assert failure_of(ConnectionResetError()).message == "ConnectionResetError"
        assert failure_of(OSError(5, "Input/output error")).message == "Input/output error"

    def test_a_ledger_without_an_end(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("demine.formats.files._LARGEST", 1 << 20)
        (tmp_path / "tallies.jsonl").symlink_to("/dev/zero")
        with pytest.raises(FormatError, match=r"tallies\.jsonl: more than 1 MiB"):
            demine.simulate("csp", preset="classic", games=4, seed=1, resume=tmp_path)


class TestFiles:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (
                graph(layout={"tiling": "polygon", "polygons": [[[10**399, 0], [0, 1], [1, 1]]]}),
                "polygons",
            ),
            (
                graph(vertices=0, labels=[], layout={"tiling": "square", "shape": [0, 10**30]}),
                "expected sides for 0 cells",
            ),
            (
                graph(vertices=0, labels=[], layout={"tiling": "square", "shape": [0, 10**12] * 2}),
                "expected sides for 0 cells",
            ),
        ],
    )
    def test_absurd_layouts(self, text: str, said: str) -> None:
        with pytest.raises(FormatError, match=said):
            formats.loads(text)

    def test_a_file_without_end(self, tmp_path: Path) -> None:
        endless = tmp_path / "endless.mine"
        with endless.open("wb") as file:
            file.truncate(2 << 40)  # a hole: it takes no room on the disk
        assert "expected a smaller file" in str(run("count", endless).output)

    @pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that fails when read")
    def test_a_failure_to_read_names_the_file(self) -> None:
        assert "/proc/self/mem: Input/output error" in run("count", "/proc/self/mem").output

    def test_a_failure_names_what_was_asked_for(self, tmp_path: Path) -> None:
        file = tmp_path / "file"
        file.touch()
        said = run("solve", "--svg", file / "x.svg", EXAMPLE).output
        assert f"{file / 'x.svg'}: Not a directory" in said

    @pytest.mark.parametrize("closed", ["<&-", ">&-"])
    def test_a_closed_stream_gets_a_sentence(self, closed: str) -> None:
        line = f'exec "$@" {closed}'
        done = subprocess.run(
            ["sh", "-c", line, "sh", *COMMAND, "count", "-"], capture_output=True, text=True
        )
        stream = "input" if closed == "<&-" else "output"
        assert done.returncode == 2
        assert done.stderr.startswith(f"demine: standard {stream} is closed")


class TestCommands:
    def test_explaining_where_all_is_mined(self, tmp_path: Path) -> None:
        file = tmp_path / "two.mine"
        file.write_text("2x1x1\nH1\n")
        assert "every covered cell is mined" in run("explain", file).output
        with pytest.raises(InvalidPosition, match="every covered cell is mined"):
            demine.hint(formats.read(file))

    def test_printing_has_a_budget_of_bytes(self, tmp_path: Path) -> None:
        done = run("print", "-o", tmp_path / "x.svg", "--bytes", "1", EXAMPLE)
        assert "budget" in done.output
        assert not (tmp_path / "x.svg").exists()

    def test_a_title_that_is_no_text(self, tmp_path: Path) -> None:
        done = run("print", "-o", tmp_path / "x.svg", "--title", "\udcff", EXAMPLE)
        assert done.exit_code == 2
        assert "is no text" in done.output

    def test_a_batch_has_no_mines_of_its_own(self) -> None:
        said = run("solve", "--batch", "--mines", "3", "-").output
        assert "--batch goes with none of --density, --mines and --candidates" in said

    def test_no_pause_is_longer_than_a_watcher_waits(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slept: list[float] = []
        monkeypatch.setattr(time, "sleep", slept.append)
        game = Game(demine.grid(3, 3), 1, seed=1)
        game.open(0)
        lines = Replay.of(game).dumps().splitlines()
        first = json.loads(lines[1]) | {"at": 1e9}
        file = tmp_path / "late.jsonl"
        file.write_text("\n".join([lines[0], json.dumps(first), *lines[2:]]) + "\n")
        run("replay", file, "--watch", "--speed", "0.01")
        assert slept == [10.0]


class TestGames:
    def test_undoing_is_help_even_if_the_replay_does_not_say_so(self) -> None:
        game = Game(demine.grid(3, 3), 1, seed=1)
        game.open(0)
        head, *rest = Replay.of(game).dumps().splitlines()
        told = "\n".join([json.dumps(json.loads(head) | {"undos": 7}), *rest])
        assert Replay.loads(told).verify().helps == {"undo"}

    def test_the_clock_stands_before_the_first_move(self) -> None:
        game = Game(demine.grid(3, 3), 1, seed=1)
        game.open(0)
        game.undo()
        assert game.status == "ready"
        assert not game.stopwatch.is_running

    def test_a_certificate_cites_no_number_twice(self) -> None:
        certificate = demine.no_guess(Game.preset("beginner", seed=1, first="opening"), 0)
        told = json.loads(certificate.dumps())
        proof = next(proof for proof in told["proofs"] if proof["numbers"])
        proof["numbers"] *= 2
        with pytest.raises(FormatError, match="cites a number twice"):
            demine.Certificate.loads(json.dumps(told)).verify()


class TestValues:
    @pytest.mark.parametrize("mines", [2**64 - 1, np.array([2**64 - 1], np.uint64)])
    def test_mines_beyond_all_numbers(self, mines: Any) -> None:
        with pytest.raises(InvalidPosition, match="18446744073709551615 mines"):
            demine.analyze_many(demine.grid(2, 2), [[-1, -1, -1, 1]], mines)

    @pytest.mark.parametrize("name", ["numbers", "coordinates", "places", "centres", "outlines"])
    def test_a_layout_is_shared_and_cannot_be_written(self, name: str) -> None:
        array = getattr(demine.hexagonal(3, 3).layout, name)
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


class TestServer:
    def test_half_a_letter_is_no_setting(self, server: Server) -> None:
        with server.client() as client:
            headers = {"Content-Type": "application/json"}
            body = b'{"a":"\\ud800"}'
            assert client.put("/api/settings", content=body, headers=headers).status_code == 400
            assert client.get("/api/session").status_code == 200

    def test_the_larger_of_two_radii_counts(self, server: Server) -> None:
        with server.client() as client:
            asked = {"board": "grid-90x90-r1-r40", "mines": 3}
            assert client.post("/api/games", json=asked).status_code in (413, 422)

    def test_an_empty_question(self, server: Server) -> None:
        with server.client() as client:
            answer = client.post("/api/analyse", json={})
            assert answer.status_code == 422
            assert "expected a position" in answer.json()["error"]

    @pytest.mark.parametrize(
        ("host", "status"),
        [("127.0.0.1:1@evil", 403), ("evil", 403), ("[::1]", 200), ("[::1]:80", 200), ("", 403)],
    )
    def test_hosts(self, server: Server, host: str, status: int) -> None:
        with server.client() as client:
            assert client.get("/api/about", headers={"Host": host}).status_code == status


class TestNewcomers:
    def test_a_saved_game_goes_on(self, tmp_path: Path) -> None:
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

    def test_a_finished_game_does_not_go_on(self, tmp_path: Path) -> None:
        game = Game.from_mines(demine.grid(1, 2), [0])
        game.open(1)
        file = tmp_path / "over.jsonl"
        Replay.of(game).write(file)
        assert "the last game is won" in run("play", "--plain", file).output

    def test_the_file_of_a_strategy_is_understood(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "first_cell.py").write_text(
            "def choose(position, chance):\n    return [position.labels.index('?')]\n"
        )
        monkeypatch.chdir(tmp_path)
        arguments = ["--preset", "beginner", "--games", "2", "--workers", "1", "--json"]
        done = run("simulate", "--strategy", "first_cell.py:choose", *arguments)
        assert done.exit_code == 0, done.output
        assert "expected MODULE:FUNCTION" in run("simulate", "--strategy", "no.such:x").output

    def test_solving_a_contradiction_says_where_to_ask(self, tmp_path: Path) -> None:
        wrong = tmp_path / "wrong.mine"
        wrong.write_text("7x1x?\nH2H0H1H\n")
        assert f"`demine explain {wrong}` says why" in run("solve", wrong).output
        assert "cannot both be true" in run("explain", wrong).output

    def test_explaining_without_a_cell_advises_a_guess(self) -> None:
        expert = EXAMPLE.with_name("expert.mine")
        advised = demine.hint(formats.read(expert))
        first = run("explain", expert).output.splitlines()[0]
        assert first == f"{advised.where} {advised.show}"

    def test_one_mine_on_a_board_by_its_name(self) -> None:
        assert "P*" in run("onemine", "--board", "grid-3x3").output
        assert "and not both" in run("onemine", "--board", "grid-3x3", EXAMPLE).output

    def test_several_games_are_numbered(self, tmp_path: Path) -> None:
        game = Game.from_mines(demine.grid(1, 2), [0])
        game.open(1)
        file = tmp_path / "games.jsonl"
        for _ in range(2):
            Replay.of(game).append(file)
        for command in ("review", "replay"):
            assert "game 2 of 2: " in run(command, file).output

    def test_a_review_tells_of_help(self) -> None:
        game = Game(demine.grid(3, 3), 1, seed=1)
        game.open(0)
        game.undo()
        assert "with help (undo): not for the records" in str(game.review())
        assert game.review().to_dict()["helps"] == ["undo"]

    def test_an_empty_tally_says_so(self, tmp_path: Path) -> None:
        file = tmp_path / "tallies.jsonl"
        file.touch()
        assert "no finished games" in run("tally", file).output

    def test_a_move_by_its_address(self, server: Server) -> None:
        with server.client() as client:
            game = client.post("/api/games", json={"board": "grid-9x9", "mines": 10}).json()
            move = {"move": "open", "cell": "e5"}
            answer = client.post(f"/api/games/{game['key']}/moves", json=move)
            assert answer.status_code == 200
            assert any(cell == 40 for cell, *_ in answer.json()["changed"])

    def test_risks_are_for_one_game(self, tmp_path: Path) -> None:
        setup = GameSetup(demine.grid(9, 9), 10, title="beginner")
        session = Session(setup, setup.game(1), SOLVERS["exact"], Statistics(tmp_path / "s"))
        session.open(40)
        session.show_risks()
        assert session.analysis is not None
        session.renew()
        session.open(40)
        assert session.analysis is None
        assert not session.game.helped


class TestPickles:
    """What people send to other processes arrives, whatever it holds of the engine."""

    POSITION = demine.Position(demine.grid(4, 4), [1, *"?" * 15], mines=3)

    def test_an_analysis_asks_its_question_again(self) -> None:
        analysis = self.POSITION.analyze(states=10**6, seconds=60)
        again = pickle.loads(pickle.dumps(analysis))
        assert again.position == analysis.position
        assert again.count == analysis.count
        assert again.probability(1) == analysis.probability(1) != 0

    def test_solutions(self) -> None:
        solutions = self.POSITION.solutions()
        assert pickle.loads(pickle.dumps(solutions)) == solutions
        assert pickle.loads(pickle.dumps(solutions.given({5: True}))) != solutions

    def test_a_hint_and_a_review(self) -> None:
        hint = demine.hint(self.POSITION)
        assert str(pickle.loads(pickle.dumps(hint))) == str(hint)
        game = Game(demine.grid(4, 4), 3, seed=1)
        game.open(5)
        review = game.review()
        assert pickle.loads(pickle.dumps(review)).guesses == review.guesses

    @pytest.mark.parametrize("given", [None, [0, 2, 12, 18, 22, 25, 33]])
    def test_a_game_goes_on(self, given: list[int] | None) -> None:
        board = demine.grid(6, 6)
        game = Game(board, 7, seed=1) if given is None else Game.from_mines(board, given)
        game.open(5)
        game.flag(34)
        cell = game.hint().cell
        again = pickle.loads(pickle.dumps(game))
        assert again.position == game.position
        assert (again.moves, again.helps, again.id) == (game.moves, game.helps, game.id)
        assert again.stopwatch.is_running == game.stopwatch.is_running
        assert again.seconds >= game.moves[-1].at
        again.open(cell)
        assert again.position != game.position

    def test_a_cache_travels_empty(self) -> None:
        cache = demine.Cache(12345)
        self.POSITION.analyze(cache=cache)
        again = pickle.loads(pickle.dumps(cache))
        assert (again.hits, again.misses) == (0, 0)
        assert again.__reduce__()[1] == (12345,)


def test_probabilities_cannot_be_written() -> None:
    probabilities = TestPickles.POSITION.analyze().probabilities
    with pytest.raises(ValueError, match="read-only"):
        probabilities[0] = 1


@pytest.mark.parametrize(
    "points",
    [[(99999999, 8)], [(1e9, -1e9)], [(0, 0), (1e9, 1e9)], [(1e8, 1), (1e8, 2), (1e8 + 1, 1)]],
)
def test_points_far_from_the_origin(points: list[tuple[float, float]]) -> None:
    board = demine.voronoi(points)
    assert len(board) == len(points)
    assert len(board.edges) == len(points) * (len(points) - 1) // 2


def test_points_without_a_cell_of_their_own() -> None:
    close = [
        (1e8, -1e9),
        (3, 3),
        (-2, 0.3),
        (1588.4, 2),
        (0, -1),
        (-1e9, -1),
        (0, 53.4),
        (0.1, 0.5),
    ]
    with pytest.raises(InvalidBoard, match="point 8 has a cell without size"):
        demine.voronoi(close)


def test_an_interrupt_while_the_command_is_loaded_gets_a_line() -> None:
    program = """
import sys
class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == "demine.cli.solve":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from demine.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "demine: interrupted\n")


class TestNothingIsLost:
    """What a newcomer and an attacker lost, or were told wrongly."""

    def test_ctrl_c_keeps_the_game(self, tmp_path: Path) -> None:
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

    def test_a_torn_line_does_not_take_the_next_game_with_it(self, tmp_path: Path) -> None:
        game = Game(demine.grid(3, 3), 1, seed=1)
        game.open(0)
        saved = tmp_path / "games.jsonl"
        saved.write_text('{"replay": 1, "id": "gr', encoding="utf-8")
        Replay.of(game).append(saved)
        lines = saved.read_text(encoding="utf-8").splitlines(keepends=True)
        assert Replay.loads("".join(lines[1:])) == Replay.of(game)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
    def test_a_pipe_is_written_as_it_is(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
            formats.append_lines(pipe, "a line\n")
            assert reader.communicate(timeout=60)[0] == "a line\n"

    def test_a_program_takes_its_children_along(self, tmp_path: Path) -> None:
        told = tmp_path / "pid"
        program = f"pipe:sh -c 'sleep 297 & echo $! > {told}; wait'"
        arguments = ["--preset", "classic", "--games", "1", "--patience", "1", "--workers", "1"]
        done = subprocess.run(
            [*COMMAND, "simulate", "--strategy", program, *arguments],
            capture_output=True,
            text=True,
        )
        assert "no answer within 1 seconds" in done.stderr
        assert not Path(f"/proc/{told.read_text().strip()}/stat").exists() or is_dead(told)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
    @pytest.mark.parametrize("what", [["--help"], ["solve", "--help"], ["--version"]])
    def test_help_to_a_full_disk_gets_a_sentence(self, what: list[str]) -> None:
        with Path("/dev/full").open("w") as full:
            done = subprocess.run([*COMMAND, *what], stdout=full, stderr=subprocess.PIPE, text=True)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
    @pytest.mark.parametrize("what", [["--help"], ["count", EXAMPLE], ["count", "nowhere"]])
    def test_where_nothing_can_be_said_the_exit_code_stays(self, what: list[str]) -> None:
        with Path("/dev/full").open("w") as full:
            assert subprocess.run([*COMMAND, *what], stdout=full, stderr=full).returncode == 2

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
    def test_a_full_disk_is_named(self) -> None:
        for arguments in (["solutions", "--save"], ["solve", "--svg"]):
            said = run(*arguments, "/dev/full", EXAMPLE).output
            assert "/dev/full: No space left on device" in said

    def test_an_empty_file_is_no_game(self, tmp_path: Path) -> None:
        empty = tmp_path / "empty.jsonl"
        empty.touch()
        assert "is empty: expected a board, or games" in run("play", "--plain", empty).output


def is_dead(told: Path) -> bool:
    """Whether the process is gone but for its name, which its parent has not asked for."""
    stat = Path(f"/proc/{told.read_text().strip()}/stat").read_text(encoding="utf-8")
    return stat.rpartition(")")[2].split()[0] == "Z"
