"""Positions of growing size, all consistent: trees of several shapes, strips of fixed height."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
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
_OPENED_SHARE: Final = 0.5

_SEED: Final = 2011


def random_tree(n: int) -> Position:
    """A tree in which the parent of each vertex is a random earlier one.

    Neighbours are far apart in memory, which slows large instances.
    """
    return _draw_position(from_edges(n, _random_edges(n)))


def depth_first_tree(n: int) -> Position:
    """The same tree with its vertices numbered depth first, so neighbours are near in memory."""
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
    """A star: its centre is opened, its leaves are covered."""
    edges = np.column_stack([np.zeros(n - 1, dtype=np.int64), np.arange(1, n)])
    mines = int(_MINED_SHARE * (n - 1))
    return Position(from_edges(n, edges), [mines, *[COVERED] * (n - 1)])


def hubs(leaves: int | None) -> Family:
    """A covered root above many 1s, each with so many covered leaves (None: √n).

    Nothing can be deduced here, so the whole tree is counted.
    """

    def shape(n: int) -> Position:
        each = leaves or isqrt(n)
        count = (n - 1) // (each + 1)
        first = 1 + (each + 1) * np.arange(count)
        below = first[:, None] + np.arange(1, each + 1)
        ends = np.concatenate([np.zeros(count, dtype=np.int64), np.repeat(first, each)])
        edges = np.column_stack([ends, np.concatenate([first, below.ravel()])])
        hub: list[Label] = [1, *[COVERED] * each]
        labels = [COVERED, *hub * count]
        return Position(from_edges(len(labels), edges), labels)

    return shape


def strip(height: int) -> Family:
    """Grids of the given height; the size is the number of cells, rounded to whole columns."""

    def shape(n: int) -> Position:
        return _draw_position(grid(height, n // height))

    return shape


def _draw_position(board: Board) -> Position:
    """Mines and opened cells, drawn with a fixed seed."""
    rng = np.random.default_rng(_SEED)
    mined = rng.random(len(board)) < _MINED_SHARE
    opened = ~mined & (rng.random(len(board)) < _OPENED_SHARE)
    numbers = np.zeros(len(board), dtype=np.int64)
    for ends, others in (board.edges.T, board.edges.T[::-1]):
        np.add.at(numbers, ends, mined[others])
    shown = zip(numbers.tolist(), opened.tolist(), strict=True)
    return Position(board, [number if is_open else COVERED for number, is_open in shown])


def _random_edges(n: int) -> Edges:
    """(parent, child) for each vertex but the first."""
    children = np.arange(1, n)
    return np.column_stack([np.random.default_rng(_SEED).integers(0, children), children])
