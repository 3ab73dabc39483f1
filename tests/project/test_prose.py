"""Plain English: the rules of writing that a machine can check, on every page that people read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from paths import ROOT

WIDTH = 100
WORDS = 30  # CONTRIBUTING.md asks for 25; a list of names may need a few more

NAMES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md")
PAGES = [ROOT / name for name in (*NAMES, "RELEASING.md", "crates/demine/README.md")] + sorted(
    path for path in (ROOT / "docs").rglob("*.md") if "_generated" not in path.parts
)

WORN = {
    phrase: re.compile(pattern, re.IGNORECASE)
    for phrase, pattern in {
        "whoever": r"\bwhoever\b",
        "what is … at the start of a sentence": r"^what (?:is|are|was|were)\b(?!.*\?$)",
        "dear": r"\bdear(?:er|est)?\b",
        "is told": r"\b(?:is|are|was|were|be|been) told\b",
        "hands out": r"\bhand(?:s|ed|ing)? out\b",
    }.items()
}

_FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.M | re.S)
_NOT_PROSE = re.compile(r"^\s*(?:\||<|!\[|:::|\$\$|\[[^\]]+\]:)")
_HEADING = re.compile(r"^\s*#")
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_CODE = re.compile(r"(`+)(?:(?!\1).)+\1")
_ROLE = re.compile(r"\{\w+\}(?=`)")
_END = re.compile(r"(?<=[.?!:])[)\"”*]*\s+")
_SHORT = re.compile(r"\b(?:e\.g|i\.e|cf|vs|Fig|Sec|Thm|Prop|pp?|No|St|Dr|et al)\.")


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def prose(page: str) -> list[tuple[int, str]]:
    """The lines of a page outside code, tables, pictures and directives, each with its number."""
    text = _FENCE.sub(_blank, page)
    lines = enumerate(text.splitlines(), start=1)
    return [(number, "" if _NOT_PROSE.match(line) else line) for number, line in lines]


def paragraphs(page: str) -> Iterator[tuple[int, str]]:
    """Headings, list items and paragraphs, each as one line, with the number of its first line."""
    first, block = 0, ""
    for number, line in [*prose(page), (0, "")]:
        begins = _ITEM.match(line) or _HEADING.match(line)
        if block and (begins or not line.strip()):
            yield first, block
            block = ""
        if line.strip():
            first = first if block else number
            block = f"{block} {_ITEM.sub('', line).strip()}".strip()
        if _HEADING.match(line):
            yield number, block
            block = ""


def sentences(page: str) -> Iterator[tuple[int, str]]:
    """The sentences of a page. A link counts as its text, code as one word."""
    for number, block in paragraphs(page):
        text = _CODE.sub("@", _ROLE.sub("", _LINK.sub(r"\1", block)))
        text = _SHORT.sub(lambda match: match[0].replace(".", ""), text)
        for sentence in _END.split(text):
            yield number, sentence.strip(" *_")


def words(sentence: str) -> list[str]:
    """The words; dashes, signs and the parts of a formula are none."""
    return [word for word in sentence.split() if re.search(r"[^\W_]|@", word)]


def long_lines(page: str) -> list[str]:
    """Lines that are too wide. A link, or code that fills a line, cannot be broken."""
    return [
        f"{number}: {len(line)} characters"
        for number, line in prose(page)
        if len(line) > WIDTH and not _HEADING.match(line)
        if len(_LINK.sub(r"\1", line)) > WIDTH and " " in _CODE.sub("@", line).strip()
    ]


def long_sentences(page: str) -> list[str]:
    return [
        f"{number}: {len(words(sentence))} words: {sentence}"
        for number, sentence in sentences(page)
        if len(words(sentence)) > WORDS
    ]


def tight_percents(page: str) -> list[str]:
    """Figures followed by the sign without a space between; code keeps its own form."""
    return [
        f"{number}: {line.strip()}"
        for number, line in enumerate(_FENCE.sub(_blank, page).splitlines(), start=1)
        if re.search(r"\d%", _CODE.sub("@", line))
    ]


def worn_phrases(page: str) -> list[str]:
    return [
        f"{number}: {phrase}: {sentence}"
        for number, sentence in sentences(page)
        for phrase, pattern in WORN.items()
        if pattern.search(sentence)
    ]


def accidental_lists(page: str) -> list[str]:
    """Lines that begin with a number and a dot because a sentence was wrapped there."""
    lines = prose(page)
    return [
        f"{number}: {line.strip()}"
        for (_, before), (number, line) in pairwise(lines)
        if re.match(r"\s*\d+\. ", line) and re.search(r"[^\s:]$", before)
        if not re.match(r"\s*\d+\. |\s{2,}", before)
    ]


RULES: list[Callable[[str], list[str]]] = [
    long_lines,
    long_sentences,
    tight_percents,
    worn_phrases,
    accidental_lists,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_pages_keep_the_rules(path: Path, rule: Callable[[str], list[str]]) -> None:
    assert rule(path.read_text(encoding="utf-8")) == []


LONG = " ".join(["word"] * (WORDS + 1))


@pytest.mark.parametrize(
    ("rule", "page"),
    [
        (long_lines, "x " * 51),
        (long_sentences, f"Short.\n\nOne\n{LONG}.\n"),
        (long_sentences, f"- An item.\n- {LONG}\n"),
        (tight_percents, "It wins 41.08% of the games.\n"),
        (tight_percents, "| won | 41% |\n"),
        (worn_phrases, "Whoever plays wins.\n"),
        (worn_phrases, "It stops. What is left is\nnot counted.\n"),
        (worn_phrases, "Memory is dear.\n"),
        (worn_phrases, "The player\nis told the number.\n"),
        (worn_phrases, "The server hands out games.\n"),
        (accidental_lists, "The sum would be\n1. Three of them differ.\n"),
    ],
)
def test_a_bad_page_is_refused(rule: Callable[[str], list[str]], page: str) -> None:
    assert len(rule(page)) == 1


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_code_tables_and_questions_are_left_alone(rule: Callable[[str], list[str]]) -> None:
    page = f"""# What is it?

It wins 7.6 % of the games, by `f"{{x:.1%}} is told"`:

1. One item.
2. [A link]({"x" * 120}).

```
{LONG} 100% whoever
```

| column |
|---|
| {LONG} |
"""
    assert rule(page) == []
