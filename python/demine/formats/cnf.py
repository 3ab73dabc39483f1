"""The `cnf` format (DIMACS): a formula with exactly one model per legal assignment.

Each covered cell is a variable. An equation with a small total becomes a sequential counter (Sinz
2005), any other a tree of adders (Warners 1998), whose clauses are linear in the cells. The new
variables of both are defined in both directions, so the cells determine them. Counting models
therefore counts legal assignments, without projection.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from itertools import combinations, count, product
from typing import Final

from demine.formats.equations import Equation, Equations
from demine.meter import Meter
from demine.position import Position

Clause = list[int]

_MOST_COUNTED: Final = 8
"""The largest total of a sequential counter, which has so many variables per cell; solvers like it
better than adders."""

_LINES: Final = 1 << 12
"""Clauses that are joined into one text, and held, at a time."""


def write(position: Position, meter: Meter) -> str:
    """The formula, with a comment line per covered cell."""
    equations = Equations.of(position, meter)
    fresh = count(equations.variables + 1)
    clauses = _Clauses(meter)
    for equation in equations.equations:
        for clause in _clauses(equation, fresh):
            clauses.add(clause)
    head = [
        "c t mc",
        "c one model per legal assignment of a Minesweeper position; a true cell is mined",
        *(f"c {line}" for line in equations.legend(position, meter)),
        f"p cnf {next(fresh) - 1} {clauses.number}",
    ]
    return "\n".join([*head, *clauses.texts()]) + "\n"


class _Clauses:
    """Lines of clauses, joined in chunks: a line of its own takes several times its length."""

    def __init__(self, meter: Meter) -> None:
        self.number = 0
        self._meter = meter
        self._lines: list[str] = []
        self._texts: list[str] = []

    def add(self, clause: Clause) -> None:
        self.number += 1
        self._lines.append(" ".join(map(str, [*clause, 0])))
        if len(self._lines) == _LINES:
            self._join()

    def texts(self) -> list[str]:
        """All lines, some of them in one text."""
        if self._lines:
            self._join()
        return self._texts

    def _join(self) -> None:
        text = "\n".join(self._lines)
        self._meter.check()
        self._meter.hold(2 * len(text))  # once more when all of them are joined
        self._texts.append(text)
        self._lines.clear()


def _clauses(equation: Equation, fresh: Iterator[int]) -> Iterator[Clause]:
    """Clauses that hold if and only if the equation does; new variables come from `fresh`."""
    literals, total = equation.variables, equation.total
    if not equation.is_possible:
        yield from ([1], [-1])
        return
    if 2 * total > len(literals):  # the false ones are fewer
        literals, total = [-literal for literal in literals], len(literals) - total
    if total == 0:
        yield from ([-literal] for literal in literals)
    elif total <= _MOST_COUNTED:
        counted = yield from _counter(literals, total + 1, fresh)
        yield from ([counted[total - 1]], [-counted[total]])
    else:
        yield from _adders(literals, total, fresh)


def _counter(
    literals: list[int], most: int, fresh: Iterator[int]
) -> Generator[Clause, None, list[int]]:
    """Define variables of which the j-th is true if and only if more than j of the literals are."""
    counted: list[int] = []
    for literal in literals:
        before = counted
        counted = []
        for j in range(min(len(before) + 1, most)):
            already = before[j] if j < len(before) else None
            almost = before[j - 1] if j else None
            if already is almost is None:
                counted.append(literal)
                continue
            counted.append(next(fresh))
            yield from _definition(counted[j], already, literal, almost)
    return counted


def _definition(new: int, already: int | None, literal: int, almost: int | None) -> list[Clause]:
    """new ⇔ already ∨ (literal ∧ almost). No `already` means false, no `almost` means true."""
    enough = [] if already is None else [already]
    needed = [] if almost is None else [almost]
    clauses = [[*enough, literal, -new], [-literal, *(-n for n in needed), new]]
    # `already` implies `almost`: so the fourth clause is strong enough.
    return clauses + [[-e, new] for e in enough] + [[n, -new] for n in needed]


def _adders(literals: list[int], total: int, fresh: Iterator[int]) -> Iterator[Clause]:
    """The sum of the literals in binary is the total: bits of one weight are added by threes."""
    bits = deque(literals)
    while bits:
        carried: deque[int] = deque()
        while len(bits) > 1:
            added = [bits.popleft() for _ in range(min(3, len(bits)))]
            digit, carry = next(fresh), next(fresh)
            bits.append(digit)  # behind the others, so that the tree is balanced
            carried.append(carry)
            yield from _adder(added, digit, carry)
        yield [bits[0] if total & 1 else -bits[0]]
        bits, total = carried, total >> 1


def _adder(added: list[int], digit: int, carry: int) -> Iterator[Clause]:
    """digit ⇔ an odd number of the two or three bits, carry ⇔ at least two of them."""
    for values in product((1, -1), repeat=len(added)):
        true = values.count(1)
        unless = [-value * bit for value, bit in zip(values, added, strict=True)]
        yield [*unless, digit if true % 2 else -digit]
    for one, other in combinations(added, 2):
        yield [-one, -other, carry]
        if len(added) == 3:
            yield [one, other, -carry]
    if len(added) == 2:
        yield from ([bit, -carry] for bit in added)
