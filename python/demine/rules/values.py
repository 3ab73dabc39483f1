"""Which values a number may stand for: functions for `demine.Position(…, values=…)`.

Each takes the number that a cell shows, and returns the sums that it allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final

from demine.arguments import number_of

MOST: Final = 1 << 20
"""No sum is larger than this."""

Values = Callable[[int], Iterable[int]]


def liar(number: int) -> Iterable[int]:
    """The number is one too large or one too small."""
    return (number - 1, number + 1)


def at_least(number: int) -> Iterable[int]:
    """There are so many mines or more."""
    return range(number, MOST + 1)


def at_most(number: int) -> Iterable[int]:
    """There are so many mines or fewer."""
    return range(-MOST, number + 1)


def parity(number: int) -> Iterable[int]:
    """The number only tells whether the sum is even or odd."""
    return _congruent(2, number)


def difference(number: int) -> Iterable[int]:
    """The sum is the number or its negative: for weights of 1 and −1."""
    return (-number, number)


@lru_cache(typed=True)
def modulo(divisor: int) -> Values:
    """The number is a remainder: the sum and it differ by a multiple of the divisor."""
    return partial(_congruent, number_of("the divisor", divisor, 1))


@lru_cache(typed=True)
def within(distance: int) -> Values:
    """The number is wrong by at most this distance."""
    return partial(_near, number_of("the distance", distance, 0))


def divisor_of(values: Values) -> int | None:
    """The divisor if the values have a remainder: 2 for `parity`."""
    if values is parity:
        return 2
    is_remainder = isinstance(values, partial) and values.func is _congruent
    return int(values.args[0]) if is_remainder else None  # type: ignore[attr-defined]


def _congruent(divisor: int, number: int) -> Iterable[int]:
    return range(number - divisor * ((number + MOST) // divisor), MOST + 1, divisor)


def _near(distance: int, number: int) -> Iterable[int]:
    return range(number - distance, number + distance + 1)
