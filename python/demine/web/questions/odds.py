"""Odds: the chance of a mine in each cell, the best cells to open, the number of mines."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import log10
from typing import Any, Final

from demine import Analysis, NoLegalAssignment, Position, Timeout, TooWide
from demine.labels import COVERED_CODE, MINED_CODE
from demine.strategies import Candidate
from demine.web.questions.written import chance, grounds
from demine.web.reading import Asked, Tell

_MOST_DIGITS: Final = 400_000
"""Digits of the fractions of all cells together; beyond, a page asks cell by cell."""
_LONG: Final = 60
"""Digits from which on the curve has the logarithm of a count instead of the count."""
_CANDIDATES: Final = 8
"""Candidates that are compared."""
_CANDIDATE_SECONDS: Final = 2.0
"""Seconds for each step of the comparison."""


def analyse(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Analyse a position: legal assignments, safe and mined cells, the chance of a mine per cell.

    `kind` of each cell is an index into `fractions` and `floats`. The chances are estimates if
    `exact` is false. If there is no legal assignment, `conflict` has numbers that contradict
    each other.
    """
    position, budget = asked.position(), asked.budget()
    try:
        return {"consistent": True, **_write_analysis(position.analyze(**budget))}
    except NoLegalAssignment:
        return {"consistent": False, "conflict": _conflict(position, budget)}


def _write_analysis(analysis: Analysis) -> dict[str, Any]:
    count = str(analysis.count) if analysis.exact else ""
    floats = analysis.probabilities.tolist()
    are_exact = analysis.exact and len(floats) * len(count) <= _MOST_DIGITS
    # A float is 0 or 1 only for a certain cell, so no fraction is needed there.
    values: list[Fraction | float] = [
        analysis.probability(cell) if are_exact and 0 < risk < 1 else risk
        for cell, risk in enumerate(floats)
    ]
    ratios = [value.as_integer_ratio() for value in values]  # far faster to compare
    distinct = {ratio: place for place, ratio in enumerate(dict.fromkeys(ratios))}
    total = sum((n * Fraction(*ratio) for ratio, n in Counter(ratios).items()), Fraction(0))
    return {
        "exact": analysis.exact,
        "count": count or None,
        "safe": sorted(analysis.safe),
        "mined": sorted(analysis.mined),
        "kind": [distinct[ratio] for ratio in ratios],
        "floats": [n / d for n, d in distinct],
        "fractions": [str(Fraction(*ratio)) for ratio in distinct] if are_exact else None,
        "expected": chance(total, are_exact),
    }


def _conflict(position: Position, budget: dict[str, Any]) -> dict[str, Any] | None:
    """A smallest set of numbers that contradict each other; None if the budget is too small."""
    try:
        conflict = position.conflict(**budget)
    except (Timeout, TooWide):
        return None
    assert conflict is not None
    return grounds(conflict)


def curve(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Count the legal assignments for each number of mines.

    Lists start at `first` mines: `logs` (decimal logarithms, null for none), `shares` of all
    assignments, and `counts` where they are short.
    """
    counts = asked.position().counts_by_mines(**asked.budget())
    total = sum(counts)
    mines = [k for k, count in enumerate(counts) if count]
    shown = counts[mines[0] : mines[-1] + 1] if mines else []
    return {
        "first": mines[0] if mines else 0,
        "logs": [round(log10(count), 3) if count else None for count in shown],
        "shares": [count / total for count in shown],
        "counts": [str(count) if log10(count or 1) < _LONG else None for count in shown],
    }


def cell(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Return the chance of a mine in a covered cell, and of each number if it is opened."""
    position, budget = asked.position(), asked.budget()
    place = asked.whole("cell", 0, len(position.board) - 1)
    analysis = position.analyze(**budget)
    return {
        "cell": place,
        "probability": str(analysis.probability(place)),
        "shows": [
            {"count": number, **chance(share)}
            for number, share in _numbers(position, analysis, place, budget)
        ],
    }


def guesses(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Compare the best cells to open."""
    position, budget = asked.position(), asked.budget()
    analysis = position.analyze(**budget)
    step = {**budget, "seconds": min(budget["seconds"], _CANDIDATE_SECONDS)}
    candidates = analysis.candidates(_CANDIDATES, **step)
    return {"candidates": [_write_candidate(position, analysis, one, budget) for one in candidates]}


def _write_candidate(
    position: Position, analysis: Analysis, one: Candidate, budget: dict[str, Any]
) -> dict[str, Any]:
    if not analysis.exact:
        # A safe cell is certain, so its risk is no estimate.
        risk = {**chance(one.risk, False), "estimate": True} if one.risk else chance(one.risk)
        return {"cell": one.cell, "risk": risk, **_NOT_COMPARED}
    numbers = dict(_numbers(position, analysis, one.cell, budget))
    return {
        "cell": one.cell,
        "risk": chance(one.risk),
        "win": None if one.win is None else {**chance(one.win), "estimate": not one.exact},
        "next": None if one.ahead is None else chance(one.ahead),
        "progress": None if one.progress is None else chance(one.progress),
        "opening": chance(numbers.get(0, Fraction(0))),
    }


_NOT_COMPARED: Final = dict.fromkeys(("win", "next", "progress", "opening"))


def _numbers(
    position: Position, analysis: Analysis, place: int, budget: dict[str, Any]
) -> list[tuple[int, Fraction]]:
    """The numbers that the cell may show, with their chances; the rest is the chance of a mine."""
    codes = position.codes
    around = position.board.neighbours(place)
    known = sum(int(codes[v] == MINED_CODE) for v in around)
    covered = sum(int(codes[v] == COVERED_CODE) for v in around)
    shares = (
        (n, Fraction(position.with_labels({place: n}).count(**budget), analysis.count))
        for n in range(known, known + covered + 1)
    )
    return [(n, share) for n, share in shares if share]
