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


# The treewidth of each, from the literature on exact treewidth.
KNOWN = {
    "queen5_5": (queens(5), 18),
    "myciel3": (nx.mycielski_graph(4), 5),
    "petersen": (nx.petersen_graph(), 4),
    "dodecahedron": (nx.dodecahedral_graph(), 6),
    "desargues": (nx.desargues_graph(), 6),
    "grid 8×8": (nx.grid_2d_graph(8, 8), 8),
    "hypercube 4": (nx.hypercube_graph(4), 6),
}
# The treewidth of the first three is one less than what we find: 25, 10 and 19.
HARD = {
    "queen6_6": queens(6),
    "myciel4": nx.mycielski_graph(5),
    "myciel5": nx.mycielski_graph(6),
    "random4reg": nx.random_regular_graph(4, 60, seed=1),
}
SWEPT = {"grid-16x30": 17, "grid-10x40": 11, "grid-9x9": 10}


def width_of(board: Board) -> int:
    found = Position(board, ["?"] * len(board)).decomposition()
    found.validate(board)
    return found.width


@pytest.mark.parametrize("name", KNOWN)
def test_the_best_known_width(name: str) -> None:
    graph, best = KNOWN[name]
    board = demine.from_networkx(nx.convert_node_labels_to_integers(graph))
    assert treewidth.lower_bound(board) <= best
    assert width_of(board) == best


@pytest.mark.parametrize("name", HARD)
def test_no_instance_is_wider_than_by_published_heuristics(name: str) -> None:
    graph = nx.convert_node_labels_to_integers(HARD[name])
    board = demine.from_networkx(graph)
    assert width_of(board) <= min(treewidth_min_fill_in(graph)[0], treewidth_min_degree(graph)[0])


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
