"""Large boards of eight kinds, and positions on them: those on which a budget matters most.

Numbers are true of random mines, so a position is consistent; in a wrong one, some are not.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import demine
from demine import Board, Position
from demine.rules import within

Pairs = NDArray[np.int64]

_HUBS: Final = 10
_CLIQUE: Final = 8
_SUMMED: Final = 20
"""Cells of the sum beyond the numbers."""
_MINED, _OPENED = 0.2, 0.5
"""Shares of the cells that are mined, and of the others that are opened."""


def _joined(*ends: NDArray[np.int64]) -> Pairs:
    return np.stack(ends, axis=1)


def _path(cells: int, random: np.random.Generator) -> Pairs:
    return _joined(np.arange(cells - 1), np.arange(1, cells))


def _star(cells: int, random: np.random.Generator) -> Pairs:
    return _joined(np.zeros(cells - 1, np.int64), np.arange(1, cells))


def _tree(cells: int, random: np.random.Generator) -> Pairs:
    child = np.arange(1, cells)
    return _joined((random.random(cells - 1) * child).astype(np.int64), child)


def _hubs(cells: int, random: np.random.Generator) -> Pairs:
    """Every cell is next to two hubs, or to one twice: classes of thousands of cells."""
    leaves = np.arange(_HUBS, cells)
    pairs = [_joined(random.integers(0, _HUBS, len(leaves)), leaves) for _ in range(2)]
    return np.unique(np.concatenate(pairs), axis=0)


def _cliques(cells: int, random: np.random.Generator) -> Pairs:
    """Groups of cells that are all neighbours; the last of each is next to the next group."""
    first, second = np.triu_indices(_CLIQUE, 1)
    starts = np.arange(0, cells - _CLIQUE + 1, _CLIQUE)[:, None]
    inside = _joined((starts + first).ravel(), (starts + second).ravel())
    links = _joined(starts[1:, 0] - 1, starts[1:, 0])
    return np.concatenate([inside, links])


def _sparse(cells: int, random: np.random.Generator) -> Pairs:
    pairs = np.sort(random.integers(0, cells, (cells * 3 // 2, 2)), axis=1)
    return np.unique(pairs[pairs[:, 0] < pairs[:, 1]], axis=0)


_EDGES: Final[dict[str, Callable[[int, np.random.Generator], Pairs]]] = {
    "path": _path,
    "star": _star,
    "tree": _tree,
    "hubs": _hubs,
    "cliques": _cliques,
    "sparse": _sparse,
    "empty": lambda cells, random: np.empty((0, 2), np.int64),
}
KINDS: Final = (*_EDGES, "grid")


def board_of(kind: str, cells: int) -> Board:
    """A board of about so many cells; always the same one."""
    if kind == "grid":
        return demine.grid(isqrt(cells), isqrt(cells))
    return demine.from_edges(cells, _EDGES[kind](cells, np.random.default_rng(1)))


def positions_of(kind: str, board: Board) -> dict[str, Position]:
    """Positions with unknown mines, with a known number, with wrong numbers, and with rules.

    By its rules a cell holds up to two mines, a number may be off by one, and one sum joins a few
    cells that lie far apart.
    """
    random, cells = np.random.default_rng(2), len(board)
    mined = random.random(cells) < _MINED
    opened = ~mined & (random.random(cells) < _OPENED)
    if kind in ("star", "hubs"):  # open the hubs, and leave the work below them
        mined[:_HUBS] = False
        opened = np.arange(cells) < (_HUBS if kind == "hubs" else 1)
    labels = _labels(_numbers(board, mined), opened)
    wrong: list[str | int] = [
        label + 1 if isinstance(label, int) and cell % 97 == 0 else label
        for cell, label in enumerate(labels)
    ]
    mines = int(mined.sum())
    held = mined * random.integers(1, 3, cells)
    joined = range(0, cells, cells // _SUMMED)
    sums = [(joined, [int(held[joined].sum())])]
    numbers = _labels(_numbers(board, held), opened)
    return {
        "open": Position(board, labels),
        "counted": Position(board, labels, mines),
        "wrong": Position(board, wrong, mines),
        "ruled": Position(board, numbers, capacity=2, values=within(1), sums=sums),
    }


def _labels(numbers: NDArray[np.int64], opened: NDArray[np.bool_]) -> list[str | int]:
    return [
        int(number) if is_open else "?" for number, is_open in zip(numbers, opened, strict=True)
    ]


def _numbers(board: Board, mines: NDArray[Any]) -> NDArray[np.int64]:
    """How many mines the neighbours of each cell hold."""
    numbers = np.zeros(len(board), np.int64)
    for here, there in (board.edges.T, board.edges.T[::-1]):
        np.add.at(numbers, here, mines[there])
    return numbers
