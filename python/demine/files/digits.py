"""Digits: whole numbers read from decimal with a limit, and written in decimal without one.

Python's own conversion takes a time that grows with the square of the length, cannot be
interrupted, and refuses more than some thousand digits. Writing splits a number in halves until the
parts are short, and joins them by `decimal`, whose products are fast.
"""

from __future__ import annotations

import decimal
from collections.abc import Callable
from typing import Final

from demine.errors import FormatError

MOST_DIGITS: Final = 400
"""Digits of a number in a file: enough for every board, and read at once."""

_SHORT: Final = 1 << 12
"""Bits of a number that Python itself writes at once."""


def read_whole(digits: str) -> int:
    """The whole number that a text writes in decimal; `FormatError` if it is too long."""
    if len(digits) > MOST_DIGITS:
        raise FormatError(f"a number of {len(digits)} digits: expected at most {MOST_DIGITS}")
    return int(digits)


def write_decimal(number: int, check: Callable[[], object] = lambda: None) -> str:
    """The number in decimal. `check` is called now and then, and may raise."""
    if number.bit_length() <= _SHORT:
        return str(number)
    context = decimal.Context(
        prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[decimal.Inexact]
    )
    powers: dict[int, decimal.Decimal] = {}

    def power(bits: int) -> decimal.Decimal:
        if bits <= _SHORT:
            return decimal.Decimal(1 << bits)
        if bits not in powers:
            check()
            root = power(bits // 2)
            square = context.multiply(root, root)
            powers[bits] = context.add(square, square) if bits % 2 else square
        return powers[bits]

    def convert(number: int, bits: int) -> decimal.Decimal:
        if bits <= _SHORT:
            return decimal.Decimal(number)
        check()
        half = bits // 2
        high = convert(number >> half, bits - half)
        low = convert(number & ((1 << half) - 1), half)
        return context.add(low, context.multiply(high, power(half)))

    magnitude = abs(number)
    sign = "-" if number < 0 else ""
    return sign + format(convert(magnitude, magnitude.bit_length()), "f")
