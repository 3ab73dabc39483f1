"""Odds: what is true of every cell of a position, and of the number of its mines."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import log10
from typing import Any, Final

from demine import Analysis, NoLegalAssignment, Position, Timeout, TooWide
from demine.web import reading
from demine.web.questions.help import steps
from demine.web.reading import Given, Tell

_MOST_DIGITS: Final = 400_000
"""Digits of the counts of all cells together; beyond, a cell is asked for its own fraction."""
_LONG: Final = 60
"""Digits from which on a count of the curve is told by its size alone."""


def analyse(given: Given, tell: Tell) -> dict[str, Any]:
    """Probabilities, safe and mined cells, the number of legal assignments, the mines to expect.

    A position that contradicts itself is no error: `consistent` is false then, and `conflict` says
    which numbers cannot all be true.
    """
    position = reading.position(given)
    budget = reading.budget(given)
    try:
        analysis = position.analyze(**budget)
        return {"consistent": True, **_answer(analysis)}
    except NoLegalAssignment:
        return {"consistent": False, "conflict": _conflict(position, budget)}


def _answer(analysis: Analysis) -> dict[str, Any]:
    """The answer; where counting is too wide, probabilities are estimates, and none is exact."""
    count = str(analysis.count) if analysis.exact else ""
    floats = analysis.probabilities.tolist()
    are_exact = analysis.exact and len(floats) * len(count) <= _MOST_DIGITS
    # A float is 0 or 1 only where the cell is certain: nobody has to be asked there.
    values: list[Fraction | float] = [
        analysis.probability(cell) if are_exact and 0 < chance < 1 else chance
        for cell, chance in enumerate(floats)
    ]
    ratios = [value.as_integer_ratio() for value in values]  # far faster to compare
    distinct = {ratio: place for place, ratio in enumerate(dict.fromkeys(ratios))}
    total = sum(n * Fraction(*ratio) for ratio, n in Counter(ratios).items())
    return {
        "exact": analysis.exact,
        "count": count or None,
        "safe": sorted(analysis.safe),
        "mined": sorted(analysis.mined),
        "kind": [distinct[ratio] for ratio in ratios],
        "floats": [n / d for n, d in distinct],
        "fractions": [str(Fraction(*ratio)) for ratio in distinct] if are_exact else None,
        "expected": {"float": float(total), "fraction": str(total) if are_exact else None},
    }


def _conflict(position: Position, budget: dict[str, Any]) -> dict[str, Any] | None:
    """A smallest set of numbers that cannot all be true, in words and as cells."""
    try:
        conflict = position.conflict(**budget)
    except (Timeout, TooWide):
        return None
    assert conflict is not None
    return {
        "numbers": list(conflict.numbers),
        "counter": conflict.counter,
        "smallest": conflict.smallest,
        "steps": steps(conflict),
    }


def curve(given: Given, tell: Tell) -> dict[str, Any]:
    """How many legal assignments there are with each number of mines.

    From `first` on: `logs`, the decimal logarithms (null for none), `shares` of all of them, and
    the `counts` themselves where they are short.
    """
    position = reading.position(given)
    counts = position.counts_by_mines(**reading.budget(given))
    total = sum(counts)
    mines = [k for k, count in enumerate(counts) if count]
    if not mines:
        return {"first": 0, "logs": [], "shares": [], "counts": []}
    shown = counts[mines[0] : mines[-1] + 1]
    return {
        "first": mines[0],
        "logs": [round(log10(count), 3) if count else None for count in shown],
        "shares": [count / total for count in shown],
        "counts": [str(count) if log10(count or 1) < _LONG else None for count in shown],
    }
