"""The command line, end to end: real processes on real and on broken input."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from threading import Event

import pytest

import demine
from command import COMMAND, FLAGGED, IMPOSSIBLE, MINE, answer, complaint, run
from demine.cli import progress
from interrupt import PLENTY, hopeless
from paths import EXAMPLES
from processes import PATIENCE, ended, wait_for_work


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "position.mine"
    path.write_text(MINE)
    return str(path)


@pytest.fixture
def hard(tmp_path: Path) -> str:
    """A file with a position that no method counts."""
    path = tmp_path / "hard.json"
    demine.write(hopeless(), path)
    return str(path)


class TestCount:
    def test_prints_the_number_alone(self, file: str) -> None:
        assert answer("count", file) == "1\n"

    def test_reads_standard_input(self) -> None:
        assert answer("count", "-", stdin=MINE) == "1\n"

    def test_mines_override_the_file(self) -> None:
        free = MINE.replace("3x2x1", "3x2x?")
        assert answer("count", "--mines", "any", "-", stdin=MINE) == answer(
            "count", "-", stdin=free
        )
        assert run("count", "--mines", "2", "-", stdin=MINE).stdout == "0\n"

    def test_by_mines_lists_what_occurs(self) -> None:
        unknown = "2x2x?\nHH\nHH\n"
        assert answer("count", "--by-mines", "-", stdin=unknown) == "0 1\n1 4\n2 6\n3 4\n4 1\n"

    @pytest.mark.parametrize("method", ["auto", "tree", "circuit", "sweep"])
    def test_every_method_prints_the_same(self, method: str) -> None:
        assert answer("count", "--method", method, str(EXAMPLES / "tree.json")) == "14\n"

    def test_a_method_that_does_not_fit_is_refused(self, file: str) -> None:
        said = complaint(2, "count", "--method", "tree", file)
        assert "has a cycle: the method 'tree' needs a forest" in said
        both = complaint(2, "count", "--by-mines", "--method", "sweep", file)
        assert "--by-mines has one method: leave out --method" in both

    @pytest.mark.parametrize(("option", "printed"), [([], "0\n"), (["--by-mines"], "0 0\n")])
    def test_says_that_there_is_no_legal_assignment(self, option: list[str], printed: str) -> None:
        done = run("count", *option, "-", stdin=IMPOSSIBLE)
        assert (done.returncode, done.stdout) == (1, printed)
        assert done.stderr == "demine: standard input: the position has no legal assignment\n"

    def test_numbers_have_as_many_digits_as_they_need(self) -> None:
        cells = 20_000
        board = json.dumps({"vertices": cells, "edges": [], "labels": ["?"] * cells, "mines": None})
        printed = answer("count", "-", stdin=board).strip()
        assert len(printed) == 6021
        assert pow(2, cells, 10**9) == int(printed[-9:])


class TestSolve:
    def test_prints_a_plain_board_into_a_pipe(self, file: str) -> None:
        printed = answer("solve", file)
        assert "\x1b" not in printed
        assert printed.endswith("legal assignments: 1\nsafe cells:  a1 c1\nmined cells: b1\n")

    def test_json_holds_what_the_library_answers(self, file: str) -> None:
        printed = json.loads(answer("solve", "--json", file))
        analysis = demine.read(file).analyze()
        exact = [analysis.probability(cell) for cell in range(6)]
        assert printed == {
            "cells": 6,
            "mines": 1,
            "count": str(analysis.count),
            "safe": sorted(analysis.safe),
            "mined": sorted(analysis.mined),
            "probabilities": [f"{p.numerator}/{p.denominator}" for p in exact],
            "floats": [float(p) for p in exact],
            "log10_count": 0.0,
            "entropy": 0.0,
        }
        assert [Fraction(p) for p in printed["probabilities"]] == exact

    def test_candidates_are_compared_within_the_budget_of_bytes(self) -> None:
        expert = str(EXAMPLES / "expert.mine")
        said = answer("solve", "--candidates", "--bytes", "16000", expert)
        assert "candidates, by risk (too wide to look ahead):" in said
        assert "by how likely" not in said

    def test_candidates_are_compared(self) -> None:
        corner = "2x2x1\nHH\nH1\n"
        told = json.loads(answer("solve", "--candidates", "--json", "-", stdin=corner))
        assert [c["cell"] for c in told["candidates"]] == [0, 1, 2]
        assert all(c["exact"] and abs(c["win"] - 1 / 3) < 1e-9 for c in told["candidates"])
        assert "candidates" not in json.loads(answer("solve", "--json", "-", stdin=corner))
        lines = answer("solve", "--candidates", "-", stdin=corner).splitlines()
        assert lines[-5].startswith("candidates, by chance to win (perfect play)")
        assert [line.split()[0] for line in lines[-3:]] == ["a1", "b1", "a2"]

    def test_draws_an_svg(self, file: str, tmp_path: Path) -> None:
        target = tmp_path / "solved.svg"
        answer("solve", "--svg", str(target), file)
        assert target.read_text().startswith("<svg")

    def test_trusts_flags_only_when_told(self) -> None:
        assert json.loads(answer("solve", "--json", "-", stdin=FLAGGED))["count"] == "1"
        twice = FLAGGED.replace("HFH", "FHH")
        done = run("solve", "--trust-flags", "-", stdin=twice)
        assert (done.returncode, done.stdout) == (1, "")

    def test_says_that_there_is_no_legal_assignment(self) -> None:
        assert "standard input: " in complaint(1, "solve", "-", stdin=IMPOSSIBLE)


class TestConvert:
    @pytest.mark.parametrize("suffix", ["json", "mine"])
    def test_there_and_back(self, file: str, tmp_path: Path, suffix: str) -> None:
        target = tmp_path / f"converted.{suffix}"
        assert answer("convert", file, str(target)) == ""
        assert demine.read(target) == demine.read(file)

    def test_through_pipes(self) -> None:
        graph = answer("convert", "-", "-", "--to", "graph", stdin=MINE)
        assert answer("convert", "-", "-", "--to", "mine", stdin=graph) == MINE

    def test_standard_output_needs_a_format(self, file: str) -> None:
        assert "--to" in complaint(2, "convert", file, "-")

    def test_an_unknown_suffix_is_named(self, file: str) -> None:
        assert "board.xyz" in complaint(2, "convert", file, "board.xyz")


class TestDecompose:
    def test_lifts_more_than_once(self, tmp_path: Path) -> None:
        once, twice = str(tmp_path / "once.json"), str(tmp_path / "twice.json")
        beginner = str(EXAMPLES / "beginner.mine")
        assert answer("convert", "--lift", beginner, once) == ""
        assert answer("convert", "--lift", once, twice) == ""
        assert answer("count", once) == answer("count", twice) == answer("count", beginner)
        ring = str(EXAMPLES / "ring.json")
        said = complaint(2, "convert", "--lift", ring, once)
        assert f"{ring}: lift of" in said
        assert "expected a grid without a mask, or a box" in said

    def test_prints_the_width_and_the_bags(self, file: str) -> None:
        width, *bags = answer("decompose", "--numbers", file).splitlines()
        cells = [set(map(int, bag.split())) for bag in bags]
        assert width == f"width {max(map(len, cells)) - 1}, the least"
        assert set().union(*cells) == set(range(6))

    def test_says_what_is_known_about_the_least_width(self) -> None:
        said = answer("decompose", "examples/expert.mine").splitlines()[0]
        assert answer("decompose", "--board", "grid-9x9").startswith("width 10, at least ")
        assert "a FILE or --board, and not both" in complaint(2, "decompose")
        found = re.fullmatch(r"width ([0-9]+), at least ([0-9]+)", said)
        assert found is not None
        assert 8 <= int(found[2]) < int(found[1])
        assert answer("decompose", "--exact", "examples/petersen.gr").startswith(
            "width 4, the least\n"
        )
        assert "budget" in complaint(
            3, "decompose", "--exact", "--states", "100", "examples/expert.mine"
        )

    def test_a_nice_decomposition_has_four_kinds_of_nodes(self, tmp_path: Path) -> None:
        first, *nodes = answer(
            "decompose", "--nice", "--numbers", "examples/golan-figure-4.json"
        ).splitlines()
        assert first == "width 2, the least"
        bags: list[set[str]] = []
        for number, node in enumerate(nodes, start=1):
            at, does, *below = node.split(":")[0].split()
            bag = set(node.split(":")[1].split())
            children = [bags[int(child) - 1] for child in below]
            assert int(at) == number
            match does, children:
                case "leaf", []:
                    pass
                case "joins", [one, other]:
                    assert one == other == bag
                case "forgets", [child]:
                    assert bag < child
                    assert len(child) == len(bag) + 1
                case "introduces", [child]:
                    assert bag > child
                    assert len(bag) == len(child) + 1
                case _:
                    pytest.fail(node)
            bags.append(bag)
        target = str(tmp_path / "nice.td")
        answer("decompose", "--nice", "--td", target, "examples/golan-figure-4.json")
        said = answer("decompose", "--check", target, "examples/golan-figure-4.json")
        assert f"width 2, {len(nodes)} bags" in said

    def test_writes_pace(self, file: str, tmp_path: Path) -> None:
        target = tmp_path / "out.td"
        assert answer("decompose", "--td", str(target), file) == ""
        assert target.read_text().startswith("s td ")


BROKEN = {
    "empty": (b"", ["standard input"]),
    "bytes": (b"\xff\xfe\x00broken", ["standard input"]),
    "no header": (b"HHX\n111\n", ["line 1", "COLSxROWSxMINES"]),
    "a symbol": (b"3x2x1\nHHH\n1X1\n", ["line 3", "column 2", "'X'", "expected"]),
    "a short row": (b"3x2x1\nHH\n111\n", ["line 2", "3"]),
    "a missing row": (b"3x2x1\nHHH\n", ["2 rows"]),
    "too many mines": (b"3x2x7\nHHH\n111\n", ["7", "6"]),
    "cut JSON": (b'{"vertices": 2, "edges": [[0,', ["line 1"]),
    "a self-loop": (b'{"vertices": 2, "edges": [[1, 1]], "labels": ["?", "?"]}', ["1"]),
    "an unknown label": (b'{"vertices": 1, "edges": [], "labels": ["!"]}', ["cell 0", "'!'"]),
    "a negative count": (b'{"vertices": 1, "edges": [], "labels": [-2]}', ["cell 0", "-2"]),
}


class TestBadInput:
    @pytest.mark.parametrize("name", BROKEN)
    def test_broken_positions(self, name: str) -> None:
        data, words = BROKEN[name]
        said = complaint(2, "count", "-", stdin=data)
        assert [word for word in ["standard input", *words] if word not in said] == []

    def test_a_broken_file_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "broken.mine"
        path.write_text("3x2x1\nHHH\n1X1\n")
        assert f"{path}: line 3, column 2" in complaint(2, "solve", str(path))

    @pytest.mark.parametrize("command", ["count", "solve", "decompose"])
    def test_a_missing_file(self, command: str, tmp_path: Path) -> None:
        said = complaint(2, command, str(tmp_path / "missing.mine"))
        assert "missing.mine: No such file or directory" in said

    def test_a_directory(self, tmp_path: Path) -> None:
        assert f"{tmp_path}: Is a directory" in complaint(2, "count", str(tmp_path))

    @pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
    def test_an_unreadable_file(self, file: str) -> None:
        os.chmod(file, 0)
        assert f"{file}: Permission denied" in complaint(2, "count", file)

    @pytest.mark.parametrize(
        ("arguments", "word"),
        [
            (["dance"], "dance"),
            (["count"], "FILE"),
            (["count", "--dance", "-"], "--dance"),
            (["count", "--mines", "few", "-"], "few"),
            (["count", "--mines", "-1", "-"], "-1"),
            (["count", "--mines", "1", "--by-mines", "-"], "--by-mines"),
            (["count", "--seconds", "0", "-"], "--seconds"),
            (["count", "--states", "0", "-"], "--states"),
            (["convert", "-", "-", "--to", "pdf"], "pdf"),
            (["reproduce", "nobody-1999"], "nobody-1999"),
        ],
    )
    def test_usage(self, arguments: list[str], word: str) -> None:
        said = complaint(2, *arguments, stdin=MINE)
        assert word in said
        assert "--help" in said

    def test_a_figure_that_cannot_be_written(self, file: str, tmp_path: Path) -> None:
        assert "nowhere" in complaint(
            2, "solve", "--svg", str(tmp_path / "nowhere" / "x.svg"), file
        )


class TestLimits:
    def test_a_budget_of_states(self, hard: str) -> None:
        assert hard in complaint(3, "count", "--states", "1000", hard)

    def test_a_budget_of_seconds(self, hard: str) -> None:
        assert hard in complaint(3, "count", "--seconds", "0.2", "--states", str(PLENTY), hard)

    @pytest.mark.parametrize(
        "command", [["onemine"], ["print", "--mines", "5", "-o", "sheet.pdf"]], ids=lambda c: c[0]
    )
    def test_a_board_that_takes_too_long_to_make(self, command: list[str]) -> None:
        """Nothing is wrong with its name."""
        said = complaint(3, *command, "--board", "grid-900x900", "--seconds", "0.2")
        assert "within the budget of 0.2 seconds" in said

    @pytest.mark.parametrize("command", ["count", "solve", "explain", "solutions"])
    def test_a_budget_of_bytes_is_told_in_bytes(self, hard: str, command: str) -> None:
        for limits, said in (("--bytes 1", "1 bytes:"), ("--bytes 99 --states 9", "99 bytes:"),
                             ("--bytes 99 --states 3", "3 states (48 bytes):")):  # fmt: skip
            assert f"a budget of {said} give" in complaint(3, command, hard, *limits.split())

    def test_an_interrupt(self, hard: str, tmp_path: Path) -> None:
        """Opening the pipe waits for the command to do so: from then on it can be interrupted."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        command = [*COMMAND, "count", "--states", str(PLENTY), str(pipe)]
        kept = subprocess.PIPE
        with ended(subprocess.Popen(command, stdout=kept, stderr=kept)) as process:
            pipe.write_bytes(Path(hard).read_bytes())
            wait_for_work(process.pid)
            process.send_signal(signal.SIGINT)
            printed, said = process.communicate(timeout=60)
        assert (process.returncode, printed, said) == (130, b"", b"demine: interrupted\n")

    @pytest.mark.parametrize("arguments", [["count", "-"], ["solve", "-"]])
    def test_a_reader_who_has_left(self, arguments: list[str]) -> None:
        """As in `demine solve … | head -1`, where head ends first: silence."""
        ours, theirs = os.pipe()
        os.close(ours)
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=MINE.encode(),
            stdout=theirs,
            stderr=subprocess.PIPE,
            timeout=60,
        )
        os.close(theirs)
        assert (done.returncode, done.stderr) == (141, b"")

    @pytest.mark.parametrize(
        "arguments",
        [
            ["count", "-"],
            ["solve", "-"],
            ["simulate", "--preset", "beginner", "--strategy", "random", "--games", "2"],
        ],
        ids=lambda arguments: arguments[0],
    )
    def test_answers_though_nobody_hears_complaints(self, arguments: list[str]) -> None:
        deaf = ["sh", "-c", 'exec "$@" 2>&-', "sh", *COMMAND, *arguments]
        done = subprocess.run(deaf, input=MINE.encode(), stdout=subprocess.PIPE, timeout=60)
        assert done.returncode == 0
        assert done.stdout != b""

    @pytest.mark.parametrize("unbuffered", ["", "1"])
    def test_a_full_disk(self, unbuffered: str) -> None:
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [*COMMAND, "count", "-"],
                input=MINE.encode(),
                stdout=full,
                stderr=subprocess.PIPE,
                timeout=60,
                env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            )
        said = b"demine: standard output: No space left on device\n"
        assert (done.returncode, done.stderr) == (2, said)


