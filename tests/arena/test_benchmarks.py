"""Benchmarks: the papers' three boards, for any strategy, beside the published figures."""

from __future__ import annotations

from pathlib import Path

import pytest

import demine
from demine import PRESETS, Position
from demine.arena import BENCHMARKS, Benchmarked, benchmark, simulate
from demine.errors import InvalidGame

GOLAN = ["golan-beginner", "golan-intermediate", "golan-expert"]


def first_covered(position: Position, chance: object) -> demine.strategies.Guess:
    return demine.strategies.Guess([position.labels.index("?")])


def test_the_boards_are_those_of_the_paper() -> None:
    """Golan 2014, §1: 8 × 8 with 10 mines, 15 × 13 with 40, 30 × 16 with 99; columns first."""
    sizes = [(PRESETS[name].columns, PRESETS[name].rows, PRESETS[name].mines) for name in GOLAN]
    assert sizes == [(8, 8, 10), (15, 13, 40), (30, 16, 99)]
    assert list(BENCHMARKS["golan"]) == GOLAN
    assert [list(rates.values()) for rates in BENCHMARKS["golan"].values()] == [
        [71, 80],
        [36, 44],
        [26, 34],
    ]


@pytest.mark.parametrize("strategy", ["equations", first_covered], ids=["native", "own"])
def test_each_board_is_a_simulation(strategy: str | demine.strategies.Strategy) -> None:
    rows = list(benchmark(strategy, games=20, seed=7, workers=1))
    assert [row.preset for row in rows] == GOLAN
    for row in rows:
        tally = simulate(strategy, preset=row.preset, games=20, seed=7, workers=1)
        assert row.tally == tally
        assert row.record["published"] == BENCHMARKS["golan"][row.preset]
        assert row.record["wins"] == tally.wins
        assert str(row).startswith(f"{row.preset} {row.size}: {tally}; PGMS ")


def test_a_published_rate_is_placed_by_our_interval() -> None:
    """It was rounded: half a point more or less is the same rate."""
    tally = simulate("equations", preset="golan-beginner", games=200, seed=1)
    low, high = (100 * end for end in tally.interval())
    places = {
        rate: Benchmarked("golan-beginner", tally, {"x": rate}).place("x") for rate in range(101)
    }
    assert {place for rate, place in places.items() if rate + 0.5 < low} == {"below"}
    assert {place for rate, place in places.items() if rate - 0.5 > high} == {"above"}
    assert {place for rate, place in places.items() if low <= rate <= high} == {"within"}


def test_each_board_is_resumed_in_its_own_folder(tmp_path: Path) -> None:
    short = list(benchmark("single-point", games=10, seed=1, resume=tmp_path))
    assert sorted(folder.name for folder in tmp_path.iterdir()) == sorted(GOLAN)
    played: list[int] = []
    long = benchmark(
        "single-point",
        games=30,
        seed=1,
        resume=tmp_path,
        watch=lambda _, part: played.append(part.games),
    )
    assert [row.tally.games for row in long] == [30] * 3
    assert sum(played) == 3 * (30 - short[0].tally.games)


def test_an_unknown_benchmark_is_refused_at_once() -> None:
    with pytest.raises(InvalidGame, match="benchmark 'chess': expected one of golan"):
        benchmark("csp", "chess", games=1, seed=1)


def test_games_and_seed_are_asked_for_at_once() -> None:
    with pytest.raises(TypeError, match="benchmark without seed: expected games=… and seed=…"):
        benchmark("csp", games=5)  # type: ignore[call-arg]
