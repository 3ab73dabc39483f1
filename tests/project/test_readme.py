"""README.md tells the truth: its console sessions and its Python sessions are run and compared."""

from __future__ import annotations

import doctest
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from paths import ROOT
from sessions import SETTINGS, console, prompts, run, workplace

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "output"), console(README))
def test_console_sessions(command: str, output: str, tmp_path: Path) -> None:
    assert run(command, workplace(tmp_path / "walk")) == output


def test_python_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.DocTestRunner(optionflags=SETTINGS).run(prompts(README, "README.md"))
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("command", ["count", "solve"])
def test_every_face_has_a_session(command: str) -> None:
    assert any(f"demine {command} " in session for session, _ in console(README))


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_files_that_are_named_exist() -> None:
    """Sources that documents and comments name; NAME stands for any name."""
    rooms = ("python", "crates", "tests", "benches", "fuzz", "docs", "examples", "npm")
    files = [path for room in rooms for path in (ROOT / room).rglob("*.*")]
    files += ROOT.glob("*.md")
    sources = [path.as_posix() for path in files]
    pattern = re.compile(r"`([\w/.-]+\.(?:py|rs|js))`")
    missing = [
        (path.name, name)
        for path in files
        if path.suffix in (".md", ".py", ".rs") and "_generated" not in path.parts
        if path.name != "coverage.md"  # written by a script, by rooms
        for name in pattern.findall(path.read_text(encoding="utf-8"))
        if "NAME" not in name and not any(source.endswith(f"/{name}") for source in sources)
    ]
    assert missing == []


def test_the_readme_begins_with_a_picture() -> None:
    first, second = [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line][
        :2
    ]
    picture = re.fullmatch(r"!\[.+\]\((.+)\)", second)
    assert first == "# demine"
    assert picture is not None
    ElementTree.parse(ROOT / picture[1])
