"""Recipe: the call that makes a board again."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

_DEFAULTS: Final = {
    "torus": False,
    "neighbourhood": "king",
    "radius": 1,
    "mask": None,
    "corners": True,
    "faces": "hexagon",
    "seed": 0,
}


class Recipe(NamedTuple):
    """How a board is made: by which topology, of what sides, with which unusual options."""

    topology: str
    arguments: tuple[Any, ...]
    options: tuple[tuple[str, Any], ...]

    @property
    def sides(self) -> tuple[int, ...]:
        """The numbers that the topology takes first, one by one or as one tuple."""
        first = self.arguments[0]
        return first if isinstance(first, tuple) else self.arguments

    @property
    def is_whole(self) -> bool:
        """Whether the call makes the board again: a mask is not kept, so it does not with one."""
        return all(value is not ... for _, value in self.options)

    def __str__(self) -> str:
        """The call as one would write it."""
        written = [repr(argument) for argument in self.arguments]
        written += [
            f"{key}={'...' if value is ... else repr(value)}" for key, value in self.options
        ]
        return f"{self.topology}({', '.join(written)})"


def recipe_of(topology: str, *arguments: object, **options: object) -> Recipe:
    """The recipe of such a call, options that have their usual value left out."""
    unusual = ((key, value) for key, value in options.items() if value != _DEFAULTS[key])
    return Recipe(topology, arguments, tuple(unusual))
