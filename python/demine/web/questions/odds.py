"""Odds: the chance of a mine in each cell, the best cells to open, the number of mines.

The engine writes most of these answers: the pages without a server get the same ones.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Final, cast

from demine import Analysis, NoLegalAssignment, Position, Timeout, TooWide, _native
from demine.meter import Budget, Meter, cache_and_limits
from demine.rules import Spread
from demine.strategies import Candidate
from demine.web.questions.written import chance, grounds
from demine.web.reading import Asked, Tell

_CANDIDATES: Final = 8
"""Candidates that are compared."""
_BOARDS: Final = 16
"""Boards on which candidates are played out, where perfect play is out of reach."""
_CANDIDATE_SECONDS: Final = 2.0
"""Seconds for each step of the comparison."""


def analyse(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Analyse a position: legal assignments, safe and mined cells, the chance of a mine per cell.

    `kind` of each cell is an index into `fractions` and `floats`. The chances are estimates if
    `exact` is false. If there is no legal assignment, `conflict` has numbers that contradict
    each other.
    """
    position, budget = asked.any_position(), asked.budget()
    try:
        return {"consistent": True, **_write_analysis(position.analyze(**budget), budget)}
    except NoLegalAssignment:
        if position.rules is not None:
            return {"consistent": False, "conflict": None}
        return {"consistent": False, "conflict": _conflict(position, budget)}


def _write_analysis(analysis: Analysis, budget: dict[str, Any]) -> dict[str, Any]:
    if isinstance(analysis, Spread):
        return _write_spread(analysis)
    limits = Meter(seconds=budget["seconds"]).limits()
    written: dict[str, Any] = json.loads(_native.write_analysis(analysis.native, limits))
    return written


def _write_spread(found: Spread) -> dict[str, Any]:
    """The same under rules: the chances of at least one mine, and the expected numbers of mines."""
    floats = found.probabilities.tolist()
    exact = [
        Fraction(int(one)) if one in (0, 1) else found.probability(c)
        for c, one in enumerate(floats)
    ]
    distinct = list(dict.fromkeys(exact))
    place = {one: number for number, one in enumerate(distinct)}
    return {
        "exact": True,
        "count": str(found.count),
        "safe": sorted(found.safe),
        "mined": sorted(found.mined),
        "kind": [place[one] for one in exact],
        "floats": [float(one) for one in distinct],
        "fractions": [str(one) for one in distinct],
        "expected": {"float": float(found.expectations.sum()), "fraction": None},
        "mines": [round(one, 6) for one in found.expectations.tolist()],
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
    limits = cache_and_limits(cast(Budget, asked.budget()))
    written: dict[str, Any] = json.loads(_native.write_curve(asked.position().native, *limits))
    return written


def cell(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Return the chance of a mine in a covered cell, and of each number if it is opened."""
    position, budget = asked.position(), asked.budget()
    place = asked.whole("cell", 0, len(position.board) - 1)
    analysis = position.analyze(**budget)
    return {
        "cell": place,
        "probability": str(analysis.probability(place)),
        "shows": _shows(position, analysis, place, budget),
    }


def guesses(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Compare the best cells to open."""
    position, budget = asked.position(), asked.budget()
    analysis = position.analyze(**budget)
    step = {**budget, "seconds": min(budget["seconds"], _CANDIDATE_SECONDS)}
    candidates = analysis.candidates(_CANDIDATES, boards=_BOARDS, **step)
    return {"candidates": [_write_candidate(position, analysis, one, budget) for one in candidates]}


def _write_candidate(
    position: Position, analysis: Analysis, one: Candidate, budget: dict[str, Any]
) -> dict[str, Any]:
    if not analysis.exact:
        # A safe cell is certain, so its risk is no estimate.
        risk = {**chance(one.risk, False), "estimate": True} if one.risk else chance(one.risk)
        return {"cell": one.cell, "risk": risk, **_NOT_COMPARED}
    shows = _shows(position, analysis, one.cell, budget)
    zero = next((shown for shown in shows if shown["count"] == 0), chance(Fraction(0)))
    return {
        "cell": one.cell,
        "risk": chance(one.risk),
        "win": _write_win(one),
        "next": None if one.ahead is None else chance(one.ahead),
        "progress": None if one.progress is None else chance(one.progress),
        "opening": {"float": zero["float"], "fraction": zero["fraction"]},
    }


def _write_win(one: Candidate) -> dict[str, Any] | None:
    """The chance of winning; an estimate is within its margin in 95 % of the cases."""
    if one.win is None:
        return None
    return {**chance(one.win), "estimate": not one.exact, "margin": round(one.margin, 4)}


_NOT_COMPARED: Final = dict.fromkeys(("win", "next", "progress", "opening"))


def _shows(
    position: Position, analysis: Analysis, place: int, budget: dict[str, Any]
) -> list[dict[str, Any]]:
    """The numbers that the cell may show, with their chances; the rest is the chance of a mine."""
    limits = cache_and_limits(cast(Budget, budget))
    natives = position.native, analysis.native
    shown: list[dict[str, Any]] = json.loads(_native.write_shows(*natives, place, *limits))
    return shown
