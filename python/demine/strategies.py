"""Strategies: what to open next.

A strategy is a callable that is handed a position, never the mines, and a source of chance. It
returns cells to open: one or more that it deems sure, or one guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Final

from demine.position import COVERED, MINED, Position

Strategy = Callable[[Position, Random], Sequence[int]]


def ratio(position: Position, random: Random | None = None) -> list[int]:
    """Garg (2019, §III): a1 on an empty grid, sure-shot cells, else the minimum ratio.

    The ratio of a revealed cell is (value − flagged neighbours) / unrevealed neighbours; of the
    cell with the least, the first neighbour is opened. Where no revealed cell has an unrevealed
    neighbour, which the paper leaves open, it is the first unrevealed cell.
    """
    grid = _Grid(position)
    if not grid.counts:
        return grid.unrevealed[:1]
    grid.flag_sure_shots()
    return grid.sure_openings() or grid.least_ratio() or grid.unrevealed[:1]


def sure_flags(position: Position) -> frozenset[int]:
    """The cells that Garg's first rule flags, applied until nothing changes."""
    grid = _Grid(position)
    grid.flag_sure_shots()
    return frozenset(grid.flags)


def safest(position: Position, random: Random | None = None) -> list[int]:
    """All cells that are exactly safe, or else the first that is least likely mined."""
    analysis = position.analyze()
    covered = [cell for cell, label in enumerate(position.labels) if label == COVERED]
    safe = [cell for cell in covered if cell in analysis.safe]
    if safe or not covered:
        return safe
    risks = analysis.probabilities
    return [min(covered, key=lambda cell: float(risks[cell]))]


STRATEGIES: Final[dict[str, Strategy]] = {"ratio": ratio, "safest": safest}


class _Grid:
    """What the paper's solver looks at: revealed cells, their neighbours, and its flags."""

    def __init__(self, position: Position) -> None:
        labels = position.labels
        self.around = position.board.neighbours
        self.counts = {cell: label for cell, label in enumerate(labels) if isinstance(label, int)}
        self.covered = {cell for cell, label in enumerate(labels) if label == COVERED}
        self.mined = {cell for cell, label in enumerate(labels) if label == MINED}
        self.flags: set[int] = set()

    @property
    def unrevealed(self) -> list[int]:
        return sorted(self.covered - self.flags)

    def split(self, cell: int) -> tuple[int, list[int]]:
        """How many mines a revealed cell has still to find, and its unrevealed neighbours."""
        around = self.around(cell)
        left = self.counts[cell] - sum(v in self.flags or v in self.mined for v in around)
        return left, [v for v in around if v in self.covered and v not in self.flags]

    def splits(self) -> Iterator[tuple[int, list[int]]]:
        for cell in self.counts:
            left, unrevealed = self.split(cell)
            if unrevealed:
                yield left, unrevealed

    def flag_sure_shots(self) -> None:
        """If unrevealed and flagged neighbours together are as many as the value, flag them."""
        growing = True
        while growing:
            before = len(self.flags)
            for left, unrevealed in self.splits():
                if left == len(unrevealed):
                    self.flags.update(unrevealed)
            growing = len(self.flags) > before

    def sure_openings(self) -> list[int]:
        """If flagged neighbours are as many as the value, the others are opened."""
        return sorted({cell for left, cells in self.splits() if left == 0 for cell in cells})

    def least_ratio(self) -> list[int]:
        """The first unrevealed neighbour of the cell with the least ratio."""
        splits = min(
            self.splits(), key=lambda split: Fraction(split[0], len(split[1])), default=None
        )
        return [] if splits is None else splits[1][:1]
