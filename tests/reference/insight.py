"""Insight: a view with the neighbourhoods and risks that the reference strategies compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from demine.position import Analysis, Position
from demine.strategies.view import Guess, View

_EQUAL: Final = 1e-9
"""Risks this close are equal: floats that should be equal differ by far less."""


def certain_or(
    position: Position,
    analyze: Callable[[], Analysis],
    guess: Callable[[Insight, Analysis], list[int]],
) -> list[int]:
    """The cells that one number alone makes safe, else all safe cells, else a guess.

    One number is cheaper than an analysis, and no guess depends on the order of certain cells.
    """
    view = Insight(position)
    view.flag_sure_shots()
    sure = view.sure_openings()
    if sure:
        return sure
    analysis = analyze()
    return sorted(analysis.safe) or guess(view, analysis)


class Insight(View):
    """A view that compares cells."""

    def degree(self, cell: int) -> int:
        """The number of neighbours."""
        return len(self.around(cell))

    def count_opened(self, cell: int) -> int:
        """The number of opened neighbours."""
        return sum(v in self.numbers for v in self.around(cell))

    def least_likely(self, risks: Sequence[float], key: Callable[[int], Any]) -> Guess:
        """Of the least risky cells the first of those with the least key."""
        least = min((risks[cell] for cell in self.unrevealed), default=0.0)
        tied = [cell for cell in self.unrevealed if risks[cell] <= least + _EQUAL]
        return Guess(sorted(tied, key=key)[:1])

    def spread(self, risks: list[float], mines: int | None) -> list[float]:
        """The risks by the numbers alone, with the other mines spread over the loose cells."""
        loose = {cell for cell in self.covered if not self.count_opened(cell)}
        if mines is None or not loose:
            return risks
        expected = 0.0
        for cell in sorted(self.covered - loose):
            expected += risks[cell]
        rest = max(mines - expected, 0.0) / len(loose)
        return [rest if cell in loose else risk for cell, risk in enumerate(risks)]
