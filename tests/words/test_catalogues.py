"""Every language says everything, with the same arguments, and no message is out of reach."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import pytest

import demine
from demine.board import PRESETS
from demine.proof.sentence import Sentence
from demine.web.openapi import describe_offers
from demine.words import DEFAULT, Catalogue, catalogue, languages
from paths import ROOT

PLACE: Final = re.compile(r"\{\^?(\w+)(?::([^{}]*))?\}")
SELF: Final = re.compile(r"@(\w[\w.]*)")
VARIANT: Final = re.compile(r"\.(=\d+|zero|one|two|few|many|true|false|null)$")
HEAD: Final = {"language", "decimal", "percent", "list.between", "list.and", "list.or"}


def variants(catalogue: Catalogue) -> dict[str, list[str]]:
    """The texts of each message: of all its variants."""
    found: dict[str, list[str]] = defaultdict(list)
    for key, text in catalogue.messages.items():
        if not key.startswith("plural."):
            found[VARIANT.sub("", key)].append(text)
    return found


def shared(catalogue: Catalogue) -> set[str]:
    """The messages that code asks for; a language has others of its own to build them from."""
    return {key for key in variants(catalogue) if not key.startswith(("_", "name.", "kind."))}


def arguments(catalogue: Catalogue, key: str) -> set[str]:
    """The arguments that a message needs, those of the messages that it uses included."""
    texts = variants(catalogue)
    own = [text for name in texts if name == key or _is_kind(name, key) for text in texts[name]]
    found = set()
    for text in own:
        for argument, how in PLACE.findall(text):
            inner = SELF.search(how or "")
            found |= {argument} | (arguments(catalogue, inner[1]) if inner else set())
    return found


def _is_kind(name: str, key: str) -> bool:
    """Whether a name is a variant of a private message for a word, such as `_odds.exact`."""
    return key.startswith("_") and name.startswith(f"{key}.")


@pytest.mark.parametrize("code", [code for code in languages() if code != DEFAULT])
def test_every_language_says_everything_with_the_same_arguments(code: str) -> None:
    english, other = catalogue(DEFAULT), catalogue(code)
    assert shared(english) == shared(other)
    optional = {"n", "label", "cell", "known", "kind", "float", "fraction"}
    for key in shared(english):
        expected, found = (arguments(one, key) - optional for one in (english, other))
        if key.startswith("step."):
            # The link, or how one sentence joins another, may need no word; all else is said.
            expected, found = expected - {"link", "best"}, found - {"link", "best"}
        assert expected == found, key


@pytest.mark.parametrize("code", languages())
def test_names_that_the_server_tells_in_english_have_words(code: str) -> None:
    names = {preset.capitalize() for preset, row in PRESETS.items() if row.in_menus}
    offers = describe_offers()
    names |= set(offers["options"].values())
    for row in offers["topologies"].values():
        names |= {row["title"], row["size"], *(entry["title"] for entry in row["menu"])}
    script = ROOT / "python" / "demine" / "web" / "static" / "examples.js"
    listed = script.read_text(encoding="utf-8").partition("= ")[2].rstrip().removesuffix(";")
    for example in json.loads(listed):
        names |= {example["title"], example["line"]}
    known = {k.removeprefix("name.") for k in catalogue(code).messages if k.startswith("name.")}
    assert known == (set() if code == DEFAULT else names)


@pytest.mark.parametrize("code", languages())
def test_scripts_that_list_languages_list_all(code: str) -> None:
    offline = ROOT / "python" / "demine" / "web" / "static" / "offline.js"
    assert f'"words/{code}.json"' in offline.read_text(encoding="utf-8")
    assert f"./messages/{code}.json" in (ROOT / "npm" / "core.js").read_text(encoding="utf-8")
    types = (ROOT / "npm" / "index.d.ts").read_text(encoding="utf-8")
    assert f'"{code}"' in types.partition("type Language =")[2].partition(";")[0]


def test_errors_of_the_server_have_words() -> None:
    """English pages show the line of the server; the others say what its kind means."""
    known = {
        code: {key for key in catalogue(code).messages if key.startswith("kind.")}
        for code in languages()
    }
    assert known.pop(DEFAULT) == set()
    assert len(set(map(frozenset, known.values()))) == 1
    package, desk = Path(demine.__file__).parent, ROOT / "crates" / "demine-desk" / "src"
    sources = [*(package / "web").glob("*.py"), *desk.rglob("*.rs"), package / "errors.py"]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    kinds = set(re.findall(r'"([A-Z]\w+)"', code)) | set(re.findall(r"class (\w+)", code))
    assert {key.removeprefix("kind.") for key in known["de"]} <= kinds


@pytest.mark.parametrize("code", languages())
def test_every_message_can_be_reached_and_every_used_one_is_there(code: str) -> None:
    messages = catalogue(code).messages
    assert set(messages) >= HEAD
    used = {
        key for text in messages.values() for _, how in PLACE.findall(text) for key in _uses(how)
    }
    bases = {VARIANT.sub("", key) for key in messages} | {
        key.rpartition(".")[0] for key in messages
    }
    assert used <= bases
    private = {VARIANT.sub("", key) for key in messages if key.startswith("_")}
    assert {
        key for key in private if key not in used and key.rpartition(".")[0] not in used
    } == set()
    forms = {key.removeprefix("plural.") for key in messages if key.startswith("plural.")}
    plurals = {m[1] for m in map(VARIANT.search, messages) if m and m[1][0] not in "=tfn"}
    assert plurals <= forms


def _uses(how: str) -> list[str]:
    return SELF.findall(how or "")


def test_every_rule_of_the_catalogue_is_stated_by_the_engine_or_here() -> None:
    package, crates = Path(demine.__file__).parent, ROOT / "crates"
    sources = [*(package / "proof").glob("*.py"), *(package / "review").glob("*.py")]
    sources += [crates / "demine" / "src" / "proof" / "steps.rs"]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    stated = set(re.findall(r'"([a-z_]+)"', code))
    said = {k.removeprefix("step.") for k in shared(catalogue(DEFAULT)) if k.startswith("step.")}
    assert said <= stated
    stating = re.compile(r'(?:Step::new|about|together)\("([a-z_]+)"')
    assert set(stating.findall(sources[-1].read_text(encoding="utf-8"))) <= said


BOARD: Final = demine.grid(2, 3)
NUMBER: Final[dict[str, Any]] = {"kind": "number", "cell": 4, "label": 2, "known": 1}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "en",
            "The 2 at b2 (with one known mine next to it) has only one covered neighbour left, ",
        ),
        ("de", "Die 2 auf b2 (mit einer bekannten Mine daneben) hat nur noch einen verdeckten "),
        ("ja", "b2の2（隣に判明した地雷1個）の隣には閉じたマスがc2の1マスしか残っていないので、"),
    ],
)
def test_a_sentence_speaks_each_language(code: str, said: str) -> None:
    given = {"link": "fact", "number": NUMBER, "mines": [], "cells": [5]}
    sentence = Sentence(BOARD, "only_left", given, (4,), (5,), True)
    assert sentence.in_language(code).startswith(said)
