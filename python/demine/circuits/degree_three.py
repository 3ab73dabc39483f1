"""Consistency is hard even at maximum degree 3 (Golan 2011 §1, after Heinrich): the reduction.

A CNF with clauses of at most three literals becomes an MS graph of maximum degree 3 that is
consistent if and only if the CNF can be satisfied. A variable is a chain of covered vertices. A 1
between two of them makes each the complement of the last, and each is used once. A clause is three
1s in a row: l₁ ∨ l₂ ∨ l₃ holds if and only if some a, b, c, d satisfy

    ¬l₁ + a + b = 1,   l₂ + b + c = 1,   ¬l₃ + c + d = 1.

A shorter clause repeats one of its literals.
"""

from __future__ import annotations

from collections.abc import Sequence

from demine.arguments import each, show, whole
from demine.board import from_edges
from demine.labels import COVERED, Label
from demine.position import Position

Clauses = Sequence[Sequence[int]]


class Reduction:
    """A graph that grows clause by clause."""

    def __init__(self) -> None:
        self.labels: list[Label] = []
        self.edges: list[tuple[int, int]] = []
        # Per variable the last vertex of its chain, and whether it stands for the complement.
        self.ends: dict[int, tuple[int, bool]] = {}

    def clause(self, literals: Sequence[int]) -> None:
        """One more clause of one to three literals, v for a variable and −v for its negation."""
        first, second, third = (*literals, literals[0], literals[0])[:3]
        a, b, c, d = (self._vertex(COVERED) for _ in range(4))
        self._one(self._literal(-first), a, b)
        self._one(self._literal(second), b, c)
        self._one(self._literal(-third), c, d)

    def position(self) -> Position:
        """The MS graph."""
        return Position(from_edges(len(self.labels), self.edges), self.labels)

    def _literal(self, literal: int) -> int:
        """A new vertex that is mined if and only if the literal is true."""
        variable, negated = abs(literal), literal < 0
        if variable not in self.ends:
            self.ends[variable] = self._vertex(COVERED), False
        # The chain continues from its end, so at least one more vertex is needed.
        self._extend(variable)
        if self.ends[variable][1] != negated:
            self._extend(variable)
        return self.ends[variable][0]

    def _extend(self, variable: int) -> None:
        last, negated = self.ends[variable]
        vertex = self._vertex(COVERED)
        self._one(last, vertex)
        self.ends[variable] = vertex, not negated

    def _one(self, *vertices: int) -> None:
        number = self._vertex(1)
        self.edges += [(number, vertex) for vertex in vertices]

    def _vertex(self, label: Label) -> int:
        self.labels.append(label)
        return len(self.labels) - 1


def reduce_clauses(clauses: Clauses) -> Position:
    """The MS graph of a CNF, which is consistent if and only if the CNF can be satisfied.

    A clause has one to three literals: v for a variable, counted from 1, and −v for its negation.
    The number of vertices is linear in the number of literals, and no degree is more than 3.
    """
    reduction = Reduction()
    for literals in each(clauses, "clauses"):
        reduction.clause(_literals(literals))
    return reduction.position()


def _literals(literals: Sequence[int]) -> Sequence[int]:
    """A clause after its check."""
    try:
        clause = [whole(literal) for literal in each(literals, "literals")]
    except TypeError:
        clause = []
    if not 1 <= len(clause) <= 3 or 0 in clause:
        expected = "expected one to three variables v or negations −v, v from 1"
        raise ValueError(f"clause {show(literals)}: {expected}")
    return clause