class TestTerminal:
    def test_colour_unless_refused(self, file: str) -> None:
        assert "\x1b[" in at_a_terminal("solve", file)
        assert "\x1b[" not in at_a_terminal("solve", file, NO_COLOR="1")

    def test_slow_work_shows_a_sign_of_life(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = wait_at_terminal(monkeypatch, patience=0.01)
        with progress.spinner("counting"):
            assert terminal.written.wait(60)
        assert "counting" in terminal.getvalue()

    def test_quick_work_leaves_no_trace(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = wait_at_terminal(monkeypatch, patience=1000)
        with progress.spinner("counting"):
            pass
        assert terminal.getvalue() == ""

    def test_a_bar_counts_and_a_ticker_ticks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = wait_at_terminal(monkeypatch, patience=1000)
        with progress.bar("counting", 20) as tell:
            tell(7, "3 of 7")
            assert terminal.written.wait(60)
        for said in ("counting", "3 of 7", "7/20"):
            assert said in terminal.getvalue()
        terminal = wait_at_terminal(monkeypatch, patience=1000)
        with progress.ticker("boards counting") as tick:
            tick(1234)
        assert "1234 boards counting" in terminal.getvalue()


def at_a_terminal(*arguments: str, **variables: str) -> str:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    quiet = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment = {**quiet, "TERM": "xterm", **variables}
    with ended(subprocess.Popen([*COMMAND, *arguments], stdout=theirs, env=environment)) as process:
        os.close(theirs)
        written = b""
        try:
            while chunk := os.read(ours, 65536):
                written += chunk
        except OSError:
            pass  # Linux reports the end of a terminal's output as an error.
        os.close(ours)
        assert process.wait(timeout=PATIENCE) == 0
    return written.decode()


class Terminal(io.StringIO):
    """Says when something was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        length = super().write(text)
        if "counting" in text:
            self.written.set()
        return length


def wait_at_terminal(monkeypatch: pytest.MonkeyPatch, patience: float) -> Terminal:
    """A terminal at which work may take so many seconds before anything is shown."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_QUIET_SECONDS", patience)
    monkeypatch.setenv("TERM", "xterm")
    return terminal


class TestHelp:
    def test_alone_it_explains_itself(self) -> None:
        assert answer() == answer("--help")

    @pytest.mark.parametrize(
        "command", ["count", "solve", "solutions", "convert", "decompose", "reproduce"]
    )
    def test_every_command_shows_an_example(self, command: str) -> None:
        assert f"  demine {command} " in answer(command, "--help")

    def test_version(self) -> None:
        assert answer("--version") == f"demine {demine.__version__}\n"

    def test_the_installed_script_is_the_same(self) -> None:
        script = Path(sys.executable).parent / "demine"
        done = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=60)
        assert done.stdout == answer("--version")
