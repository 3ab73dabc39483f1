"""Games to learn from: many at once in the engine, on the three boards of docs/learners.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import demine
from demine._native import Simultaneous

Codes = NDArray[Any]
"""The codes of the labels: games × cells."""

_WON, _LOST = 1, 2


class Setup(NamedTuple):
    """A grid and its number of mines; the first click is safe."""

    side: int
    mines: int

    @property
    def board(self) -> demine.Board:
        """The grid."""
        return demine.grid(self.side, self.side)

    def __str__(self) -> str:
        return f"{self.side}×{self.side}/{self.mines}"


SETUPS: Final = (Setup(6, 4), Setup(8, 10), Setup(9, 10))


class Row:
    """Games side by side. A game that ends is followed by the next of its sequence."""

    def __init__(self, setup: Setup, games: int, seed: int) -> None:
        """Deal the first game of each sequence; the seeds of the sequences are seed, seed + 1 …"""
        self.setup, self.board = setup, setup.board
        self._games = Simultaneous(
            self.board.graph, setup.mines, "safe", [seed + i for i in range(games)]
        )
        self.playing = np.ones(games, dtype=bool)
        self.won = np.zeros(games, dtype=bool)

    @property
    def codes(self) -> Codes:
        """What the players see."""
        return self._games.labels

    def step(self, cells: NDArray[np.int64]) -> None:
        """Open a cell in each game. A game that was over begins again instead."""
        _, results = self._games.step(np.asarray(cells, np.int64))
        self.won = results == _WON
        self.playing = ~(self.won | (results == _LOST))


def win_rate(
    pick: Callable[[demine.Board, Codes, int], NDArray[np.int64]],
    setup: Setup,
    games: int,
    seed: int,
) -> float:
    """The share of games that are won by opening the cell that `pick` names in each position."""
    row, alive, won = Row(setup, games, seed), np.ones(games, dtype=bool), 0
    while alive.any():
        cells = np.zeros(games, np.int64)
        cells[alive] = pick(row.board, row.codes[alive], setup.mines)
        row.step(cells)
        won += int((row.won & alive).sum())
        alive &= row.playing
    return won / games
