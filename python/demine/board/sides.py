"""What topologies ask of their arguments, and the call that makes a board again."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from demine.arguments import number_of
from demine.errors import InvalidBoard

MOST_CELLS: Final = 1 << 23
"""Cells of the largest board. A few characters ask for one: they must not ask for all memory."""

_DEFAULTS: Final = {
    "torus": False,
    "neighbourhood": "king",
    "radius": 1,
    "mask": None,
    "corners": True,
    "faces": "hexagon",
    "seed": 0,
}


def shape_of(**sides: int) -> tuple[int, ...]:
    """The sides as whole numbers from 1 that make a board of bearable size."""
    shape = tuple(at_least_one(name, side) for name, side in sides.items())
    if np.prod(shape, dtype=object) > MOST_CELLS:
        raise InvalidBoard(f"a board of shape {shape}: expected at most {MOST_CELLS} cells")
    return shape


def at_least_one(name: str, value: int, most: int | None = None) -> int:
    """A whole number from 1, perhaps with a bound."""
    return number_of(name, value, 1, most, InvalidBoard)


class Recipe(NamedTuple):
    """How a board is made: by which topology, of what sides, with which unusual options."""

    topology: str
    arguments: tuple[Any, ...]
    options: tuple[tuple[str, Any], ...]

    @property
    def sides(self) -> tuple[int, ...]:
        """The numbers that stand first, in brackets or not."""
        first = self.arguments[0]
        return first if isinstance(first, tuple) else self.arguments

    @property
    def is_whole(self) -> bool:
        """Whether it says all there is to say: the cells of a mask are not told."""
        return all(value is not ... for _, value in self.options)

    def __str__(self) -> str:
        """The call as one would write it."""
        written = [repr(argument) for argument in self.arguments]
        written += [
            f"{key}={'...' if value is ... else repr(value)}" for key, value in self.options
        ]
        return f"{self.topology}({', '.join(written)})"


def call(topology: str, *arguments: object, **options: object) -> Recipe:
    """The recipe of such a call, options that have their usual value left out."""
    unusual = ((key, value) for key, value in options.items() if value != _DEFAULTS[key])
    return Recipe(topology, arguments, tuple(unusual))
