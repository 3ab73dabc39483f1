"""README.md tells the truth: its console sessions and its Python sessions are run and compared."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from sessions import ROOT, SETTINGS, console, prompts, run, workplace

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
