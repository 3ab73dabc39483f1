"""The reference strategies: the engine's must choose the same cells at every turn."""

from __future__ import annotations

from typing import Final

from demine.position import Analysis, Position
from demine.strategies import Chance, Guess, Strategy, random, ratio, single_point
from demine.strategies.view import View, any_of
from even import Even
from insight import Insight, certain_or
from linear import LinearSystem
from strongest import strongest

_COUNTED: Final = 4_000_000
"""States within which `safest` counts a position; wider ones are deduced and estimated."""


def equations(position: Position, chance: Chance) -> list[int]:
    """The cells that `LinearSystem` makes safe, else any of the cells with the least estimate."""
    view = View(position)
    view.flag_sure_shots()
    sure = view.sure_openings()
    if sure:
        return sure
    mines = None if position.mines is None else position.mines - len(view.flags)
    known = LinearSystem(view.splits(), view.unrevealed, mines)
    return sorted(known.safe()) or Guess(any_of(known.least_likely(), chance))


def csp(position: Position, chance: Chance | None = None) -> list[int]:
    """By the solutions of the numbers that leave room for the other mines, all equally likely."""

    def guess(view: Insight, analysis: Even) -> list[int]:
        def key(cell: int) -> tuple[bool, int]:
            opened = view.count_opened(cell)
            return (False, opened) if opened else (True, view.degree(cell))

        return view.least_likely(analysis.risks, key)

    return certain_or(position, lambda: Even(position), guess)


def safest(position: Position, chance: Chance | None = None) -> list[int]:
    """By exact probabilities."""

    def guess(view: Insight, analysis: Analysis) -> list[int]:
        risks = analysis.probabilities.tolist()
        return view.least_likely(risks, lambda v: (-view.count_opened(v), view.degree(v)))

    return certain_or(position, lambda: position.analyze(states=_COUNTED), guess)


_ALL: Final = (random, single_point, ratio, equations, csp, safest, strongest)
REFERENCES: Final[dict[str, Strategy]] = {one.__name__.replace("_", "-"): one for one in _ALL}
"""By the engine's names."""
