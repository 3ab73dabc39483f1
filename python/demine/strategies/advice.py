"""Advice: the cells that may be opened next, with numbers to compare them by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Unpack

import numpy as np

from demine import _native
from demine.arguments import check, number_of
from demine.errors import TooWide
from demine.labels import COVERED, COVERED_CODE, MINED
from demine.meter import Budget, Meter
from demine.position import Analysis, Position

MOST_EFFORT: Final = 1000
_MOST: Final = 1 << 31

# Up to this many legal assignments, and with this many states, candidates are compared by perfect
# play. More would be exact more often, but a person waits for the answer.
_EXACT_ASSIGNMENTS: Final = 4000
_EXACT_STATES: Final = 20_000_000


@dataclass(frozen=True)
class Candidate:
    """A cell that may be opened next.

    `risk` is the probability of a mine, an estimate where that of the analysis is. `ahead` is the
    chance of surviving this cell and the best one after it, `progress` that of surviving it with
    some other cell then certain to be safe. `win` is the probability of winning with it: a fraction
    if it is `exact`, that is under perfect play, else an estimate under plain play. All three are
    None where looking ahead is too wide.

    `win` has the meaning of `Position.optimal`: the legal assignment in which every covered cell is
    mined, if there is one, counts as won, because no free cell is left.
    """

    cell: int
    risk: Fraction
    ahead: float | None
    win: Fraction | float | None
    exact: bool
    progress: float | None

    @property
    def record(self) -> dict[str, Any]:
        """All fields as JSON values."""
        win = None if self.win is None else float(self.win)
        numbers = {"risk": float(self.risk), "ahead": self.ahead, "win": win}
        return {"cell": self.cell, **numbers, "exact": self.exact, "progress": self.progress}


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
    every = _native.outlooks(analysis.position.native, most, meter.limits())
    # Play-outs are noisy: a guess may seem to win more than a safe cell, but is never advised.
    rows = [row for row in every if row[0] in analysis.safe] or every
    wins, exact = _wins(analysis, [cell for cell, *_ in rows], boards, meter)
    found = [
        (win, Candidate(cell, analysis.probability(cell), ahead, win, exact, progress))
        for (cell, _, ahead, progress, _), win in meter.each(zip(rows, wins, strict=True), 1)
    ]
    found.sort(key=lambda pair: (-pair[0], pair[1].risk))
    return tuple(candidate for _, candidate in found)


def _wins(
    analysis: Analysis, cells: list[int], boards: int, meter: Meter
) -> tuple[Sequence[Fraction | float], bool]:
    """The probability of winning with each cell, and whether these are exact."""
    native, over = analysis.position.native, _count_over(analysis.position, meter)
    if analysis.count <= _EXACT_ASSIGNMENTS:
        try:
            reach = Meter(_EXACT_STATES if meter.states is None else meter.states, meter.left)
            won, number = native.optimal_after(cells, reach.limits())
        except TooWide:
            pass
        else:
            return [Fraction(wins + over, number) for wins in won], True
    share = over / analysis.count
    return [win + share for win in native.estimates(cells, boards, meter.limits())], False


def _count_over(position: Position, meter: Meter) -> int:
    """1 if the game may be over, that is if all covered cells can be mined, else 0.

    With a known number of mines, they are only if they are certain, and then nothing is compared.
    """
    if position.mines is not None:
        return 0
    covered = np.flatnonzero(position.codes == COVERED_CODE)
    mined = position.with_labels(dict.fromkeys(covered.tolist(), MINED))
    return int(mined.native.is_consistent(None, meter.limits()))
