"""Positions that are too wide to count."""

from __future__ import annotations

from random import Random

import demine
from demine import Board, Position


def true_position(board: Board, mines: int, share: float, seed: int) -> Position:
    """Mines at random, and some of the free cells opened at random."""
    random = Random(seed)
    mined = set(random.sample(range(len(board)), mines))
    labels: list[str | int] = [
        "?" if cell in mined or random.random() > share else len(mined & set(around))
        for cell, around in ((cell, board.neighbours(cell)) for cell in board.cells)
    ]
    return Position(board, labels, mines)


def checkerboard(size: int, mines: int) -> Position:
    """Every second cell of every second row shows a 3."""
    board = demine.grid(size, size)
    labels = [3 if cell // size % 2 == cell % size % 2 == 0 else "?" for cell in board.cells]
    return Position(board, labels, mines)
