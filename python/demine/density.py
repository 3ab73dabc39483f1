"""Density: the probability of a mine per cell before any cell is opened, as exact fractions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Final

from demine.arguments import show
from demine.errors import InvalidPosition

Probability = Fraction | Decimal | float | int | str
"""A probability: a fraction, a float (which means the decimal that it is written as), or a text."""

_DIGITS: Final = 4000
"""Digits of a numerator or denominator: Python writes and reads no more."""

_PLAIN: Final = re.compile(
    rf"\s*+[+]?[0-9]{{0,{_DIGITS}}}+([./][0-9]{{0,{_DIGITS}}}+)?+([eE]-?[0-9]{{1,3}}+)?+\s*+"
)

Density = Fraction | tuple[Fraction, ...]
"""One probability for all cells, or one for each."""


def density_of(given: Probability | Iterable[Probability], cells: int) -> Density:
    """Check a density against a board of so many cells; `InvalidPosition` names what is wrong."""
    if isinstance(given, (str, int, float, Real, Decimal)):
        return fraction_of(given, "the density")
    try:
        each = list(given)
    except TypeError:
        raise InvalidPosition(
            f"the density is {show(given)}: expected a probability, or one per cell"
        ) from None
    if len(each) != cells:
        raise InvalidPosition(
            f"{len(each)} densities for a board of {cells} cells: expected one per cell"
        )
    return tuple(fraction_of(p, f"the density of cell {cell}") for cell, p in enumerate(each))


def fraction_of(given: object, what: str) -> Fraction:
    """Check one probability; `InvalidPosition` names what is wrong."""
    wrong = InvalidPosition(
        f"{what} is {show(given)}: expected a probability more than 0 and less than 1"
    )
    if isinstance(given, bool) or not isinstance(given, (str, Real, Decimal)):
        raise wrong
    # "1e-999999999" is a short text for a number of a billion digits.
    if isinstance(given, (str, Decimal)) and not _PLAIN.fullmatch(str(given)):
        raise wrong
    try:
        # 0.2 means a fifth, not the binary fraction next to it.
        exact = isinstance(given, (str, Rational, Decimal))
        fraction = Fraction(given if exact else repr(float(given)))  # type: ignore[arg-type]
    except (ValueError, OverflowError, ZeroDivisionError):
        raise wrong from None
    if not 0 < fraction < 1:
        raise wrong
    if fraction.denominator >= 10**_DIGITS:
        raise InvalidPosition(f"{what} has too many digits: expected at most {_DIGITS}")
    return fraction
