"""P(T) and #CMS(T) of a tree by the recursion of Golan (2011, §4).

P(T) is on python-flint's polynomials, #CMS(T) = P(T)(1) on plain integers or on python-flint's. An
independent second opinion on our engine, and its peer in two benches. Each vertex v gets P, P₋, P□
and P* of its subtree T(v): as it is, with its number one lower (its parent is mined), with v free,
with v mined.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from flint import fmpz, fmpz_poly

Label = str | int
Edge = tuple[int, int]
T = TypeVar("T")
Value = Any
"""A polynomial of python-flint, or an int."""


@dataclass(frozen=True)
class Subtree:
    """P, P₋, P□ and P* of one subtree."""

    plain: Value
    less: Value
    free: Value
    mined: Value


def counts_by_mines(cells: int, edges: Iterable[Edge], labels: Sequence[Label]) -> list[int]:
    """The coefficients of P(T) for k = 0 … cells, of a tree or a forest (Theorem 2.3)."""
    polynomial = _Recursion(_Polynomials).run(cells, edges, labels)
    found = [int(c) for c in polynomial.coeffs()]
    return found + [0] * (cells + 1 - len(found))


def count(cells: int, edges: Iterable[Edge], labels: Sequence[Label]) -> int:
    """The number of legal assignments of a tree or a forest (Theorem 2.2)."""
    found: int = _Recursion(_Numbers).run(cells, edges, labels)
    return found


def count_on_flint(cells: int, edges: Iterable[Edge], labels: Sequence[Label]) -> int:
    """The same on python-flint, which multiplies long numbers faster than Python."""
    return int(_OnFlint(_Integers).run(cells, edges, labels))


class _Polynomials:
    """Polynomials in x, with powers of x as places."""

    zero, one, x = fmpz_poly([]), fmpz_poly([1]), fmpz_poly([0, 1])
    places = staticmethod(fmpz_poly.length)
    raised = staticmethod(fmpz_poly.left_shift)
    lowered = staticmethod(fmpz_poly.right_shift)
    lowest = staticmethod(fmpz_poly.truncate)


class _Numbers:
    """Their values at x = 1, with binary digits as places."""

    zero, one, x = 0, 1, 1
    places = staticmethod(int.bit_length)
    raised = staticmethod(operator.lshift)
    lowered = staticmethod(operator.rshift)

    @staticmethod
    def lowest(value: int, places: int) -> int:
        """The value modulo 2^places."""
        return value & ((1 << places) - 1)


class _Integers:
    """The integers of python-flint."""

    zero, one, x = fmpz(0), fmpz(1), fmpz(1)


class _Recursion:
    """The four cases over one of the rings."""

    def __init__(self, ring: Any) -> None:
        self.ring = ring

    def run(self, cells: int, edges: Iterable[Edge], labels: Sequence[Label]) -> Value:
        """P of the tree or forest."""
        parents, order = _root(cells, edges)
        children: list[list[Subtree]] = [[] for _ in range(cells)]
        roots: list[Subtree] = []
        for v in reversed(order):
            subtree = self._case(labels[v], children[v])
            children[v] = []  # the polynomials of a deep tree would fill the memory
            (roots if parents[v] < 0 else children[parents[v]]).append(subtree)
        return self._product(root.plain for root in roots)

    def _case(self, label: Label, children: list[Subtree]) -> Subtree:
        match label:
            case "□":  # case i
                free = self._product(child.plain for child in children)
                return Subtree(free, free, free, self.ring.zero)
            case "*":  # case ii
                mined = self.ring.x * self._product(child.less for child in children)
                return Subtree(mined, mined, self.ring.zero, mined)
            case "?":  # case iii
                free = self._product(child.plain for child in children)
                mined = self.ring.x * self._product(child.less for child in children)
                return Subtree(free + mined, free + mined, free, mined)
            case int(number):  # case iv
                ways = self._by_mined_children(children, number)
                return Subtree(ways[1], ways[0], ways[1], self.ring.zero)
        raise AssertionError(label)

    def _by_mined_children(self, children: list[Subtree], number: int) -> tuple[Value, Value]:
        """The coefficients of y^(number − 1) and y^number in Π (P□(c) + P*(c)·y).

        As in the paper, y is a power of x above every degree; for numbers, a power of 2.
        """
        ring = self.ring
        places = sum(ring.places(child.free + child.mined) for child in children) + 1
        factors = [child.free + ring.raised(child.mined, places) for child in children]
        end = (number + 1) * places
        product = _multiply(lambda a, b: ring.lowest(a * b, end), factors, ring.one)
        both = ring.lowered(ring.raised(ring.lowest(product, end), places), number * places)
        return ring.lowest(both, places), ring.lowered(both, places)

    def _product(self, factors: Iterable[Value]) -> Value:
        return _multiply(lambda a, b: a * b, list(factors), self.ring.one)


class _OnFlint(_Recursion):
    """Case iv with polynomials in y, as the paper states it before it replaces y by a power."""

    def _by_mined_children(self, children: list[Subtree], number: int) -> tuple[Value, Value]:
        factors = [fmpz_poly([child.free, child.mined]) for child in children]
        one = fmpz_poly([1])
        product = _multiply(lambda a, b: (a * b).truncate(number + 1), factors, one)
        return product[number - 1] if number else self.ring.zero, product[number]


def _multiply(times: Callable[[T, T], T], factors: list[T], one: T) -> T:
    """A product by halves, so that factors of one size meet."""
    while len(factors) > 1:
        pairs = zip(factors[::2], factors[1::2], strict=False)
        factors = [times(a, b) for a, b in pairs] + factors[len(factors) & ~1 :]
    return factors[0] if factors else one


def _root(cells: int, edges: Iterable[Edge]) -> tuple[list[int], list[int]]:
    """The parent of each vertex (−1 for a root), and the vertices with parents first."""
    around: list[list[int]] = [[] for _ in range(cells)]
    for u, v in edges:
        around[u].append(v)
        around[v].append(u)
    parents, order = [-2] * cells, []
    for root in range(cells):
        stack = [root] if parents[root] == -2 else []
        parents[root] = -1 if stack else parents[root]
        while stack:
            v = stack.pop()
            order.append(v)
            for u in around[v]:
                if parents[u] == -2:
                    parents[u] = v
                    stack.append(u)
    return parents, order
