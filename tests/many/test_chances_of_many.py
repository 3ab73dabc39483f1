"""Chances of many positions against those of each position alone, and tables of all."""

from __future__ import annotations

import json
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import demine
from demine import Board, FormatError, InvalidPosition, Position, analyze_many, grid, simulate

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
    with pytest.raises(FormatError, match=r"x\.csv: a Parquet table: expected a name in \.parquet"):
        many.to_parquet("x.csv")
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


@pytest.mark.parametrize("density", [0.2, [0.1, 0.5, 0.9] * 4], ids=["one", "each"])
def test_rows_under_a_density_are_those_of_their_own_analyses(density: Any) -> None:
    board = grid(3, 4)
    many = analyze_many(board, positions(board, None), density=density, workers=2)
    assert {0, 1} == set(many.verdicts.tolist())
    shown, both, bits = many.shows("b2"), many.joint(0, 5), many.entropy()
    for row in range(40):
        if many.verdicts[row]:
            assert many.log_count[row] == -np.inf
            assert np.isnan([*many.probabilities[row], *shown[row], both[row], bits[row]]).all()
            continue
        alone = many.position(row).analyze()
        assert alone.position.density == Position(board, ["?"] * 12, density=density).density
        assert (many.probabilities[row] == alone.probabilities).all()
        assert np.flatnonzero(many.safe[row]).tolist() == sorted(alone.safe)
        assert many.log_count[row] == log(alone.count)
        assert (both[row], bits[row]) == (float(alone.joint(0, 5)), alone.entropy())
        assert shown[row, -1] == float(alone.probability("b2"))
    again = analyze_many(board, [many.position(row) for row in range(40)])
    assert np.array_equal(again.probabilities, many.probabilities, equal_nan=True)


def test_densities_that_are_refused() -> None:
    board = grid(3, 4)
    codes = positions(board, None)
    with pytest.raises(InvalidPosition, match="a density is given: expected no mines"):
        analyze_many(board, codes, 3, density=0.2)
    with pytest.raises(InvalidPosition, match="2 densities for a board of 12 cells"):
        analyze_many(board, codes, density=[0.2, 0.3])
    two = [Position(board, ["?"] * 12, density=share) for share in (0.2, 0.3)]
    with pytest.raises(InvalidPosition, match="several densities: expected the same for all"):
        analyze_many(board, two)


def test_positions_under_a_density_have_budgets() -> None:
    codes = np.full((3, 16), -1)
    told: list[int] = []
    late = analyze_many(grid(4, 4), codes, density=0.2, total_seconds=0, progress=told.append)
    assert late.verdicts.tolist() == [demine.Verdict.TIMEOUT] * 3
    assert told == [1, 2, 3]
    codes[:, [5, 10]] = 3
    wide = analyze_many(grid(4, 4), codes[:1], density=[0.2, 0.3] * 8, states=2)
    assert wide.verdicts.tolist() == [demine.Verdict.TOO_WIDE]
