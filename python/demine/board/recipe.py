"""Recipe: the call that makes a board again, as code and as one short word.

The word is a topology, its sides, and the options that differ from their defaults: `grid-16x30`,
`grid-16x30-torus-knight`, `triangular-6x10-sides`, `box-4x4x4-rook`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from demine.arguments import show
from demine.board.registry import OPTIONS, TOPOLOGIES, Size, Topology, find_topology
from demine.errors import FormatError

if TYPE_CHECKING:
    from demine.board.board import Board

# More sides than any box has: the product of a million sides would take minutes.
_SIDES: Final = re.compile(r"[0-9]{1,9}(x[0-9]{1,9}){0,99}")
_NUMBERED: Final = re.compile(r"([a-z])([0-9]{1,9})")


class Recipe(NamedTuple):
    """How a board is made: by which topology, of what sides, with which options."""

    topology: str
    sides: tuple[int, ...]
    options: tuple[tuple[str, Any], ...]

    @property
    def is_whole(self) -> bool:
        """Whether the call makes the board again. With a mask it does not: the mask is dropped."""
        return all(value is not ... for _, value in self.options)

    @property
    def name(self) -> str:
        """The recipe as one word, which `read_recipe` reads."""
        words = [_word(parameter, value) for parameter, value in self.options]
        return "-".join([self.topology, "x".join(map(str, self.sides)), *words])

    @property
    def size(self) -> Size:
        """How large the board is, at most; nothing is built to find out."""
        return TOPOLOGIES[self.topology].size(*self.sides, **dict(self.options))

    def make(self) -> Board:
        """The board."""
        return find_topology(self.topology)(*self._arguments, **dict(self.options))

    @property
    def _arguments(self) -> tuple[Any, ...]:
        takes_tuple = TOPOLOGIES[self.topology].side_count is None
        return (self.sides,) if takes_tuple else self.sides

    def __str__(self) -> str:
        written = [repr(argument) for argument in self._arguments]
        written += [
            f"{key}={'...' if value is ... else repr(value)}" for key, value in self.options
        ]
        return f"{self.topology}({', '.join(written)})"


def recipe_of(topology: Callable[..., Board], *sides: int, **options: object) -> Recipe:
    """The recipe of a call, without the options that have their default value."""
    defaults = topology.__kwdefaults__ or {}
    unusual = ((key, value) for key, value in options.items() if value != defaults[key])
    return Recipe(topology.__name__, sides, tuple(unusual))


def read_recipe(name: str) -> Recipe:
    """The recipe of a name; `FormatError` says what was expected."""
    topology, _, rest = name.partition("-")
    sides, *words = rest.split("-")
    if topology not in TOPOLOGIES or _SIDES.fullmatch(sides) is None:
        raise _unknown(name)
    row, numbers = TOPOLOGIES[topology], tuple(map(int, sides.split("x")))
    if row.side_count not in (None, len(numbers)):
        raise _unknown(name)
    options = dict(_option(word, row, name) for word in words)
    return Recipe(topology, numbers, tuple(options.items()))


def _word(parameter: str, value: object) -> str:
    """The word of an option: `torus`, or a letter and a number."""
    for word, option in OPTIONS.items():
        if option.parameter == parameter and option.value in (value, None):
            return f"{word[0]}{value}" if option.value is None else word
    raise KeyError(parameter)


def _option(word: str, row: Topology, name: str) -> tuple[str, Any]:
    """The argument that a word of a name stands for."""
    numbered = _NUMBERED.fullmatch(word)
    option = OPTIONS.get(word if numbered is None else f"{numbered[1]}N")
    taken = {OPTIONS[listed].parameter for listed in row.words}
    if option is None or option.parameter not in taken:
        raise _unknown(name)
    value = option.value if numbered is None else int(numbered[2])
    if value is None:
        raise _unknown(name)
    return option.parameter, value


def _unknown(name: str) -> FormatError:
    return FormatError(
        f"board {show(name)}: expected a topology ({', '.join(TOPOLOGIES)}), its sides and "
        "options, as in grid-16x30 or grid-8x8-torus; `demine boards` lists them"
    )
