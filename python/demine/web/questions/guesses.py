"""Guesses: what a cell would show if it were opened, and which cells are worth opening."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from demine import Analysis, Position
from demine.web import reading
from demine.web.reading import Given

Tell = Callable[[dict[str, Any]], None]

_MOST: Final = 8
"""Candidates that are compared."""


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
    """The best cells to open, with comparable numbers for each."""
    position = reading.position(given)
    budget = reading.budget(given)
    analysis = position.analyze(**budget)
    return {"candidates": [_row(position, analysis, v, budget) for v in _best(analysis)]}


def _best(analysis: Analysis) -> list[int]:
    risks = analysis.probabilities.tolist()
    codes = analysis.position.codes.tolist()
    covered = [v for v, code in enumerate(codes) if code == -1 and v not in analysis.mined]
    return sorted(covered, key=lambda v: risks[v])[:_MOST]


def _row(
    position: Position, analysis: Analysis, place: int, budget: dict[str, Any]
) -> dict[str, Any]:
    zero = dict(_shows(position, analysis, place, budget)).get(0, Fraction(0))
    risk = analysis.probability(place)
    return {
        "cell": place,
        "risk": {"float": float(risk), "fraction": str(risk)},
        "opening": {"float": float(zero), "fraction": str(zero)},
    }


def _shows(
    position: Position, analysis: Analysis, place: int, budget: dict[str, Any]
) -> list[tuple[int, Fraction]]:
    """The counts that the cell may show, with the chance of each; a mine makes up the rest."""
    codes = position.codes
    around = position.board.neighbours(place)
    known = sum(int(codes[v] == -3) for v in around)
    covered = sum(int(codes[v] == -1) for v in around)
    total = analysis.count
    chances = (
        (count, Fraction(position.with_labels({place: count}).count(**budget), total))
        for count in range(known, known + covered + 1)
    )
    return [(count, chance) for count, chance in chances if chance]
