"""Wording: numbers as texts for people show them."""

from __future__ import annotations

from fractions import Fraction


def percent(share: float | Fraction, digits: int = 1) -> str:
    """A share in percent: `7.6 %`."""
    return f"{float(share):.{digits}%}".replace("%", " %")


def estimated(share: float | Fraction, interval: tuple[float, float]) -> str:
    """An estimated share with its interval: `7.6 % (estimated: 6.1 % to 9.1 %)`."""
    least, most = interval
    return f"{percent(share)} (estimated: {percent(least)} to {percent(most)})"


def plural(count: int, noun: str) -> str:
    """A number of things: `0 mines`, `1 mine`, `2 mines`."""
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def capital(sentence: str) -> str:
    """The sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]
