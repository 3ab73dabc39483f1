"""The plane: an unbounded grid of squares, each with eight neighbours.

A cell is given as (x, y); x grows to the right and y downwards, as columns and rows do. Every cell
also has a number from 0 on, which no other cell has: the digits of x and y, in turn. Its address
is `x,y`.
"""

from __future__ import annotations

import re
from typing import Final

from demine.arguments import check, show, whole
from demine.errors import FormatError

Place = tuple[int, int]
"""A cell of the plane: (x, y)."""

FARTHEST: Final = 1 << 62
"""The largest coordinate, in both directions."""

_ADDRESS: Final = re.compile(r"(-?[0-9]{1,20}),\s*(-?[0-9]{1,20})")
_AROUND: Final = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
_BITS: Final = 64


def around(place: Place) -> list[Place]:
    """The eight neighbours."""
    x, y = place
    return [(x + right, y + down) for right, down in _AROUND]


def place_of(cell: object) -> Place:
    """A cell given as (x, y), as an address or as a number; `IndexError` or `TypeError`."""
    if isinstance(cell, str):
        try:
            return read_address(cell)
        except FormatError as error:
            raise IndexError(str(error)) from None
    if not isinstance(cell, tuple):
        return _numbered(cell)
    if len(cell) != 2:
        raise IndexError(f"cell {show(cell)} has {len(cell)} coordinates: expected (x, y)")
    x, y = (whole(value) for value in cell)
    if max(abs(x), abs(y)) > FARTHEST:
        raise IndexError(f"cell {show(cell)} is too far: expected coordinates up to ±2^62")
    return x, y


def address_of(place: Place) -> str:
    """The address of a cell, such as `12,-3`."""
    return f"{place[0]},{place[1]}"


def read_address(text: str) -> Place:
    """The cell of an address; `FormatError` says what was expected."""
    check(text, str, "text")
    match = _ADDRESS.fullmatch(text.strip())
    if match is None:
        raise FormatError(f"{show(text)} is not a cell: expected its column and row, such as 12,-3")
    try:
        return place_of((int(match[1]), int(match[2])))
    except IndexError as error:
        raise FormatError(str(error)) from None


def number_at(place: Place) -> int:
    """The number of a cell: the binary digits of x and of y in turn, their signs last."""
    x, y = (2 * value if value >= 0 else -2 * value - 1 for value in place)
    # Binary digits read in base 4 have a free place after each.
    return int(f"{x:b}", 4) + 2 * int(f"{y:b}", 4)


def _numbered(cell: object) -> Place:
    """The cell of a number."""
    try:
        number = whole(cell)
    except TypeError:
        raise TypeError(f"cell {show(cell)}: expected (x, y), a number or an address") from None
    if not 0 <= number < 1 << 2 * _BITS:
        raise IndexError(f"cell {show(number)}: expected a number from 0, below 2^{2 * _BITS}")
    digits = f"{number:0{2 * _BITS}b}"
    halves = int(digits[1::2], 2), int(digits[::2], 2)
    x, y = (-(half + 1) // 2 if half % 2 else half // 2 for half in halves)
    return place_of((x, y))
