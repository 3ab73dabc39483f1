"""The `cnf` format (DIMACS): a formula with exactly one model per legal assignment.

Each covered cell is a variable. An equation becomes a sequential counter (Sinz 2005). Its new
variables are defined in both directions, so the cells determine them. Counting models therefore
counts legal assignments, without projection.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from demine.formats.equations import Equation, Equations
from demine.position import Position

Clause = list[int]


def write(position: Position) -> str:
    """The formula, with a comment line per covered cell."""
    equations = Equations.of(position)
    fresh = count(equations.variables + 1)
    clauses = [clause for equation in equations.equations for clause in _clauses(equation, fresh)]
    lines = [
        "c t mc",
        "c one model per legal assignment of a Minesweeper position; a true cell is mined",
        *(f"c {line}" for line in equations.legend(position)),
        f"p cnf {next(fresh) - 1} {len(clauses)}",
        *(" ".join(map(str, [*clause, 0])) for clause in clauses),
    ]
    return "\n".join(lines) + "\n"


def _clauses(equation: Equation, fresh: Iterator[int]) -> list[Clause]:
    """Clauses that hold if and only if the equation does; new variables come from `fresh`."""
    literals, total = equation.variables, equation.total
    if not equation.is_possible:
        return [[1], [-1]]
    if 2 * total > len(literals):  # the false ones are fewer
        literals, total = [-literal for literal in literals], len(literals) - total
    if total == 0:
        return [[-literal] for literal in literals]
    counted, clauses = _counter(literals, total + 1, fresh)
    return [*clauses, [counted[total - 1]], [-counted[total]]]


def _counter(
    literals: list[int], most: int, fresh: Iterator[int]
) -> tuple[list[int], list[Clause]]:
    """Variables of which the j-th is true if and only if more than j of the literals are."""
    counted: list[int] = []
    clauses: list[Clause] = []
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
            clauses += _definition(counted[j], already, literal, almost)
    return counted, clauses


def _definition(new: int, already: int | None, literal: int, almost: int | None) -> list[Clause]:
    """new ⇔ already ∨ (literal ∧ almost). No `already` means false, no `almost` means true."""
    enough = [] if already is None else [already]
    needed = [] if almost is None else [almost]
    clauses = [[*enough, literal, -new], [-literal, *(-n for n in needed), new]]
    # `already` implies `almost`: so the fourth clause is strong enough.
    return clauses + [[-e, new] for e in enough] + [[n, -new] for n in needed]
