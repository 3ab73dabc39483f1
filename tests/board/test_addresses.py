"""Addresses: every cell of every board has one, and it leads back."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given

import demine
from demine import Board, FormatError, grid
from demine.board.addresses import address, addresses, cell_at, letters
from strategies import boards


@given(boards())
def test_an_address_leads_back_to_its_cell(board: Board) -> None:
    found = [address(board, cell) for cell in board.cells]
    assert len(set(found)) == len(board)
    assert [cell_at(board, text) for text in found] == list(board.cells)


@pytest.mark.parametrize(
    ("column", "name"), [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (702, "aaa")]
)
def test_columns_are_letters(column: int, name: str) -> None:
    assert letters(column) == name


@pytest.mark.parametrize(
    ("board", "cell", "name"),
    [
        (demine.grid(9, 9), (4, 0), "a5"),
        (demine.grid(2, 30), (1, 27), "ab2"),
        (demine.box((3, 4, 5)), (1, 3, 2), "2.c4"),
        (demine.box((2, 2, 2, 2)), (1, 0, 1, 0), "2.1.a2"),
        (demine.box((7,)), (3,), "d1"),
        (demine.from_edges(12, [(0, 11)]), 11, "11"),
        (demine.grid(2, 2, mask=[[False, True], [True, True]]), (1, 0), "a2"),
    ],
)
def test_addresses_by_hand(board: Board, cell: int | tuple[int, ...], name: str) -> None:
    assert address(board, board.index(cell)) == name
    assert cell_at(board, name.upper()) == board.index(cell)


@pytest.mark.parametrize(
    ("board", "text", "said"),
    [
        (demine.grid(9, 9), "", "expected a1 to i9"),
        (demine.grid(9, 9), "j1", "not on the board"),
        (demine.grid(9, 9), "a0", "not on the board"),
        (demine.grid(9, 9), "a10", "not on the board"),
        (demine.grid(9, 9), "5a", "is not a cell"),
        (demine.grid(9, 9), "1.a5", "not on the board"),
        (demine.grid(9, 9), "a-1", "is not a cell"),
        (demine.grid(9, 9), "ä5", "is not a cell"),
        (demine.box((3, 4, 5)), "a1", "expected 1.a1 to 3.e4"),
        (demine.box((3, 4, 5)), "0.a1", "not on the board"),
        (demine.box((3, 4, 5)), "4.a1", "not on the board"),
        (demine.from_edges(3, []), "3", "expected a number, 0 to 2"),
        (demine.from_edges(3, []), "a1", "expected a number"),
        (demine.grid(2, 2, mask=[[False, True], [True, True]]), "a1", "some left out"),
    ],
)
def test_what_is_no_address_is_named(board: Board, text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        cell_at(board, text)


def test_vertices_are_found_by_their_names_in_any_case() -> None:
    graph = nx.Graph([("Rome", "Milan"), ("Milan", "milan")])
    board = demine.from_networkx(graph)
    assert cell_at(board, "rome") == cell_at(board, "Rome")
    assert cell_at(board, "Milan") != cell_at(board, "milan")
    with pytest.raises(FormatError, match="MILAN"):
        cell_at(board, "MILAN")


def test_an_empty_board_has_no_addresses() -> None:
    assert addresses(demine.from_edges(0, [])) == "none, for the board is empty"
    assert addresses(grid(2, 3)) == "a1 to c2"
