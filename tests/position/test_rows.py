"""Labels in rows and codes in arrays: the same positions as one label per cell."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import demine
from demine import InvalidPosition, Position
from strategies import positions

GRID = demine.grid(2, 3)
ROWS = [["?", 1, "?"], ["□", "*", 2]]
FLAT = Position(GRID, ["?", 1, "?", "□", "*", 2], 2)


@given(positions())
def test_codes_and_back(position: Position) -> None:
    again = Position.from_codes(position.board, position.codes, position.mines)
    assert again == position
    assert Position.from_codes(position.board, position.codes.tolist(), position.mines) == again


def test_the_label_without_assignments_has_a_code() -> None:
    position = Position(GRID, [-1, *"?????"])
    again = Position.from_codes(GRID, position.codes)
    assert again.labels == position.labels
    assert Position.from_codes(GRID, [-1] * 6).labels == ("?",) * 6


def test_rows_may_be_texts() -> None:
    assert Position(GRID, ["?1?", "□*2"], 2) == FLAT
    assert Position(demine.grid(2, 2), ["?1", "?0"]).labels == ("?", 1, "?", 0)
    for wrong in (["?1?", "□*"], ["?1?"], ["?1?□*2"]):
        with pytest.raises(InvalidPosition, match=r"labelled|labels"):
            Position(GRID, wrong)
    with pytest.raises(InvalidPosition, match="cell 2 is labelled 'x'"):
        Position(GRID, ["?1x", "□*2"])


@pytest.mark.parametrize(
    "rows", [ROWS, tuple(map(tuple, ROWS)), iter(ROWS), np.array(ROWS, object)]
)
def test_labels_in_rows(rows: Any) -> None:
    assert Position(GRID, rows, 2) == FLAT


def test_arrays_of_texts_hold_numbers() -> None:
    """numpy makes texts of all labels if some are."""
    assert Position(GRID, np.array(ROWS), 2) == FLAT
    assert Position(GRID, np.array(FLAT.labels), 2) == FLAT
    assert Position(demine.grid(1, 1), np.array([["12"]])).labels == (12,)
    for wrong in ("x", "", "-1", "٣"):
        with pytest.raises(InvalidPosition, match=f"cell 1 is labelled '{wrong}'"):
            Position(GRID, np.array(["?", wrong, *"????"]))


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64])
def test_codes_in_rows(kind: type[np.signedinteger[Any]]) -> None:
    codes = np.array([[-1, 1, -1], [-2, -3, 2]], kind)
    assert Position.from_codes(GRID, codes, 2) == FLAT
    assert Position.from_codes(GRID, codes.ravel(), 2) == FLAT
    assert (FLAT.codes.reshape(2, 3) == codes).all()


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, partial(array, "b")])
def test_bytes_have_a_code_each(kind: Callable[[bytes], Any]) -> None:
    assert Position.from_codes(GRID, kind(bytes([255, 1, 255, 254, 253, 2])), 2) == FLAT


def test_buffers_of_words_are_codes() -> None:
    words = array("i", FLAT.codes.tolist())
    assert Position.from_codes(GRID, words, 2) == FLAT
    rows: Any = FLAT.codes.reshape(2, 3)
    assert Position.from_codes(GRID, memoryview(rows), 2) == FLAT
    assert Position.from_codes(GRID, memoryview(words)[::-1], 2).labels == FLAT.labels[::-1]


@pytest.mark.parametrize("codes", [b"", bytes(5), bytes([252] * 6), b"?1?\xe2\x96\xa1*2"])
def test_wrong_bytes_are_refused(codes: bytes) -> None:
    with pytest.raises(InvalidPosition):
        Position.from_codes(GRID, codes)


def test_numbers_without_a_sign_are_codes() -> None:
    assert Position.from_codes(GRID, np.zeros((2, 3), np.uint8)).labels == (0,) * 6


def test_boxes_have_planes_of_rows() -> None:
    box = demine.box((2, 1, 2))
    planes: list[Any] = [[["?", 1]], [["?", "*"]]]
    assert Position(box, planes).labels == ("?", 1, "?", "*")
    assert Position.from_codes(box, np.array([[[-1, 1]], [[-1, -3]]])).labels == ("?", 1, "?", "*")


def test_the_labels_of_holes_are_ignored() -> None:
    ring = demine.grid(3, 3, mask=[[True] * 3, [True, False, True], [True] * 3])
    position = Position(ring, [["?", 1, "?"], [0, "a hole", 2], ["?", "?", "?"]])
    assert position.labels == ("?", 1, "?", 0, 2, "?", "?", "?")


def test_a_density_may_come_with_codes() -> None:
    assert Position.from_codes(GRID, [-1] * 6, density="1/5") == Position(
        GRID, ["?"] * 6, density=0.2
    )


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ([["?", "?"], ["?", "?"], ["?", "?"]], "3 × 2 labels for grid(2, 3): expected 2 × 3"),
        (
            [["?", "?", "?"], ["?", "?"]],
            "in rows of different lengths for grid(2, 3): expected",
        ),
        ([["?", "x", "?"], ["?", "?", "?"]], "cell 1 is labelled 'x'"),
    ],
)
def test_wrong_rows_are_named(labels: Any, said: str) -> None:
    with pytest.raises(InvalidPosition) as raised:
        Position(GRID, labels)
    assert said in str(raised.value)


def test_a_row_must_be_a_row() -> None:
    with pytest.raises(TypeError, match="7: expected rows of labels"):
        Position(GRID, [["?", "?", "?"], 7])


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (np.zeros((3, 2), int), "3 × 2 codes for grid(2, 3): expected 2 × 3, or one per cell"),
        ([0] * 5, "5 labels for a board of 6 cells"),
        ([0, 0, -4, 0, 0, 0], "cell 2 has the code -4: expected a number, or -1 for '?'"),
        ([0, 0, 0, 2**40, 0, 0], "cell 3 has the code 1099511627776"),
        ([0.5] * 6, "expected an array of whole numbers"),
        (["?"] * 6, "expected an array of whole numbers"),
        ([[0, 1], [2]], "expected an array of whole numbers"),
        (None, "the codes are None: expected an array of whole numbers"),
    ],
)
def test_wrong_codes_are_named(codes: Any, said: str) -> None:
    with pytest.raises(InvalidPosition) as raised:
        Position.from_codes(GRID, codes)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_graph_has_no_rows() -> None:
    path = demine.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    with pytest.raises(InvalidPosition, match="2 × 2 codes"):
        Position.from_codes(path, [[0, 0], [0, 0]])
    with pytest.raises(InvalidPosition, match="2 labels"):
        Position(path, [["?", "?"], ["?", "?"]])


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", ">i4", "u1", "u8"])
def test_arrays_of_any_kind_say_the_same(kind: str) -> None:
    least = 0 if "u" in kind else -3
    codes = np.array([0, 1, 2, max(least, -1), max(least, -2), max(least, -3)], kind)
    expected = Position.from_codes(GRID, codes.tolist(), 2)
    for some in (codes, codes.reshape(2, 3), np.repeat(codes, 2)[::2]):
        found = Position.from_codes(GRID, some, 2)
        assert (found, found.labels) == (expected, expected.labels)


def test_wrong_arrays_are_named_like_lists() -> None:
    for wrong in (np.array([0, 0, -4, 0, 0, 0], "i4"), np.zeros(5, "i4"), np.zeros((3, 2), "i4")):
        with pytest.raises(InvalidPosition) as of_array:
            Position.from_codes(GRID, wrong)
        with pytest.raises(InvalidPosition) as of_list:
            Position.from_codes(GRID, wrong.astype("i8"))
        assert str(of_array.value) == str(of_list.value)


def test_what_was_read_does_not_change_with_the_array() -> None:
    codes = np.full(6, -1, "i4")
    position = Position.from_codes(GRID, codes)
    codes[:] = 3
    assert position == Position(GRID, ["?"] * 6)
