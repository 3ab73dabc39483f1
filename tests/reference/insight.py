"""Insight: a view with the neighbourhoods and risks that the reference strategies compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

from demine.position import Position
from demine.strategies.view import Guess, View

_EQUAL: Final = 1e-9
"""Risks this close are equal: floats that should be equal differ by far less."""


class _Safe(Protocol):
    @property
    def safe(self) -> Iterable[int]: ...


_Analysis = TypeVar("_Analysis", bound=_Safe)


def certain_or(
    position: Position,
    analyze: Callable[[], _Analysis],
    guess: Callable[[Insight, _Analysis], list[int]],
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
