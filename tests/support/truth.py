"""The truth behind a position: a board with its mines, and what a player may see of it.

All labels that come from here are true, so the positions have at least one legal assignment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from demine import Board, Position

Label = str | int


@dataclass(frozen=True)
class Truth:
    """A board and the cells that are mined."""

    board: Board
    mined: frozenset[int]

    @cached_property
    def counts(self) -> list[int]:
        """The number of mined neighbours of each cell."""
        u, v = self.board.edges.T
        mined = np.zeros(len(self.board), dtype=bool)
        mined[list(self.mined)] = True
        size = len(self.board)
        counts = np.bincount(u, mined[v], size) + np.bincount(v, mined[u], size)
        return [int(count) for count in counts]

    def labels(self, opened: Iterable[int], known: Iterable[int] = ()) -> list[Label]:
        """The count of each opened free cell, `*` or `□` where known, `?` elsewhere."""
        seen: list[Label] = ["?"] * len(self.board)
        for cell in known:
            seen[cell] = "*" if cell in self.mined else "□"
        for cell in opened:
            if cell not in self.mined:
                seen[cell] = self.counts[cell]
        return seen

    def position(
        self, opened: Iterable[int], known: Iterable[int] = (), mines: bool = False
    ) -> Position:
        """What a player sees, with the number of mines if he is told."""
        return Position(self.board, self.labels(opened, known), len(self.mined) if mines else None)


def random_truth(board: Board, rate: float, random: Random) -> Truth:
    """Each cell mined with this probability."""
    return Truth(board, frozenset(v for v in board.cells if random.random() < rate))


def glance(truth: Truth, rate: float, random: Random, mines: bool = False) -> Position:
    """What a player sees who has opened this share of the free cells."""
    return truth.position([v for v in truth.board.cells if random.random() < rate], mines=mines)


def replay(truth: Truth, random: Random) -> Iterator[Position]:
    """A game with the mines told: free cells opened one by one, next to opened ones if possible."""
    opened: list[int] = []
    left, near = set(truth.board.cells) - truth.mined, set[int]()
    yield truth.position(opened, mines=True)
    while left:
        cell = random.choice(sorted(near or left))
        opened.append(cell)
        left.discard(cell)
        near = (near | set(truth.board.neighbours(cell))) & left
        yield truth.position(opened, mines=True)
