"""Polynomials with integer coefficients in the unknowns x₁ … xₙ (Golan 2011, §5).

A monomial is its tuple of exponents; a polynomial maps each monomial that occurs to its
coefficient, so zero is the empty dictionary and two polynomials are equal when they compare equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

Monomial = tuple[int, ...]
Polynomial = dict[Monomial, int]

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def univariate(coefficients: Iterable[int]) -> Polynomial:
    """The polynomial in one unknown whose k-th coefficient is the k-th number."""
    return {(power,): c for power, c in enumerate(coefficients) if c}


def add(p: Polynomial, q: Polynomial) -> Polynomial:
    """The sum."""
    total = Counter(p)
    total.update(q)
    return _without_zeros(total)


def multiply(p: Polynomial, q: Polynomial) -> Polynomial:
    """The product, term by term."""
    total: Counter[Monomial] = Counter()
    for a, c in p.items():
        for b, d in q.items():
            total[times(a, b)] += c * d
    return _without_zeros(total)


def times(a: Monomial, b: Monomial) -> Monomial:
    """The product of two monomials."""
    return tuple(i + j for i, j in zip(a, b, strict=True))


def divide(p: Polynomial, by: Monomial) -> Polynomial:
    """The quotient by a monomial that divides every term of p."""
    return {tuple(i - j for i, j in zip(a, by, strict=True)): c for a, c in p.items()}


def coefficient(p: Polynomial, unknown: int, power: int) -> Polynomial:
    """The coefficient of one unknown's power: a polynomial in the other unknowns."""
    cleared = ((*a[:unknown], 0, *a[unknown + 1 :]) for a in p)
    return {b: c for (a, c), b in zip(p.items(), cleared, strict=True) if a[unknown] == power}


def show(p: Polynomial, names: Sequence[str] | None = None) -> str:
    """The polynomial in the style of the papers, lowest degree first: `1 + x₁x₂ + x₁²x₂x₃`."""
    terms = sorted(p.items(), key=lambda term: (sum(term[0]), [-i for i in term[0]]))
    names = names or [f"x{j}".translate(_SUBSCRIPTS) for j in range(1, len(next(iter(p), ())) + 1)]
    return " + ".join(_show_term(a, c, names) for a, c in terms) or "0"


def superscript(power: int) -> str:
    """The power as superscript digits; empty for 1."""
    return "" if power == 1 else str(power).translate(_SUPERSCRIPTS)


def _without_zeros(p: Polynomial) -> Polynomial:
    return {a: c for a, c in p.items() if c}


def _show_term(a: Monomial, c: int, names: Sequence[str]) -> str:
    factors = zip(names, a, strict=True)
    powers = "".join(name + superscript(power) for name, power in factors if power)
    return powers if powers and c == 1 else f"{c}{powers}"
