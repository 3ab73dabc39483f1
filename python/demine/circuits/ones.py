"""Gadgets in which every number is 1 (1-Minesweeper, Fix & McPhail 2004).

They are thirteen cells wide, with a port in the middle of each side. A wire runs from a port to the
middle of its gadget. A known mine next to a 1 would use it up, so the padding is known free (□)
instead: cells that a player may open, but has not.

Every gate is a decoder. Its number in the middle says that one of four corners is mined. The number
above says that it is one of the lower two if and only if the input above is mined, and the number
to the left does the same for columns. So each corner is one row of a truth table. A crossing has
numbers on all four sides: both inputs come out again opposite.

    wire      a + A = 1
    decoder   p + q + r + s = 1    p + q + x = 1    p + r + y = 1    so s = x AND y
    crossing  and also             r + s + X = 1    q + s + Y = 1

Each equation is a number 1. XOR was found by a search over all drawings. `ones.txt` has them.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from demine.circuits.gadgets import Gadget, read_gadgets

_MIDDLE: Final = 6
_SIDE: Final = 2 * _MIDDLE + 1
_STEPS: Final = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def join_ports(*sides: str) -> Gadget:
    """A wire from the ports of these sides to the middle, where it is mined if it is false."""
    marks = {(_MIDDLE, _MIDDLE): "A"}
    for side, far in product(sides, range(1, _MIDDLE + 1)):
        down, right = _STEPS[side]
        mark = "1" if far % 2 else "Aa"[far // 2 % 2]
        marks[_MIDDLE + far * down, _MIDDLE + far * right] = mark
    rows = ("".join(marks.get((r, c), ".") for c in range(_SIDE)) for r in range(_SIDE))
    return Gadget("\n".join(rows), pads_free=True)


ONES: Final = {
    "across": join_ports("west", "east"),
    "down": join_ports("north", "south"),
    "west-south": join_ports("west", "south"),
    "north-east": join_ports("north", "east"),
    "east-south": join_ports("east", "south"),
    "split": join_ports("west", "east", "south"),
    **read_gadgets("ones.txt", pads_free=True),
}
"""Every gadget by its name, the names of `GADGETS`."""
