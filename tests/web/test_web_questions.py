"""Questions of the server, asked without it: what each says at its edges, and what it refuses."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable
from typing import Any

import pytest

import demine
from demine import formats
from demine.web import worker
from demine.web.limits import Limits
from demine.web.problem import Problem
from demine.web.questions import QUESTIONS
from demine.web.reading import Asked

RING = {"board": "grid-2x2", "labels": ["?", "?", "?", 1]}
"""A corner that says that one of the three other cells is mined."""
CONFLICT = {"board": "grid-1x3", "labels": [1, "?", 0]}


def ask(question: str, given: dict[str, Any], **more: Any) -> tuple[dict[str, Any], list[Any]]:
    """The answer, and what was told before."""
    told: list[Any] = []
    return QUESTIONS[question](Asked({**given, **more}), told.append), told


def test_a_board_without_guesses_has_a_certificate() -> None:
    wanted = {"board": "grid-9x9", "mines": 25, "seed": 7, "start": 40, "first": "opening"}
    found, told = ask("no_guess", wanted)
    certificate = demine.Certificate.loads(found["certificate"])
    assert certificate.id == found["id"]
    assert certificate.start == 40
    assert certificate.verify().mines == 25
    assert told
    assert all(one["tried"] > 0 for one in told)


def test_an_undecided_cell_has_its_odds() -> None:
    found, _ = ask("explain", RING, cell=1)
    assert (found["proved"], found["fraction"], found["float"]) == (
        None,
        "1/3",
        pytest.approx(1 / 3),
    )
    assert [one["cell"] for one in found["candidates"]] == [0, 1, 2]
    assert {one["fraction"] for one in found["candidates"]} == {"1/3"}
    assert found["more"] == 0


@pytest.mark.parametrize("tier", [1, 2, 3, 4])
def test_the_hint_of_a_guess_is_told_tier_by_tier(tier: int) -> None:
    found, _ = ask("hint", RING, tier=tier)
    assert not found["certain"]
    assert ("cell" in found) == (tier > 1)
    assert ("reason" in found) == (tier > 2)
    if tier == 3:
        assert found["text"] == found["reason"]["sentences"][0]


def test_a_contradiction_has_no_curve_and_no_solutions() -> None:
    assert ask("curve", CONFLICT)[0] == {"first": 0, "logs": [], "shares": [], "counts": []}
    found, _ = ask("solutions", CONFLICT, way="diagram")
    assert found == {"way": "diagram", "count": "0", "solutions": []}


def test_a_conflict_that_is_too_wide_is_left_out() -> None:
    found, _ = ask("analyse", CONFLICT)
    assert not found["consistent"]
    assert found["conflict"]["numbers"] == [0, 2]
    assert ask("analyse", CONFLICT, states=1)[0] == {"consistent": False, "conflict": None}


def test_a_diagram_that_is_too_large_is_told_by_its_size() -> None:
    covered = {"board": "grid-30x30", "labels": ["?"] * 900, "mines": 450}
    found, _ = ask("solutions", covered, way="diagram")
    assert found["svg"] is None
    assert found["nodes"] > 100_000
    assert "nodes" in found["said"]


def test_a_binary_format_is_written_in_base64() -> None:
    solved = {"board": "grid-2x2", "labels": ["*", 1, 1, 1], "mines": 1}
    found, _ = ask("write", solved, format="mbf")
    assert found.keys() == {"format", "data"}
    assert formats.loads(base64.b64decode(found["data"])).mines == 1


@pytest.mark.parametrize(
    ("question", "given", "said"),
    [
        (
            "solutions",
            {**RING, "way": "cheapest", "costs": [1, 2]},
            '"costs": expected a list of 4',
        ),
        ("solutions", {**RING, "way": "cheapest", "costs": ["1"] * 4}, '"costs": expected a list'),
        ("analyse", {"board": "grid-2x2", "labels": ["?"]}, "expected a list of 4, one per cell"),
        ("analyse", {"board": "grid-2x2", "labels": ["?", "?", "?", "x"]}, 'expected "\\?", "□"'),
        ("analyse", {"board": "grid-2x2", "labels": ["?", "?", "?", 5]}, "number from 0 to 4"),
        ("analyse", {"data": "no base64!"}, '"data": expected base64'),
        ("board", {"board": f"graph-{'A' * 1_100_000}"}, "packed graph of 1100000 letters"),
    ],
)
def test_what_is_wrong_is_named(question: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(Problem, match=said):
        ask(question, given)


def test_truth_is_true_or_false() -> None:
    assert Asked({"flags": True}).truth("flags")
    assert not Asked({}).truth("flags")
    with pytest.raises(Problem, match='"flags": expected true or false'):
        Asked({"flags": 1}).truth("flags")


def _fail(error: Exception) -> Callable[..., dict[str, Any]]:
    def question(given: Any, tell: Any) -> dict[str, Any]:
        raise error

    return question


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (MemoryError(), 422, "TooWide"),
        (RecursionError(), 422, "TooWide"),
        (ZeroDivisionError("a secret"), 500, "Failure"),
    ],
)
def test_a_question_that_fails_is_answered_in_a_line(
    error: Exception,
    status: int,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(QUESTIONS, "failing", _fail(error))
    lines = io.BytesIO()
    worker._answer(lines, "failing", b"{}", Limits())
    said = lines.getvalue().decode()
    assert said.startswith("!")
    assert said.count("\n") == 1
    assert json.loads(said[1:])[:2] == [status, kind]
    assert "secret" not in said
    assert ("ZeroDivisionError: a secret" in capsys.readouterr().err) == (status == 500)
