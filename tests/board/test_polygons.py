"""Boards of polygons: their neighbours are those that touch, whatever the polygons come from."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import demine
from demine import Board, FormatError, InvalidBoard, from_polygons, grid
from demine.board import polygons

SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]


def pairs(board: Board) -> set[tuple[int, int]]:
    return {(int(u), int(v)) for u, v in board.edges}


def outlines(board: Board) -> list[list[tuple[float, float]]]:
    """The corners of each cell, without those that only fill up; y up."""
    assert board.outlines is not None
    return [
        [(x, -y) for x, y in dict.fromkeys(map(tuple, cell))] for cell in board.outlines.tolist()
    ]


@pytest.mark.parametrize(
    "board",
    [grid(3, 4), demine.hexagonal(4, 4), demine.triangular(4, 5), demine.voronoi(30, seed=2)],
    ids=repr,
)
def test_the_outlines_of_a_board_make_it_again(board: Board) -> None:
    made = from_polygons(outlines(board))
    assert pairs(made) == pairs(board)
    assert made.outlines is not None
    assert made.outlines.shape[0] == len(board)


@pytest.mark.parametrize("corners", [True, False])
def test_sides_and_corners(corners: bool) -> None:
    plain = grid(3, 4) if corners else grid(3, 4, neighbourhood="rook")
    assert pairs(from_polygons(outlines(plain), corners=corners)) == pairs(plain)


@pytest.mark.parametrize("corners", [True, False])
@pytest.mark.parametrize("shift", [1, 2, 3])
def test_bricks_touch_where_no_corners_meet(corners: bool, shift: int) -> None:
    """Rows of bricks 4 wide, each row moved: brute force by the overlap of two intervals."""
    bricks = [(4 * i + shift * (row % 2), row) for row in range(4) for i in range(5)]
    shapes = [[(x, y), (x + 4, y), (x + 4, y + 1), (x, y + 1)] for x, y in bricks]
    touching = set()
    for (i, (x, row)), (j, (u, other)) in combinations(enumerate(bricks), 2):
        overlap = min(x, u) + 4 - max(x, u)
        beside = row == other and overlap == 0
        above = abs(row - other) == 1 and (overlap >= 0 if corners else overlap > 0)
        if beside or above:
            touching.add((i, j))
    assert pairs(from_polygons(shapes, corners=corners)) == touching


class Shape:
    """What shapely's shapes have in common with others."""

    def __init__(self, geometry: dict[str, Any]) -> None:
        self.__geo_interface__ = geometry


def test_islands_and_lakes() -> None:
    lake = [(1, 1), (2, 1), (2, 2), (1, 2)]
    land = {"type": "Polygon", "coordinates": [[(0, 0), (3, 0), (3, 3), (0, 3), (0, 0)], lake]}
    islands = {"type": "MultiPolygon", "coordinates": [[lake], [[(3, 0), (4, 0), (4, 1)]]]}
    far = [(5, 5), (6, 5), (6, 6)]
    board = from_polygons([Shape(land), Shape(islands), far], names=["land", "islands", "far"])
    assert pairs(board) == {(0, 1)}
    assert board.index("islands") == 1
    assert board.centres[2, 1] < board.centres[0, 1]  # y points up on a map, and down on a board


def test_a_map_is_a_board(tmp_path: Path) -> None:
    feature = [
        {
            "type": "Feature",
            "properties": {"name": name},
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }
        for name, ring in zip(("A b", "C", "D"), outlines(grid(1, 3)), strict=True)
    ]
    file = tmp_path / "map.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": feature}))
    board = demine.read(file).board
    assert pairs(board) == {(0, 1), (1, 2)}
    assert [board.address(cell) for cell in board.cells] == ["A-b", "C", "D"]
    saved = demine.loads(demine.dumps(demine.Position(board, ["?", 1, "?"]), "graph"))
    assert saved.board == board
    assert saved.board.outlines is not None
    assert board.outlines is not None
    assert np.array_equal(saved.board.outlines, board.outlines)
    alone = demine.loads(json.dumps(feature[0]["geometry"])).board
    assert len(alone) == 1


@pytest.mark.parametrize(
    ("shapes", "said"),
    [
        ([], "at least one polygon"),
        ([[(0, 0), (1, 1)]], "shape 1: expected rings of at least three corners"),
        ([SQUARE, [(0, 0), (1, 1), (2, 2)]], "shape 2: expected rings"),
        ([[(0, 0), (1, 0), (1, float("nan"))]], "not finite"),
        ([{"type": "Point", "coordinates": [0, 0]}], "shape 1 is 'Point': expected a Polygon"),
        ([{"type": "Polygon"}], "shape 1 is without coordinates"),
        ([{"type": "Polygon", "coordinates": [3]}], "shape 1: expected rings"),
        ([3], "shape 1: expected rings"),
    ],
)
def test_wrong_shapes(shapes: Any, said: str) -> None:
    with pytest.raises(InvalidBoard, match=said):
        from_polygons(shapes)


def test_wrong_maps_and_names() -> None:
    with pytest.raises(InvalidBoard, match="1 names for 2 polygons"):
        from_polygons([SQUARE, SQUARE], names=["a"])
    with pytest.raises(FormatError, match="without a list of features"):
        demine.loads('{"type": "FeatureCollection"}')
    with pytest.raises(demine.DemineError, match="expected a Polygon or a MultiPolygon"):
        demine.loads('{"type": "Feature", "geometry": null}')


HOSTILE: dict[str, list[Any]] = {
    "at the same corners": [[(0, 0), (i, 1), (i + 1, 1)] for i in range(3000)],
    "pass too many corners": [[(0, i), (7, i + 7), (7, i + 7.5)] for i in range(100)],
    "is too long": [[(i, i * i % 97) for i in range(9000)], *([[(0, 0), (1, 0), (0, 1)]] * 1000)],
}


@pytest.mark.parametrize("said", HOSTILE)
def test_a_short_drawing_makes_no_large_board(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Polygons that all touch, sides that pass all corners, and one outline that pads all."""
    if said.startswith("pass"):  # as a drawing of a megabyte does
        monkeypatch.setattr(polygons, "_MOST_NEAR", 0)
        monkeypatch.setattr(polygons, "_NEAR_SIDE", 10)
    with pytest.raises(InvalidBoard, match=said):
        from_polygons(HOSTILE[said])
