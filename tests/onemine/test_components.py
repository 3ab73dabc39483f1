"""All guess components, and the minimal ones, against the definitions on all small graphs."""

from __future__ import annotations

from itertools import combinations, islice

import networkx as nx
import pytest

import demine
from demine import Board, onemine
from demine.errors import TooWide
from oneminetruth import ATLAS


def subsets(board: Board) -> list[frozenset[int]]:
    sizes = range(len(board) + 1)
    return [frozenset(h) for size in sizes for h in combinations(board.cells, size)]


def by_definition(board: Board) -> set[frozenset[int]]:
    """§3: N(v) ∖ H is the same for all v in H; not the empty set."""
    near = [frozenset(board.neighbours(cell)) for cell in board.cells]
    return {h for h in subsets(board) if len({near[v] - h for v in h}) == 1}


def minimal_by_definition(every: set[frozenset[int]]) -> set[frozenset[int]]:
    """At least two cells; a smaller component inside is a single cell."""
    inner = [h for h in every if len(h) > 1]
    return {h for h in inner if not any(other < h for other in inner)}


def test_all_components_are_those_of_the_definition() -> None:
    for board in ATLAS:
        expected = by_definition(board)
        found = onemine.components(board)
        listed = list(found)
        assert len(listed) == len(set(listed)) == len(found) == found.count()
        assert set(listed) == expected
        assert found >= expected
        assert found <= expected


def test_membership_is_the_definition() -> None:
    for board in [board for board in ATLAS if len(board) <= 6]:
        expected = by_definition(board)
        found = onemine.components(board)
        for cells in subsets(board):
            assert onemine.is_component(board, cells) == (cells in expected)
            assert (cells in found) == (cells in expected)


def test_minimal_components_are_those_of_the_definition() -> None:
    for board in ATLAS:
        listed = list(onemine.minimal_components(board))
        assert len(listed) == len(set(listed))
        assert set(listed) == minimal_by_definition(by_definition(board)), board


def test_a_clique_has_every_set_and_none_is_stored() -> None:
    board = demine.from_networkx(nx.complete_graph(300))
    found = onemine.components(board)
    assert found.count() == 2**300 - 1
    with pytest.raises(OverflowError):
        len(found)
    assert [len(h) for h in islice(found, 3)] == [300, 2, 2]
    assert onemine.is_component(board, range(7))
    assert sum(1 for _ in onemine.minimal_components(board)) == 300 * 299 // 2


def test_maximal_components_are_among_all() -> None:
    board = demine.grid(2, 5)
    every = onemine.components(board)
    assert all(h in every for h in onemine.guess_components(board))
    named: list[object] = [[(0, 0)], [(0, 0), (1, 0)]]  # coordinates name cells
    assert all(every.__contains__(cells) for cells in named)
    assert not every.__contains__(5)


def test_what_is_no_cell_is_refused() -> None:
    with pytest.raises(IndexError):
        onemine.is_component(demine.grid(2, 2), [4])
    with pytest.raises(TooWide):
        onemine.components(demine.grid(100, 100), states=100)
    with pytest.raises(TypeError, match="board"):
        onemine.is_component("board", [0])  # type: ignore[arg-type]
