"""The `opb` format: linear equations over 0 and 1, for pseudo-Boolean solvers and counters."""

from __future__ import annotations

from demine.formats.equations import Equation, Equations
from demine.position import Position


def write(position: Position) -> str:
    """One equation per count, and one for the number of mines where it is known."""
    equations = Equations.of(position)
    written = [_written(equation) for equation in equations.equations if _says_something(equation)]
    lines = [
        f"* #variable= {equations.variables} #constraint= {len(written)}",
        "* one solution per legal assignment of a Minesweeper position; 1 is mined",
        *(f"* {line}" for line in equations.legend(position)),
        *written,
    ]
    return "\n".join(lines) + "\n"


def _says_something(equation: Equation) -> bool:
    return bool(equation.variables) or not equation.is_possible


def _written(equation: Equation) -> str:
    if not equation.is_possible:
        return "+1 x1 = 2 ;"
    terms = " ".join(f"+1 x{variable}" for variable in equation.variables)
    return f"{terms} = {equation.total} ;"
