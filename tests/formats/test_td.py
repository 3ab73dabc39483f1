"""Tree decompositions in PACE's format: what is written is read, what is wrong is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

import demine
from command import answer, complaint
from demine import Board, FormatError, Position
from demine.formats import td
from strategies import graphs


@given(graphs())
def test_what_is_written_is_read(board: Board) -> None:
    found = Position(board, ["?"] * len(board)).decomposition()
    assert td.parse(found.td()) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected 's td"),
        ("s td 1 2", "expected 's td"),
        ("s td 5 2 3\nb 1 1", "are not there"),
        ("s td 1 2 3\nb 2 1", "expected a new bag or an edge"),
        ("s td 2 2 3\nb 1 1\nb 1 2", "expected a new bag"),
        ("s td 1 2 3\nhello", "expected a new bag"),
        ("s td 2 2 3\nb 1 1\n1 2", "1 bags, the header promises 2"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        td.parse(text)


def test_a_decomposition_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "ring.td"
    answer("decompose", "--td", str(path), "examples/petersen.gr")
    assert "a tree decomposition of width" in answer(
        "decompose", "--check", str(path), "examples/petersen.gr"
    )
    wrong = complaint(2, "decompose", "--check", str(path), "examples/tree.json")
    assert "cells" in wrong
    assert demine.read("examples/petersen.gr").decomposition().td() == path.read_text()
