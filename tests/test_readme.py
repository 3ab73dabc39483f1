"""README.md tells the truth: its console sessions and its Python sessions are run and compared."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def blocks(language: str) -> list[str]:
    """The fenced blocks in one language."""
    fence = rf"^```{language}\n(.*?)^```$"
    return re.findall(fence, README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def sessions() -> list[tuple[str, str]]:
    """Each command of a console block with the output that is claimed for it."""
    found = []
    for block in blocks("console"):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = session.partition("\n")
            found.append((command, output))
    return found


def run(command: str) -> str:
    """What a shell prints that finds the installed `demine` first."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
    )
    return done.stdout


@pytest.mark.parametrize(("command", "output"), sessions())
def test_console_sessions(command: str, output: str) -> None:
    assert run(command) == output


def test_python_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session = "\n".join(blocks("python"))
    examples = doctest.DocTestParser().get_doctest(session, {}, "README", str(README), 0)
    failed, tried = doctest.DocTestRunner().run(examples)
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("command", ["count", "solve"])
def test_every_face_has_a_session(command: str) -> None:
    assert any(f"demine {command} " in session for session, _ in sessions())


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
