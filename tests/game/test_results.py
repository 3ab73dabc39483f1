"""Results: the history of games, as CSV and back, merged, and in charts."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import answer, run, say
from demine import FormatError, Game
from demine.game import (
    COLUMNS,
    Result,
    Statistics,
    histogram,
    progress,
    read_csv,
    write_csv,
)
from demine.review import review

ONE = Result("", "classic", "grid-8x8-10-safe-1", "won", 12.5, 30, 20, 40, 1, 0, 0.5, "")
TEXT = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), max_size=9)
RESULTS = st.builds(
    Result,
    at=st.sampled_from(["", "2026-11-18T20:00:00+00:00"]),
    name=TEXT.filter(bool),
    id=TEXT,
    status=st.sampled_from(["won", "lost"]),
    seconds=st.floats(0, 1e6),
    three_bv=st.integers(0, 999),
    zini=st.integers(0, 999),
    clicks=st.integers(0, 999),
    forced=st.integers(0, 9),
    needless=st.integers(0, 9),
    luck=st.floats(0.001, 1),
    helps=st.sampled_from(["", "hint", "hint undo"]),
)


def lost(result: Result) -> Result:
    return replace(result, status="lost")


@given(st.lists(RESULTS, max_size=5))
def test_csv_and_back(results: list[Result]) -> None:
    assert read_csv(write_csv(results)) == tuple(results)


def test_other_columns_and_missing_ones() -> None:
    (result,) = read_csv("colour,status,name,seconds\nred,won,expert,99.5\n")
    assert (result.name, result.seconds, result.luck, result.helps) == ("expert", 99.5, 1.0, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: no column name"),
        ("name,status\nx,won\n", "line 1: no column seconds"),
        ("name,status,seconds\nx,drawn,1\n", 'line 2: "status" is'),
        ("name,status,seconds\nx,won,fast\n", "line 2: seconds is 'fast'"),
        ("name,status,seconds\nx,won,-1\n", 'line 2: "seconds" is'),
        ("name,status,seconds,clicks\nx,won,1,1.5\n", "line 2: clicks is '1.5'"),
        ('name,status,seconds\n"x,won,1\n', "no CSV"),
    ],
)
def test_wrong_csv_gets_a_sentence(text: str, said: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_csv(text)
    assert said in str(refused.value)


def note(statistics: Statistics, title: str, seed: int) -> None:
    game = Game.preset("classic", seed=seed)
    statistics.begin(title, game)
    for cell in game.board.cells:
        game.open(cell)
    statistics.end(title, game, review(game))


def test_two_faces_are_merged_once(tmp_path: Path) -> None:
    """A game that both have is counted once, however often the files are added."""
    one, other = Statistics(tmp_path / "one.jsonl"), Statistics(tmp_path / "other.jsonl")
    for seed in range(3):
        note(one, "classic", seed)
        note(other, "classic", seed + 10)
    results = one.results()
    assert [result.id for result in results] == [f"grid-8x8-10-safe-{seed}" for seed in range(3)]
    assert all(result.at and result.zini and result.clicks for result in results)
    assert other.add(read_csv(write_csv(results))) == 3
    assert other.add(results) == one.add([]) == 0
    assert one.add(other.results()) == 3
    mine, yours = one.records()["classic"], other.records()["classic"]
    assert (mine.begun, mine.won + mine.lost) == (yours.begun, yours.won + yours.lost) == (6, 6)
    assert mine.abandoned == 0
    assert one.results()[-1].at == other.results()[2].at


def test_a_grid_of_a_preset_counts_as_the_preset(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path / "statistics.jsonl")
    note(statistics, "grid-8x8-10", 1)
    note(statistics, "classic", 2)
    assert statistics.records()["classic"].begun == 2


def test_efficiency() -> None:
    assert ONE.efficiency == 0.75
    assert lost(ONE).efficiency is None
    assert replace(ONE, clicks=0).efficiency is None


def test_histogram() -> None:
    assert histogram([]) == ()
    assert histogram([3.0]) == ((3.0, 4.0, 1), *((3.0 + i, 4.0 + i, 0) for i in range(1, 10)))[:10]
    assert [count for *_, count in histogram([0, 1, 2, 9, 10], 5)] == [2, 1, 0, 0, 2]


def test_progress() -> None:
    games = [ONE, lost(ONE), replace(ONE, helps="hint"), lost(ONE), lost(ONE)]
    first, last = progress(games, 2)
    assert first == (2, 0.5, 12.5)
    assert last[:2] == (4, 0.0)
    assert isnan(last[2])
    assert progress([]) == ()


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path))
    path, out = tmp_path / "browser.csv", tmp_path / "all.csv"
    path.write_text(write_csv([ONE, lost(ONE), replace(ONE, helps="hint")]), encoding="utf-8")
    done = run("statistics", "--add", str(path), "--csv", str(out))
    assert (done.returncode, done.stderr) == (0, "3 new games added\n")
    assert out.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    assert out.read_text(encoding="utf-8").startswith(",".join(COLUMNS))
    assert "75 %" in answer("statistics")
    assert answer("statistics", "--history", "2").count("classic") == 2
    chart = answer("statistics", "classic")
    assert chart.startswith("classic: 2 games without help, 1 won")
    code, said = say("statistics expert")
    assert code == 2
    assert "no finished games of 'expert': expected classic" in said
