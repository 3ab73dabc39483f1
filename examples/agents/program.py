"""A program as a Strategy: an expression over what a player sees around a covered cell.

The manner is that of Rhee and of Quartetti (2000, refs. 13 and 14 of Golan 2011), who evolved such
programs by genetic programming. The cell with the smallest value is opened. `evolved` is the
program that evolve.py has found on 6×6 with 4 mines.

    cd examples/agents
    PYTHONPATH=. demine simulate --strategy program:evolved --rows 6 --cols 6 --mines 4
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import demine
from demine.strategies import Guess

HERE = Path(__file__).parent

Array = NDArray[np.float64]
Program = list[Any] | str | float
"""A name of `look`, a number, or an operator with its programs."""

OPERATORS: dict[str, tuple[int, Callable[..., Any]]] = {
    "+": (2, np.add),
    "-": (2, np.subtract),
    "*": (2, np.multiply),
    "max": (2, np.maximum),
    "min": (2, np.minimum),
    "if": (3, lambda test, yes, no: np.where(test > 0, yes, no)),
}


def look(labels: NDArray[Any], mines: int) -> dict[str, Array]:
    """What there is to see of each cell, on grids of the same shape: games × rows × columns."""
    covered = labels == -1
    numbers = labels >= 0
    unknown = _around(covered)
    flagged = covered & (_around(numbers & (labels == unknown)) > 0)
    rest = np.where(numbers, labels - _around(flagged), 0)
    open_ = _around(covered & ~flagged)
    ratio = np.where(numbers & (open_ > 0), rest / np.maximum(open_, 1), 0.0)
    speaks = numbers & (open_ > 0)
    near = _around(speaks)
    left = np.maximum(covered.sum(axis=(1, 2), keepdims=True), 1)
    return {
        "largest": _extreme(np.where(speaks, ratio, -1.0), np.maximum, -1.0),
        "smallest": _extreme(np.where(speaks, ratio, 2.0), np.minimum, 2.0),
        "mean": _around(ratio) / np.maximum(near, 1),
        "numbers": near / 8,
        "covered": unknown / 8,
        "density": np.broadcast_to(mines / left, labels.shape),
        "mine": flagged.astype(float),
        "free": (_around(speaks & (rest == 0)) > 0).astype(float),
        "border": 1 - _around(np.ones_like(covered)) / 8,
    }


def value(program: Program, around: dict[str, Array]) -> Any:
    """The value of a program at every cell."""
    if isinstance(program, str):
        return around[program]
    if not isinstance(program, list):
        return np.float64(program)
    name, *parts = program
    return OPERATORS[name][1](*(value(part, around) for part in parts))


def choose(program: Program, labels: NDArray[Any], mines: int) -> NDArray[np.int64]:
    """The cell that a program opens in each game."""
    values = np.broadcast_to(value(program, look(labels, mines)), labels.shape)
    worth = np.where(labels == -1, values, np.inf).reshape(len(labels), -1)
    return worth.argmin(axis=1)


def strategy(program: Program) -> Callable[[demine.Position, Random], Guess]:
    """A program as a strategy on grids."""

    def play(position: demine.Position, chance: Random) -> Guess:
        labels = position.codes.reshape(1, *position.board.layout.shape)
        return Guess([int(choose(program, labels, position.mines or 0)[0])])

    return play


def evolved(position: demine.Position, chance: Random) -> Guess:
    """The program of evolved-6x6.json."""
    program = json.loads((HERE / "evolved-6x6.json").read_text())["program"]
    return strategy(program)(position, chance)


def _around(marked: NDArray[Any]) -> Array:
    """The sum over the eight cells around each."""
    wide = np.pad(marked.astype(float), ((0, 0), (1, 1), (1, 1)))
    rows, columns = marked.shape[1:]
    total = sum(wide[:, i : i + rows, j : j + columns] for i in range(3) for j in range(3))
    return np.asarray(total - marked, dtype=np.float64)


def _extreme(values: Array, pick: Callable[..., Any], outside: float) -> Array:
    """The largest or smallest of the eight values around each cell."""
    wide = np.pad(values, ((0, 0), (1, 1), (1, 1)), constant_values=outside)
    rows, columns = values.shape[1:]
    found = np.full(values.shape, outside)
    for i in range(3):
        for j in range(3):
            if (i, j) != (1, 1):
                found = pick(found, wide[:, i : i + rows, j : j + columns])
    return found
