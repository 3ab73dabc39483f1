"""Surfaces and other topologies: degrees, sizes, names that lead back, drawings."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import numpy as np
import pytest

import demine
from demine import Board, InvalidBoard, Position
from demine.board.registry import TOPOLOGIES
from demine.formats import board_of, name_of


def degrees(board: Board) -> Counter[int]:
    return Counter(len(board.neighbours(cell)) for cell in board.cells)


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (demine.cube(1), {4: 6}),
        (demine.cube(3), {7: 24, 8: 30}),
        (demine.cube(4, corners=False), {4: 96}),
        (demine.geodesic(1), {5: 12}),
        (demine.geodesic(3), {5: 12, 6: 80}),
        (demine.geodesic(1, faces="triangle", corners=False), {3: 20}),
        (demine.geodesic(2, faces="triangle"), {11: 60, 12: 20}),
        (demine.hexagonal(4, 6, torus=True), {6: 24}),
        (demine.hexagonal(6, 6, torus=True, radius=2), {18: 36}),
        (demine.triangular(4, 8, torus=True), {12: 32}),
        (demine.triangular(4, 8, torus=True, corners=False), {3: 32}),
        (demine.grid(7, 7, torus=True, neighbourhood="trimmed", radius=2), {20: 49}),
    ],
    ids=repr,
)
def test_degrees(board: Board, expected: dict[int, int]) -> None:
    assert degrees(board) == expected


def test_the_icosahedron_is_the_icosahedron() -> None:
    assert nx.is_isomorphic(demine.geodesic(1).to_networkx(), nx.icosahedral_graph())
    dual = demine.geodesic(1, faces="triangle", corners=False)
    assert nx.is_isomorphic(dual.to_networkx(), nx.dodecahedral_graph())


def test_hexagons_within_a_radius_are_those_at_that_distance() -> None:
    near, far = demine.hexagonal(7, 8), demine.hexagonal(7, 8, radius=2)
    graph = near.to_networkx()
    for cell in near.cells:
        ball = nx.single_source_shortest_path_length(graph, cell, cutoff=2)
        assert far.neighbours(cell) == sorted(v for v in ball if v != cell)


def test_voronoi_cells_of_a_lattice_are_its_squares() -> None:
    points = [(x, y) for y in range(4) for x in range(5)]
    assert np.array_equal(demine.voronoi(points).edges, demine.grid(4, 5).edges)
    rook = demine.grid(4, 5, neighbourhood="rook")
    assert np.array_equal(demine.voronoi(points, corners=False).edges, rook.edges)


def test_true_is_no_number_of_points() -> None:
    with pytest.raises(demine.InvalidBoard, match="points is True: expected a whole number"):
        demine.voronoi(True)


def test_voronoi_cells_fill_the_plane() -> None:
    board = demine.voronoi(40, seed=3)
    outlines = board.outlines
    assert outlines is not None
    x, y = outlines[..., 0], outlines[..., 1]
    areas = (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1) / 2
    assert areas.sum() == pytest.approx(40)
    assert nx.check_planarity(demine.voronoi(40, seed=3, corners=False).to_networkx())[0]


@pytest.mark.parametrize("example", [topology.example for topology in TOPOLOGIES.values()])
def test_names_lead_back(example: str) -> None:
    assert name_of(board_of(example)) == example


@pytest.mark.parametrize(
    "name",
    [
        "hexagonal-4x6-torus-r2",
        "triangular-4x6-sides-torus",
        "grid-9x9-trimmed-r2",
        "cube-3-sides",
        "geodesic-2-triangle-sides",
        "voronoi-20-sides-s7",
    ],
)
def test_names_with_options(name: str) -> None:
    board = board_of(name)
    assert board_of(name_of(board)) == board
    position = Position(board, ["?"] * len(board))
    assert demine.loads(demine.dumps(position)) == position
    assert len({board.address(cell) for cell in board.cells}) == len(board)
    assert board.svg().count("<title>") == len(board) + 1


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: demine.hexagonal(3, 4, torus=True), "even number of rows"),
        (lambda: demine.triangular(4, 5, torus=True), "even numbers of both"),
        (lambda: demine.cube(0), "side is 0: expected 1 to 300"),
        (lambda: demine.cube(10_000), "expected 1 to 300"),
        (lambda: demine.geodesic(2, faces="square"), "hexagon or triangle"),  # type: ignore[arg-type]
        (lambda: demine.geodesic(2, corners=False), "expected corners=True"),
        (lambda: demine.voronoi([]), "1 to 5000 points"),
        (lambda: demine.voronoi([(0, 0), (0, 0)]), "given twice"),
        (lambda: demine.voronoi([(0, float("nan"))]), "not finite"),
        (lambda: demine.voronoi(["ab"]), "pairs of numbers"),  # type: ignore[list-item]
    ],
)
def test_what_is_no_board(make: object, said: str) -> None:
    with pytest.raises(InvalidBoard, match=said):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(
    "points",
    [[(99999999, 8)], [(1e9, -1e9)], [(0, 0), (1e9, 1e9)], [(1e8, 1), (1e8, 2), (1e8 + 1, 1)]],
)
def test_points_far_from_the_origin(points: list[tuple[float, float]]) -> None:
    board = demine.voronoi(points)
    assert len(board) == len(points)
    assert len(board.edges) == len(points) * (len(points) - 1) // 2


def test_points_without_a_cell_of_their_own() -> None:
    close = [
        (1e8, -1e9),
        (3, 3),
        (-2, 0.3),
        (1588.4, 2),
        (0, -1),
        (-1e9, -1),
        (0, 53.4),
        (0.1, 0.5),
    ]
    with pytest.raises(InvalidBoard, match="point 8 has a cell without size"):
        demine.voronoi(close)
