"""Clicks: their kinds, the 3BV so far, and which of them were wasted."""

from __future__ import annotations

from random import Random

import pytest

import demine
from demine import Game, InvalidGame
from demine.game import Replay, count_clicks, wasted_clicks

# Mines in two corners of 3×4:   * 1 0 0
#                                1 1 1 1
#                                0 0 1 *
BOARD, MINES = demine.grid(3, 4), [0, 11]


def play(*moves: tuple[str, int]) -> Game:
    game = Game.from_mines(BOARD, MINES)
    for kind, cell in moves:
        game.move(kind, cell)  # type: ignore[arg-type]
    return game


def test_kinds_of_clicks() -> None:
    game = play(("open", 1), ("open", 1), ("flag", 0), ("chord", 5), ("open", 5), ("chord", 5))
    clicks = count_clicks(game)
    assert (clicks.left, clicks.right, clicks.chord, clicks.void) == (2, 1, 1, 2)
    assert (clicks.effective, clicks.total) == (4, 6)
    assert str(clicks) == "6 clicks (2 left, 1 right, 1 chord, 2 void)"
    assert clicks.to_dict()["total"] == 6


def test_nothing_yet() -> None:
    clicks = count_clicks(Game(BOARD, 2, seed=1))
    assert (str(clicks), clicks.efficiency, clicks.speed) == ("0 clicks", None, None)


def test_void_clicks_are_kept_in_a_replay() -> None:
    game = play(("open", 2), ("open", 2), ("chord", 2))
    same = Replay.loads(Replay.of(game).dumps()).verify()
    assert same.voids == game.voids == 2
    assert game.again().voids == 0


@pytest.mark.parametrize("seed", range(20))
def test_the_3bv_so_far_is_that_of_the_board_after_a_win(seed: int) -> None:
    chance, board = Random(seed), demine.grid(7, 7)
    mines = chance.sample(range(49), 8)
    game = Game.from_mines(board, mines)
    for cell in chance.sample(range(49), 49):
        if cell not in mines:
            game.open(cell)
    assert game.status == "won"
    assert count_clicks(game).three_bv == game.three_bv


def test_a_perfect_game_wastes_nothing() -> None:
    game = play(("open", 2), ("open", 8))
    assert game.status == "won"
    assert wasted_clicks(game) == ()
    assert count_clicks(game).efficiency == 1


def test_every_kind_of_waste() -> None:
    game = play(
        ("open", 1),  # 2 opens it as well
        ("flag", 0),
        ("flag", 0),  # removed
        ("open", 2),
        ("flag", 11),  # never used
        ("open", 8),
    )
    found = [(waste.number, waste.clicks, waste.kind) for waste in wasted_clicks(game)]
    assert game.status == "won"
    assert found == [(1, 1, "open"), (3, 2, "unflag"), (5, 1, "flag")]
    assert all(waste.why for waste in wasted_clicks(game))


def test_a_chord_that_saves_nothing() -> None:
    """Its flag and the chord are two clicks; the only new cell would need one."""
    game = Game.from_mines(demine.grid(1, 5), [0, 4])
    for kind, cell in [("open", 1), ("flag", 0), ("chord", 1)]:
        game.move(kind, cell)  # type: ignore[arg-type]
    found = [(waste.number, waste.clicks, waste.kind) for waste in wasted_clicks(game)]
    assert (game.status, found) == ("won", [(1, 1, "open"), (3, 1, "chord")])


def test_only_a_finished_game_tells() -> None:
    with pytest.raises(InvalidGame, match="the game is playing"):
        wasted_clicks(play(("open", 1)))


def test_the_click_that_loses_is_not_wasted() -> None:
    assert wasted_clicks(play(("open", 0))) == ()


def test_a_flag_opens_nothing() -> None:
    """So its cell is not wasted when it is opened after the flag is gone."""
    game = play(("flag", 2), ("flag", 2), ("open", 2), ("open", 8))
    found = [(waste.number, waste.clicks, waste.kind) for waste in wasted_clicks(game)]
    assert (game.status, found) == ("won", [(2, 2, "unflag")])


def test_flags_with_a_count() -> None:
    """A flag for two mines takes two clicks, and a third one removes it."""
    game = Game.from_mines(demine.grid(1, 4), [0, 0], rules="capacity=2")
    for kind, cell in [("flag", 3)] * 3 + [("flag", 0)] * 2 + [("open", 1), ("chord", 1)]:
        game.move(kind, cell)  # type: ignore[arg-type]
    game.open(3)
    found = [(waste.number, waste.clicks, waste.kind) for waste in wasted_clicks(game)]
    assert game.status == "won"
    assert found == [(3, 3, "unflag"), (6, 1, "open"), (7, 2, "chord")]
