"""Digits: whole numbers of any length in decimal, in a time that hardly grows faster than they do.

Python's own conversion takes a time that grows with the square of the length, cannot be
interrupted, and refuses more than some thousand digits. Here a number is cut in halves until the
pieces are short, and put together by `decimal`, whose products are fast.
"""

from __future__ import annotations

import decimal
from collections.abc import Callable
from typing import Final

_SHORT: Final = 1 << 12
"""Bits of a number that Python itself writes at once."""


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
