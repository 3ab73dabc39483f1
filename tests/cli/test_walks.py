"""Five walks through the program, each a script that a person could type, with all that it says.

A file holds `$ command` lines, `> ` lines that are typed into the command, and what was printed.
`make snapshots` writes the files anew; times are written as 0.0 seconds.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from demine.cli import commands
from paths import DATA, ROOT
from snapshots import Snapshot

WALKS = sorted((DATA / "walks").glob("*.txt"))
STEP = re.compile(r"^\$ .*\n(?:> .*\n)*", re.MULTILINE)


def run_walk(script: str) -> str:
    """The script with what each of its commands prints, in the folder where one stands."""
    return "".join(step + _print(step) for step in STEP.findall(script))


def _print(step: str) -> str:
    command, *typed = step.splitlines()
    arguments = shlex.split(command)[2:]
    lines = "".join(f"{line[2:]}\n" for line in typed)
    done = CliRunner().invoke(commands, arguments, input=lines)
    assert done.exit_code == 0, f"{command}: {done.output} {done.exception}"
    text = _without_times(done.stdout)
    return text if text.endswith("\n") else f"{text}\n"  # a prompt is followed by what was typed


def _without_times(text: str) -> str:
    text = re.sub(r"\d+ minutes and \d+ seconds", "0 minutes and 0 seconds", text)
    text = re.sub(r"in \d+\.\d seconds", "in 0.0 seconds", text)
    return re.sub(r"bytes \d+", "bytes 0", text)


@pytest.mark.parametrize("path", WALKS, ids=lambda path: path.stem)
def test_walks(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: Snapshot
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path / "data"))
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    snapshot.check(path, run_walk(path.read_text(encoding="utf-8")))


def test_there_are_five() -> None:
    assert len(WALKS) == 5
