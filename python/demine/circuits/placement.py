"""Placement: the square of each gadget.

The board consists of squares, with a column for each occurrence of a variable. The buses are at the
top: a variable runs along its row from its first column to its last. In each of its columns it goes
down and crosses the buses below. Variables that are not in use at the same time share a row. The
gates are below the buses, each in the column of its right operand; the left operand turns east and
enters from the west. A subformula has adjacent columns, so nothing crosses there.

A cut between two columns meets the variables in use there and one wire per open bracket. So the
treewidth of the board is that of the formula as it is written, up to a constant.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from demine.circuits.formula import SIGNS, Formula
from demine.circuits.padding import Place

BY_PRODUCT: Final = ""
"""The name of a wire without a use: a value that a gate computes beside its output."""


class Tile(NamedTuple):
    """A gadget, and the name of the wire for each of its letters."""

    gadget: str
    wires: dict[str, str]


Tiles = dict[Place, Tile]


class Bus(NamedTuple):
    """The path of a variable: its row, and the columns in which it goes down."""

    name: str
    row: int
    columns: tuple[int, ...]

    def is_open(self, column: int) -> bool:
        """Whether the bus passes through a column that is not its own."""
        return self.columns[0] < column < self.columns[-1]


class Wire(NamedTuple):
    """A wire that leaves a gadget at its south: its name, its operator, its column and row."""

    name: str
    operator: str
    column: int
    row: int


class Placement:
    """Gadgets for formulas side by side, each with a gadget that ends it below."""

    def __init__(self, formulas: Sequence[Formula], names: Iterable[str], end: str | None) -> None:
        """Place them; `end` is "true", "false", or None to leave the values open."""
        self.tiles: Tiles = {}
        self.outputs: list[Wire] = []
        columns = _leaves_of(formulas, names)
        self.set_buses(buses_of(columns))
        next_leaf = iter(range(len(columns)))
        for formula in formulas:
            self._place_formula(formula, next_leaf, end)

    def set_buses(self, buses: list[Bus]) -> None:
        """Place the buses, above everything else."""
        self._buses = buses
        self._depth = 1 + max((bus.row for bus in buses), default=-1)
        self._rows: list[list[Bus]] = [[] for _ in range(self._depth)]
        for bus in buses:
            self._rows[bus.row].append(bus)
        self._place_buses()

    @staticmethod
    def tile(gadget: str, **wires: str) -> Tile:
        """A gadget with the names of its wires."""
        return Tile(gadget, wires)

    def _put(self, row: int, column: int, gadget: str, **wires: str) -> None:
        self.tiles[row, column] = self.tile(gadget, **wires)

    def _place_buses(self) -> None:
        for bus in self._buses:
            for column in range(bus.columns[0] + 1, bus.columns[-1]):
                self._put(bus.row, column, "across", a=bus.name)
            for column in bus.columns:
                self._put(bus.row, column, self._bus_gadget(bus, column), a=bus.name)
        for bus in self._buses:
            for column in filter(partial(self._goes_down, bus), bus.columns):
                self._lead_down(Wire(bus.name, "variable", column, bus.row), self._depth)

    def _goes_down(self, bus: Bus, column: int) -> bool:
        """Whether the bus goes down in one of its columns."""
        return True

    def _bus_gadget(self, bus: Bus, column: int) -> str:
        """The gadget with which a bus goes down in one of its columns."""
        if len(bus.columns) == 1:
            return "source"
        if column == bus.columns[0]:
            return "east-south"
        return "west-south" if column == bus.columns[-1] else "split"

    def _lead_down(self, wire: Wire, row: int) -> Wire:
        """Continue a wire to just above a row, crossing the buses in its way."""
        for below in range(wire.row + 1, row):
            met = self._bus_at(below, wire.column)
            if met is None:
                self._put(below, wire.column, "down", a=wire.name)
            else:
                self._put(below, wire.column, "cross", a=wire.name, b=met.name)
        return wire._replace(row=max(wire.row, row - 1))

    def _bus_at(self, row: int, column: int) -> Bus | None:
        """The bus to cross: rows are sorted, so it is the last that begins before the column."""
        there = self._rows[row] if row < self._depth else []
        begun = bisect_left(there, column, key=lambda bus: bus.columns[0])
        return there[begun - 1] if begun and there[begun - 1].is_open(column) else None

    def _place_formula(self, formula: Formula, leaves: Iterator[int], end: str | None) -> None:
        if formula.operator == "constant":
            if end is not None and (formula.name == "1") != (end == "true"):
                self._put(self._depth, 0, "contradiction", a=BY_PRODUCT)
            return
        wires: list[Wire] = []
        for node in formula.nodes():
            if node.operator == "variable":
                wires.append(Wire(node.name, "variable", next(leaves), self._depth - 1))
            elif node.operator == "not":
                wires.append(self._negate(wires.pop()))
            else:
                first = len(wires) - len(node.parts)
                wires[first:] = [self._gates(node.operator, wires[first:])]
        output = wires[0]
        self.outputs.append(output)
        if end is not None:
            self._put(output.row + 1, output.column, end, a=output.name)

    def _negate(self, wire: Wire) -> Wire:
        name = f"~{_bracket(wire, 'not')}"
        self._put(wire.row + 1, wire.column, "not", a=wire.name, z=name)
        return Wire(name, "not", wire.column, wire.row + 1)

    def _gates(self, operator: str, wires: list[Wire]) -> Wire:
        """A balanced tree of gates, so the depth of the recursion is logarithmic."""
        if len(wires) == 1:
            return wires[0]
        middle = len(wires) // 2
        left, right = self._gates(operator, wires[:middle]), self._gates(operator, wires[middle:])
        row = 1 + max(left.row, right.row)
        left, right = self._lead_down(left, row), self._lead_down(right, row)
        self._put(row, left.column, "north-east", a=left.name)
        for column in range(left.column + 1, right.column):
            self._put(row, column, "across", a=left.name)
        name = f" {SIGNS[operator]} ".join(_bracket(wire, operator) for wire in (left, right))
        self._put(row, right.column, operator, x=right.name, y=left.name, z=name, t=BY_PRODUCT)
        return Wire(name, operator, right.column, row)


def extent(formulas: Sequence[Formula], names: Iterable[str]) -> int:
    """The number of squares for these formulas, blank ones included."""
    columns = _leaves_of(formulas, names)
    depth = 1 + max((bus.row for bus in buses_of(columns)), default=0)
    return len(columns) * (depth + 1 + max(map(_height, formulas), default=0))


def _leaves_of(formulas: Sequence[Formula], names: Iterable[str]) -> list[str]:
    """The variable of each column: each occurrence, then the variables that do not occur."""
    written = [name for formula in formulas for name in formula.leaves()]
    known = set(written)
    return written + [name for name in names if name not in known]


def _height(formula: Formula) -> int:
    heights: list[int] = []
    for node in formula.nodes():
        first = len(heights) - len(node.parts)
        gates = max(1, (len(node.parts) - 1).bit_length()) if node.parts else 0
        heights[first:] = [gates + max(heights[first:], default=0)]
    return heights[0]


def buses_of(leaves: Sequence[str]) -> list[Bus]:
    """A bus per variable; a bus entirely to the right of another may share its row."""
    columns: dict[str, list[int]] = {}
    for column, name in enumerate(leaves):
        columns.setdefault(name, []).append(column)
    ends: list[int] = []
    placed = []
    for name, own in columns.items():
        free = (row for row, end in enumerate(ends) if end < own[0])
        row = next(free, len(ends))
        ends[row : row + 1] = [own[-1]]
        placed.append(Bus(name, row, tuple(own)))
    return placed


def _bracket(wire: Wire, operator: str) -> str:
    is_simple = wire.operator in ("variable", "not", operator)
    return wire.name if is_simple else f"({wire.name})"
