"""P(T) of a tree by the recursion of Golan (2011, §4), on python-flint's polynomials.

An independent second opinion on our engine, and its peer in the growth bench. Each vertex v gets
the polynomials P, P₋, P□ and P* of its subtree T(v): as it is, with its count one lower (its parent
is mined), with v free, with v mined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flint import fmpz_poly

Label = str | int
Edge = tuple[int, int]
T = TypeVar("T")

ZERO, ONE, X = fmpz_poly([]), fmpz_poly([1]), fmpz_poly([0, 1])


@dataclass(frozen=True)
class Subtree:
    """P, P₋, P□ and P* of one subtree."""

    plain: fmpz_poly
    less: fmpz_poly
    free: fmpz_poly
    mined: fmpz_poly


def counts_by_mines(cells: int, edges: Iterable[Edge], labels: Sequence[Label]) -> list[int]:
    """The coefficients of P(T) for k = 0 … cells, of a tree or a forest."""
    parents, order = _root(cells, edges)
    children: list[list[Subtree]] = [[] for _ in range(cells)]
    roots: list[Subtree] = []
    for v in reversed(order):
        subtree = _case(labels[v], children[v])
        children[v] = []  # the polynomials of a deep tree would fill the memory
        (roots if parents[v] < 0 else children[parents[v]]).append(subtree)
    found = [int(c) for c in _product(root.plain for root in roots).coeffs()]
    return found + [0] * (cells + 1 - len(found))


def _case(label: Label, children: list[Subtree]) -> Subtree:
    match label:
        case "□":  # case i
            free = _product(child.plain for child in children)
            return Subtree(free, free, free, ZERO)
        case "*":  # case ii
            mined = X * _product(child.less for child in children)
            return Subtree(mined, mined, ZERO, mined)
        case "?":  # case iii
            free = _product(child.plain for child in children)
            mined = X * _product(child.less for child in children)
            return Subtree(free + mined, free + mined, free, mined)
        case int(count):  # case iv
            ways = _by_mined_children(children, count)
            return Subtree(ways[1], ways[0], ways[1], ZERO)
    raise AssertionError(label)


def _by_mined_children(children: list[Subtree], count: int) -> tuple[fmpz_poly, fmpz_poly]:
    """The coefficients of y^(count − 1) and y^count in Π (P□(c) + P*(c)·y)."""
    factors = [[child.free, child.mined] for child in children]
    ways = _multiply(lambda a, b: _times(a, b, count), factors, [ONE])
    padded = [ZERO, *ways, *[ZERO] * (count + 1 - len(ways))]
    return padded[count], padded[count + 1]


def _times(a: list[fmpz_poly], b: list[fmpz_poly], most: int) -> list[fmpz_poly]:
    """The product of two polynomials in y, up to degree `most`."""
    product = [ZERO] * min(len(a) + len(b) - 1, most + 1)
    for i, left in enumerate(a):
        for j, right in enumerate(b[: max(0, most + 1 - i)]):
            product[i + j] += left * right
    return product


def _product(factors: Iterable[fmpz_poly]) -> fmpz_poly:
    return _multiply(lambda a, b: a * b, list(factors), ONE)


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
