"""A circuit: a position whose legal assignments are the satisfying assignments of a formula.

`compile` makes one. Its `wires` tell which cells show each variable and each subformula.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from demine.arguments import check, show
from demine.board import Board, box, grid
from demine.circuits import dimacs
from demine.circuits.formula import Formula, parse
from demine.circuits.gadgets import GADGETS, PITCH
from demine.circuits.padding import Marking, Place, pad
from demine.circuits.placement import BY_PRODUCT, Placement, Tiles, extent
from demine.errors import FormatError, InvalidBoard, TooWide
from demine.labels import MINED, Label
from demine.position import Position

_MOST_CIRCUIT_CELLS: Final = 4_000_000
"""Limit for the cells of a circuit's board."""

_ENDS: Final = {True: "true", False: "false", None: None}


class Phase(NamedTuple):
    """The meaning of a covered cell: the wire's name, and whether a mine there means true."""

    wire: str
    is_true: bool


class Circuit(Position):
    """A position with its wires. Immutable, like every position.

    `wires` maps each variable and each subformula, as text, to the cells that are mined if and only
    if it is true, in the direction of the signal. `phases` maps every covered cell to its meaning.
    `variables` are the inputs in the order of the formula. `outputs` are the wires at which the
    formula, or each clause of a CNF, ends.
    """

    __slots__ = ("formula", "outputs", "phases", "variables", "wires")

    formula: str
    variables: tuple[str, ...]
    outputs: tuple[str, ...]
    phases: Mapping[int, Phase]
    wires: Mapping[str, tuple[int, ...]]

    def __init__(
        self,
        board: Board,
        labels: Iterable[Label],
        *,
        formula: str,
        variables: Iterable[str],
        outputs: Iterable[str],
        phases: Mapping[int, Phase],
    ) -> None:
        super().__init__(board, labels)
        wires: dict[str, list[int]] = {}
        for cell, (wire, is_true) in phases.items():
            if is_true and wire != BY_PRODUCT:
                wires.setdefault(wire, []).append(cell)
        own = {
            "formula": formula,
            "variables": tuple(variables),
            "outputs": tuple(outputs),
            "phases": dict(phases),
            "wires": {wire: tuple(cells) for wire, cells in wires.items()},
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Circuit, self.board, self.labels, **self._given()), ()

    def _given(self) -> dict[str, Any]:
        names = ("formula", "variables", "outputs", "phases")
        return {name: getattr(self, name) for name in names}

    def values(self, solution: Collection[int]) -> dict[str, bool]:
        """The value of every wire in a legal assignment, given by its mined cells."""
        return {wire: cells[0] in solution for wire, cells in self.wires.items()}

    def _repr_svg_(self) -> str:
        from demine.circuits.picture import svg

        return svg(self)


def compile(formula: str, *, value: bool | None = True, dimensions: int = 2) -> Circuit:
    """The circuit of a formula, or of a CNF if the text has the header of DIMACS.

    Its legal assignments are the assignments of the variables that give the formula this `value`,
    each exactly once. With `value=None` the value is left open: n variables give 2ⁿ legal
    assignments, and the wire of the formula shows its value in each. `dimensions=3` gives the same
    circuit in a box.

    Raises `FormatError`, which names the wrong place, and `TooWide` if the board is too large.
    """
    check(formula, str, "formula")
    if dimacs.is_dimacs(formula):
        return compile_cnf(formula, value=value, dimensions=dimensions)
    root, variables = parse(formula)
    return _compile([root], variables, value, dimensions)


def compile_cnf(text: str, *, value: bool | None = True, dimensions: int = 2) -> Circuit:
    """The circuit of a CNF in DIMACS, its variables called x1, x2, …: see `compile`.

    Each clause ends on its own, so `value` is True, or None to leave all of them open.
    """
    if value is False:
        raise FormatError("a CNF ends at its clauses: expected value=True or value=None")
    check(text, str, "text")
    cnf = dimacs.read(text)
    return _compile(dimacs.formulas(cnf), dimacs.names(cnf), value, dimensions)


def lift(circuit: Circuit) -> Circuit:
    """The circuit in three dimensions: the middle layer of a box, between two layers of mines.

    This is Garg's step from n-consistency to (n + 1)-consistency: the cells above and below are
    known mines, and every number grows by those next to it.
    """
    check(circuit, Circuit, "circuit")
    rows, columns = circuit.board.layout.shape
    size = rows * columns
    board = box((3, rows, columns))
    wall: list[Label] = [MINED] * size
    between = [
        label + sum(not size <= near < 2 * size for near in board.neighbours(size + cell))
        if isinstance(label, int)
        else label
        for cell, label in enumerate(circuit.labels)
    ]
    phases = {size + cell: phase for cell, phase in circuit.phases.items()}
    return Circuit(board, [*wall, *between, *wall], **{**circuit._given(), "phases": phases})


def _compile(
    roots: list[Formula], variables: tuple[str, ...], value: bool | None, dimensions: int
) -> Circuit:
    if dimensions not in (2, 3):
        raise InvalidBoard(f"dimensions is {show(dimensions)}: expected 2 or 3")
    check(value, bool | None, "value")
    cells = PITCH * PITCH * extent(roots, variables)
    if cells > _MOST_CIRCUIT_CELLS:
        raise TooWide(f"the board may need {cells} cells: expected at most {_MOST_CIRCUIT_CELLS}")
    placement = Placement(roots, variables, _ENDS[value])
    text = str(roots[0]) if len(roots) == 1 else " & ".join(f"({root})" for root in roots)
    circuit = _lay_out(placement, variables, text)
    return circuit if dimensions == 2 else lift(circuit)


def _lay_out(placement: Placement, variables: Iterable[str], formula: str) -> Circuit:
    drawn, phases = _draw(placement.tiles)
    cells = drawn or {(0, 0): "0"}  # a constant needs no more than one open cell
    top, left = (min(place[axis] for place in cells) - 1 for axis in (0, 1))
    bottom, right = (max(place[axis] for place in cells) + 2 for axis in (0, 1))
    shape = bottom - top, right - left
    moved = {(r - top, c - left): mark for (r, c), mark in cells.items()}
    return Circuit(
        grid(*shape),
        pad(moved, shape),
        formula=formula,
        variables=variables,
        outputs=[wire.name for wire in placement.outputs],
        phases={(r - top) * shape[1] + c - left: phase for (r, c), phase in phases.items()},
    )


def _draw(tiles: Tiles) -> tuple[Marking, dict[Place, Phase]]:
    """The marks of all gadgets and the meaning of their letters, sources first.

    Two neighbouring gadgets share a port and name the same wire there.
    """
    cells: Marking = {}
    phases: dict[Place, Phase] = {}
    for (row, column), (gadget, wires) in sorted(tiles.items()):
        for (r, c), mark in GADGETS[gadget].cells.items():
            place = PITCH * row + r, PITCH * column + c
            cells[place] = mark
            if mark.isalpha():
                phases[place] = Phase(wires[mark.lower()], mark.islower())
    return cells, phases
