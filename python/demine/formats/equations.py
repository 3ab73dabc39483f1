"""A position as linear equations over its covered cells, for the formats `cnf` and `opb`.

There is one equation per number, less its known mines, and one for the number of mines if it is
known. Their solutions in 0 and 1 are the legal assignments.
"""

from __future__ import annotations

from dataclasses import dataclass

from demine.labels import COVERED, MINED
from demine.meter import Meter
from demine.position import Position


@dataclass(frozen=True)
class Equation:
    """Exactly `total` of the variables are true. No promise that `total` is possible."""

    variables: list[int]
    total: int

    @property
    def is_possible(self) -> bool:
        """Whether some choice of values meets it."""
        return 0 <= self.total <= len(self.variables)


@dataclass(frozen=True)
class Equations:
    """The equations of a position. Variable v, from 1, says that cell `cells[v - 1]` is mined."""

    cells: list[int]
    equations: list[Equation]

    @classmethod
    def of(cls, position: Position, meter: Meter) -> Equations:
        """The equations whose solutions are the legal assignments of a position."""
        labels = position.labels
        cells = [cell for cell, label in enumerate(labels) if label == COVERED]
        variable = {cell: number for number, cell in enumerate(cells, start=1)}

        def equation(among: list[int], mines: int) -> Equation:
            known = sum(labels[cell] == MINED for cell in among)
            return Equation([variable[cell] for cell in among if cell in variable], mines - known)

        found = [
            equation(position.board.neighbours(cell), label)
            for cell, label in meter.each(enumerate(labels))
            if isinstance(label, int)
        ]
        if position.mines is not None:
            found.append(equation(list(position.board.cells), position.mines))
        return cls(cells, found)

    @property
    def variables(self) -> int:
        """The variables that a file declares: at least 1 if it states a contradiction."""
        impossible = any(not equation.is_possible for equation in self.equations)
        return max(len(self.cells), 1 if impossible else 0)

    def legend(self, position: Position, meter: Meter) -> list[str]:
        """A line per variable with its cell."""
        return [
            f"variable {number} is cell {cell} {position.board.coordinates(cell)}"
            for number, cell in meter.each(enumerate(self.cells, start=1))
        ]
