"""Chances of many positions against those of each position alone, and tables of all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import demine
from demine import Board, analyze_many, grid, simulate

BOARDS = [(grid(3, 4), 3), (demine.hexagonal(3, 3), 2), (grid(3, 3, torus=True), None)]


def positions(board: Board, mines: int | None) -> np.ndarray[Any, Any]:
    """Labels of all kinds: random, so that some are impossible."""
    random = np.random.default_rng(1)
    codes = np.full((40, len(board)), -1)
    for row in codes:
        opened = random.choice(len(board), 3, replace=False)
        row[opened] = random.choice([0, 1, 2, -2, -3], 3, p=[0.1, 0.4, 0.3, 0.1, 0.1])
    return codes


@pytest.mark.parametrize(("board", "mines"), BOARDS, ids=range(3))
def test_each_row_is_that_of_its_own_analysis(board: Board, mines: int | None) -> None:
    many = analyze_many(board, positions(board, mines), mines)
    assert {0, 1} <= set(many.verdicts.tolist())
    for cell in (0, 4, len(board) - 1):
        shown, told = many.shows(cell), many.information(cell)
        both = many.joint(cell, 1)
        assert shown.shape == (40, board.graph.degree(cell) + 2)
        for row in range(40):
            if many.verdicts[row]:
                assert np.isnan([*shown[row], told[row], both[row]]).all()
                continue
            alone = many[row]
            exact = alone.shows(cell)
            keys: list[int | str] = [*range(board.graph.degree(cell) + 1), "*"]
            assert shown[row] == pytest.approx([float(exact.get(key, 0)) for key in keys])
            assert told[row] == pytest.approx(alone.information(cell), abs=1e-9)
            assert both[row] == pytest.approx(float(alone.joint(cell, 1)), abs=1e-12)


def test_slices_know_their_positions() -> None:
    many = analyze_many(grid(3, 4), positions(grid(3, 4), 3), [3] * 20 + [2] * 20)
    assert np.array_equal(many[15:25].shows("b2"), many.shows("b2")[15:25], equal_nan=True)
    with pytest.raises(ValueError, match="do not know their positions"):
        demine.Analyses.blank(1, 4).shows(0)


def test_tables_for_pandas_arrow_and_parquet_are_the_same(tmp_path: Path) -> None:
    from pyarrow import parquet

    many = analyze_many(grid(3, 4), positions(grid(3, 4), 3), 3)
    tally = simulate("safest", preset="beginner", games=10, seed=1)
    for table in (many, tally):
        frame = table.to_pandas()
        assert table.to_arrow().column_names == list(frame.columns)
        table.to_parquet(tmp_path / "table.parquet")
        read = parquet.read_table(tmp_path / "table.parquet").to_pandas()
        assert read.to_dict("list").keys() == frame.to_dict("list").keys()
        for name in frame.columns:
            left, right = read[name].tolist(), frame[name].tolist()
            assert left == right or np.array_equal(left, right, equal_nan=True)
    assert len(many.to_arrow()) == 40 * 12
    assert tally.to_arrow()["wins"].to_pylist() == [tally.wins]


def test_games_go_to_parquet_and_csv(tmp_path: Path) -> None:
    import pandas
    from pyarrow import parquet

    rules: Any = {"preset": "beginner", "games": 25, "seed": 3, "chunk": 10}
    for suffix in ("jsonl", "parquet", "csv"):
        simulate("safest", games_to=tmp_path / f"games.{suffix}", **rules)
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert parquet.read_table(tmp_path / "games.parquet").to_pylist() == lines
    frame = pandas.read_csv(tmp_path / "games.csv")
    pandas.testing.assert_frame_equal(frame, pandas.DataFrame(lines), check_exact=True)
