"""View: what most strategies begin with, in the words of Garg (2019, §III)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from demine.arguments import check
from demine.labels import COVERED, MINED
from demine.position import Analysis, Position
from demine.strategies.rng import Chance


class Guess(list[int]):
    """Cells to open that the strategy does not call sure. Arenas count them."""


Strategy = Callable[[Position, Chance], Sequence[int]]

_EQUAL: Final = 1e-9
"""Risks this close are equal: floats that should be equal differ by far less."""


def any_of(cells: list[int], chance: Chance) -> list[int]:
    """One of the cells, each equally likely; none of none."""
    return [cells[chance.below(len(cells))]] if cells else []


def certain_or(
    position: Position,
    analyze: Callable[[], Analysis],
    guess: Callable[[View, Analysis], list[int]],
) -> list[int]:
    """What one count alone decides, else what an analysis calls safe, else a guess.

    One count is cheaper than an analysis, and no guess depends on the order of what is certain.
    """
    view = View(position)
    view.flag_sure_shots()
    sure = view.sure_openings()
    if sure:
        return sure
    analysis = analyze()
    return sorted(analysis.safe) or guess(view, analysis)


class View:
    """What a person's solver looks at: revealed cells, their neighbours, and its flags."""

    def __init__(self, position: Position) -> None:
        """No flag is set yet."""
        check(position, Position, "position")
        labels = position.labels
        self.around = position.board.neighbours
        self.counts = {cell: label for cell, label in enumerate(labels) if isinstance(label, int)}
        self.covered = {cell for cell, label in enumerate(labels) if label == COVERED}
        self.flags = {cell for cell, label in enumerate(labels) if label == MINED}

    @property
    def unrevealed(self) -> list[int]:
        """Covered cells without a flag, ascending."""
        return sorted(self.covered - self.flags)

    def split(self, cell: int) -> tuple[int, list[int]]:
        """How many mines a revealed cell has still to find, and its unrevealed neighbours."""
        around = self.around(cell)
        left = self.counts[cell] - sum(v in self.flags for v in around)
        return left, [v for v in around if v in self.covered and v not in self.flags]

    def splits(self) -> Iterator[tuple[int, list[int]]]:
        """Those of all revealed cells that have unrevealed neighbours."""
        for cell in self.counts:
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

    def degree(self, cell: int) -> int:
        """The number of neighbours."""
        return len(self.around(cell))

    def count_opened(self, cell: int) -> int:
        """The number of opened neighbours."""
        return sum(v in self.counts for v in self.around(cell))

    def least_likely(self, risks: Sequence[float], key: Callable[[int], Any]) -> Guess:
        """Of the least risky cells the first of those with the least key."""
        least = min((risks[cell] for cell in self.unrevealed), default=0.0)
        tied = [cell for cell in self.unrevealed if risks[cell] <= least + _EQUAL]
        return Guess(sorted(tied, key=key)[:1])

    def spread(self, risks: list[float], mines: int | None) -> list[float]:
        """The risks by the counts alone, with the mines left over spread over the loose cells."""
        loose = {c for c in self.covered if not any(v in self.counts for v in self.around(c))}
        if mines is None or not loose:
            return risks
        expected = 0.0
        for cell in sorted(self.covered - loose):
            expected += risks[cell]
        rest = max(mines - expected, 0.0) / len(loose)
        return [rest if cell in loose else risk for cell, risk in enumerate(risks)]
