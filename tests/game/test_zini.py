"""ZiNi: equal to ms_toollib's on grids, and a bound by play on other boards."""

from __future__ import annotations

from random import Random

import ms_toollib
import pytest

import demine
from demine import Game, InvalidGame


def shown(game: Game, rows: int, columns: int) -> list[list[int]]:
    """The board as ms_toollib writes it: -1 is a mine."""
    board = game.board
    number = [
        -1 if cell in game.mined else sum(near in game.mined for near in board.neighbours(cell))
        for cell in board.cells
    ]
    return [number[row * columns : (row + 1) * columns] for row in range(rows)]


@pytest.mark.parametrize(("rows", "columns"), [(16, 30), (9, 9), (5, 12), (1, 7), (2, 2)])
def test_zini_is_that_of_ms_toollib(rows: int, columns: int) -> None:
    chance, board = Random(1), demine.grid(rows, columns)
    for _ in range(150):
        mines = chance.randrange(len(board) // 3 + 1)
        game = Game.from_mines(board, chance.sample(board.cells, mines))
        theirs = ms_toollib.cal_zini(shown(game, rows, columns))  # type: ignore[call-arg]
        assert game.zini == theirs, game.id


@pytest.mark.parametrize("board", [demine.hexagonal(6, 6), demine.box((3, 3, 3))], ids=str)
def test_zini_never_exceeds_3bv(board: demine.Board) -> None:
    """On any board: the player chords only where that costs no more than clicks do."""
    chance, fewer = Random(2), 0
    for _ in range(100):
        game = Game.from_mines(board, chance.sample(board.cells, chance.randrange(9)))
        zini, three_bv = game.zini, game.three_bv
        assert zini is not None
        assert three_bv is not None
        assert 0 < zini <= three_bv
        fewer += zini < three_bv
    assert fewer > 0


def test_zini_is_hidden_until_the_game_is_over() -> None:
    with pytest.raises(InvalidGame, match="hidden until the game is over"):
        _ = Game(demine.grid(3, 3), 2, seed=1).zini
