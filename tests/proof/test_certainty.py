"""Boards without guesses under rules: exact analysis alone wins them."""

from __future__ import annotations

import pytest

import demine
from demine import Game
from demine.errors import InvalidGame, Timeout
from demine.proof import is_no_guess, settle

GRID = demine.grid(5, 5)


@pytest.mark.parametrize("rules", ["capacity=2", "M", "Q"])
def test_a_settled_game_is_won_by_certain_cells(rules: str) -> None:
    game = Game(GRID, 5, seed=2, first="opening", rules=rules)
    game.flag(0)
    found = settle(game, 12, seconds=60)
    assert found.flags == {0}
    assert found.rules == game.rules
    found.flag(0)
    if 0 in found.flags:
        found.flag(0)
    found.open(12)
    while not found.is_over:
        safe = found.position.analyze().safe & {
            cell for cell, label in enumerate(found.position.labels) if label == "?"
        }
        assert safe
        found.open(min(safe))
    assert found.status == "won"


def test_games_that_need_a_guess_are_told_apart() -> None:
    star = demine.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    assert not is_no_guess(Game.from_mines(star, [1], rules="capacity=2"), 0)
    assert is_no_guess(Game.from_mines(star, [1, 1, 2, 2, 3, 3], rules="capacity=2"), 0)


def test_no_certificate_is_promised() -> None:
    with pytest.raises(InvalidGame, match="certificates support only the classic rules"):
        demine.no_guess(Game(GRID, 5, seed=1, rules="liar"))


def test_the_time_is_bounded() -> None:
    # The star shows how many mines its leaves have, and not which.
    board = demine.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    with pytest.raises(Timeout, match=r"no board without a guess in 0\.3 seconds"):
        settle(Game(board, 1, seed=1, rules="capacity=2"), 0, seconds=0.3)
