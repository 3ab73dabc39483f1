"""Programs found by genetic programming (after Rhee and Quartetti 2000, and Jordan).

A program is an expression over what a player sees around a covered cell. The cell with the smallest
value is opened. `genetic.json` holds the program that benches/learners/evolve.py has found.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board
from demine.labels import COVERED_CODE, MINED_CODE
from demine.learners.around import around
from demine.position import Position
from demine.strategies import Guess

FILE: Final = Path(__file__).with_suffix(".json")

Seen = dict[str, NDArray[np.float64]]
"""By name: a value per game and cell."""
Program = list[Any] | str | float
"""A name of `look`, a number, or an operator with its programs."""

OPERATORS: Final[dict[str, tuple[int, Callable[..., Any]]]] = {
    "+": (2, np.add),
    "-": (2, np.subtract),
    "*": (2, np.multiply),
    "max": (2, np.maximum),
    "min": (2, np.minimum),
    "if": (3, lambda test, yes, no: np.where(test > 0, yes, no)),
}
NAMES: Final = (
    "largest", "smallest", "mean", "numbers", "covered", "density", "mine", "free", "edge",
)  # fmt: skip
"""What a program sees of a cell."""


def look(board: Board, codes: NDArray[Any], mines: int) -> Seen:
    """What there is to see of each cell, for games × cells.

    `largest`, `smallest` and `mean` are over the ratios of the numbers next to it: mines that are
    not found, per covered cell that is not a known mine. One number alone tells `mine` and `free`.
    """
    near = around(board)
    covered, is_number = codes == COVERED_CODE, codes >= 0
    known = codes == MINED_CODE
    full = is_number & (codes == near.sum(covered | known))
    mined = known | (covered & (near.sum(full) > 0))
    left = codes - near.sum(mined)
    unknown = near.sum(covered & ~mined)
    speaks = is_number & (unknown > 0)
    ratio = np.where(speaks, left / np.maximum(unknown, 1), 0.0)
    count = near.sum(speaks)
    neighbours = near.sum(np.ones(len(board)))
    most = max(1.0, neighbours.max(initial=1.0))
    density = (mines - known.sum(1)) / np.maximum(covered.sum(1), 1)
    return {
        "largest": near.largest(np.where(speaks, ratio, -1.0), -1.0),
        "smallest": near.smallest(np.where(speaks, ratio, 2.0), 2.0),
        "mean": near.sum(ratio) / np.maximum(count, 1),
        "numbers": count / most,
        "covered": near.sum(covered) / most,
        "density": np.broadcast_to(density[:, None], codes.shape),
        "mine": mined.astype(float),
        "free": (near.sum(speaks & (left == 0)) > 0).astype(float),
        "edge": np.broadcast_to(1 - neighbours / most, codes.shape),
    }


def value(program: Program, seen: Seen) -> Any:
    """The value of a program at every cell."""
    if isinstance(program, str):
        return seen[program]
    if not isinstance(program, list):
        return np.float64(program)
    name, *parts = program
    return OPERATORS[name][1](*(value(part, seen) for part in parts))


def pick(program: Program, board: Board, codes: NDArray[Any], mines: int) -> NDArray[np.int64]:
    """The cell that a program opens in each game: the covered one of the least value."""
    values = np.broadcast_to(value(program, look(board, codes, mines)), codes.shape)
    return np.asarray(np.where(codes == COVERED_CODE, values, np.inf).argmin(axis=1))


@cache
def program() -> Program:
    """The program of the file."""
    found: Program = json.loads(FILE.read_text("utf-8"))["program"]
    return found


def choose(position: Position) -> Guess:
    """The cell that the program opens; no cell if none is covered."""
    position.check_classic("the program")
    codes = position.codes[None, :]
    if not (codes == COVERED_CODE).any():
        return Guess([])
    # Without a number of mines, a program is told the usual density.
    mines = position.mines
    if mines is None:
        mines = round(_USUAL_DENSITY * len(position.board))
    return Guess([int(pick(program(), position.board, codes, mines)[0])])


_USUAL_DENSITY: Final = 0.15
