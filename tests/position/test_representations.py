"""How values look when they are printed."""

from __future__ import annotations

import pytest

import demine
from demine import Game, Position, grid
from paths import BEGINNER


def test_words_for_the_eye() -> None:
    game = Game(grid(3, 3), 1, seed=1)
    assert repr(game) == "<Game(grid(3, 3), mines=1, seed=1, first='safe'): ready>"
    assert str(game) == str(game.position)
    assert "module of 2 cells>" in repr(demine.onemine.decomposition(grid(1, 2)))
    assert "leaf module of 1 cell>" in repr(demine.onemine.decomposition(grid(1, 1)))
    assert "11" in str(game.position.analyze())
    huge = Position(demine.from_edges(20_000, []), ["?"] * 20_000).solutions()
    assert "about 2^20000" in repr(huge)
    assert (huge == 1) is False
    layout = grid(2, 3).layout
    assert (layout == 1) is False
    assert hash(layout) == hash(grid(2, 3).layout)


def test_a_position_prints_as_its_board() -> None:
    position = demine.read(BEGINNER)
    lines = str(position).splitlines()
    assert lines[0].split() == ["│", *"abcdefghi"]
    assert lines[2].split() == ["1", "│", "·", "·", "1", *"??????"]
    assert len(lines) == 11


def test_an_analysis_is_a_table_with_a_row_per_cell() -> None:
    pytest.importorskip("pandas")
    analysis = Position(grid(1, 4), ["?", 1, "?", "?"]).analyze()
    table = analysis.to_pandas()
    assert table["label"].tolist() == ["?", "1", "?", "?"]
    assert table["probability"].tolist() == analysis.probabilities.tolist()
    assert set(table[table["mined"]]["cell"]) == analysis.mined
    assert set(table[table["safe"]]["cell"]) == analysis.safe
