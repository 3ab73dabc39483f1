"""`strongest` in Python: far slower than the engine's, which must choose the same cells.

Perfect play where few legal assignments are left, else a learned score of look-ahead over one guess
and of the surroundings.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from score_network import learned_scores

from demine.errors import TooWide
from demine.position import Analysis, Position
from demine.strategies import Chance, Guess
from insight import Insight, certain_or
from outlook import Outlook, outlook
from surroundings import CLOSE, features

# Up to so many legal assignments the end is searched, if so many states are enough.
_ASSIGNMENTS, _SEARCHED = 10_000, 200_000
# Candidates next to a count, and next to none.
_CANDIDATES, _LOOSE = 12, 8
_LISTED: Final = 8
"""Those that are compared by more than look-ahead."""
_SLACK: Final = 0.03
"""A candidate whose chance of survival is further below the best look-ahead is not looked at."""


def strongest(position: Position, chance: Chance | None = None) -> list[int]:
    """What is safe, else perfect play where that is in reach, else the best look-ahead."""
    return certain_or(position, position.analyze, _guess)


def _guess(view: Insight, analysis: Analysis) -> list[int]:
    position, cells = analysis.position, _candidates(view, analysis)
    if len(view.covered) == len(position.board):
        return Guess(cells[:1])
    if analysis.count <= _ASSIGNMENTS:
        with suppress(TooWide):
            return Guess([_perfect(position, analysis)])
    return Guess([_highest_score(view, analysis, cells)])


def _perfect(position: Position, analysis: Analysis) -> int:
    """A cell of perfect play that tells something; then the least likely mine; then the first."""
    solutions = list(position.solutions())
    equal_mines = len({len(solution) for solution in solutions}) == 1

    def is_dead(cell: int) -> bool:
        around = set(position.board.neighbours(cell))
        return len({len(mined & around) for mined in solutions if cell not in mined}) == 1

    best = position.optimal(states=_SEARCHED).cells
    return min(best, key=lambda c: (equal_mines and is_dead(c), analysis.probability(c), c))


def _candidates(view: Insight, analysis: Analysis) -> list[int]:
    """Cells worth a look, the least likely mine first.

    Of the cells next to no count, which are all as risky, some with the fewest neighbours and some
    that share the most neighbours with cells in question.
    """
    risks = analysis.probabilities

    def by_risk(cell: int) -> tuple[float, int, int, int]:
        return round(float(risks[cell]), 9), -view.count_opened(cell), view.degree(cell), cell

    def count_shared(cell: int) -> int:
        return sum(v in view.covered and v not in view.flags and view.count_opened(v) > 0
                   for v in view.around(cell))  # fmt: skip

    cells = [cell for cell in view.unrevealed if risks[cell] < 1]
    near = sorted((cell for cell in cells if view.count_opened(cell)), key=by_risk)[:_CANDIDATES]
    loose = sorted(
        (c for c in cells if not view.count_opened(c)), key=lambda c: (view.degree(c), c)
    )
    corners, others = loose[: _LOOSE // 2], sorted(loose[_LOOSE // 2 :])
    others.sort(key=count_shared, reverse=True)
    return sorted([*near, *corners, *others[: _LOOSE - _LOOSE // 2]], key=by_risk)


def _highest_score(view: Insight, analysis: Analysis, cells: list[int]) -> int:
    """The candidate with the best score; of equal ones the first."""
    listed = _shortlist(_look_ahead(view, analysis, cells))
    scores = learned_scores(features(view, analysis, listed))
    best = 0
    for i, score in enumerate(scores):
        best = i if score > scores[best] + CLOSE else best
    return listed[best].cell


def _look_ahead(view: Insight, analysis: Analysis, cells: list[int]) -> list[Outlook]:
    """The outlooks of all candidates that are not too risky, whatever they lead to."""
    seen: list[Outlook] = []
    for cell in cells:
        most = max((outlook.blend for outlook in seen), default=0.0)
        if 1 - float(analysis.probabilities[cell]) < most - _SLACK:
            break
        seen.append(outlook(view, analysis, cell))
    return seen


def _shortlist(seen: list[Outlook]) -> list[Outlook]:
    """The candidates with the best look-ahead, and the least likely mine, in the same order."""
    blends = sorted((outlook.blend for outlook in seen), reverse=True)
    least = blends[_LISTED - 1] - CLOSE if len(blends) >= _LISTED else 0.0
    return [outlook for i, outlook in enumerate(seen) if i == 0 or outlook.blend >= least]
