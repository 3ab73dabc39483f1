"""Sides: what topologies ask of the numbers that they are given."""

from __future__ import annotations

from typing import Final

import numpy as np

from demine.arguments import number_of
from demine.errors import InvalidBoard

MOST_CELLS: Final = 1 << 23
"""Cells of the largest board: a few characters can ask for one that would take all memory."""


def shape_of(**sides: int) -> tuple[int, ...]:
    """The sides as whole numbers from 1 that make a board of bearable size."""
    shape = tuple(at_least_one(name, side) for name, side in sides.items())
    if np.prod(shape, dtype=object) > MOST_CELLS:
        raise InvalidBoard(f"a board of shape {shape}: expected at most {MOST_CELLS} cells")
    return shape


def at_least_one(name: str, value: int, most: int | None = None) -> int:
    """A whole number from 1, perhaps with a bound."""
    return number_of(name, value, 1, most, InvalidBoard)
