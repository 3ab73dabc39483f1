"""Tree decompositions: the file, and the conditions that a valid one meets."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from networkx.algorithms.approximation import treewidth_min_fill_in

import demine
from demine import Board, Decomposition, Position, grid
from strategies import boards, trees

PATH = demine.from_edges(4, [(0, 1), (1, 2), (2, 3)])
VALID = Decomposition(4, 1, [[0, 1], [1, 2], [2, 3]], [(0, 1), (1, 2)])


def test_a_valid_decomposition() -> None:
    VALID.validate(PATH)
    Decomposition(4, 3, [[3, 1, 0, 2]], []).validate(PATH)
    Decomposition(0, -1, [], []).validate(demine.from_edges(0, []))


def test_the_td_file_counts_from_one() -> None:
    assert VALID.td() == "s td 3 2 4\nb 1 1 2\nb 2 2 3\nb 3 3 4\n1 2\n2 3\n"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (replace(VALID, cells=5), "the decomposition has 5 cells, the board 4"),
        (replace(VALID, width=2), "the width is 2, but the largest bag has 2 cells"),
        (replace(VALID, edges=[(0, 1)]), "3 bags with 1 edges are not a tree"),
        (replace(VALID, edges=[(0, 1), (1, 0)]), "the edge of bags 1 and 0 closes a cycle"),
        (replace(VALID, bags=[[0, 1], [1, 2], [1, 2]]), "cell 3 is in no bag"),
        (replace(VALID, bags=[[0, 1], [2, 3], [2, 3]]), "neighbours 1 and 2 share no bag"),
        (replace(VALID, bags=[[0, 1], [1, 2, 4], [2, 3]], width=2), "cell 4 is in a bag, but not"),
        (replace(VALID, bags=[[0, 1], [1, 2], [2, 3, 3]], width=2), "bag 2 holds a cell twice"),
        (replace(VALID, edges=[(0, 2), (1, 2)]), "the bags of cell 1 are not connected"),
    ],
)
def test_the_condition_that_fails_is_named(wrong: Decomposition, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        wrong.validate(PATH)


@given(boards())
def test_the_engine_decomposes_every_board(board: Board) -> None:
    Position(board, ["?"] * len(board)).decomposition().validate(board)


@given(trees())
def test_a_tree_has_width_one(board: Board) -> None:
    assert Position(board, ["?"] * len(board)).decomposition().width == min(1, len(board) - 1)


def test_a_decomposition_names_what_fails() -> None:
    board = grid(1, 3)
    for bags, edges in [
        ([[0, 1], [1, 2]], [(0, 5)]),
        ([[0, 1], [1, 2]], [(-1, 0)]),
        ([[0, 1], [1, 7]], [(0, 1)]),
        ([[0, 1], [1, -2]], [(0, 1)]),
        ([[0, 1], [1, 2]], []),
        ([], []),
    ]:
        with pytest.raises(ValueError, match=r"\w"):
            Decomposition(3, 1, bags, edges).validate(board)


def test_an_edge_of_a_tree_joins_bags() -> None:
    board = grid(1, 2)
    broken = demine.Decomposition(2, 1, [[0], [0, 1]], [(0, 2)])
    with pytest.raises(ValueError, match="an edge joins bag 2: expected 0 to 1"):
        broken.validate(board)


@pytest.mark.parametrize(
    ("board", "width"),
    [
        (demine.grid(16, 30), 17),
        (demine.grid(10, 40), 11),
        (demine.grid(40, 10), 11),
        (demine.hexagonal(8, 20), 9),
        (demine.grid(6, 25, neighbourhood="rook"), 6),
        (demine.box((2, 3, 12)), 10),
    ],
)
def test_a_board_is_not_wider_than_its_sweep_across_the_short_side(
    board: Board, width: int
) -> None:
    found = Position(board, ["?"] * len(board)).decomposition()
    found.validate(board)
    assert found.width <= width


@pytest.mark.parametrize("seed", range(3))
def test_random_regular_graphs_are_as_narrow_as_the_best_of_many_greedy_orders(seed: int) -> None:
    """The peer is networkx's minimum fill-in, on the same graph under many names of its cells."""
    graph = nx.random_regular_graph(4, 40, seed=seed)
    best = 40
    for turn in range(8):
        names = list(graph)
        Random(turn).shuffle(names)
        renamed = nx.relabel_nodes(graph, dict(zip(graph, names, strict=True)))
        best = min(best, treewidth_min_fill_in(renamed)[0])
    board = demine.from_networkx(graph)
    assert Position(board, ["?"] * 40).decomposition().width <= best
