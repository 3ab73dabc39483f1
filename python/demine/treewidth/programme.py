"""Golan's dynamic programme for graphs of bounded treewidth, as printed (2011, §5).

For each node W_i of a nice tree decomposition and each assignment 𝒜 of its covered vertices W_i?,
P_i(𝒜) is a polynomial with one unknown x_j per vertex v_j. The coefficient of x₁^a₁ … xₙ^aₙ is the
number of ways to extend 𝒜 below the node so that each number v_j in W_i# has a_j mined neighbours,
and each number already forgotten has as many as its label. An assignment is the frozenset of its
mined vertices.

This version of the algorithm is for reading and checking. It shares no code with the engine and
suits small graphs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from demine.arguments import check, number_of
from demine.board import Decomposition, from_edges
from demine.labels import COVERED, IMPOSSIBLE, MINED
from demine.position import Position
from demine.treewidth.exact import decompose
from demine.treewidth.nice import Nice, Node, make_nice
from demine.treewidth.polynomials import Monomial, Polynomial, add, coefficient, divide, multiply
from demine.wording import plural

Assignment = frozenset[int]
Polynomials = dict[Assignment, Polynomial]


class Programme:
    """The polynomials P_i(𝒜) of a position along a nice tree decomposition of its graph.

    `polynomials[i]` belongs to the node `nodes[i]`; the root is the last one.
    """

    def __init__(
        self, position: Position, decomposition: Nice | Decomposition | None = None
    ) -> None:
        """Along a decomposition, which is made nice first; by default one of least width.

        `ValueError` if it is not a decomposition of the position's graph.
        """
        check(position, Position, "position")
        self.nodes = _nice(position, decomposition).nodes
        self._neighbours = [set(position.board.neighbours(v)) for v in position.board.cells]
        self._covered = {v for v, label in enumerate(position.labels) if label == COVERED}
        self._numbers = _numbers_of_covered(position)
        self.polynomials: list[Polynomials] = []
        for node in self.nodes:
            self.polynomials.append({a: self._polynomial(node, a) for a in self._assignments(node)})

    def __repr__(self) -> str:
        nodes, legal = len(self.nodes), self.count()
        return f"<Programme: {plural(nodes, 'node')}, {plural(legal, 'legal assignment')}>"

    def count(self) -> int:
        """The number of legal assignments, read off the root."""
        return sum(self._count(polynomial) for polynomial in self.polynomials[-1].values())

    def _count(self, polynomial: Polynomial) -> int:
        for v in self.nodes[-1].bag & self._numbers.keys():
            polynomial = coefficient(polynomial, v, self._numbers[v])
        return sum(polynomial.values())

    def _assignments(self, node: Node) -> Iterator[Assignment]:
        covered = sorted(node.bag & self._covered)
        choices = (combinations(covered, size) for size in range(len(covered) + 1))
        return map(frozenset, chain.from_iterable(choices))

    def _polynomial(self, node: Node, assignment: Assignment) -> Polynomial:
        """The four cases of the paper."""
        if not node.children:
            return {self._local(node, assignment): 1}
        forgotten = self.nodes[node.children[0]].bag - node.bag
        if forgotten:
            return self._forget(node, assignment, *forgotten)
        return self._introduce_or_join(node, assignment)

    def _forget(self, node: Node, assignment: Assignment, v: int) -> Polynomial:
        """The second case: v leaves the bag, with either of its values or with its label met."""
        below = self.polynomials[node.children[0]]
        if v in self._covered:
            return add(below[assignment | {v}], below[assignment])
        if v in self._numbers:
            return coefficient(below[assignment], v, self._numbers[v])
        return below[assignment]

    def _introduce_or_join(self, node: Node, assignment: Assignment) -> Polynomial:
        """The third and fourth cases: the node's own mines, times those below each child."""
        product = {self._local(node, assignment): 1}
        for index in node.children:
            child = self.nodes[index]
            below = assignment & child.bag
            seen = divide(self.polynomials[index][below], self._local(child, below))
            product = multiply(product, seen)
        return product

    def _local(self, node: Node, assignment: Assignment) -> Monomial:
        """P_i,loc(𝒜): the mines within the node next to each of its numbers."""
        numbers = node.bag & self._numbers.keys()
        seen = (len(around & assignment) for around in self._neighbours)
        return tuple(mines if v in numbers else 0 for v, mines in enumerate(seen))


def with_universal_vertex(position: Position, mines: int) -> Position:
    """Proposition 5.2: the number of mines as the label of a further vertex next to every cell."""
    check(position, Position, "position")
    position.check_classic("the universal vertex")
    number_of("mines", mines, 0)
    n = len(position.board)
    spokes = [(v, n) for v in range(n)]
    board = from_edges(n + 1, [*position.board.edges.tolist(), *spokes])
    return Position(board, [*position.labels, mines])


def _nice(position: Position, decomposition: Nice | Decomposition | None) -> Nice:
    """The decomposition made nice, after a check that it fits the position's graph."""
    position.check_classic("the programme of Golan 2011")
    if decomposition is None:
        return make_nice(decompose(position.board))
    if isinstance(decomposition, Nice):
        decomposition.decomposition().validate(position.board)
        return decomposition
    check(decomposition, Decomposition, "decomposition")
    decomposition.validate(position.board)
    return make_nice(decomposition)


def _numbers_of_covered(position: Position) -> dict[int, int]:
    """Each number less its known mines, as in T₋: −1 admits no legal assignment.

    §5 has covered vertices and numbers only; so `*` and `□` need no case of their own.
    """
    mined = {v for v, label in enumerate(position.labels) if label == MINED}
    around = position.board.neighbours
    return {
        v: max(label - len(mined.intersection(around(v))), IMPOSSIBLE)
        for v, label in enumerate(position.labels)
        if isinstance(label, int)
    }
