"""Advice: the cells that may be opened next, with numbers to compare them by."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Unpack

from demine import _native
from demine.arguments import check, number_of
from demine.errors import TooWide
from demine.labels import COVERED
from demine.meter import Budget, Meter
from demine.position import Analysis, Position

MOST_EFFORT: Final = 1000
_MOST: Final = 1 << 31


@dataclass(frozen=True)
class Candidate:
    """A cell that may be opened next.

    `risk` is the probability of a mine, an estimate where that of the analysis is. `ahead` is the
    chance of surviving this cell and the best one after it, `progress` that of surviving it with
    some other cell then certain to be safe. `win` is the probability of winning with it: a fraction
    if it is `exact`, that is under perfect play, else an estimate under plain play. All three are
    None where looking ahead is too wide. An estimate is within `margin` in 95 % of the cases.

    `win` has the meaning of `Position.optimal`: the legal assignment in which every covered cell is
    mined, if there is one, counts as won, because no free cell is left.
    """

    cell: int
    risk: Fraction
    ahead: float | None
    win: Fraction | float | None
    exact: bool
    progress: float | None
    margin: float = 0.0

    @property
    def record(self) -> dict[str, Any]:
        """All fields as JSON values."""
        win = None if self.win is None else float(self.win)
        numbers = {"risk": float(self.risk), "ahead": self.ahead, "win": win}
        kind = {"exact": self.exact, "margin": self.margin}
        return {"cell": self.cell, **numbers, **kind, "progress": self.progress}


@dataclass(frozen=True)
class Advice:
    """The cells that `strongest` opens.

    `measure` says how it chose: rule (the cells are safe), perfect play, look-ahead, look-ahead cut
    short or local estimates (the position was too wide).
    """

    cells: tuple[int, ...]
    is_guess: bool
    measure: str


def advise(position: Position, *, effort: int = 1, **budget: Unpack[Budget]) -> Advice:
    """The cells that `strongest` opens next: safe cells, or one guess."""
    check(position, Position, "position")
    position.check_equally_likely()
    number_of("effort", effort, 1, MOST_EFFORT)
    limits = Meter(**budget).limits()
    cells, is_guess, _, measure = _native.choose("strongest", position.native, 0, effort, limits)
    return Advice(tuple(cells), is_guess, measure)


def candidates(
    analysis: Analysis, most: int, *, boards: int, **budget: Unpack[Budget]
) -> tuple[Candidate, ...]:
    """See `Analysis.candidates`."""
    check(analysis, Analysis, "analysis")
    number_of("most", most, 1, _MOST)
    number_of("boards", boards, 1, _MOST)
    analysis.position.check_equally_likely()
    if not analysis.exact:
        return _least_risky(analysis, most)
    try:
        return _compare(analysis, most, boards, Meter(**budget))
    except TooWide:
        return _least_risky(analysis, most)


def _least_risky(analysis: Analysis, most: int) -> tuple[Candidate, ...]:
    """Safe cells, else the least likely mines, without look-ahead."""
    position, risks = analysis.position, analysis.probabilities
    covered = [cell for cell, label in enumerate(position.labels) if label == COVERED]
    safe = [cell for cell in covered if cell in analysis.safe]
    cells = safe or [cell for cell in covered if cell not in analysis.mined]
    best = sorted(cells, key=lambda cell: float(risks[cell]))[:most]
    return tuple(
        Candidate(cell, analysis.probability(cell), None, None, False, None) for cell in best
    )


def _compare(analysis: Analysis, most: int, boards: int, meter: Meter) -> tuple[Candidate, ...]:
    """The candidates of the look-ahead, by their probability of winning."""
    native = analysis.position.native
    rows = _native.compare(native, analysis.native, most, boards, meter.limits())
    return tuple(_candidate(analysis, *row) for row in meter.each(rows, 1))


def _candidate(
    analysis: Analysis,
    cell: int,
    ahead: float,
    progress: float,
    exact: tuple[int, int] | None,
    estimate: tuple[float, float] | None,
) -> Candidate:
    risk = analysis.probability(cell)
    if exact is not None:
        return Candidate(cell, risk, ahead, Fraction(*exact), True, progress)
    assert estimate is not None
    win, margin = estimate
    return Candidate(cell, risk, ahead, win, False, progress, margin)
