"""Gadgets: square pieces of board, nine cells wide, that carry and combine truth values.

In the drawings below, a letter is a covered cell of a wire: mined if the wire is true (`a`) or if
it is false (`A`). A digit is an open cell and counts only the letters around it. A dot is a cell
without influence. The four ports are in the sixth row and the sixth column of the border;
neighbouring gadgets share them. A mine at a port means true.

Each gadget is an equation between 0/1 values, expressed by a number:

    wire    a + A = 1
    AND     x + y + T + 2 Z = 3      z = x AND y; t = x XOR y is a by-product
    OR      x + y + t + 2 Z = 2      z = x OR y, the same cells around a smaller number
    XOR     x + y + T + 2 Z = 3      the sum t is the output instead of the carry z
    cross   2 (a + A) + b + B = 3    both wires pass one number

A factor of 2 is a value in two cells. Each equation has one solution for each value of its inputs,
so no gadget multiplies solutions: circuits are parsimonious. `faults` checks this for a gadget with
the engine, over all of its legal assignments.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

from demine.arguments import check
from demine.board import grid
from demine.circuits.formula import parse
from demine.circuits.padding import Marking, Place, pad
from demine.lazy import lazy_value
from demine.position import Position

PITCH: Final = 8
"""The distance between the same ports of neighbouring gadgets."""


@dataclass(frozen=True)
class Gadget:
    """A drawing and the law of its wires, a formula over their letters.

    The first line of the drawing is row `top` of the gadget. Rows that are not drawn are empty.
    """

    drawing: str
    law: str = "1"
    top: int = 0

    @lazy_value
    def cells(self) -> Marking:
        """The marks by (row, column), without the dots."""
        rows = enumerate(self.drawing.split(), self.top)
        return {(r, c): mark for r, row in rows for c, mark in enumerate(row) if mark != "."}

    @property
    def wires(self) -> list[str]:
        """The letters in alphabetical order."""
        return sorted({mark.lower() for mark in self.cells.values() if mark.isalpha()})

    def transpose(self) -> Gadget:
        """The gadget mirrored at its main diagonal: north becomes west, and south east."""
        size = range(PITCH + 1)
        columns = ("".join(self.cells.get((row, column), ".") for row in size) for column in size)
        return Gadget("\n".join(columns), self.law)


def faults(gadget: Gadget) -> list[str]:
    """The faults of a gadget: none if its legal assignments are those of its law, once each.

    In every legal assignment the cells of a wire must agree and the law must hold. Each choice of
    values that obeys the law must occur once.
    """
    check(gadget, Gadget, "gadget")
    labels = pad(gadget.cells, (PITCH + 1, PITCH + 1))
    position = Position(grid(PITCH + 1, PITCH + 1), labels)
    law, _ = parse(gadget.law)
    wanted = {
        values
        for values in product((False, True), repeat=len(gadget.wires))
        if law.evaluate(dict(zip(gadget.wires, values, strict=True)))
    }
    found = []
    wrong = []
    for solution in position.solutions():
        mined = {divmod(cell, PITCH + 1) for cell in solution}
        truth = _read_wires(gadget, mined)
        if any(len(values) > 1 for values in truth.values()):
            wrong.append(f"cells of a wire disagree in {sorted(mined)}")
        found.append(tuple(True in truth[wire] for wire in gadget.wires))
    wrong += [f"{values} breaks {gadget.law}" for values in found if values not in wanted]
    wrong += [
        f"{values} occurs {found.count(values)} times"
        for values in wanted
        if found.count(values) != 1
    ]
    return wrong


def _read_wires(gadget: Gadget, mined: set[Place]) -> dict[str, set[bool]]:
    """The values of each wire's cells: one value if they agree."""
    truth: dict[str, set[bool]] = {}
    for place, mark in gadget.cells.items():
        if mark.isalpha():
            truth.setdefault(mark.lower(), set()).add((place in mined) == mark.islower())
    return truth


_ACROSS: Final = Gadget("a1A1a1A1a", top=5)
_WEST_SOUTH: Final = Gadget(
    """
    a1A1a....
    ....1A...
    .....1...
    .....a...
    """,
    top=5,
)
_AND: Final = """
    .....x...
    .....1...
    .....X...
    ......1..
    ...1y.x..
    y1Y..3T..
    ....Z.Z..
    ....1.1..
    .....z...
"""

GADGETS: Final = {
    "across": _ACROSS,
    "down": _ACROSS.transpose(),
    "west-south": _WEST_SOUTH,
    "north-east": _WEST_SOUTH.transpose(),
    "east-south": Gadget(
        """
        ........a
        .......1.
        ......1A.
        .....a...
        """,
        top=5,
    ),
    "split": Gadget(
        """
        a......1a
        .1.1.1A..
        ..A.a.1..
        .....a...
        """,
        top=5,
    ),
    "cross": Gadget(
        """
        .....a...
        .....1...
        .....A...
        ....1.1..
        ....a.a..
        b1B2b3B2b
        ....A.A..
        ....1.1..
        .....a...
        """,
    ),
    "not": Gadget(
        """
        .....a...
        ....1....
        ....A1...
        ....a....
        ....1....
        ....A....
        ...a1....
        ....1....
        .....z...
        """,
        "z <-> ~a",
    ),
    "and": Gadget(_AND, "(z <-> x & y) & (t <-> x ^ y)"),
    "or": Gadget(_AND.replace("3T", "2t"), "(z <-> x | y) & (t <-> x ^ y)"),
    "xor": Gadget(
        """
        .....x...
        .....1...
        .....X...
        ....1....
        .....xT1.
        y1Y1y3.t.
        .....ZT1.
        ....1....
        .....z...
        """,
        "(z <-> x ^ y) & (t <-> x & y)",
    ),
    "source": Gadget(".....a...", top=8),
    "true": Gadget(".....a... .....1...", "a"),
    "false": Gadget(".....a... .....0...", "~a"),
    "contradiction": Gadget("....0a1..", "a & ~a", top=5),
}
"""Every gadget by its name. A wire's name is the two sides that it joins."""
