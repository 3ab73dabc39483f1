"""Advice: what may be opened next, with numbers that can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Unpack

from demine import _native
from demine.arguments import check, number_of
from demine.errors import TooWide
from demine.meter import Budget, Meter
from demine.position import Analysis, Position

MOST_EFFORT: Final = 1000
_MOST: Final = 1 << 31

# Up to so many legal assignments, and states, candidates are compared by perfect play.
_EXACT_WORLDS: Final = 4000
_EXACT_STATES: Final = 20_000_000


@dataclass(frozen=True)
class Candidate:
    """A cell that may be opened next.

    `risk` is the probability of a mine, exactly. `ahead` is the chance of surviving this cell and
    the best one after it, `progress` that of surviving it with some other cell then certain to be
    safe. `win` is the probability of winning with it: a fraction if it is `exact`, that is under
    perfect play, else an estimate under plain play.
    """

    cell: int
    risk: Fraction
    ahead: float
    win: Fraction | float
    exact: bool
    progress: float

    @property
    def record(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        numbers = {"risk": float(self.risk), "ahead": self.ahead, "win": float(self.win)}
        return {"cell": self.cell, **numbers, "exact": self.exact, "progress": self.progress}


@dataclass(frozen=True)
class Advice:
    """What `strongest` opens.

    `measure` says by what: rule (the cells are safe), perfect play, look-ahead, look-ahead cut
    short or local estimates (the position was too wide).
    """

    cells: tuple[int, ...]
    is_guess: bool
    measure: str


def advise(position: Position, *, effort: int = 1) -> Advice:
    """What `strongest` opens next: safe cells, or one guess."""
    check(position, Position, "position")
    position.check_equally_likely()
    number_of("effort", effort, 1, MOST_EFFORT)
    cells, is_guess, _, measure = _native.choose("strongest", position.native, 0, effort=effort)
    return Advice(tuple(cells), is_guess, measure)


def candidates(
    analysis: Analysis, most: int, *, boards: int, **budget: Unpack[Budget]
) -> tuple[Candidate, ...]:
    """See `Analysis.candidates`."""
    check(analysis, Analysis, "analysis")
    number_of("most", most, 1, _MOST)
    number_of("boards", boards, 1, _MOST)
    position = analysis.position
    position.check_equally_likely()
    meter = Meter(**budget)
    rows = _native.outlooks(position.native, most, **meter.limits())
    cells = [cell for cell, *_ in rows]
    wins, exact = _wins(analysis, cells, boards, meter)
    found = [
        Candidate(cell, analysis.probability(cell), ahead, win, exact, progress)
        for (cell, _, ahead, progress, _), win in meter.each(zip(rows, wins, strict=True), 1)
    ]
    return tuple(sorted(found, key=lambda candidate: (-candidate.win, candidate.risk)))


def _wins(
    analysis: Analysis, cells: list[int], boards: int, meter: Meter
) -> tuple[Sequence[Fraction | float], bool]:
    """How likely the game is won with each cell, and whether that is exact."""
    native = analysis.position.native
    if analysis.count <= _EXACT_WORLDS:
        try:
            reach = Meter(_EXACT_STATES if meter.states is None else meter.states, meter.left)
            won, worlds = native.optimal_after(cells, **reach.limits())
        except TooWide:
            pass
        else:
            return [Fraction(wins, worlds) for wins in won], True
    return native.estimates(cells, boards, **meter.limits()), False
