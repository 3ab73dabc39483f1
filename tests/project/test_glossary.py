"""One word for one thing: no source and no page uses a word that docs/glossary.md retires."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from paths import ROOT

PAGE = "docs/glossary.md"
SUFFIXES = (".rs", ".py", ".pyi", ".js", ".md", ".html", ".part")

# Written by a script, or about the past.
NOT_READ = (
    PAGE,
    "CHANGELOG.md",
    "docs/coverage.md",
    "tests/data/*",
    "tests/project/test_glossary.py",
)


class Exemption(NamedTuple):
    """Where a retired word is allowed: in files, and in lines with one of some phrases."""

    files: list[str]
    phrases: list[str]

    def allows(self, path: str, line: str) -> bool:
        return any(fnmatch(path, pattern) for pattern in self.files) or any(
            phrase in line for phrase in self.phrases
        )


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of each row of the table below a heading."""
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    for line in table[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


@cache
def retired() -> list[str]:
    found = {word.strip() for *_, words in rows("Words") for word in words.split(",")}
    return sorted(found - {""})


@cache
def exemptions() -> dict[str, Exemption]:
    return {
        word: Exemption(re.findall(r"`([^`]+)`", where), re.findall(r'"([^"]+)"', where))
        for word, where, _ in rows("Exceptions")
    }


@cache
def sources() -> list[str]:
    """The files that git tracks, or that are new."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [
        name
        for name in done.stdout.splitlines()
        if name.endswith(SUFFIXES) and (ROOT / name).exists()
        if not any(fnmatch(name, pattern) for pattern in NOT_READ)
    ]


@cache
def lines_of(name: str) -> list[str]:
    return Path(ROOT / name).read_text(encoding="utf-8").splitlines()


def pattern_of(word: str) -> re.Pattern[str]:
    """A word, also in the plural, in snake_case, in CamelCase and in capitals; or a phrase."""
    plural = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    forms = [form for base in (word, plural) for form in (base, base[0].upper() + base[1:])]
    lower, camel, upper = "|".join(forms[::2]), "|".join(forms[1::2]), "|".join(forms[::2]).upper()
    return re.compile(
        f"(?<![a-zA-Z])(?:{lower})(?![a-z])|(?:{camel})(?![a-z])|(?<![A-Z])(?:{upper})(?![A-Z])"
    )


@pytest.mark.parametrize("word", retired())
def test_a_retired_word_is_not_used(word: str) -> None:
    exempt = exemptions().get(word, Exemption([], []))
    pattern = pattern_of(word)
    used = [
        f"{name}:{number}: {line.strip()}"
        for name in sources()
        for number, line in enumerate(lines_of(name), start=1)
        if pattern.search(line) and not exempt.allows(name, line)
    ]
    assert used == [], f"{word!r} is retired: see {PAGE}"


def test_every_exception_is_needed() -> None:
    for word, exempt in exemptions().items():
        assert word in retired()
        pattern = pattern_of(word)
        lines = [(name, line) for name in sources() for line in lines_of(name)]
        used = [(name, line) for name, line in lines if pattern.search(line)]
        for file in exempt.files:
            assert any(fnmatch(name, file) for name, _ in used), f"{word}: {file}"
        for phrase in exempt.phrases:
            assert any(phrase in line for _, line in used), f"{word}: {phrase}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a policy", True),
        ("policies of", True),
        ("best_policy_of", True),
        ("BestPolicy", True),
        ("POLICIES", True),
        ("policyholder", False),
        ("impolicy", False),
    ],
)
def test_words_are_found_in_every_form(text: str, found: bool) -> None:
    assert bool(pattern_of("policy").search(text)) == found
