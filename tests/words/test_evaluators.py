"""The evaluator of Python and that of the pages fill in messages alike, in every language."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from typing import Any, Final

import pytest

from demine.words import Catalogue, catalogue, languages
from paths import DATA, ROOT

GIVEN: Final[dict[str, Any]] = json.loads((DATA / "words.json").read_text(encoding="utf-8"))
SCRIPT: Final = ROOT / "tests" / "words" / "evaluate.mjs"


def name(cell: int) -> str:
    return f"c{cell}"


def in_node(asked: Any) -> Any:
    """What the evaluator of the pages answers."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    done = subprocess.run(
        [node, str(SCRIPT)], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def filled(messages: dict[str, str], cases: list[dict[str, Any]]) -> list[str]:
    return [
        Catalogue({**messages, "case": case["message"]}).text("case", case["arguments"], name)
        for case in cases
    ]


def test_python_fills_in_places_as_written() -> None:
    told = filled(GIVEN["messages"], GIVEN["cases"])
    assert told == [case["text"] for case in GIVEN["cases"]]


def test_the_pages_fill_in_places_as_written() -> None:
    assert in_node(GIVEN)["texts"] == [case["text"] for case in GIVEN["cases"]]


def some_number(random: random.Random) -> dict[str, Any]:
    label, known = random.randrange(9), random.choice([0, 0, 1, 2])
    return {"kind": "number", "cell": random.randrange(90), "label": label, "known": known}


def some_sum(random: random.Random) -> dict[str, Any]:
    others = [{"kind": kind, "place": 3} for kind in ("sum", "counter", "difference")]
    return random.choice([*others, some_number(random)])


def some_values(random: random.Random) -> dict[str, Any]:
    kind = random.choice(["exactly", "range", "list", "nothing"])
    return {"kind": kind, "n": 2, "low": 2, "high": 5, "values": [2, 4, 5]}


def some_held(random: random.Random) -> dict[str, Any]:
    kind = random.choice(["none", "exact", "least", "most", "some"])
    cells = random.sample(range(90), random.randrange(1, 4))
    return {"kind": kind, "cells": cells, "count": random.randrange(1, 3), "mines": [0, 2]}


def some_arguments(random: random.Random) -> dict[str, Any]:
    """A value for every argument that a sentence may have."""
    cells = [random.sample(range(90), random.randrange(4)) for _ in range(4)]
    counts = [random.choice([0, 1, 1, 2, 3, 5, 11, 21, 100]) for _ in range(8)]
    words = ("most", "needs", "count", "least", "covered", "others", "more", "n")
    exact = random.random() < 0.5
    share = random.choice([random.random(), random.randrange(1024) / 1024, 0.0625])
    chance = {"kind": "exact" if exact else "estimated", "float": share, "fraction": "1/3"}
    numbers = [some_number(random) for _ in range(random.randrange(1, 4))]
    return {
        **dict(zip(words, counts, strict=True)),
        "link": random.choice(["fact", "start", "then"]),
        "cell": 7,
        "safe": 8,
        "mined": random.random() < 0.5,
        "counter": random.random() < 0.5,
        "best": exact,
        "cases": random.choice([None, 1, 2, 12]),
        "chance": chance,
        "totals": counts[:3],
        "numbers": numbers,
        "things": [*numbers, {"kind": "counter"}],
        "moves": counts[:2],
        "cells": cells[0],
        "beyond": cells[2],
        "shared": cells[3],
        "number": some_number(random),
        "other": some_number(random),
        "measure": "look_ahead",
        "mines": random.choice([cells[1], counts[0]]),
        "sum": some_sum(random),
        "sums": [some_sum(random) for _ in range(random.randrange(1, 4))],
        "held": some_held(random),
        "values": some_values(random),
        "reach": some_values(random),
        "rest": some_values(random),
        "terms": [
            {"kind": random.choice(["plain", "weighted"]), "cell": cell, "weight": -2}
            for cell in cells[1]
        ],
        "float": share,
    }


@pytest.mark.parametrize("code", languages())
def test_both_say_every_sentence_alike(code: str) -> None:
    messages = dict(catalogue(code).messages)
    dice = random.Random(11)
    cases = []
    for key in sorted(key for key in messages if key.startswith("step.")):
        for _ in range(12):
            given = some_arguments(dice)
            is_list = ("only_left", "satisfied", "broken_by_more")
            given["mines"] = [3, 4] if key.endswith(is_list) else 3
            if key in ("step.lost_needless", "step.lost_forced"):
                given["number"] = 5
            cases.append({"message": f"{{x:@{key}}}", "arguments": {**given, "x": None}})
    answer = in_node({"messages": messages, "cases": cases})
    assert answer["texts"] == filled(messages, cases)
    assert not any("{" in text or "undefined" in text for text in answer["texts"])


def test_plural_forms_are_those_of_unicode() -> None:
    """The browser knows the plural forms of all languages; rules in a catalogue agree with them."""
    polish = Catalogue(GIVEN["messages"])
    rules = {"pl": polish, **{code: catalogue(code) for code in languages()}}
    numbers = [*range(130), 1000, 1001, 1002, 1005, 1012]
    answer = in_node({"messages": {}, "cases": [], "plurals": [*rules], "numbers": numbers})
    assert answer["forms"] == {code: [one.form(n) for n in numbers] for code, one in rules.items()}
