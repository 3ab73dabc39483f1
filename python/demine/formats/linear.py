"""Linear constraints over 0 and 1 as a Minesweeper graph: a covered cell per variable, a number per
equation.

A number counts each of its neighbours once. Other constraints are rewritten, and every solution
remains one solution:

    a common divisor     divide by it; without a multiple for a total, there is no solution
    a coefficient c      c cells hold the value, copied by way of its complement
    a negative one, ~x   the complement of x: one more cell, and the number 1 between the two
    >= and <=            the difference in binary: cells of weight 1, 2, 4 and so on

Variable v is cell v − 1; the cells that rewriting adds come after all of these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import gcd
from typing import Final, Literal, NamedTuple

from demine.board import from_edges
from demine.errors import FormatError
from demine.labels import COVERED, Label
from demine.position import Position

_MOST_WEIGHT: Final = 100_000
"""The largest sum of coefficients that a constraint may have: each is as many cells."""

Relation = Literal["=", ">=", "<="]
Weights = dict[tuple[int, bool], int]
"""The coefficient of each variable, or of its complement (True)."""


class Term(NamedTuple):
    """A coefficient, a variable from 1, and whether the term has its complement."""

    coefficient: int
    variable: int
    is_negated: bool


@dataclass
class Builder:
    """A graph that grows: labels, edges, and the copies made so far of each variable."""

    variables: int
    labels: list[Label] = field(default_factory=list)
    edges: list[tuple[int, int]] = field(default_factory=list)
    # Per variable the cells that hold its value and those that hold its complement.
    copies: dict[int, tuple[list[int], list[int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.labels = [COVERED] * self.variables

    def position(self) -> Position:
        """The graph as a position; its number of mines is not known."""
        return Position(from_edges(len(self.labels), self.edges), self.labels)

    def constrain(self, terms: list[Term], relation: Relation, total: int) -> None:
        """Add a constraint; the terms of one variable are taken together first."""
        is_turned = relation == "<="
        weights, rest = _make_positive(terms, -total if is_turned else total, is_turned)
        weights, rest = _reduce(weights, rest, relation == "=")
        reach = sum(weights.values())
        if relation == "=":
            self._add_equation(weights, rest)
        elif rest > reach:
            self._add_equation({}, 1)  # no values reach the bound
        elif rest > 0:
            slack = reach - rest
            bits = {(self._add(COVERED) + 1, True): 1 << i for i in range(slack.bit_length())}
            # The sum is the bound plus the difference; complements bring both to one side.
            self._add_equation(weights | bits, rest + sum(bits.values()))

    def _add_equation(self, weights: Weights, total: int) -> None:
        cells = [cell for part, weight in weights.items() for cell in self._cells(*part, weight)]
        if not 0 <= total <= len(cells):
            total = len(cells) + 1  # any impossible number
        number = self._add(total)
        self.edges += [(number, cell) for cell in cells]

    def _cells(self, variable: int, is_negated: bool, number: int) -> list[int]:
        """So many cells that hold the value of a variable, or of its complement."""
        own = self.copies.setdefault(variable, ([variable - 1], []))
        while len(own[is_negated]) < number:
            self._copy(own)
        return own[is_negated][:number]

    def _copy(self, own: tuple[list[int], list[int]]) -> None:
        """One more cell: the complement of the last one, on whichever side has fewer."""
        is_complement = len(own[1]) < len(own[0])
        cell = self._add(COVERED)
        number = self._add(1)
        self.edges += [(number, own[not is_complement][-1]), (number, cell)]
        own[is_complement].append(cell)

    def _add(self, label: Label) -> int:
        self.labels.append(label)
        return len(self.labels) - 1


def _make_positive(terms: list[Term], total: int, is_turned: bool) -> tuple[Weights, int]:
    """The terms with positive coefficients, one per variable, and the total that goes with them.

    c·x = −c·~x + c. A constraint with <= is turned into one with >= first.
    """
    sums: dict[int, int] = {}
    for coefficient, variable, is_negated in terms:
        sign = -1 if is_turned else 1
        total -= sign * coefficient if is_negated else 0
        sums[variable] = sums.get(variable, 0) + (-sign if is_negated else sign) * coefficient
    weights = {(v, c < 0): abs(c) for v, c in sums.items() if c}
    total -= sum(c for c in sums.values() if c < 0)
    return weights, total


def _reduce(weights: Weights, total: int, is_equation: bool) -> tuple[Weights, int]:
    """A constraint divided by the common divisor of its coefficients; >= is rounded up."""
    divisor = max(1, gcd(*weights.values()))
    if is_equation and total % divisor:
        return {}, 1  # an equation without a solution
    lowest = {part: weight // divisor for part, weight in weights.items()}
    if sum(lowest.values()) > _MOST_WEIGHT:
        raise FormatError(
            f"coefficients of more than {_MOST_WEIGHT} together: each is as many cells"
        )
    return lowest, -(-total // divisor)
