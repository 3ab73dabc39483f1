"""A cellular automaton that plays (after Adamatzky 1997, whose abstract we have).

Every cell is covered, marked, or opened with its number. In one step all cells look at their
neighbours and the neighbours of these, which are 25 cells on a grid. A covered cell marks itself as
a mine if an opened neighbour has as many mines as neighbours that are not opened. It opens itself
if an opened neighbour has as many mines as marked neighbours.

The automaton stops where no cell changes. A player must go on: `choose` then guesses.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from demine.labels import COVERED_CODE, MINED_CODE
from demine.learners.around import Around, around
from demine.position import Position
from demine.strategies import Chance, Guess

Cells = NDArray[np.bool_]


class Lattice(NamedTuple):
    """The states of all cells: their codes, and the cells that are marked."""

    codes: NDArray[np.int32]
    marked: Cells

    @property
    def covered(self) -> Cells:
        """The cells that are neither opened nor marked."""
        return np.asarray((self.codes == COVERED_CODE) & ~self.marked)


def step(lattice: Lattice, near: Around) -> tuple[Cells, Cells]:
    """The covered cells that mark themselves in one step, and those that open themselves."""
    codes, marked = lattice
    covered, is_number = lattice.covered, codes >= 0
    marks = is_number & (codes == near.sum(covered | marked))
    opens = is_number & (codes == near.sum(marked))
    return covered & (near.sum(marks) > 0), covered & (near.sum(opens) > 0)


def choose(position: Position, chance: Chance) -> list[int]:
    """The cells that the automaton opens, else any covered cell that it has not marked."""
    position.check_classic("the automaton")
    near = around(position.board)
    lattice = Lattice(position.codes, position.codes == MINED_CODE)
    marks, opens = step(lattice, near)
    while marks.any():
        lattice = Lattice(lattice.codes, lattice.marked | marks)
        marks, opens = step(lattice, near)
    if opens.any():
        return np.flatnonzero(opens).tolist()
    left = np.flatnonzero(lattice.covered)
    return Guess([int(left[chance.below(len(left))])] if len(left) else [])
