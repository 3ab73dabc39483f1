"""View: the cells of a position in the words of Garg (2019, §III), and his two rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from demine.arguments import check
from demine.labels import COVERED, MINED
from demine.position import Position
from demine.strategies.rng import Chance


class Guess(list[int]):
    """Cells to open that the strategy does not call safe. Arenas count them."""


Strategy = Callable[[Position, Chance], Sequence[int]]


def any_of(cells: list[int], chance: Chance) -> list[int]:
    """One of the cells, each equally likely; no cell if there is none."""
    return [cells[chance.below(len(cells))]] if cells else []


class View:
    """Revealed cells, their neighbours, and the solver's flags."""

    def __init__(self, position: Position) -> None:
        """No flag is set yet."""
        check(position, Position, "position")
        position.check_classic("this strategy")
        labels = position.labels
        self.around = position.board.neighbours
        self.numbers = {cell: label for cell, label in enumerate(labels) if isinstance(label, int)}
        self.covered = {cell for cell, label in enumerate(labels) if label == COVERED}
        self.flags = {cell for cell, label in enumerate(labels) if label == MINED}

    @property
    def unrevealed(self) -> list[int]:
        """Covered cells without a flag, ascending."""
        return sorted(self.covered - self.flags)

    def split(self, cell: int) -> tuple[int, list[int]]:
        """The mines of a revealed cell without a flag, and its unrevealed neighbours."""
        around = self.around(cell)
        left = self.numbers[cell] - sum(v in self.flags for v in around)
        return left, [v for v in around if v in self.covered and v not in self.flags]

    def splits(self) -> Iterator[tuple[int, list[int]]]:
        """The splits of all revealed cells that have unrevealed neighbours."""
        for cell in self.numbers:
            left, unrevealed = self.split(cell)
            if unrevealed:
                yield left, unrevealed

    def flag_sure_shots(self) -> None:
        """If unrevealed and flagged neighbours together are as many as the value, flag them."""
        is_growing = True
        while is_growing:
            before = len(self.flags)
            for left, unrevealed in self.splits():
                if left == len(unrevealed):
                    self.flags.update(unrevealed)
            is_growing = len(self.flags) > before

    def sure_openings(self) -> list[int]:
        """If flagged neighbours are as many as the value, the others are opened."""
        return sorted({cell for left, cells in self.splits() if left == 0 for cell in cells})

    def least_ratio(self) -> list[int]:
        """The first unrevealed neighbour of the cell with the least ratio."""
        splits = min(
            self.splits(), key=lambda split: Fraction(split[0], len(split[1])), default=None
        )
        return [] if splits is None else splits[1][:1]
