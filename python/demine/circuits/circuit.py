"""A circuit: a position whose legal assignments are the satisfying assignments of a formula.

`compile` makes one. Its `wires` tell which cells show each variable and each subformula.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final, Literal, NamedTuple, overload

from demine.arguments import check, number_of, show
from demine.board import MOST_AXES, Board, grid
from demine.circuits import dimacs
from demine.circuits.formula import Formula, parse
from demine.circuits.gadgets import GADGETS, Gadget
from demine.circuits.lifting import lift_labels
from demine.circuits.ones import ONES
from demine.circuits.padding import Marking, Place, pad, pad_free
from demine.circuits.placement import BY_PRODUCT, Placement, Tiles, extent
from demine.errors import FormatError, InvalidBoard, TooWide
from demine.labels import Label
from demine.position import Position

_MOST_CIRCUIT_CELLS: Final = 4_000_000
"""Limit for the cells of a circuit's board."""

Style = Literal["kaye", "ones"]
Gadgets = Mapping[str, Gadget]
Padding = Callable[[Marking, tuple[int, int]], list[Label]]

STYLES: Final[dict[str, Gadgets]] = {"kaye": GADGETS, "ones": ONES}
"""The gadgets of each style: any numbers (Kaye 2000), or ones only (Fix & McPhail 2004)."""

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


def compile(
    formula: str, *, value: bool | None = True, dimensions: int = 2, style: Style = "kaye"
) -> Circuit:
    """The circuit of a formula, or of a CNF if the text has the header of DIMACS.

    Its legal assignments are the assignments of the variables that give the formula this `value`,
    each exactly once. With `value=None` the value is left open: n variables give 2ⁿ legal
    assignments, and the wire of the formula shows its value in each. With more than two
    `dimensions` the same circuit is in a box, lifted so often. In the `style` "ones" every number
    is 1, and the padding is known free; it has two dimensions.

    Raises `FormatError`, which names the wrong place, and `TooWide` if the board is too large.
    """
    check(formula, str, "formula")
    if dimacs.is_dimacs(formula):
        return compile_cnf(formula, value=value, dimensions=dimensions, style=style)
    root, variables = parse(formula)
    return _compile([root], variables, value, dimensions, style)


def compile_cnf(
    text: str, *, value: bool | None = True, dimensions: int = 2, style: Style = "kaye"
) -> Circuit:
    """The circuit of a CNF in DIMACS, its variables called x1, x2, …: see `compile`.

    Each clause ends on its own, so `value` is True, or None to leave all of them open.
    """
    if value is False:
        raise FormatError("a CNF ends at its clauses: expected value=True or value=None")
    check(text, str, "text")
    cnf = dimacs.read(text)
    return _compile(dimacs.formulas(cnf), dimacs.names(cnf), value, dimensions, style)


@overload
def lift(position: Circuit) -> Circuit: ...


@overload
def lift(position: Position) -> Position: ...


def lift(position: Position) -> Position:
    """The position in one dimension more: the middle of three layers, the others known mines.

    This is Garg's step from n-consistency to (n + 1)-consistency, for any n. The lifted position
    has the same legal assignments, each with the mines of both layers. A circuit stays a circuit;
    a known number of mines grows by those of the layers, and a density stays. `InvalidBoard` unless
    the board is a box, or a grid without a mask, whose layers have the same neighbours.
    """
    board, labels, first = lift_labels(position)
    if isinstance(position, Circuit):
        phases = {first + cell: phase for cell, phase in position.phases.items()}
        return Circuit(board, labels, **{**position._given(), "phases": phases})
    mines = None if position.mines is None else position.mines + 2 * first
    density = position.density
    if isinstance(density, tuple):
        layer = (Fraction(1, 2),) * first  # known mines: their density changes nothing
        density = (*layer, *density, *layer)
    return Position(board, labels, mines, density=density)


def _compile(
    roots: list[Formula],
    variables: tuple[str, ...],
    value: bool | None,
    dimensions: int,
    style: Style,
) -> Circuit:
    number_of("dimensions", dimensions, 2, MOST_AXES, InvalidBoard)
    check_style(style)
    if style == "ones" and dimensions > 2:
        raise InvalidBoard("style is 'ones' and dimensions is not 2: a lifted number is not 1")
    check(value, bool | None, "value")
    gadgets = STYLES[style]
    check_size(extent(roots, variables) * 3 ** (dimensions - 2), gadgets)
    placement = Placement(roots, variables, _ENDS[value])
    circuit = lay_out(
        placement.tiles,
        gadgets,
        pad_free if style == "ones" else pad,
        formula=str(roots[0]) if len(roots) == 1 else " & ".join(f"({root})" for root in roots),
        variables=variables,
        outputs=[wire.name for wire in placement.outputs],
    )
    for _ in range(dimensions - 2):
        circuit = lift(circuit)
    return circuit


def check_style(style: object) -> None:
    """Refuse a style that has no gadgets; `InvalidBoard`."""
    if style not in tuple(STYLES):
        raise InvalidBoard(f"style is {show(style)}: expected {' or '.join(STYLES)}")


def check_size(squares: int, gadgets: Gadgets = ONES) -> None:
    """Refuse a board of too many squares, each as large as a gadget; `TooWide`."""
    cells = _pitch(gadgets) ** 2 * squares
    if cells > _MOST_CIRCUIT_CELLS:
        raise TooWide(f"the board may need {cells} cells: expected at most {_MOST_CIRCUIT_CELLS}")


def lay_out(tiles: Tiles, gadgets: Gadgets, fill: Padding, **given: Any) -> Circuit:
    """The circuit of some gadgets, with a margin of one cell; `given` is as in `Circuit`."""
    cells, phases = _draw(tiles, gadgets)
    places = cells or {(0, 0): ""}  # a constant needs no more than one cell
    top, left = (min(place[axis] for place in places) - 1 for axis in (0, 1))
    bottom, right = (max(place[axis] for place in places) + 2 for axis in (0, 1))
    shape = bottom - top, right - left
    moved = {(r - top, c - left): mark for (r, c), mark in cells.items()}
    numbers = {(r - top) * shape[1] + c - left: phase for (r, c), phase in phases.items()}
    return Circuit(grid(*shape), fill(moved, shape), phases=numbers, **given)


def _draw(tiles: Tiles, gadgets: Gadgets) -> tuple[Marking, dict[Place, Phase]]:
    """The marks of all gadgets and the meaning of their letters, sources first.

    Two neighbouring gadgets share a port and name the same wire there.
    """
    pitch = _pitch(gadgets)
    cells: Marking = {}
    phases: dict[Place, Phase] = {}
    for (row, column), (gadget, wires) in sorted(tiles.items()):
        for (r, c), mark in gadgets[gadget].cells.items():
            place = pitch * row + r, pitch * column + c
            cells[place] = mark
            if mark.isalpha():
                phases[place] = Phase(wires.get(mark.lower(), BY_PRODUCT), mark.islower())
    return cells, phases


def _pitch(gadgets: Gadgets) -> int:
    """The distance between the same ports of neighbouring gadgets."""
    return gadgets["source"].side - 1
