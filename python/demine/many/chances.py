"""Chances of many positions: what a cell shows, and whether two cells are both mined.

Each is a quotient of counts: of the legal assignments with one more label, and of all. The variants
of all positions are analysed in one call. A position without exact counts has NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from demine.labels import COVERED_CODE, FREE_CODE, MINED_CODE

if TYPE_CHECKING:
    from numpy.typing import NDArray

Count = Callable[["NDArray[Any]", "NDArray[np.int64]"], "NDArray[np.float64]"]
"""The logarithms of the counts of variants; it gets the position that each belongs to."""


def shows(
    codes: NDArray[Any], cell: int, degree: int, log_count: NDArray[np.float64], count: Count
) -> NDArray[np.float64]:
    """A row per position: the chances that the cell shows 0, 1, …, and last that it is mined."""
    outcomes = [*range(degree + 1), MINED_CODE]
    found = np.zeros((len(codes), len(outcomes)))
    label = codes[:, cell]
    open_ = (label == COVERED_CODE) | (label == FREE_CODE)
    for place, outcome in enumerate(outcomes):
        found[label == outcome, place] = 1
    logs = _with_label(codes, np.flatnonzero(open_), cell, outcomes, count)
    with np.errstate(invalid="ignore"):
        shares = np.exp(logs - log_count[open_, None])
    shares[:, -1][label[open_] == FREE_CODE] = 0
    found[open_] = shares
    found[~np.isfinite(log_count)] = np.nan
    return found


def joint(
    codes: NDArray[Any], x: int, y: int, log_count: NDArray[np.float64], count: Count
) -> NDArray[np.float64]:
    """The probability that both cells are mined, per position."""
    known = (COVERED_CODE, MINED_CODE)
    possible = np.isin(codes[:, x], known) & np.isin(codes[:, y], known)
    found = np.zeros(len(codes))
    rows = np.flatnonzero(possible)
    both = codes[rows].copy()
    both[:, [x, y]] = MINED_CODE
    with np.errstate(invalid="ignore"):
        found[rows] = np.exp(count(both, rows) - log_count[rows])
    found[~np.isfinite(log_count)] = np.nan
    return found


def information(shown: NDArray[np.float64]) -> NDArray[np.float64]:
    """The entropy of what a cell shows, in bits, per position."""
    with np.errstate(divide="ignore", invalid="ignore"):
        bits = np.where(shown > 0, -shown * np.log2(shown), 0.0)
    total: NDArray[np.float64] = np.where(np.isnan(shown[:, 0]), np.nan, bits.sum(axis=1))
    return total


def _with_label(
    codes: NDArray[Any], rows: NDArray[np.int64], cell: int, outcomes: list[int], count: Count
) -> NDArray[np.float64]:
    """The logarithms of the counts with each label in the cell: a row per position."""
    every = np.repeat(rows, len(outcomes))
    variants = codes[every]
    variants[:, cell] = np.tile(outcomes, len(rows))
    return count(variants, every).reshape(len(rows), len(outcomes))
