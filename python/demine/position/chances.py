"""Chances: questions about several cells, or about what a cell will show.

Each is a quotient of weights: of the legal assignments with more labels, and of all of them. The
engine weighs all variants of a question in one call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from demine.arguments import mapping, number_of, show
from demine.density import Density
from demine.errors import NoLegalAssignment, TooWide
from demine.labels import COVERED, FREE, MINED, Label
from demine.meter import Budget, cache_and_limits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from demine.position.analysis import Analysis
    from demine.position.position import Position

Labels = Mapping[int, Label]


def shows(analysis: Analysis, cell: int, budget: Budget) -> dict[int | str, Fraction]:
    """The probability of each number that the cell may show, and of a mine (`"*"`)."""
    _check_exact(analysis)
    label = analysis.position.labels[cell]
    if isinstance(label, int) or label == MINED:
        return {label: Fraction(1)}
    outcomes: list[Label] = [*_numbers(analysis, cell), MINED]
    if label == FREE:
        outcomes.remove(MINED)
    weights = _weights(analysis.position, ({cell: outcome} for outcome in outcomes), budget)
    total = sum(weights)
    found = zip(outcomes, weights, strict=True)
    return {outcome: Fraction(weight, total) for outcome, weight in found if weight}


def joint(analysis: Analysis, x: int, y: int, budget: Budget) -> Fraction:
    """The probability that both cells are mined."""
    _check_exact(analysis)
    labels = analysis.position.labels
    if any(isinstance(labels[cell], int) or labels[cell] == FREE for cell in (x, y)):
        return Fraction(0)
    both, every = _weights(analysis.position, ({x: MINED, y: MINED}, {}), budget)
    return Fraction(both, every)


def covariance(analysis: Analysis, budget: Budget) -> NDArray[np.float64]:
    """The covariance of each two cells; certain cells vary with no other."""
    _check_exact(analysis)
    single = analysis.probabilities
    open_ = np.flatnonzero((single > 0) & (single < 1))
    native, density = analysis.position.native, weights_of(analysis.position.density)
    # The engine also refuses a matrix that is too large for the budget.
    given = native.probabilities_given(open_.tolist(), *cache_and_limits(budget), density)
    matrix = np.zeros((len(single), len(single)))
    matrix[open_] = single[open_, None] * (given.reshape(len(open_), len(single)) - single)
    return (matrix + matrix.T) / 2  # the same number at (x, y) and (y, x), in spite of rounding


def given(position: Position, cells: Mapping[Any, bool | Label]) -> Position:
    """The position with more labels; `NoLegalAssignment` if a cell cannot have its label."""
    known = {
        position.board.index(cell): _label_of(cell, what)
        for cell, what in mapping(cells, "cells").items()
    }
    return position.with_labels(dict(_changes(position.labels, known)))


def entropy(analysis: Analysis, budget: Budget) -> float:
    """The entropy of the legal assignments, in bits."""
    _check_exact(analysis)
    density = analysis.position.density
    if density is None:
        return log2(analysis.count)
    # An assignment of weight w has the probability w / Z, so the entropy is log Z − E[log w].
    (total,) = _weights(analysis.position, ({},), budget)
    mined, free, every = _bits(density, len(analysis.position.board))
    chance = analysis.probabilities
    # The engine's weights are whole: those of each cell are multiplied by their denominator.
    return max(0.0, log2(total) - every - float(chance @ mined + (1 - chance) @ free))


def information(outcomes: Mapping[int | str, Fraction]) -> float:
    """The entropy of what a cell shows, in bits."""
    return sum(float(p) * (log2(p.denominator) - log2(p.numerator)) for p in outcomes.values())


def weights_of(density: Density | None) -> list[tuple[int, int]] | None:
    """Numerators and denominators for the engine: one pair, or one for each cell."""
    if density is None:
        return None
    each = (density,) if isinstance(density, Fraction) else density
    return [(p.numerator, p.denominator) for p in each]


def _weights(position: Position, changes: Iterable[Labels], budget: Budget) -> list[int]:
    """What the legal assignments weigh together, with the labels of each change."""
    density = weights_of(position.density)
    listed = [dict(labels) for labels in changes]
    return position.native.weights(listed, *cache_and_limits(budget), density)


def _check_exact(analysis: Analysis) -> None:
    """`TooWide` where the position could not be counted."""
    if not analysis.exact:
        raise TooWide(
            "the probabilities are estimates, so only single cells can be asked for:"
            " analyze with more states"
        )


def _numbers(analysis: Analysis, cell: int) -> range:
    """From the mines that are certain around the cell to those that are possible."""
    near = analysis.probabilities[list(analysis.position.board.neighbours(cell))]
    least, possible = np.count_nonzero(near == 1), np.count_nonzero(near > 0)
    return range(int(least), int(possible) + 1)


def _label_of(cell: object, what: object) -> Label:
    """The label of a cell that is known to be mined or free, or to show a number."""
    if isinstance(what, bool | np.bool_):
        return MINED if what else FREE
    if isinstance(what, str) and what in (MINED, FREE):
        return what
    expected = f"cell {show(cell)} is given {show(what)}: expected True, False or a number"
    try:
        return number_of("a number", what, 0)
    except (TypeError, ValueError):
        raise ValueError(expected) from None


def _changes(labels: tuple[Label, ...], known: Labels) -> Iterable[tuple[int, Label]]:
    """The labels that say more than those of the position."""
    for cell, label in known.items():
        before = labels[cell]
        if before == COVERED or (before == FREE and label != MINED):
            yield cell, label
        elif before != label and not (label == FREE and isinstance(before, int)):
            raise NoLegalAssignment(
                f"cell {cell} is labelled {before!r}, so it cannot be {label!r}"
            )


def _bits(density: Density, cells: int) -> tuple[NDArray[Any], NDArray[Any], float]:
    """The binary logarithms of each cell's odds to be mined and free, and of their denominators."""
    each = (density,) * cells if isinstance(density, Fraction) else density
    every = [log2(p.denominator) for p in each]
    mined = np.array([log2(p.numerator) for p in each]) - every
    free = np.array([log2(p.denominator - p.numerator) for p in each]) - every
    return mined, free, cast(float, sum(every))
