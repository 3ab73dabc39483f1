"""`demine solve --about` and `--given`, compared with brute force."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import log2, log10

import pytest

from command import answer, complaint
from paths import BEGINNER

TEXT = "3x3x3\n1HH\nHHH\nHHH\n"
# The cells around each cell of the board.
NEAR = {
    v: {u for u in range(9) if u != v and abs(u % 3 - v % 3) <= 1 and abs(u // 3 - v // 3) <= 1}
    for v in range(9)
}
LEGAL = [set(mined) for mined in combinations(range(1, 9), 3) if len(NEAR[0] & set(mined)) == 1]


def outcome(cell: int, mined: set[int]) -> str:
    return "*" if cell in mined else str(len(NEAR[cell] & mined))


def ask(*options: str) -> dict[str, object]:
    found = json.loads(answer("solve", "--json", *options, "-", stdin=TEXT))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("given", "legal"),
    [
        ([], LEGAL),
        (["--given", "c1=mined"], [m for m in LEGAL if 2 in m]),
        (["--given", "b1=free"], [m for m in LEGAL if 1 not in m]),
        (["--given", "b3=1", "--given", "c3=free"],
         [m for m in LEGAL if outcome(7, m) == "1" and 8 not in m]),
    ],
)  # fmt: skip
def test_answers_are_those_of_brute_force(given: list[str], legal: list[set[int]]) -> None:
    found = ask("--about", "c2", "--about", "7", *given)
    assert found["count"] == str(len(legal))
    assert found["log10_count"] == pytest.approx(log10(len(legal)))
    assert found["entropy"] == pytest.approx(log2(len(legal)))
    about, joint = found["about"], found["joint"]
    assert isinstance(about, list)
    assert [entry["cell"] for entry in about] == [5, 7]
    for entry in about:
        counts = Counter(outcome(entry["cell"], mined) for mined in legal)
        shown = {what: Fraction(p) for what, p in entry["shows"].items()}
        assert shown == {what: Fraction(n, len(legal)) for what, n in counts.items()}
        bits = sum(float(p) * -log2(p) for p in shown.values())
        assert entry["information"] == pytest.approx(bits)
    both = Fraction(sum({5, 7} <= mined for mined in legal), len(legal))
    assert joint == [{"cells": [5, 7], "mined": f"{both.numerator}/{both.denominator}"}]


def test_the_same_in_words() -> None:
    said = answer("solve", "--about", "c2", "--about", "b3", "-", stdin=TEXT)
    both = Fraction(sum({5, 7} <= mined for mined in LEGAL), len(LEGAL))
    assert f"c2 and b3 are both mined: {float(both):.1%}".replace("%", " %") in said
    assert "c2: 1 " in said
    assert "opening it tells" in said


def test_without_a_question_nothing_is_added() -> None:
    assert not {"about", "joint"} & set(ask())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--given a1=1", "expected a covered cell, given once"),
        ("--given c1=free --given c1=2", "expected a covered cell, given once"),
        ("--given c1", "expected CELL=mined, CELL=free or CELL=NUMBER"),
        ("--given c1=-1", "expected CELL=mined, CELL=free or CELL=NUMBER"),
        ("--about d4", "'d4' is not on the board: expected a1 to c3"),
        ("--batch --about c1", "--batch cannot be combined with"),
    ],
)
def test_wrong_questions(options: str, said: str) -> None:
    assert said in complaint(2, "solve", *options.split(), "-", stdin=TEXT)


def test_an_impossible_supposition() -> None:
    given = [word for cell in ("b1", "a2", "b2") for word in ("--given", f"{cell}=free")]
    assert "no legal assignment" in complaint(1, "solve", *given, "-", stdin=TEXT)


@pytest.mark.parametrize(
    "line",
    [
        "explain BEGINNER CELL",
        "solve --about CELL --json BEGINNER",
        "generate --json --rows 5 --cols 5 --mines 3 --seed 1 --start CELL",
        "simulate ratio --rows 5 --cols 5 --mines 3 --games 2 --start CELL --json",
    ],
)
def test_commands_accept_addresses_and_numbers(line: str) -> None:
    width = 9 if "BEGINNER" in line else 5
    words = line.replace("BEGINNER", str(BEGINNER))
    by_address, by_number, by_place = (
        answer(*words.replace("CELL", cell).split()) for cell in ("d2", f"{width + 3}", "1,3")
    )
    assert by_address == by_number == by_place
