"""All guess components of a board (Golan 2014, §3), and the minimal ones.

A board may have exponentially many: in a clique every set of cells is one. They are therefore never
listed at once. The modular decomposition tree holds them all: each is a node, or a union of two or
more children of a series or parallel node. `Components` walks over them one at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import combinations
from typing import Unpack

import numpy as np

from demine.arguments import check, each
from demine.board import Board, Cell
from demine.meter import Budget
from demine.onemine.optimal import Module, decomposition


def is_component(board: Board, cells: Iterable[Cell]) -> bool:
    """Whether the cells are a guess component: no cell outside tells them apart (§3).

    By the definition, in time linear in the edges. The empty set is none, as in Example 3.1.
    """
    check(board, Board, "board")
    chosen = np.zeros(len(board), dtype=bool)
    chosen[[board.index(cell) for cell in each(cells, "cells")]] = True
    size = int(np.count_nonzero(chosen))
    ends, others = np.concatenate([board.edges, board.edges[:, ::-1]]).T
    inside = np.bincount(ends[chosen[others]], minlength=len(board))[~chosen]
    return size > 0 and bool(np.all((inside == 0) | (inside == size)))


def components(board: Board, **budget: Unpack[Budget]) -> Components:
    """All guess components, as a set that is not stored; the budget is for the tree."""
    return Components(board, decomposition(board, **budget))


def minimal_components(board: Board, **budget: Unpack[Budget]) -> Iterator[frozenset[int]]:
    """The minimal guess components (§3): at least two cells, and no smaller such component inside.

    One at a time: the pairs of leaves of each series or parallel node, and each prime node that has
    only leaves. A clique of n cells has n(n − 1)/2 of them.
    """
    for _, module in decomposition(board, **budget).walk():
        leaves = [child for child in module.children if child.kind == "leaf"]
        if module.kind in ("series", "parallel"):
            yield from (a.cells | b.cells for a, b in combinations(leaves, 2))
        elif module.kind == "prime" and len(leaves) == len(module):
            yield module.cells


class Components(Set[frozenset[int]]):
    """The guess components of a board, a set of sets of cells.

    Iteration makes one component at a time, parents before children in the tree. `in` and `count`
    need no iteration; `len` fails with `OverflowError` where `count` has too many digits for it.
    """

    def __init__(self, board: Board, root: Module) -> None:
        """Made by `demine.onemine.components`."""
        self.board = board
        self.root = root

    def __contains__(self, cells: object) -> bool:
        return isinstance(cells, Iterable) and is_component(self.board, cells)

    def __iter__(self) -> Iterator[frozenset[int]]:
        for _, module in self.root.walk():
            yield module.cells
            yield from _unions(module)

    def __len__(self) -> int:
        return self.count()

    def __repr__(self) -> str:
        return f"<{self.count()} guess components of {len(self.board)} cells>"

    def count(self) -> int:
        """Their number, exactly: one per node, and the unions of children where there are some."""
        joined = [
            len(module.children)
            for _, module in self.root.walk()
            if module.kind in ("series", "parallel")
        ]
        nodes = sum(1 for _ in self.root.walk())
        return nodes + sum((1 << children) - children - 2 for children in joined)


def _unions(module: Module) -> Iterator[frozenset[int]]:
    """The unions of some children that are components: two or more, but not all."""
    if module.kind not in ("series", "parallel"):
        return
    parts = [child.cells for child in module.children]
    for size in range(2, len(parts)):
        for chosen in combinations(parts, size):
            yield frozenset().union(*chosen)
