"""ZiNi of Expert boards, compared with ms_toollib: `python benches/zini.py --boards 10000`."""

from __future__ import annotations

import argparse
from random import Random

import ms_toollib

import demine
from demine import Game

_ROWS, _COLUMNS, _MINES = 16, 30, 99


def shown(board: demine.Board, mined: set[int]) -> list[list[int]]:
    """The board as ms_toollib writes it: -1 is a mine."""
    numbers = [
        -1 if cell in mined else len(mined.intersection(board.neighbours(cell)))
        for cell in board.cells
    ]
    return [numbers[row * _COLUMNS : (row + 1) * _COLUMNS] for row in range(_ROWS)]


def count_equal(boards: int, seed: int) -> int:
    """How many of the boards have the same ZiNi in both programs."""
    chance, board, equal = Random(seed), demine.grid(_ROWS, _COLUMNS), 0
    for _ in range(boards):
        mined = set(chance.sample(board.cells, _MINES))
        ours = Game.from_mines(board, mined).zini
        equal += ours == ms_toollib.cal_zini(shown(board, mined))  # type: ignore[call-arg]
    return equal


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = count_equal(asked.boards, asked.seed)
    print(f"{found} of {asked.boards} boards have the same ZiNi (seed {asked.seed})")
    assert found == asked.boards
