"""A run of a one-dimensional automaton as a position (Kaye: infinite Minesweeper computes).

The space–time diagram of a rule, such as the Turing-complete rule 110, is laid out row by row. Each
step is a layer of gates. The position has one legal assignment for each start that agrees with the
given one: a known start leaves exactly one, the run.

A layer has columns for each cell of the automaton: a feed, then a column per variable of its
formula. A cell's value comes down its feed to the bus of its variable. The bus serves the formulas
of the cell and its two neighbours. Each formula's value goes west to the feed below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from demine.arguments import each, number_of, show
from demine.circuits.circuit import Circuit, Style, check_size, check_style, lay_out
from demine.circuits.formula import Formula, parse
from demine.circuits.gadgets import Gadget
from demine.circuits.ones import ONES, join_ports
from demine.circuits.padding import pad, pad_free
from demine.circuits.placement import Bus, Placement, Tiles, Wire, buses_of
from demine.errors import FormatError

Value = int | bool | None
"""A cell of the start: alive, dead, or not known."""

_RULES: Final = 256
_ALIVE, _DEAD, _OPEN = "known-true", "known-false", "source"

_GADGETS: Final[dict[str, Gadget]] = {
    **ONES,
    "end": join_ports("north"),
    "north-west": join_ports("north", "west"),
    "north-west-east": join_ports("north", "west", "east"),
    # The gadgets that end a wire, upside down.
    _ALIVE: Gadget("......1...... ......a......", "a", top=11, pads_free=True),
    _DEAD: Gadget(
        "......1...... ......p...... ......1...... ......a......", "~a & p", top=9, pads_free=True
    ),
}
_FEEDS: Final = {
    (False, False): "end",
    (False, True): "north-east",
    (True, False): "north-west",
    (True, True): "north-west-east",
}


def automaton(
    rule: int, start: Sequence[Value] | str, steps: int, *, style: Style = "kaye"
) -> Circuit:
    """The run of an elementary rule (0 to 255) from a row of cells, as a circuit.

    Cells outside the row are dead at all times. `start` has a 0, a 1 or None per cell, or is a text
    of `0`, `1` and `?`. A cell that is not known may be either: there is one legal assignment per
    start. The wire `xT[I]` is cell I after T steps; `run_of` reads all of them. `style` is that of
    `compile`. Raises `TooWide` if the board is too large.
    """
    number_of("rule", rule, 0, _RULES - 1, FormatError)
    number_of("steps", steps, 0, None, FormatError)
    row = [_value(cell) for cell in each(start, "a value per cell")]
    if not row:
        raise FormatError("start is empty: expected a value per cell")
    check_style(style)
    layers = _Layers(rule, row)
    for step in range(steps):
        layers.add(step)
        check_size(layers.extent)
    layers.finish(steps)
    return lay_out(
        layers.tiles,
        _GADGETS,
        pad_free if style == "ones" else pad,
        formula=f"rule {rule}, {steps} steps",
        variables=[_name(0, cell) for cell in range(len(row))],
        outputs=[_name(steps, cell) for cell in range(len(row))],
    )


def run_of(circuit: Circuit, solution: Iterable[int]) -> list[str]:
    """The rows of a run in a legal assignment, as texts of 0 and 1, the start first."""
    values = circuit.values(frozenset(solution))
    rows: list[str] = []
    while _name(len(rows), 0) in values:
        cells = (_name(len(rows), cell) for cell in range(len(circuit.variables)))
        rows.append("".join(str(int(values[cell])) for cell in cells))
    return rows


@cache
def rule_formulas() -> dict[int, str]:
    """A formula with the fewest variables for every rule, over a, b, c from left to right."""
    found = {0: "0", 255: "1"}
    by_size: list[list[int]] = [[], []]
    for name, mask in (("a", 0b11110000), ("b", 0b11001100), ("c", 0b10101010)):
        by_size[1] += _add(found, mask, name)
    while len(found) < _RULES:
        size = len(by_size)
        by_size.append([])
        for less in range(1, size // 2 + 1):
            for left in by_size[less]:
                for right in by_size[size - less]:
                    texts = found[left], found[right]
                    for sign, mask in (
                        ("&", left & right),
                        ("|", left | right),
                        ("^", left ^ right),
                    ):
                        by_size[size] += _add(found, mask, f"({texts[0]}) {sign} ({texts[1]})")
    return found


def _add(found: dict[int, str], mask: int, text: str) -> list[int]:
    """Note a formula and its negation, if they are new; returns the new rules."""
    new = [one for one in (mask, mask ^ 255) if one not in found]
    for one in new:
        found[one] = text if one == mask else f"~({text})"
    return new


def _value(given: object) -> Value:
    if given in (0, 1, None):
        return None if given is None else bool(given)
    if given in ("0", "1", "?"):
        return None if given == "?" else given == "1"
    raise FormatError(f"start has {show(given)}: expected 0, 1 or None, or a text of 0, 1 and ?")


def _name(step: int, cell: int) -> str:
    return f"x{step}[{cell}]"


class _Layers:
    """The gadgets of all steps, one layer below the other."""

    def __init__(self, rule: int, start: Sequence[Value]) -> None:
        self.tiles: Tiles = {}
        self._text = rule_formulas()[rule]
        self._width = len(start)
        self._row = 1
        self._columns = _columns(self._formulas(0))
        for cell, value in enumerate(start):
            self._put_known(0, cell, _name(0, cell), value)

    @property
    def extent(self) -> int:
        """The squares of the board so far, blank ones included."""
        return (self._row + 1) * (self._columns[-1] + 1)

    def _formulas(self, step: int) -> list[Formula]:
        """The rule for every cell; a neighbour outside the row is the constant 0."""
        names = ["0", *(_name(step, cell) for cell in range(self._width)), "0"]
        return [
            parse(
                "".join(dict(zip("abc", names[cell:], strict=False)).get(c, c) for c in self._text)
            )[0]
            for cell in range(self._width)
        ]

    def _put_known(self, row: int, cell: int, name: str, value: Value) -> None:
        gadget = _OPEN if value is None else _ALIVE if value else _DEAD
        self.tiles[row, self._columns[cell]] = Placement.tile(gadget, a=name)

    def add(self, step: int) -> None:
        """One step: a layer, and below it the wires to the next feeds."""
        formulas = self._formulas(step)
        layer = _Layer(formulas, self._columns, [_name(step, cell) for cell in range(self._width)])
        for (row, column), tile in layer.tiles.items():
            self.tiles[self._row + row, column] = tile
        self._row += layer.height
        for cell, output in enumerate(layer.ends):
            self._put_next(cell, _name(step + 1, cell), output)
        self._row += 1

    def _put_next(self, cell: int, name: str, output: Wire | bool) -> None:
        """From the end of a formula to the feed of the next layer, in one row."""
        feed = self._columns[cell]
        if isinstance(output, bool):
            self._put_known(self._row, cell, name, output)
            return
        self.tiles[self._row, output.column] = Placement.tile("north-west", a=name)
        for column in range(feed + 1, output.column):
            self.tiles[self._row, column] = Placement.tile("across", a=name)
        self.tiles[self._row, feed] = Placement.tile("east-south", a=name)

    def finish(self, steps: int) -> None:
        """End the feeds of the last row."""
        for cell in range(self._width):
            self.tiles[self._row, self._columns[cell]] = Placement.tile("end", a=_name(steps, cell))


def _columns(formulas: Sequence[Formula]) -> list[int]:
    """The feed column of each cell, and at last the number of columns."""
    columns = [0]
    for formula in formulas:
        columns.append(columns[-1] + 1 + sum(1 for _ in formula.leaves()))
    return columns


class _Layer(Placement):
    """One step: buses that are fed from above, and the gates below them."""

    def __init__(
        self, formulas: Sequence[Formula], feeds: Sequence[int], names: Sequence[str]
    ) -> None:
        self.tiles: Tiles = {}
        self.outputs: list[Wire] = []
        self._feeds = dict(zip(names, feeds, strict=False))
        columns: list[str] = []
        for name, formula in zip(names, formulas, strict=True):
            columns += [name, *formula.leaves()]
        self.set_buses(buses_of(columns))
        leaves = iter([c for c in range(len(columns)) if c not in set(self._feeds.values())])
        self.ends = [self._end(formula, leaves) for formula in formulas]
        lowest = [1 + wire.row for wire in self.ends if isinstance(wire, Wire)]
        self.height = max([self._depth, *lowest])
        for wire in self.ends:
            if isinstance(wire, Wire):
                self._lead_down(wire, self.height)

    def _end(self, formula: Formula, leaves: Iterator[int]) -> Wire | bool:
        """Place a formula; its wire, or the value of a constant."""
        if formula.operator == "constant":
            return formula.name == "1"
        self._place_formula(formula, leaves, None)
        return self.outputs[-1]

    def _bus_gadget(self, bus: Bus, column: int) -> str:
        if column != self._feeds[bus.name]:
            return super()._bus_gadget(bus, column)
        return _FEEDS[column > bus.columns[0], column < bus.columns[-1]]

    def _goes_down(self, bus: Bus, column: int) -> bool:
        return column != self._feeds[bus.name]

    def _place_buses(self) -> None:
        super()._place_buses()
        for bus in self._buses:
            top = Wire(bus.name, "variable", self._feeds[bus.name], -1)
            self._lead_down(top, bus.row)
