"""Rooted trees (Golan 2011, §3 and §4): the paper's objects, one `Vertex` per cell.

    >>> import demine
    >>> position = demine.Position(demine.from_edges(3, [(0, 1), (0, 2)]), [1, "?", "?"])
    >>> root = demine.trees.rooted(position, 0)
    >>> root.children, root.P, root.P_minus
    ((1, 2), [0, 2, 0, 0], [1, 0, 0, 0])
    >>> root.children[0].P_mined
    [0, 1]

Every polynomial is the engine's answer about a sub-tree, a question of its own when first asked.
"""

from __future__ import annotations

from typing import Self

from demine.arguments import check
from demine.board import Cell, from_edges
from demine.errors import InvalidBoard
from demine.labels import COVERED, FREE, IMPOSSIBLE, MINED, Label
from demine.lazy import lazy_value
from demine.position import Position


def rooted(position: Position, root: Cell = 0) -> Vertex:
    """The tree of the position that contains the cell `root`, rooted there.

    `InvalidBoard` if the board has a cycle there. Other trees of a forest are left out.
    """
    check(position, Position, "position")
    position.check_classic("a rooted tree")
    labels = position.labels
    top = Vertex._of(position.board.index(root), labels, None)
    order, seen = [top], {int(top)}
    for vertex in order:
        near = [v for v in position.board.neighbours(int(vertex)) if v != vertex.parent]
        if not seen.isdisjoint(near):
            raise InvalidBoard(
                f"{position.board!r} has a cycle through cell {int(vertex)}: expected a tree"
            )
        seen.update(near)
        vertex.children = tuple(Vertex._of(v, labels, vertex) for v in near)
        order += vertex.children
    return top


class Vertex(int):
    """A vertex of a rooted tree: the number of its cell, with the paper's notation as attributes.

    Polynomials are lists of coefficients: entry k counts legal assignments with exactly k mines,
    for k from 0 to the number of vertices. Sub-trees are positions whose cell 0 is this vertex;
    `cells` has the original cell of each of their cells.
    """

    label: Label
    """label(v)."""
    parent: Vertex | None
    """p(v); None at the root."""
    children: tuple[Vertex, ...]
    """C(v), ascending."""

    @classmethod
    def _of(cls, cell: int, labels: tuple[Label, ...], parent: Vertex | None) -> Self:
        vertex = cls(cell)
        vertex.label, vertex.parent, vertex.children = labels[cell], parent, ()
        return vertex

    def children_labelled(self, label: Label) -> tuple[Vertex, ...]:
        """C_σ(v): the children with this label."""
        return tuple(child for child in self.children if child.label == label)

    @lazy_value
    def subtree(self) -> tuple[Vertex, ...]:
        """This vertex and all below it, parents before children."""
        found = [self]
        for vertex in found:
            found += vertex.children
        return tuple(found)

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell of each cell of the sub-trees."""
        return tuple(map(int, self.subtree))

    @lazy_value
    def T(self) -> Position:
        """T(v): the sub-tree rooted at v."""
        place = {vertex: i for i, vertex in enumerate(self.subtree)}
        edges = [(place[vertex], place[c]) for vertex in self.subtree for c in vertex.children]
        board = from_edges(len(place), edges)
        return Position(board, [vertex.label for vertex in self.subtree])

    @property
    def T_minus(self) -> Position:
        """T₋(v): a number reduced by 1, since the parent is mined; else T(v)."""
        if not isinstance(self.label, int):
            return self.T
        return self.T.with_labels({0: max(self.label - 1, IMPOSSIBLE)})

    @property
    def T_free(self) -> Position:
        """T_□(v): v free. Inconsistent if v is `*`: the label −1 says so."""
        if self.label == COVERED:
            return self.T.with_labels({0: FREE})
        return self.T.with_labels({0: IMPOSSIBLE}) if self.label == MINED else self.T

    @property
    def T_mined(self) -> Position:
        """T_*(v): v mined. Inconsistent if v is free: the label −1 says so."""
        if self.label == MINED:
            return self.T
        return self.T.with_labels({0: MINED if self.label == COVERED else IMPOSSIBLE})

    @lazy_value
    def P(self) -> list[int]:
        """P(v), the polynomial of T(v)."""
        return self.T.counts_by_mines()

    @lazy_value
    def P_minus(self) -> list[int]:
        """P₋(v), of T₋(v)."""
        return self.T_minus.counts_by_mines()

    @lazy_value
    def P_free(self) -> list[int]:
        """P_□(v), of T_□(v)."""
        return self.T_free.counts_by_mines()

    @lazy_value
    def P_mined(self) -> list[int]:
        """P_*(v), of T_*(v)."""
        return self.T_mined.counts_by_mines()
