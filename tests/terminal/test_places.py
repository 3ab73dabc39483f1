"""Where the terminal draws the cells and the headings of a board."""

from __future__ import annotations

import pytest

import demine
from demine.terminal.places import Places


def test_headings_of_narrow_columns_do_not_touch() -> None:
    above, _ = Places.of(demine.grid(16, 30), 80).heads(demine.grid(16, 30))
    ends = [column + len(name) for column, name in above.items()]
    assert all(end < start for end, start in zip(ends, list(above)[1:], strict=False))
    assert {"a", "z", "ab", "ad"} <= set(above.values())


@pytest.mark.parametrize("board", [demine.geodesic(3), demine.hexagonal(5, 6)], ids=str)
def test_every_column_of_hexagons_has_a_heading_above_its_cells(board: demine.Board) -> None:
    places = Places.of(board, 100)
    above, _ = places.heads(board)
    names = [board.address(cell).rstrip("0123456789") for cell in board.cells]
    for column, name in above.items():
        below = [names[cell] for cell in board.cells if places.columns[cell] == column]
        assert set(below) == {name}
    assert sorted(above.values()) == sorted(set(names))
