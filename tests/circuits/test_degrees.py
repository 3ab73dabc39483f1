"""Maximum degree 2 is counted in one pass; a CNF becomes a position of maximum degree 3."""

from __future__ import annotations

from itertools import product

import networkx as nx
import pytest

import demine
from demine import Board, Position
from demine.circuits import count_degree_two, reduce_clauses
from demine.errors import InvalidPosition
from oracle import Label, solutions
from strategies import edges_of

LABELS: list[Label] = ["?", "□", "*", 0, 1, 2]


def rows_and_rings(cells: int) -> list[Board]:
    """Every graph with so many vertices and maximum degree 2."""
    found = [graph for graph in nx.graph_atlas_g() if len(graph) == cells]
    narrow = [graph for graph in found if max(dict(graph.degree).values(), default=0) <= 2]
    return [demine.from_networkx(graph) for graph in narrow]


@pytest.mark.parametrize("cells", range(5))
def test_every_labelling_of_every_small_graph(cells: int) -> None:
    for board in rows_and_rings(cells):
        for labels in product(LABELS, repeat=cells):
            check(board, list(labels))


def check(board: Board, labels: list[Label]) -> None:
    try:
        position = Position(board, labels)
    except InvalidPosition:
        return  # a number above the degree
    expected = len(solutions(len(board), edges_of(board), labels))
    assert count_degree_two(position) == expected


def test_larger_graphs_as_the_engine_counts() -> None:
    for cells in range(5, 8):
        for board in rows_and_rings(cells):
            for start in range(6):
                numbers = [len({*board.neighbours(v)} & {start, start + 2}) for v in board.cells]
                labels: list[Label] = [
                    "?" if v % 3 == start % 3 or v in (start, start + 2) else numbers[v]
                    for v in board.cells
                ]
                position = Position(board, labels)
                assert count_degree_two(position) == position.count() > 0


def test_a_long_ring() -> None:
    """Without numbers 2ⁿ; with a 1 at every second cell of a ring, two ways per free half."""
    ring = demine.from_edges(4000, [(v, (v + 1) % 4000) for v in range(4000)])
    assert count_degree_two(Position(ring, ["?"] * 4000)) == 2**4000
    assert count_degree_two(Position(ring, ["?", 1] * 2000)) == 2


def test_what_is_no_row_or_ring_is_refused() -> None:
    star = Position(demine.from_edges(4, [(0, 1), (0, 2), (0, 3)]), ["?"] * 4)
    with pytest.raises(InvalidPosition, match="cell 0 has 3 neighbours: expected at most 2"):
        count_degree_two(star)
    with pytest.raises(InvalidPosition, match="2 mines: expected mines=None"):
        count_degree_two(Position(demine.grid(1, 4), ["?"] * 4, 2))


@pytest.mark.parametrize("clause", [[], [1, 2, 3, 4], [0], ["x"], 5])
def test_clauses_are_checked(clause: object) -> None:
    with pytest.raises((ValueError, TypeError), match="expected"):
        reduce_clauses([[1, 2], clause])  # type: ignore[list-item]


def test_a_formula_becomes_a_position_of_degree_3() -> None:
    position = reduce_clauses([[1, 2], [-1, 2], [1, -2]])
    assert position.is_consistent()
    assert not reduce_clauses([[1, 2], [-1, 2], [1, -2], [-1, -2]]).is_consistent()
    assert max(map(position.board.graph.degree, position.board.cells)) == 3
