"""Every question answers a position with rules, or says in one line that it does not.

The questions are all public methods of `Position` and of its analysis, and all public functions of
the package whose first argument is a position.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

import demine
from demine.errors import DemineError, FormatError, InvalidBoard, InvalidPosition, MissingExtra
from demine.rules import Spread

ANSWERED = {
    *("analyze", "board", "certain", "check_equally_likely", "codes", "conflict", "count"),
    *("counts_by_mines", "decomposition", "density", "explain", "figure", "fillings"),
    *("is_consistent", "labels", "mines"),
    *("picture", "rules", "solutions", "variant", "with_density"),
    *("with_labels", "with_mines"),
}
REFUSED = {
    *("advise", "check_classic", "degree_model", "native", "optimal"),
}
PICTURES = {"pdf", "png", "save", "svg", "tikz"}
"""Need a path, and so does the method `to_parquet`."""
CONSTRUCTORS = {"from_codes", "of_native", "_of_rules"}
ABOUT_A_CELL = {
    *("distribution", "expectation", "given", "information", "interval", "joint", "probability"),
    "shows",
}
SPREAD_REFUSES = {"candidates", "native"}


def with_rules(capacity: int = 1) -> demine.Position:
    board = demine.grid(2, 3)
    labels: list[int | str] = ["?", 2, "?", "?", "□", "?"]
    return demine.Position(board, labels, capacity=capacity, values={1: {1, 3}})


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def ask(target: Any, name: str) -> object:
    found = getattr(target, name)
    if not callable(found):
        return found
    needed = [
        parameter.name
        for parameter in inspect.signature(found).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    given = {
        "mines": 2,
        "density": None,
        "labels": {0: "*"},
        "cell": 0,
        "x": 0,
        "y": 2,
        "cells": {0: True},
        "question": "this",
    }
    return found(*(given[name] for name in needed))


def test_every_question_of_a_position_is_known() -> None:
    names = public(demine.Position)
    assert names - CONSTRUCTORS - PICTURES <= ANSWERED | REFUSED
    assert names >= REFUSED


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_other_questions_refuse_in_one_line(name: str) -> None:
    with pytest.raises(InvalidPosition, match="supports only the classic rules") as error:
        ask(with_rules(), name)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", sorted(ANSWERED & public(demine.Position) - PICTURES))
def test_questions_answer(name: str) -> None:
    ask(with_rules(), name)


@pytest.mark.parametrize(
    "name", sorted(public(Spread) - PICTURES - {"of", "position", "to_parquet"})
)
def test_the_analysis_answers_or_refuses(name: str) -> None:
    analysis = with_rules(2).analyze()
    if name in SPREAD_REFUSES:
        with pytest.raises(InvalidPosition, match="supports only the classic rules"):
            ask(analysis, name)
    else:
        ask(analysis, name)


def functions() -> Iterator[Callable[..., Any]]:
    """Public functions of all modules that take a position first."""
    seen = set()
    for found in pkgutil.walk_packages(demine.__path__, "demine."):
        parts = found.name.split(".")
        if any(part.startswith("_") for part in parts) or parts[1] in LEFT_OUT:
            continue
        try:
            module = import_module(found.name)
        except MissingExtra:  # nothing in it can be called
            continue
        for name, value in vars(module).items():
            if name.startswith("_") or not inspect.isfunction(value) or value in seen:
                continue
            if value.__module__ != found.name or f"{found.name}.".startswith(UNDER_RULES):
                continue
            first = next(iter(inspect.signature(value).parameters.values()), None)
            if first is not None and str(first.annotation) == "Position":
                seen.add(value)
                yield value


# Programs, and modules that take their positions through `formats` or a game.
LEFT_OUT = ("cli", "terminal", "web", "reproduce", "review", "assistants")
UNDER_RULES = ("demine.proof.ruled.", "demine.proof.reasons.")
"""Modules that know positions with rules alone."""
ANSWERING = {
    *("demine.draw.figures.figure", "demine.draw.text.text", "demine.draw.saving.svg"),
    *("demine.draw.pictures.picture", "demine.draw.marks.marks"),
    *("demine.formats.registry.write", "demine.formats.registry.dumps"),
    *("demine.formats.graph.write", "demine.formats.opb.write", "demine.formats.sums.write"),
    *("demine.proof.hints.hint", "demine.proof.hints.recent_hint", "demine.proof.hints.fair_hint"),
    *("demine.strategies.named.random", "demine.strategies.named.safest"),
    *("demine.position.chances.given", "demine.proof.explanation.analysis_of"),
    *("demine.proof.explanation.proof_of", "demine.formats.rules.write_rules"),
    *("demine.proof.contradiction.conflict", "demine.proof.explanation.explain"),
    *("demine.proof.facts.premise", "demine.proof.facts.weighted_sums"),
    *("demine.proof.facts.counter_sum", "demine.proof.facts.domains"),
}
BEHIND_DUMPS = "demine.formats."
"""The writers of formats, which `dumps` calls after its checks."""


def exhaust(found: object) -> None:
    """A generator refuses when it begins."""
    if inspect.isgenerator(found):
        list(found)


GIVEN: dict[str, Any] = {
    "cell": 0,
    "mines": 2,
    "chance": None,
    "numbers": [1],
    "counter": False,
    "marked": frozenset(),
    "rules": (),
}


@pytest.mark.parametrize(
    "function", list(functions()), ids=lambda f: f"{f.__module__}.{f.__name__}"
)
def test_public_functions_refuse_in_one_line(function: Callable[..., Any]) -> None:
    name = f"{function.__module__}.{function.__name__}"
    if name in ANSWERING or name.startswith(BEHIND_DUMPS) or name.endswith(".is_minimal"):
        return
    parameters = list(inspect.signature(function).parameters.values())[1:]
    given = [
        GIVEN.get(p.name)
        for p in parameters
        if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD
    ]
    with pytest.raises(DemineError) as error:
        exhaust(function(with_rules(), *given))
    assert isinstance(error.value, InvalidPosition | InvalidBoard | FormatError)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("format", demine.formats.FORMATS)
def test_formats_keep_rules_or_refuse(format: str) -> None:
    if format in ("graph", "opb", "td"):
        assert demine.dumps(with_rules(), format)
    else:
        with pytest.raises(FormatError, match="the position has rules"):
            demine.dumps(with_rules(), format)
