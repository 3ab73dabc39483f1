"""Every public function with arguments that nobody should pass: an answer, or one clear error.

What is tried is found by looking: the functions and classes of `demine.__all__` and of its public
modules, and the methods of the objects that people hold. One argument at a time is hostile.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import demine
from demine import circuits, onemine

HOSTILE = [None, 7, "x", b"", -1, 10**30, float("nan"), [], {}, object()]
BOARD = demine.grid(3, 3)
POSITION = demine.Position(BOARD, ["?"] * 8 + [1], mines=2)
GAME = demine.Game(BOARD, mines=2, seed=1)
MANY = demine.analyze_many(BOARD, [[-1] * 9])
HELD = [POSITION, POSITION.analyze(), POSITION.solutions(), BOARD, GAME, demine.endless(), MANY]
CLASSES = [demine.Endless, demine.Game, demine.Replay, demine.Certificate, demine.Position]


def benchmark(strategy: Any, name: Any = "golan") -> Iterator[Any]:
    """The other arguments are those of `simulate`."""
    return demine.benchmark(strategy, name, games=2, seed=1)


FUNCTIONS: list[Callable[..., Any]] = [
    demine.grid, demine.hexagonal, demine.triangular, demine.box, demine.cube, demine.geodesic,
    demine.voronoi, demine.from_edges, demine.from_networkx, demine.from_polygons, demine.loads,
    demine.dumps, demine.simulate, demine.compare, demine.analyze_many, demine.hint,
    demine.no_guess, demine.endless, benchmark, demine.minefield, demine.subgraphs, demine.language,
    circuits.compile, circuits.compile_cnf, circuits.count_line, circuits.faults, circuits.lift,
    circuits.svg, onemine.decomposition, onemine.games_won, onemine.guess_components,
    onemine.largest_component, onemine.optimal_guess, onemine.optimal_guesses,
    onemine.win_probability,
]  # fmt: skip
GOOD: dict[str, Any] = {
    "board": BOARD, "position": POSITION, "rows": 3, "columns": 3, "cell": 1, "n": 1, "count": 1,
    "labels": ["?"] * 9, "text": "1x1x?\nH\n", "costs": [1] * 9, "cells": {0: True}, "edges": [],
    "sides": (2, 2), "strategy": "ratio", "a": "ratio", "b": "csp", "preset": "beginner",
    "other": HELD[2], "avoid": 0, "include": 1, "start": 0, "formula": "a & b", "points": 3,
    "counts": {0: 1}, "game": GAME, "name": "beginner", "seed": 1, "games": 2, "move": None,
    "gadget": next(iter(circuits.GADGETS.values())), "mines": 2,
    "circuit": circuits.compile("a"), "id": GAME.id, "help": "hint", "frequency": 2, "side": 2,
    "degrees": {1}, "m": 2, "around": [[0, 1]], "x": 0, "row": 0, "y": 1, "codes": [-1] * 9,
}  # fmt: skip
LEFT_OUT = {
    "path", "source", "progress", "engine", "scheduler", "resume", "play", "rng", "stopwatch",
    "solver",
}  # fmt: skip
"""Not an argument of this kind: files, callbacks, clusters."""

BUDGET = ("states", "seconds", "bytes")


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function and method with its name."""
    for function in FUNCTIONS:
        yield function.__name__, function
    for kind in CLASSES:
        yield kind.__name__, kind
        for name, raw in vars(kind).items():
            if isinstance(raw, classmethod | staticmethod) and not name.startswith("_"):
                yield f"{kind.__name__}.{name}", getattr(kind, name)
    for held in HELD:
        for name, _ in inspect.getmembers(type(held), inspect.isfunction):
            if not name.startswith("_") and name not in ("undo", "read", "write", "save"):
                yield f"{type(held).__name__}.{name}", getattr(held, name)


def calls(function: Callable[..., Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The arguments of a function, one of them hostile."""
    taken = inspect.signature(function).parameters
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    named = [one for one in taken.values() if one.kind in kinds]
    needed = {one.name: GOOD.get(one.name) for one in named if one.default is one.empty}
    has_budget = any(one.kind is one.VAR_KEYWORD for one in taken.values())
    names = [one.name for one in named] + list(BUDGET) * has_budget
    for name in names:
        if name not in LEFT_OUT:
            for value in HOSTILE:
                few = {"games": 2} if "games" in taken and name != "games" else {}
                yield name, {**needed, **few, name: value}


def is_clear(error: Exception, name: str) -> bool:
    """Whether it is ours, or names the argument, or says what was expected."""
    if isinstance(error, demine.DemineError):
        return True
    words = ("expected", name, "is not on a board", "unexpected keyword")
    ours = isinstance(error, TypeError | ValueError | IndexError)
    return ours and any(word in str(error) for word in words)


def said(function: Callable[..., Any], argument: str, given: dict[str, Any]) -> str:
    """What a call says that nobody can make sense of; nothing if it answers or is clear."""
    try:
        found = function(**given)
        if inspect.isgenerator(found):
            next(found, None)
    except Exception as error:
        return "" if is_clear(error, argument) else f"{type(error).__name__}: {error}"
    return ""


@pytest.mark.parametrize(("name", "function"), [pytest.param(n, f, id=n) for n, f in functions()])
def test_hostile_arguments_get_an_answer_or_a_clear_error(
    name: str, function: Callable[..., Any]
) -> None:
    unclear = [
        (argument, given[argument], problem)
        for argument, given in calls(function)
        if (problem := said(function, argument, given))
    ]
    assert not unclear, name


def test_the_table_has_every_function_that_the_package_offers() -> None:
    """Those that read or write files have tests of their own."""
    offered = {name for name in demine.__all__ if inspect.isfunction(getattr(demine, name))}
    assert offered - {function.__name__ for function in FUNCTIONS} == {
        "from_picture",
        "read",
        "write",
    }
