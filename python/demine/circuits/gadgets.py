"""Gadgets: square pieces of board, nine cells wide, that carry and combine truth values.

In the drawings of `gadgets.txt`, a letter is a covered cell of a wire: mined if the wire is true
(`a`) or if it is false (`A`). A digit is an open cell and counts only the letters around it. A dot
is a cell without influence. The four ports are in the sixth row and the sixth column of the border;
neighbouring gadgets share them. A mine at a port means true.

Each gadget is an equation between 0/1 values, expressed by a number:

    wire    a + A = 1
    AND     x + y + T + 2 Z = 3      z = x AND y; t = x XOR y is a by-product
    OR      x + y + t + 2 Z = 2      z = x OR y, the same cells around a smaller number
    XOR     x + y + Z + 2 T = 3      the sum z is the output; the carry t is a by-product
    cross   2 (a + A) + b + B = 3    both wires pass one number

A factor of 2 is a value in two cells. Each equation has one solution for each value of its inputs,
so no gadget multiplies solutions: circuits are parsimonious. `faults` checks this for a gadget with
the engine, over all of its legal assignments.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from demine.arguments import check
from demine.board import grid
from demine.circuits.formula import parse
from demine.circuits.padding import Marking, Place, pad, pad_free
from demine.lazy import lazy_value
from demine.position import Position


@dataclass(frozen=True)
class Gadget:
    """A drawing and the law of its wires, a formula over their letters.

    A gadget is square and as wide as its drawing. The first line of the drawing is row `top` of the
    gadget. Rows that are not drawn are empty. Cells without influence are known mines or open
    cells, or known free if the gadget `pads_free`.
    """

    drawing: str
    law: str = "1"
    top: int = 0
    pads_free: bool = False

    @property
    def side(self) -> int:
        """How many cells the gadget is wide. Neighbours share a border: they lie one less apart."""
        return len(self.drawing.split()[0])

    @property
    def position(self) -> Position:
        """The gadget alone, as a position."""
        fill = pad_free if self.pads_free else pad
        shape = self.side, self.side
        return Position(grid(*shape), fill(self.cells, shape))

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
        size = range(self.side)
        columns = ("".join(self.cells.get((row, column), ".") for row in size) for column in size)
        return Gadget("\n".join(columns), self.law, pads_free=self.pads_free)


def faults(gadget: Gadget) -> list[str]:
    """The faults of a gadget: none if its legal assignments are those of its law, once each.

    In every legal assignment the cells of a wire must agree and the law must hold. Each choice of
    values that obeys the law must occur once.
    """
    check(gadget, Gadget, "gadget")
    law, _ = parse(gadget.law)
    wanted = {
        values
        for values in product((False, True), repeat=len(gadget.wires))
        if law.evaluate(dict(zip(gadget.wires, values, strict=True)))
    }
    found = []
    wrong = []
    for solution in gadget.position.solutions():
        mined = {divmod(cell, gadget.side) for cell in solution}
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


def read_gadgets(file: str, pads_free: bool = False) -> dict[str, Gadget]:
    """The gadgets of a text file beside this one, by name; blank lines separate them."""
    text = Path(__file__).with_name(file).read_text("utf-8")
    found = {}
    for head, *rows in (block.splitlines() for block in text.split("\n\n")[1:]):
        name, top, law = head.split(maxsplit=2)
        found[name] = Gadget("\n".join(rows), law, int(top), pads_free)
    return found


_DRAWN: Final = read_gadgets("gadgets.txt")
GADGETS: Final = {
    **_DRAWN,
    "down": _DRAWN["across"].transpose(),
    "north-east": _DRAWN["west-south"].transpose(),
}
"""Every gadget by its name. A wire's name is the two sides that it joins."""
