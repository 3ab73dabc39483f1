"""Guesses: what a cell would show if it were opened, and which cells are worth opening."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from demine import Analysis, Position
from demine.labels import COVERED_CODE, MINED_CODE
from demine.strategies import Candidate
from demine.web import reading
from demine.web.reading import Given, Tell

_MOST: Final = 8
"""Candidates that are compared."""
_MOST_SECONDS: Final = 2.0
"""Seconds for each step of the comparison."""


def cell(given: Given, tell: Tell) -> dict[str, Any]:
    """How likely a covered cell is mined, and how likely it shows each count if it is opened."""
    position = reading.position(given)
    budget = reading.budget(given)
    place = reading.whole(given, "cell", 0, len(position.board) - 1)
    analysis = position.analyze(**budget)
    return {
        "cell": place,
        "probability": str(analysis.probability(place)),
        "shows": [
            {"count": count, "float": float(chance), "fraction": str(chance)}
            for count, chance in _shows(position, analysis, place, budget)
        ],
    }


def guesses(given: Given, tell: Tell) -> dict[str, Any]:
    """The best cells to open, with comparable numbers for each: see `Analysis.candidates`."""
    position = reading.position(given)
    budget = reading.budget(given)
    analysis = position.analyze(**budget)
    most = {"states": budget["states"], "seconds": min(budget["seconds"], _MOST_SECONDS)}
    return {
        "candidates": [
            _row(position, analysis, one, budget) for one in analysis.candidates(_MOST, **most)
        ]
    }


def _row(
    position: Position, analysis: Analysis, one: Candidate, budget: dict[str, Any]
) -> dict[str, Any]:
    if not analysis.exact:
        # A safe cell has no estimate.
        risk = {**_number(float(one.risk)), "estimate": True} if one.risk else _number(one.risk)
        unknown = dict.fromkeys(("win", "next", "progress", "opening"))
        return {"cell": one.cell, "risk": risk, **unknown}
    shows = dict(_shows(position, analysis, one.cell, budget))
    return {
        "cell": one.cell,
        "risk": _number(one.risk),
        "win": None if one.win is None else {**_number(one.win), "estimate": not one.exact},
        "next": None if one.ahead is None else _number(one.ahead),
        "progress": None if one.progress is None else _number(one.progress),
        "opening": _number(shows.get(0, Fraction(0))),
    }


def _number(value: Fraction | float) -> dict[str, Any]:
    """A chance: as a float, and exactly where it is known so."""
    return {
        "float": float(value),
        "fraction": str(value) if isinstance(value, Fraction) else None,
    }


def _shows(
    position: Position, analysis: Analysis, place: int, budget: dict[str, Any]
) -> list[tuple[int, Fraction]]:
    """The counts that the cell may show, with the chance of each; a mine makes up the rest."""
    codes = position.codes
    around = position.board.neighbours(place)
    known = sum(int(codes[v] == MINED_CODE) for v in around)
    covered = sum(int(codes[v] == COVERED_CODE) for v in around)
    total = analysis.count
    chances = (
        (count, Fraction(position.with_labels({place: count}).count(**budget), total))
        for count in range(known, known + covered + 1)
    )
    return [(count, chance) for count, chance in chances if chance]
