"""Outlook: the prospects of opening a cell, number by number, as in the engine's look-ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Final

from demine.position import Analysis
from insight import Insight

_UNLIKELY: Final = 1e-4
"""Counts less likely than this are taken to be like the others."""


@dataclass(frozen=True)
class Outlook:
    """What opening a cell leads to.

    `best` and `second` say how likely one survives this cell and the least, or second least, likely
    mine after it; `progress` and `stride` how likely one survives it with at least one, or three,
    other cells then certain to be safe, `certain` how many to expect; `zero` how likely it shows a
    0 that opens at least two cells; `information` is that of its number, in nats.
    """

    cell: int
    risk: float
    best: float
    second: float
    progress: float
    stride: float
    certain: float
    zero: float
    information: float

    @property
    def blend(self) -> float:
        """The measure by which candidates are compared where nothing better is known."""
        return 0.8 * self.best + 0.2 * self.second


@dataclass(frozen=True)
class _Next:
    """A position that may follow.

    How likely it is, how safe its two least likely mines are, and how many cells are certain to be
    safe.
    """

    chance: float
    best: float
    second: float
    safe: int
    is_opening: bool = False


def outlook(view: Insight, analysis: Analysis, cell: int) -> Outlook:
    """Of opening one cell."""
    risk = float(analysis.probabilities[cell])
    every = list(_next_positions(view, analysis, cell))
    likely = [after for after in every if after.chance > _UNLIKELY]
    seen = sum(after.chance for after in likely)
    stretch = (1 - risk) / seen if seen else 1.0
    return Outlook(
        cell,
        risk,
        best=stretch * sum(after.chance * after.best for after in likely),
        second=stretch * sum(after.chance * after.second for after in likely),
        progress=sum(after.chance for after in likely if after.safe > 0),
        stride=sum(after.chance for after in likely if after.safe > 2),
        certain=sum(after.chance * after.safe for after in likely),
        zero=sum(after.chance for after in likely if after.is_opening),
        information=sum(-after.chance * log(after.chance) for after in every),
    )


def _next_positions(view: Insight, analysis: Analysis, cell: int) -> Iterator[_Next]:
    """What may follow when a cell is opened, count by count."""
    position = analysis.position
    around = [v for v in view.around(cell) if v not in view.numbers]
    mined = sum(analysis.probabilities[v] == 1 for v in around)
    unknown = sum(0 < analysis.probabilities[v] < 1 for v in around)
    for count in range(mined, mined + unknown + 1):
        after = position.with_labels({cell: count})
        ways = after.count()
        if not ways:
            continue
        chance = float(Fraction(ways, analysis.count))
        if count == 0 and unknown > 1:
            yield _Next(chance, 1.0, 1.0, unknown, is_opening=True)
            continue
        risks = after.analyze().probabilities
        others = sorted(float(risks[c]) for c in view.unrevealed if c != cell and risks[c] < 1)
        first, second, *_ = *others, *others[:1], 0.0, 0.0
        yield _Next(chance, 1 - first, 1 - second, others.count(0.0))
