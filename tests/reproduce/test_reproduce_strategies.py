"""The papers' benchmark of strategies, played again on few games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from demine import Board, grid
from demine.arena import BENCHMARKS, simulate
from demine.reproduce import strategies

NAMES = ["random", "single-point", "ratio", "equations", "csp", "safest", "strongest"]
NAMES += ["efficient"]
FEW = 10


def test_every_strategy_on_every_board_beside_the_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figure = strategies._figure

    def small_figure(games: int, board: Board, file: Path) -> str:
        assert (games, board) == (FEW // 10, grid(16, 30))
        return figure(games, grid(5, 5), file)

    monkeypatch.setattr(strategies, "_QUICK_GAMES", FEW)
    monkeypatch.setattr(strategies, "_figure", small_figure)
    lines = list(strategies.report(True, tmp_path))
    assert lines[0].endswith("The seeds start at 1.")
    rows = [line.split() for line in lines if "/" in line and "Figure" not in line]
    boards = ["Beginner", "Intermediate", "Expert"]
    assert [(row[0], row[2]) for row in rows] == [(b, name) for b in boards for name in NAMES]
    won = {(row[0], row[2]): row[4] for row in rows}
    for preset, board in zip(BENCHMARKS["golan"], boards, strict=True):
        for name in NAMES[:-2]:
            assert won[board, name] == f"{percent(name, preset, FEW):.2f}"
    assert (tmp_path / "strategies.svg").read_text().startswith("<?xml")


def test_without_the_extra_there_is_no_figure_and_a_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    said = strategies._figure(1, grid(2, 2), tmp_path / "x.svg")
    assert said == "No figure: plots need matplotlib: pip install matplotlib."
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize("preset", BENCHMARKS["golan"])
def test_the_counterparts_win_as_often_as_in_the_paper(preset: str) -> None:
    printed = BENCHMARKS["golan"][preset]
    won = {name: percent(name, preset, 500) for name in NAMES[:-2]}
    # Twice the width of a 95 % interval of 500 games.
    assert abs(won["csp"] - printed["CSP"]) < 9
    assert abs(won["equations"] - printed["PGMS"]) < 9
    assert won["safest"] > printed["PGMS"]
    assert won["single-point"] < won["csp"] < won["safest"] + 4
    if preset != "golan-expert":  # where it takes its time
        assert percent("strongest", preset, 100) > printed["PGMS"]


def percent(name: str, preset: str, games: int) -> float:
    return 100 * simulate(name, preset=preset, games=games, seed=strategies.SEED).rate
