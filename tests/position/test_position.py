"""What makes a Position, and the message for what does not."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import demine
from demine import Game, InvalidPosition, Position, grid
from strategies import positions

BOARD = demine.grid(2, 3)
COVERED = ["?"] * 6


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["?"] * 5, "5 labels for a board of 6 cells: one label per cell is expected"),
        (["?"] * 7, "7 labels for a board of 6 cells"),
        ([], "0 labels for a board of 6 cells"),
        (
            ["?", "?", "x", "?", "?", "?"],
            "cell 2 is labelled 'x': expected '?', '□', '*' or a number",
        ),
        (["?", "", "?", "?", "?", "?"], "cell 1 is labelled ''"),
        (["?", "?", "?", "?", "?", "1"], "cell 5 is labelled '1'"),
        (["?", "?", "?", -2, "?", "?"], "cell 3 is labelled -2: a count is at least -1"),
        ([True, "?", "?", "?", "?", "?"], "cell 0 is labelled True"),
        (["?", np.True_, "?", "?", "?", "?"], "cell 1 is labelled np.True_"),
        (["?", "?", "?", "?", 2.0, "?"], "cell 4 is labelled 2.0"),
        (["?", None, "?", "?", "?", "?"], "cell 1 is labelled None"),
        (["?", "x" * 60, "?", "?", "?", "?"], f"cell 1 is labelled '{'x' * 39}…: expected"),
    ],
)
def test_wrong_labels_are_named(labels: list[Any], said: str) -> None:
    with pytest.raises(InvalidPosition) as raised:
        Position(BOARD, labels)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("mines", "said"),
    [
        (-1, "-1 mines: the number of mines is at least 0"),
        (7, "7 mines on a board of 6 cells"),
    ],
)
def test_wrong_numbers_of_mines_are_named(mines: int, said: str) -> None:
    with pytest.raises(InvalidPosition) as raised:
        Position(BOARD, COVERED, mines)
    assert said in str(raised.value)


@pytest.mark.parametrize("mines", [0, 6, None])
def test_the_extreme_numbers_of_mines_are_fine(mines: int | None) -> None:
    assert Position(BOARD, COVERED, mines).mines == mines


def test_a_count_above_the_degree_is_well_formed() -> None:
    position = Position(demine.from_edges(2, [(0, 1)]), [9, "?"])
    assert position.labels == (9, "?")
    assert not position.is_consistent()
    assert position.count() == 0


def test_labels_may_come_from_anywhere() -> None:
    expected = Position(BOARD, COVERED)
    assert Position(BOARD, "??????") == expected
    assert Position(BOARD, iter(COVERED)) == expected
    counts = np.array([1, 2, 3, 0, 0, 0])
    assert Position(BOARD, counts).labels == (1, 2, 3, 0, 0, 0)


def test_labels_are_what_was_given() -> None:
    labels = ("?", "□", "*", 0, 3, 12)
    position = Position(BOARD, labels, np.int64(2))  # type: ignore[arg-type]
    assert position.labels == labels
    assert position.codes.tolist() == [-1, -2, -3, 0, 3, 12]
    assert position.mines == 2


def test_some_labels_replaced() -> None:
    position = Position(BOARD, COVERED, 2).with_labels({(0, 1): 1, 5: "*"})
    assert position == Position(BOARD, ["?", 1, "?", "?", "?", "*"], 2)
    with pytest.raises(IndexError, match=r"cell \(2, 0\) is not on the board"):
        position.with_labels({(2, 0): 1})


def test_another_number_of_mines() -> None:
    position = Position(BOARD, COVERED, 2)
    assert position.with_mines(None) == Position(BOARD, COVERED)
    assert position.with_mines(3).mines == 3


def test_positions_do_not_change() -> None:
    position = Position(BOARD, COVERED)
    with pytest.raises(AttributeError, match="immutable"):
        position.board = demine.grid(3, 2)


@given(positions())
def test_pickles_are_equal(position: Position) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)


def test_equality_means_board_labels_and_mines() -> None:
    position = Position(BOARD, COVERED, 2)
    assert position == Position(demine.box((2, 3)), COVERED, 2)
    assert position != Position(BOARD, COVERED)
    assert position != Position(BOARD, [*COVERED[1:], "*"], 2)
    assert position != Position(demine.grid(3, 2), COVERED, 2)
    assert position != "??????"


def test_the_repr_says_what_is_left() -> None:
    position = Position(BOARD, ["?", "?", "*", 1, 1, 1])
    assert repr(position) == "<Position on grid(2, 3), 2 covered, ? mines>"
    assert repr(position.with_mines(2)) == "<Position on grid(2, 3), 2 covered, 2 mines>"


def test_the_empty_board_has_one_position() -> None:
    position = Position(demine.from_edges(0, []), [])
    assert position.labels == ()
    assert position.count() == 1


def test_an_unknown_keyword_is_named() -> None:
    with pytest.raises(TypeError, match="unknown keyword 'colour'"):
        Game(grid(2, 2), 1, seed=1).position.count(colour=1)  # type: ignore[call-arg]


def test_labels_are_made_once() -> None:
    """Loops ask for the label of each cell; making all of them each time took minutes."""
    position = Position(demine.grid(2, 2), ["?", 1, "?", "□"])
    assert position.labels is position.labels
    assert pickle.loads(pickle.dumps(position)).labels == position.labels
