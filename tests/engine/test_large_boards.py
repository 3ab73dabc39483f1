"""Every public question on large boards of eight kinds: seconds, bytes, Ctrl-C and `ulimit -v`.

Questions are found by looking (`fuzz/questions.py`). Here each is asked about one of eight boards
of 10⁴ cells, in little time; `make large` asks each about all of them, with 10⁵ or 10⁶ cells.
"""

from __future__ import annotations

import inspect
import sys
from typing import Any, Final

import pytest

import demine
from demine.meter import Budget
from demine.position import Certain
from demine.rules import Fillings, Spread
from fuzz.large import MODES, answers
from fuzz.large_boards import KINDS
from fuzz.questions import CLASSES, FACES, LEFT_OUT, MODULES, SUBJECTS, Subject, questions

_CELLS: Final = 10_000

_NO_SUBJECTS: Final = {
    "Cache", "Tally", "Endless", "Replay", "Analyses", "Verdict", "Certificate", "Review",
}  # fmt: skip
"""Classes of objects that are not about one board with labels."""

_OTHERS: Final = {
    *("benchmark", "compare", "simulate"),
    *("cache_and_limits", "seconds_of", "share_seconds"),
}
"""Functions with other keywords, whose first argument is no board, and those of budgets."""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("kind", KINDS)
def test_every_question_keeps_every_promise(kind: str) -> None:
    found = list(answers(kind, _CELLS, MODES, "", "--share"))
    assert len(found) > 30
    assert {answer.mode for answer in found} == set(MODES)
    broken = [(one.mode, one.question, one.fault) for one in found if one.fault is not None]
    assert not broken


def test_every_function_with_a_budget_is_asked() -> None:
    asked = {question.name for question in questions(_small())}
    missing = [
        name
        for module in MODULES
        for name in getattr(module, "__all__", None) or dir(module)
        if inspect.isfunction(function := getattr(module, name)) and _takes_seconds(function)
        if f"{function.__module__}.".startswith(f"{module.__name__}.")
        if name not in {*LEFT_OUT, *_OTHERS} and not name.startswith("_")
        if not any(f".{name}" in one.partition("(")[0] for one in asked)
    ]
    assert not missing


def test_every_class_is_asked_or_named() -> None:
    offered = {name for name in demine.__all__ if inspect.isclass(getattr(demine, name))}
    errors = {name for name in offered if issubclass(getattr(demine, name), Exception)}
    assert offered - errors - {kind.__name__ for kind in CLASSES} == _NO_SUBJECTS


def test_every_object_is_asked_about() -> None:
    subject = _small()
    kinds = {kind for kind, held in subject.objects.items() if held}
    assert kinds >= {*SUBJECTS.values(), demine.Solutions, demine.Subgraphs, demine.Hint}
    assert kinds >= {Certain, Fillings, Spread}
    assert not any("no argument" in why for why in subject.missing.values())


def test_every_module_is_walked_but_those_that_ask_others() -> None:
    walked = {module.__name__ for module in MODULES}
    assert walked >= {f"demine.{name}" for name in ("game", "llm", "many", "position", "rules")}
    assert not walked & {f"demine.{face}" for face in FACES}


def _takes_seconds(function: Any) -> bool:
    taken = inspect.signature(function).parameters.values()
    return any(one.name == "seconds" or "Budget" in str(one.annotation) for one in taken)


def _small() -> Subject:
    subject = Subject("grid", 36)
    subject.prepare(seconds=60)
    assert set(Budget.__optional_keys__) >= {"seconds", "bytes"}
    return subject
