"""Which language is spoken: English, unless somebody asks for another one."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

import demine
from demine import FormatError
from demine.words import choice

SAID = {
    "en": "The 3 at b1 has only two covered neighbours left: impossible.",
    "de": "Die 3 auf b1 hat nur noch zwei verdeckte Nachbarn: unmöglich.",
    "ja": "b1の3の隣には閉じたマスが2個しか残っておらず、不可能です。",
}
CONFLICT = "3x1x?\nH3H\n"
LANGUAGE_VARIABLES = ("DEMINE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def nobody_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    """No language is chosen before or after a test."""
    monkeypatch.setattr(choice, "_chosen", [])
    monkeypatch.delenv("DEMINE_LANG", raising=False)


def said() -> str:
    found = demine.loads(CONFLICT).conflict()
    assert found is not None
    return str(found)


def test_english_is_the_default_in_every_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert (demine.language(), said()) == ("en", SAID["en"])


def test_a_program_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMINE_LANG", "ja")
    assert (demine.language(), said()) == ("ja", SAID["ja"])
    assert demine.language("de-AT") == "de"
    assert (demine.language(), said()) == ("de", SAID["de"])


def test_a_language_that_nobody_speaks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FormatError, match="language is 'tlh': expected one of de, en, ja"):
        demine.language("tlh")
    monkeypatch.setenv("DEMINE_LANG", "xx_YY")
    with pytest.raises(FormatError, match="DEMINE_LANG is 'xx_YY': expected one of"):
        demine.language()


def test_every_language_has_a_catalogue() -> None:
    assert demine.languages() == ("de", "en", "ja")


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in LANGUAGE_VARIABLES}
    return {**kept, **more, "PYTHONIOENCODING": "utf-8"}


COMMAND = [sys.executable, "-m", "demine", "explain", "-"]


def piped(**more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        COMMAND, input=CONFLICT, capture_output=True, encoding="utf-8", env=environment(**more)
    )


def test_pipes_stay_english_unless_asked() -> None:
    assert piped(LANG="de_DE.UTF-8").stdout == f"{SAID['en']}\n"
    assert piped(DEMINE_LANG="de").stdout == f"{SAID['de']}\n"
    refused = piped(DEMINE_LANG="xx")
    assert refused.returncode == 2
    assert refused.stderr == "demine: DEMINE_LANG is 'xx': expected one of de, en, ja\n"


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "DEMINE_LANG": "en"}, "en"),
    ],
)
def test_a_terminal_speaks_the_language_of_the_system(variables: dict[str, str], code: str) -> None:
    master, terminal = pty.openpty()
    with os.fdopen(master, "rb", buffering=0) as screen:
        env = environment(**variables)
        try:
            subprocess.run(
                COMMAND, input=CONFLICT.encode(), stdout=terminal, stderr=terminal, env=env
            )
        finally:
            os.close(terminal)
        shown = b""
        while b"\n" not in shown:
            shown += screen.read(4096)
    assert shown.decode("utf-8").splitlines()[0] == SAID[code]
