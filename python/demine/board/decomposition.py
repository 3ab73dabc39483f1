"""Tree decompositions (Golan 2011, §5): bags of cells on a tree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from demine.board.board import Board
    from demine.meter import Meter

_CELL_BYTES: Final = 40
"""About the size of a cell in a list: a pointer and an int."""

_OFTEN: Final = 64
"""Bags between two looks at the clock; some have thousands of cells."""


@dataclass(frozen=True)
class Decomposition:
    """A tree decomposition of a board's graph.

    Every cell is in a bag, every two neighbours share a bag, and the bags of a cell are connected
    in the tree. `edges` joins bags by their index. The width is the size of the largest bag less 1.
    """

    cells: int
    width: int
    bags: list[list[int]]
    edges: list[tuple[int, int]]

    @classmethod
    def of(cls, board: Board, meter: Meter, effort: int = 1) -> Decomposition:
        """The engine's decomposition of a board; its bags are part of what the call holds."""
        sweeps = board.layout.sweeps()
        width, cells, ends, edges = board.graph.decomposition(meter.limits(), sweeps, effort)
        meter.hold(_CELL_BYTES * len(cells))
        starts = [0, *ends.tolist()]
        bags = [cells[a:b].tolist() for a, b in meter.each(pairwise(starts), _OFTEN)]
        return cls(len(board), width, bags, edges)

    def td(self) -> str:
        """The decomposition in PACE's `.td` format, where bags and vertices count from 1."""
        lines = [f"s td {len(self.bags)} {self.width + 1} {self.cells}"]
        for number, bag in enumerate(self.bags, start=1):
            lines.append(" ".join(["b", str(number), *(str(cell + 1) for cell in bag)]))
        lines += [f"{one + 1} {other + 1}" for one, other in self.edges]
        return "\n".join(lines) + "\n"

    def validate(self, board: Board) -> None:
        """Check Golan's three conditions, the tree and the width; `ValueError` says which fails."""
        if self.cells != len(board):
            raise ValueError(f"the decomposition has {self.cells} cells, the board {len(board)}")
        self._check_tree()
        self._check_bags()
        self._check_neighbours(board)
        self._check_connection()

    def _check_tree(self) -> None:
        if len(self.edges) != max(0, len(self.bags) - 1):
            raise ValueError(f"{len(self.bags)} bags with {len(self.edges)} edges are not a tree")
        root = list(range(len(self.bags)))

        def top(bag: int) -> int:
            while root[bag] != bag:
                root[bag] = root[root[bag]]
                bag = root[bag]
            return bag

        for one, other in self.edges:
            for bag in (one, other):
                if not 0 <= bag < len(self.bags):
                    raise ValueError(f"an edge joins bag {bag}: expected 0 to {len(self.bags) - 1}")
            if top(one) == top(other):
                raise ValueError(f"the edge of bags {one} and {other} closes a cycle")
            root[top(one)] = top(other)

    def _check_bags(self) -> None:
        widest = max((len(bag) for bag in self.bags), default=0)
        if self.width != widest - 1:
            raise ValueError(f"the width is {self.width}, but the largest bag has {widest} cells")
        for number, bag in enumerate(self.bags):
            if len(set(bag)) < len(bag):
                raise ValueError(f"bag {number} holds a cell twice")
        held = {cell for bag in self.bags for cell in bag}
        for cell in sorted(held ^ set(range(self.cells))):
            where = "in a bag, but not on the board" if cell in held else "in no bag"
            raise ValueError(f"cell {cell} is {where}")

    def _check_neighbours(self, board: Board) -> None:
        homes: list[set[int]] = [set() for _ in range(self.cells)]
        for number, bag in enumerate(self.bags):
            for cell in bag:
                homes[cell].add(number)
        for u, v in board.edges.tolist():
            if homes[u].isdisjoint(homes[v]):
                raise ValueError(f"neighbours {u} and {v} share no bag")

    def _check_connection(self) -> None:
        # On a tree, n bags are connected if and only if n - 1 edges join two of them.
        pieces = Counter(cell for bag in self.bags for cell in bag)
        for one, other in self.edges:
            pieces.subtract(set(self.bags[one]) & set(self.bags[other]))
        for cell, count in pieces.items():
            if count != 1:
                raise ValueError(f"the bags of cell {cell} are not connected in the tree")
