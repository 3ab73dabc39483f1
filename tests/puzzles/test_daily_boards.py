"""Daily boards: the same everywhere, proved, and counted in a row; and boards of a grade."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

import demine
from command import run
from demine import Game, InvalidGame, NotFound
from demine.game import GameSetup, Result, daily_seed
from demine.puzzles import (
    DAILY_LEVELS,
    daily,
    daily_setup,
    daily_streak,
    daily_title,
    grade_game,
    graded,
    settle_setup,
)

DAY = date(2026, 11, 18)
# They never change: everybody has the same board of a day.
IDS = {
    "beginner": "grid-9x9-10-opening-705849826628758617",
    "classic": "grid-8x8-10-opening-7065074317184824193",
    "intermediate": "grid-16x16-40-opening-14437265219681650171",
    "expert": "grid-16x30-99-opening-13685359530963533123",
}


@pytest.mark.parametrize("level", DAILY_LEVELS)
def test_the_board_of_a_day_is_proved_and_the_same_everywhere(level: str) -> None:
    found = daily(DAY, level)
    assert found.id == IDS[level]
    assert found.verify().status == "won"
    assert daily_setup(DAY, level).title == daily_title(DAY, level)


def test_days_and_levels_have_boards_of_their_own() -> None:
    days = [DAY + timedelta(days=n) for n in range(9)]
    seeds = {daily_seed(day, daily_setup(day, level)) for day in days for level in DAILY_LEVELS}
    assert len(seeds) == 9 * len(DAILY_LEVELS)


def test_wrong_days_and_levels() -> None:
    with pytest.raises(InvalidGame, match="level is 'golan-expert': expected one of beginner"):
        daily(DAY, "golan-expert")
    with pytest.raises(TypeError, match="day is"):
        daily("2026-11-18")  # type: ignore[arg-type]


def result(day: int, level: str = "expert", status: str = "won", helps: str = "") -> Result:
    name = daily_title(DAY - timedelta(days=day), level)
    return Result("", name, "", status, 9.0, 1, 1, 1, 0, 0, 1.0, helps)


@pytest.mark.parametrize(
    ("results", "length"),
    [
        ([], 0),
        ([result(0)], 1),
        ([result(1), result(2)], 2),
        ([result(2)], 0),
        ([result(0), result(1, status="lost"), result(2)], 1),
        ([result(0), result(1, helps="hint")], 1),
        ([result(0), result(1, "classic")], 1),
        ([result(0), result(1), result(1), result(2)], 3),
    ],
)
def test_a_streak(results: list[Result], length: int) -> None:
    assert daily_streak(results, "expert", DAY) == length


@pytest.mark.parametrize("grade", ["easy", "medium", "hard", "expert"])
def test_a_board_of_a_grade(grade: str) -> None:
    setup = GameSetup(demine.grid(9, 9), 15, "opening", True, grade=grade)
    game = setup.game(3)
    game.flag(0)
    found = settle_setup(setup, game, 40)
    assert grade_game(found, 40).name == grade
    assert found.flags == {0}
    found.open(40)
    assert settle_setup(setup, found, 40) is found


def test_no_board_of_a_grade() -> None:
    with pytest.raises(NotFound, match="no hard board found: 3 were tried"):
        graded(Game(demine.grid(9, 9), 0, seed=1), 0, "hard", tries=3)
    with pytest.raises(InvalidGame, match="grade is 'easier'"):
        graded(Game(demine.grid(2, 2), 1, seed=1), 0, "easier")  # type: ignore[arg-type]


def test_the_command(tmp_path: Path) -> None:
    day = ("--daily", "--date", "2026-11-18", "--plain")
    done = run("play", *day, stdin="auto\nn\n")
    assert f"game: {IDS['beginner']}" in done.stdout
    assert "guesses: 0 forced, 0 needless" in done.stdout
    again = run("play", "expert", *day, stdin="auto\nn\n")
    assert IDS["expert"] in again.stdout
    for wrong in [("--date", "2026-11-18"), ("--daily", "--seed", "1"), ("--daily", "--fair")]:
        assert run("play", *wrong).returncode == 2
    hard = run("play", "--grade", "hard", "--seed", "1", "--plain", stdin="e5\nauto\nn\n")
    assert "You Win" in hard.stdout
    assert run("play", "--grade", "hard", "--endless").returncode == 2
