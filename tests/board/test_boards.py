"""Boards: neighbours by their definition and by their picture, coordinates, wrong arguments."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import hypothesis.strategies as st
import networkx as nx
import numpy as np
import pytest
from hypothesis import given

import demine
from demine import Board, DemineError, InvalidBoard
from demine.board import topologies
from demine.board.board import Cell
from demine.board.neighbourhoods import Neighbourhood
from strategies import boards, edges_of, graphs

RING = np.array([[True, True, True], [True, False, True], [True, True, True]])


def is_step(neighbourhood: Neighbourhood, radius: int, moves: list[int]) -> bool:
    """The definitions of the docstring of `grid`, word by word."""
    lengths = sorted(abs(move) for move in moves)
    if neighbourhood == "knight":
        return lengths[-2:] == [1, 2] and not any(lengths[:-2])
    far = max(lengths) if neighbourhood == "king" else sum(lengths)
    return 0 < far <= radius


def are_neighbours(
    one: tuple[int, ...],
    other: tuple[int, ...],
    shape: tuple[int, ...],
    neighbourhood: Neighbourhood,
    radius: int,
    torus: bool,
) -> bool:
    """Whether some step leads from one to the other; on a torus, going around any side."""
    moves = [b - a for a, b in zip(one, other, strict=True)]
    around = [range(-3 * side, 3 * side + 1, side) if torus else [0] for side in shape]
    return one != other and any(
        is_step(
            neighbourhood, radius, [move + turn for move, turn in zip(moves, turns, strict=True)]
        )
        for turns in product(*around)
    )


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize(
    ("neighbourhood", "radius"),
    [("king", 1), ("king", 2), ("rook", 1), ("rook", 2), ("rook", 3), ("knight", 1)],
)
@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (2, 2), (2, 5), (3, 3), (4, 5), (2, 3, 4), (5,)])
def test_neighbours_are_those_of_the_definition(
    shape: tuple[int, ...], neighbourhood: Neighbourhood, radius: int, torus: bool
) -> None:
    board = demine.box(shape, torus=torus, neighbourhood=neighbourhood, radius=radius)
    places = list(product(*map(range, shape)))
    expected = [
        (u, v)
        for (u, one), (v, other) in product(enumerate(places), repeat=2)
        if u < v and are_neighbours(one, other, shape, neighbourhood, radius, torus)
    ]
    assert edges_of(board) == expected


def shared_corners(board: Board) -> Counter[tuple[int, int]]:
    """How many corners the outlines of every two cells have in common."""
    assert board.outlines is not None
    at: dict[tuple[float, float], list[int]] = {}
    for cell, corners in enumerate(board.outlines.round(6).tolist()):
        for x, y in corners:
            at.setdefault((x + 0.0, y + 0.0), []).append(cell)
    return Counter((u, v) for cells in at.values() for u in cells for v in cells if u < v)


@pytest.mark.parametrize(
    ("board", "corners"),
    [
        (demine.grid(4, 5), 1),
        (demine.grid(4, 5, neighbourhood="rook"), 2),
        (demine.hexagonal(5, 6), 2),
        (demine.hexagonal(1, 3), 2),
        (demine.triangular(5, 8), 1),
        (demine.triangular(5, 8, corners=False), 2),
        (demine.triangular(1, 1), 1),
        (demine.grid(3, 3, mask=RING), 1),
    ],
    ids=repr,
)
def test_neighbours_touch_in_the_picture(board: Board, corners: int) -> None:
    touching = {pair for pair, shared in shared_corners(board).items() if shared >= corners}
    assert touching == set(edges_of(board))


@pytest.mark.parametrize(
    ("board", "most"),
    [
        (demine.grid(5, 5), 8),
        (demine.hexagonal(5, 5), 6),
        (demine.triangular(7, 9), 12),
        (demine.triangular(7, 9, corners=False), 3),
        (demine.box((3, 3, 3)), 26),
        (demine.grid(9, 9, neighbourhood="knight", torus=True), 8),
        (demine.grid(9, 9, radius=2, torus=True), 24),
        (demine.grid(9, 9, neighbourhood="rook", radius=2, torus=True), 12),
    ],
    ids=repr,
)
def test_degrees_inside(board: Board, most: int) -> None:
    assert max(len(board.neighbours(cell)) for cell in board.cells) == most


def test_a_radius_beyond_the_board_joins_everything() -> None:
    assert demine.grid(2, 3, radius=10**12).edges.shape == (15, 2)
    assert demine.grid(2, 3, radius=10**12, torus=True).edges.shape == (15, 2)


def test_boards_of_many_cells_are_built_at_once() -> None:
    rows, columns = 700, 600
    expected = (rows - 1) * columns + rows * (columns - 1) + 2 * (rows - 1) * (columns - 1)
    assert demine.grid(rows, columns).edges.shape == (expected, 2)


def test_cells_are_numbered_row_by_row() -> None:
    board = demine.grid(3, 4)
    assert [board.index((row, column)) for row in range(3) for column in range(4)] == [*board.cells]
    assert board.coordinates(7) == (1, 3)
    assert board.neighbours((0, 0)) == [1, 4, 5]
    assert len(board) == len(board.cells) == 12


def test_cells_may_be_numpy_integers() -> None:
    board = demine.grid(3, 4)
    number, place = np.int64(5), (np.int32(1), np.uint8(1))
    assert board.index(number) == board.index(place) == 5  # type: ignore[arg-type]
    assert type(board.index(number)) is int  # type: ignore[arg-type]


def test_a_mask_leaves_holes() -> None:
    board = demine.grid(3, 3, mask=RING)
    assert len(board) == 8
    assert [board.index(place) for place in [(0, 2), (1, 0), (1, 2), (2, 0)]] == [2, 3, 4, 5]
    assert board.coordinates(4) == (1, 2)
    assert board.neighbours((1, 0)) == [0, 1, 5, 6]


def test_a_mask_may_leave_nothing() -> None:
    assert len(demine.grid(1, 2, mask=[[False, False]])) == 0


def test_a_mask_is_copied() -> None:
    mask = RING.copy()
    board = demine.grid(3, 3, mask=mask)
    mask[:] = True
    assert len(board) == len(board.layout) == 8


@pytest.mark.parametrize(
    ("cell", "error", "said"),
    [
        (12, IndexError, "cell 12 is not on a board of 12 cells"),
        (-1, IndexError, "cell -1 is not on"),
        (
            (3, 0),
            IndexError,
            "cell (3, 0) is not on the board: coordinates run from (0, 0) to (2, 3)",
        ),
        ((0, -1), IndexError, "cell (0, -1) is not on"),
        ((1,), IndexError, "cell (1,) has 1 coordinates: expected 2"),
        ((1, 2, 3), IndexError, "cell (1, 2, 3) has 3 coordinates: expected 2"),
        (True, TypeError, "cell True: expected an int, a tuple of ints or an address"),
        (1.0, TypeError, "cell 1.0: expected an int"),
        ("a", IndexError, "'a' is not a cell: expected a1 to d3"),
        ("e1", IndexError, "'e1' is not on the board: expected a1 to d3"),
        ([1, 2], TypeError, "cell [1, 2]: expected an int"),
        ((1, 2.0), TypeError, "2.0 is not a whole number"),
        ((True, 2), TypeError, "True is not a whole number"),
    ],
)
def test_cells_off_the_board(cell: Cell, error: type[Exception], said: str) -> None:
    board = demine.grid(3, 4)
    with pytest.raises(error) as raised:
        board.index(cell)
    assert said in str(raised.value)


def test_a_hole_is_no_cell() -> None:
    with pytest.raises(IndexError, match=r"cell \(1, 1\) is a hole"):
        demine.grid(3, 3, mask=RING).index((1, 1))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("grid(0, 3)", "rows is 0: expected at least 1"),
        ("grid(3, -1)", "columns is -1"),
        ("grid(2.5, 3)", "rows is 2.5: expected a whole number"),
        ("grid(True, 3)", "rows is True"),
        (
            "grid(3, 3, neighbourhood='bishop')",
            "neighbourhood 'bishop': expected one of king, rook",
        ),
        ("grid(3, 3, radius=0)", "radius is 0"),
        (
            "grid(3, 3, neighbourhood='knight', radius=2)",
            "radius 2 with a knight's move: expected 1",
        ),
        ("grid(10**9, 10**9)", "expected at most 8388608 cells"),
        ("grid(1000, 1000, radius=999)", "too many edges"),
        ("grid(2, 2, mask=[[True, True]])", "the mask has shape (1, 2): expected (2, 2)"),
        ("grid(2, 2, mask=[[True], [True, True]])", "the mask has rows of different lengths"),
        ("grid(1, 2, mask=[[1, 0]])", "the mask holds int64 values: expected True or False"),
        ("box(())", "a box of 0 sides"),
        ("box((1,) * 17)", "a box of 17 sides: expected 1 to 16"),
        ("box((3, 0))", "side 1 is 0"),
        ("hexagonal(3, 0)", "columns is 0"),
        ("triangular('3', 3)", "rows is '3'"),
        ("from_edges(-1, [])", "-1 cells"),
        ("from_edges(2.0, [])", "2.0 cells"),
        ("from_edges(10**10, [])", "10000000000 cells"),
        ("from_edges(3, [(0, 3)])", "edge (0, 3) names a cell that is not on the board"),
        ("from_edges(3, [(0, 10**30)])", "not on the board"),
        ("from_edges(3, [(-1, 0)])", "edge (-1, 0)"),
        ("from_edges(3, [(1, 1)])", "edge (1, 1) joins cell 1 to itself"),
        ("from_edges(3, [(0, 1), (1, 0)])", "is given twice"),
        ("from_edges(3, [(0, 1, 2)])", "edge (0, 1, 2): expected a pair"),
        ("from_edges(3, [(0, True)])", "edge (0, True): expected a pair"),
        ("from_edges(3, [(0, 1.0)])", "edge (0, 1.0): expected a pair"),
        ("from_edges(3, [5])", "edge 5: expected a pair"),
        ("from_edges(3, np.zeros((1, 2)))", "expected a pair"),
        ("from_edges(3, np.zeros((1, 3), dtype=int))", "an edge joins 2 cells, not 3"),
        ("from_networkx(nx.DiGraph([(0, 1)]))", "directed"),
        ("from_networkx(nx.MultiGraph([(0, 1)]))", "multigraph"),
        ("from_networkx(nx.Graph([('a', 'a')]))", "node 'a' is joined to itself"),
    ],
)
def test_bad_arguments_get_a_sentence(made: str, said: str) -> None:
    with pytest.raises(InvalidBoard) as raised:
        eval(made, {**vars(topologies), "np": np, "nx": nx})
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "made",
    [
        "grid(16, 30)",
        "grid(4, 5, torus=True, neighbourhood='rook', radius=2)",
        "hexagonal(3, 4)",
        "triangular(3, 4)",
        "triangular(3, 4, corners=False)",
        "box((2, 3, 4), torus=True)",
        "from_edges(4, [(0, 1), (1, 2)])",
        "from_edges(0, [])",
    ],
)
def test_reprs_make_the_board_again(made: str) -> None:
    board = eval(made, vars(topologies))
    assert repr(board) == made


def test_other_reprs_say_how_large() -> None:
    assert repr(demine.grid(3, 3, mask=RING)) == "grid(3, 3, mask=...)"
    assert repr(demine.from_networkx(nx.star_graph(20))) == "<board of 21 cells and 20 edges>"


@given(boards())
def test_pickles_are_equal(board: Board) -> None:
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert hash(again) == hash(board)
    assert repr(again) == repr(board)


def test_equality_means_graph_and_coordinates() -> None:
    board = demine.grid(2, 2)
    assert board == demine.box((2, 2)) == demine.grid(2, 2, radius=7)
    assert board != demine.grid(1, 4, radius=3)  # the same graph, other coordinates
    assert board != demine.from_edges(4, board.edges)
    assert board != demine.grid(2, 2, neighbourhood="rook")
    assert len({board, demine.box((2, 2))}) == 1
    assert board != "grid(2, 2)"


def test_boards_do_not_change() -> None:
    board = demine.grid(2, 2)
    with pytest.raises(AttributeError):
        board.recipe = None  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        board.layout.present[0, 0] = False


@given(graphs())
def test_networkx_and_back(board: Board) -> None:
    there = board.to_networkx()
    assert list(there.nodes) == [*board.cells]
    assert demine.from_networkx(there) == board


def test_names_come_back_from_networkx() -> None:
    graph = nx.Graph([("a", (0, 1)), ((0, 1), 7)])
    graph.add_node(frozenset())
    board = demine.from_networkx(graph)
    assert board.names == ("a", (0, 1), 7, frozenset())
    assert nx.utils.graphs_equal(board.to_networkx(), graph)
    assert board != demine.from_edges(4, board.edges)
    assert pickle.loads(pickle.dumps(board)) == board


def test_nodes_that_are_cells_need_no_names() -> None:
    assert demine.from_networkx(nx.path_graph(3)).names is None
    assert demine.from_networkx(nx.Graph([(1, 0)])).names == (1, 0)


def test_slices_of_a_box_do_not_overlap() -> None:
    centres = demine.box((2, 3, 2, 3)).centres
    assert len({(x, y) for x, y in centres.tolist()}) == len(centres)
    assert centres.max(axis=0).tolist() == [10, 4]


def test_graph_layout_and_names_agree() -> None:
    board = demine.grid(2, 2)
    with pytest.raises(InvalidBoard, match=r"\[3, 4\] cells"):
        Board(board.graph, board.layout, ("a", "b", "c"))


@given(st.data())
def test_coordinates_and_index_are_inverse(data: st.DataObject) -> None:
    board = data.draw(boards())
    if len(board):
        cell = data.draw(st.sampled_from(board.cells))
        assert board.index(board.coordinates(cell)) == board.index(cell) == cell


def test_every_public_name_exists() -> None:
    assert set(demine.__all__) <= set(dir(demine))
    assert all(getattr(demine, name) is not None for name in demine.__all__)
    with pytest.raises(AttributeError, match="no attribute 'minesweeper'"):
        demine.minesweeper  # type: ignore[attr-defined]  # noqa: B018


NONSENSE: list[Any] = ["!", None, -1, 1.5, {}, float("nan")]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_refused_in_one_line(nonsense: Any) -> None:
    wrong: list[Callable[[], object]] = [
        lambda: demine.from_networkx(nonsense),
        lambda: demine.box(nonsense),
        lambda: demine.from_edges(3, nonsense) if nonsense != {} else demine.grid(nonsense, 1),
        lambda: demine.Position(nonsense, ["?"]),
        lambda: demine.Position(demine.grid(1, 1), nonsense),
        lambda: demine.Game(nonsense, mines=1, seed=1),
        lambda: demine.dumps(nonsense),
        lambda: demine.loads(nonsense),
        lambda: demine.draw.svg(nonsense),
        lambda: demine.hint(nonsense),
        lambda: demine.onemine.win_probability(nonsense),
    ]
    for ask in wrong:
        with pytest.raises((DemineError, TypeError), match="expected") as caught:
            ask()
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["numbers", "coordinates", "places", "centres", "outlines"])
def test_a_layout_is_shared_and_cannot_be_written(name: str) -> None:
    array = getattr(demine.hexagonal(3, 3).layout, name)
    with pytest.raises(ValueError, match="read-only"):
        array[...] = 0


def test_too_many_edges_are_refused() -> None:
    with pytest.raises(DemineError, match="too many edges to hold"):
        demine.hexagonal(1000, 1000, radius=1000)
