"""Widths of decompositions: the best known ones, and never above those of published heuristics."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import pytest
from networkx.algorithms.approximation import treewidth_min_degree, treewidth_min_fill_in

import demine
from demine import Board, Position, treewidth
from demine.board.registry import TOPOLOGIES
from demine.formats import board_of


def queens(n: int) -> nx.Graph:
    """The graph of the DIMACS instance queenN_N: squares that a queen connects."""
    cells = [(i, j) for i in range(n) for j in range(n)]
    graph = nx.Graph()
    graph.add_nodes_from(cells)
    graph.add_edges_from(
        (a, b) for a, b in combinations(cells, 2)
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])
    )  # fmt: skip
    return graph


# The treewidth of each, from the literature on exact treewidth; of queen8_8 the least known width.
KNOWN = {
    "queen5_5": (queens(5), 18),
    "queen6_6": (queens(6), 25),
    "queen7_7": (queens(7), 35),
    "queen8_8": (queens(8), 45),
    "myciel3": (nx.mycielski_graph(4), 5),
    "myciel4": (nx.mycielski_graph(5), 10),
    "myciel5": (nx.mycielski_graph(6), 19),
    "myciel6": (nx.mycielski_graph(7), 35),
    "petersen": (nx.petersen_graph(), 4),
    "dodecahedron": (nx.dodecahedral_graph(), 6),
    "desargues": (nx.desargues_graph(), 6),
    "grid 8×8": (nx.grid_2d_graph(8, 8), 8),
    "hypercube 4": (nx.hypercube_graph(4), 6),
}
EFFORT = {"queen7_7": 10, "queen8_8": 8}
SWEPT = {"grid-16x30": 17, "grid-10x40": 11, "grid-9x9": 10}


def width_of(board: Board, effort: int = 2) -> int:
    found = Position(board, ["?"] * len(board)).decomposition(effort=effort)
    found.validate(board)
    return found.width


@pytest.mark.parametrize("name", KNOWN)
def test_the_best_known_width(name: str) -> None:
    graph, best = KNOWN[name]
    board = demine.from_networkx(nx.convert_node_labels_to_integers(graph))
    assert treewidth.lower_bound(board) <= best
    assert width_of(board, EFFORT.get(name, 1)) == best


@pytest.mark.parametrize("seed", range(4))
def test_no_random_graph_is_wider_than_by_published_heuristics(seed: int) -> None:
    graph = nx.random_regular_graph(4, 60, seed=seed)
    board = demine.from_networkx(graph)
    ours = width_of(board)
    assert treewidth.lower_bound(board) <= ours
    assert ours < min(treewidth_min_fill_in(graph)[0], treewidth_min_degree(graph)[0])


@pytest.mark.parametrize("seed", range(30))
def test_small_graphs_have_their_treewidth(seed: int) -> None:
    graph = nx.gnp_random_graph(14, 0.15 + 0.02 * seed, seed=seed)
    board = demine.from_networkx(graph)
    assert width_of(board) == treewidth.decompose(board).width


def test_a_decomposition_ends_in_time() -> None:
    """The search for a narrower one takes what is left of the time, and no more."""
    board = demine.from_networkx(nx.random_regular_graph(4, 60, seed=1))
    hurried = Position(board, ["?"] * 60).decomposition(effort=10_000, seconds=2)
    hurried.validate(board)


@pytest.mark.parametrize("name", SWEPT)
def test_a_grid_is_swept(name: str) -> None:
    assert width_of(board_of(name)) == SWEPT[name]


@pytest.mark.parametrize("name", [topology.example for topology in TOPOLOGIES.values()])
def test_no_topology_is_wider_than_by_published_heuristics(name: str) -> None:
    board = board_of(name)
    if len(board) > 250:  # networkx would take minutes
        board = board_of({"grid": "grid-10x12-torus"}.get(name.partition("-")[0], "box-4x4x4"))
    graph = board.to_networkx()
    peers = treewidth_min_fill_in(graph)[0], treewidth_min_degree(graph)[0]
    assert treewidth.lower_bound(board) <= width_of(board) <= min(peers)
