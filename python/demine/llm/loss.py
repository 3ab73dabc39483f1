"""Loss: how much of the probability of winning a move gives away."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple, Unpack, cast

from demine.board import Cell
from demine.errors import InvalidGame, NoLegalAssignment, TooWide
from demine.labels import COVERED
from demine.meter import Budget, Meter
from demine.position import Position

_ASSIGNMENTS: Final = 4096
"""Legal assignments up to which perfect play is searched for."""
_STATES: Final = 2_000_000

Measure = Literal["win", "survival"]


class Loss(NamedTuple):
    """What a move loses against the best one, exact; 0 for a best move.

    The `measure` is the probability of winning under perfect play afterwards (`"win"`), or where
    that is out of reach the probability of surviving the move (`"survival"`).
    """

    value: Fraction
    measure: Measure
    best: Fraction


def move_loss(position: Position, cell: Cell, **budget: Unpack[Budget]) -> Loss:
    """The loss of opening a covered cell. All legal assignments are equally likely.

    `InvalidGame` if the cell is open, `NoLegalAssignment` if the position contradicts itself.
    """
    position.check_equally_likely()
    place = position.board.index(cell)
    covered = [v for v, label in enumerate(position.labels) if label == COVERED]
    if place not in covered:
        here = position.board.address(place)
        raise InvalidGame(f"cell {here} is open: expected a covered cell")
    return _by_winning(position, place, covered, budget) or _by_survival(position, place, budget)


def _by_winning(position: Position, place: int, covered: list[int], budget: Budget) -> Loss | None:
    """The exact loss of winning chances; None where the search is out of reach."""
    analysis = position.analyze(**budget)
    if not analysis.exact or analysis.count > _ASSIGNMENTS:
        return None
    limits = Meter(**cast(Budget, {"states": _STATES, **budget})).limits()
    try:
        won, number = position.native.optimal_after(covered, limits)
    except TooWide:
        return None
    if not number:
        raise NoLegalAssignment("the position has no legal assignment, so it cannot be won")
    chances = [Fraction(wins, number) for wins in won]
    best = max(chances)
    return Loss(best - chances[covered.index(place)], "win", best)


def _by_survival(position: Position, place: int, budget: Budget) -> Loss:
    """The loss of survival against the least risky cell."""
    analysis = position.analyze(**budget)
    if not analysis.exact:
        raise TooWide("the position is too wide to count, so no move has an exact loss")
    labels, risks = position.labels, analysis.probabilities
    covered = [v for v, label in enumerate(labels) if label == COVERED]
    least = min(covered, key=lambda v: float(risks[v]))
    best = 1 - analysis.probability(least)
    return Loss(best - (1 - analysis.probability(place)), "survival", best)
