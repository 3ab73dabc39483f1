"""Seeded positions of growing size: trees of several shapes, and strips of fixed height.

The counts are true for some mines, so each position is consistent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board, from_edges, grid
from demine.labels import COVERED, Label
from demine.position import Position

Family = Callable[[int], Position]
"""Makes the instance of a given size; the same size makes the same instance."""

Edges = NDArray[np.int64]

_MINED_SHARE: Final = 0.2
_COUNT_SHARE: Final = 0.5

_SEED: Final = 2011


def random_tree(n: int) -> Position:
    """A tree in which each vertex hangs below an earlier one, drawn evenly.

    Neighbours are far apart in memory, which large instances feel.
    """
    return _draw_position(from_edges(n, _random_edges(n)))


def depth_first_tree(n: int) -> Position:
    """The same tree with its vertices numbered depth first: neighbours are near in memory."""
    children: list[list[int]] = [[] for _ in range(n)]
    for parent, child in _random_edges(n).tolist():
        children[parent].append(child)
    number = np.empty(n, dtype=np.int64)
    waiting = [0]
    for place in range(n):
        vertex = waiting.pop()
        number[vertex] = place
        waiting += children[vertex]
    return _draw_position(from_edges(n, number[_random_edges(n)]))


def path(n: int) -> Position:
    """A path: the deepest tree."""
    return _draw_position(from_edges(n, np.column_stack([np.arange(n - 1), np.arange(1, n)])))


def star(n: int) -> Position:
    """A star: one vertex of degree n − 1, uncovered; the leaves covered."""
    edges = np.column_stack([np.zeros(n - 1, dtype=np.int64), np.arange(1, n)])
    mines = int(_MINED_SHARE * (n - 1))
    return Position(from_edges(n, edges), [mines, *[COVERED] * (n - 1)])


def strip(height: int) -> Family:
    """Grids of the given height; the size is the number of cells, rounded to whole columns."""

    def shape(n: int) -> Position:
        return _draw_position(grid(height, n // height))

    return shape


def _draw_position(board: Board) -> Position:
    """Mines and revealed counts drawn with a fixed seed."""
    rng = np.random.default_rng(_SEED)
    mined = rng.random(len(board)) < _MINED_SHARE
    revealed = ~mined & (rng.random(len(board)) < _COUNT_SHARE)
    counts = _count_mined_neighbours(board.edges, mined)
    labels: list[Label] = [
        count if shown else COVERED
        for count, shown in zip(counts.tolist(), revealed.tolist(), strict=True)
    ]
    return Position(board, labels)


def _random_edges(n: int) -> Edges:
    """Each vertex but the first with its parent before it."""
    children = np.arange(1, n)
    return np.column_stack([np.random.default_rng(_SEED).integers(0, children), children])


def _count_mined_neighbours(edges: Edges, mined: NDArray[np.bool_]) -> NDArray[np.int64]:
    counts = np.zeros(len(mined), dtype=np.int64)
    for ends, others in ((0, 1), (1, 0)):
        np.add.at(counts, edges[:, ends], mined[edges[:, others]])
    return counts
