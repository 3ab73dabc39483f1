"""Files that cannot be read or written: the message names the file and the reason."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

from command import COMMAND, failure_message, invoke
from demine import from_edges
from demine.cli.setups import find_board
from demine.formats import whole_name
from paths import BEGINNER

GAMES = ("simulate", "--strategy", "csp", "--preset", "classic", "--games", "4")


def complaint_of(script: str, cwd: Path, *arguments: str) -> str:
    """What a command says on stderr as it fails, run by a line of sh."""
    words = ["sh", "-c", script, "sh", *COMMAND, *arguments]
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


@pytest.mark.parametrize(("options", "file"), [((), "tallies.jsonl"), (("--sealed",), "key")])
def test_of_a_run(tmp_path: Path, options: tuple[str, ...], file: str) -> None:
    given = (*GAMES, "--resume", "run", *options)
    said = complaint_of('ulimit -f 0; "$@"', tmp_path, *given)
    assert said.startswith("demine: ")
    assert said.endswith(f"run/{file}: File too large\n")


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    given = ("solve", str(BEGINNER), "--svg", "o.svg")
    said = complaint_of('mkdir gone; cd gone; rmdir ../gone; "$@"', tmp_path, *given)
    assert said == "demine: o.svg: No such file or directory\n"


def test_a_file_without_end(tmp_path: Path) -> None:
    endless = tmp_path / "endless.mine"
    with endless.open("wb") as file:
        file.truncate(2 << 40)  # a hole: it takes no room on the disk
    assert "expected a smaller file" in str(invoke("count", endless).output)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that fails when read")
def test_a_failure_to_read_names_the_file() -> None:
    assert "/proc/self/mem: Input/output error" in invoke("count", "/proc/self/mem").output


def test_a_failure_names_what_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    said = invoke("solve", "--svg", file / "x.svg", BEGINNER).output
    assert f"{file / 'x.svg'}: Not a directory" in said


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_gets_a_sentence(closed: str) -> None:
    line = f'exec "$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND, "count", "-"], capture_output=True, text=True
    )
    stream = "input" if closed == "<&-" else "output"
    assert done.returncode == 2
    assert done.stderr.startswith(f"demine: standard {stream} is closed")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("what", [["--help"], ["solve", "--help"], ["--version"]])
def test_help_to_a_full_disk_gets_a_sentence(what: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*COMMAND, *what], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("what", [["--help"], ["count", BEGINNER], ["count", "nowhere"]])
def test_where_nothing_can_be_said_the_exit_code_stays(what: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        assert subprocess.run([*COMMAND, *what], stdout=full, stderr=full).returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_named() -> None:
    for arguments in (["solutions", "--save"], ["solve", "--svg"]):
        said = invoke(*arguments, "/dev/full", BEGINNER).output
        assert "/dev/full: No space left on device" in said


def test_only_the_file_that_is_wrong_is_named(tmp_path: Path) -> None:
    assert failure_message("convert", BEGINNER, "foo.bar").startswith("foo.bar: no format")
    few = tmp_path / "few"
    few.write_text("1 2 3")
    assert failure_message("solutions", BEGINNER, "--cheapest", few).startswith(f"{few}: 3 costs")
    few.write_text("s td 1 1 1\nb 1 1\n")
    assert failure_message("decompose", BEGINNER, "--check", few).startswith(f"{few}: ")


def test_a_name_may_be_longer_than_that_of_any_file() -> None:
    random = Random(1)
    board = from_edges(200, {tuple(sorted(random.sample(range(200), 2))) for _ in range(400)})
    name = whole_name(board)
    assert len(name) > 255
    assert len(find_board(name)) == 200
