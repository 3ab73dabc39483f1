"""A position with rules as linear constraints over 0 and 1, for the format `opb`.

A cell of capacity c has c variables, its *units*: x mines in it are its first x units. A sum with
one value is an equation. One with all values between two is two inequalities. For any other set,
a variable per value says that the sum has it. Each legal assignment is one solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, pairwise

from demine.labels import COVERED, MINED
from demine.meter import Meter
from demine.position import Position
from demine.rules import Rules

Terms = list[tuple[int, int]]
"""Coefficients and variables."""


def write(position: Position, rules: Rules, meter: Meter) -> str:
    """All constraints, after comments that say what each variable is."""
    units, number = _units(position, rules)
    constraints = list(meter.each(_constraints(position, rules, units, number)))
    used = next(number) - 1
    if used == 0:
        used = 1
    legend = [
        f"* x{unit} is mine {i} of cell {cell} {position.board.coordinates(cell)}"
        for cell, own in units.items()
        for i, unit in enumerate(own, start=1)
    ]
    lines = [
        f"* #variable= {used} #constraint= {len(constraints)}",
        "* one solution per legal assignment of a Minesweeper position with rules",
        *legend,
        *constraints,
    ]
    return "\n".join(lines) + "\n"


def _units(position: Position, rules: Rules) -> tuple[dict[int, list[int]], Iterator[int]]:
    """The variables of each cell that may be mined, and the numbers of the next ones."""
    number = count(1)
    open_ = (cell for cell, label in enumerate(position.labels) if label in (COVERED, MINED))
    units = {cell: [next(number) for _ in range(rules.capacity[cell])] for cell in open_}
    return units, number


def _constraints(
    position: Position, rules: Rules, units: dict[int, list[int]], number: Iterator[int]
) -> Iterator[str]:
    labels = position.labels
    for cell, own in units.items():
        if labels[cell] == MINED:
            yield from _equal([(1, unit) for unit in own[:1]], [1], number)
        for first, second in pairwise(own):
            yield _line([(1, first), (-1, second)], ">=", 0)
    for terms, values in rules.native(position.board, labels, None).sums:
        given = [(weight, unit) for cell, weight in terms for unit in units.get(cell, ())]
        yield from _equal([term for term in given if term[0]], values, number)
    if position.mines is not None:
        every = [(1, unit) for own in units.values() for unit in own]
        yield from _equal(every, [position.mines], number)


def _equal(terms: Terms, values: list[int], number: Iterator[int]) -> Iterator[str]:
    """The sum has one of the values, which ascend."""
    low = sum(weight for weight, _ in terms if weight < 0)
    high = sum(weight for weight, _ in terms if weight > 0)
    values = [value for value in values if low <= value <= high]
    if not values:
        yield "+1 x1 = 2 ;"
    elif not terms or len(values) == high - low + 1:
        return
    elif len(values) == 1:
        yield _line(terms, "=", values[0])
    elif len(values) == values[-1] - values[0] + 1:
        yield _line(terms, ">=", values[0])
        yield _line(terms, "<=", values[-1])
    else:
        chosen = [(value, next(number)) for value in values]
        yield _line([(1, variable) for _, variable in chosen], "=", 1)
        yield _line([*terms, *((-value, v) for value, v in chosen if value)], "=", 0)


def _line(terms: Iterable[tuple[int, int]], relation: str, total: int) -> str:
    written = " ".join(f"{weight:+d} x{variable}" for weight, variable in terms)
    return f"{written} {relation} {total} ;"
