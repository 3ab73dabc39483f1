"""Games under rules in the terminal: line by line, on the screen, and what options refuse."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from command import complaint, run
from demine.board import grid
from demine.game import GameSetup, Statistics
from demine.rules import Rules
from demine.terminal import SOLVERS, Screen


def test_line_by_line_with_flags_that_count() -> None:
    typed = "e1\na4f\na4f\nhelp\nrisks\nauto\nn\n"
    options = ("--rows", "4", "--cols", "5", "--mines", "5", "--seed", "7", "--rules", "capacity=2")
    done = run("play", "--plain", *options, stdin=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "(4 mines left)" in done.stdout
    assert "|F2 |" in done.stdout
    assert "(3 mines left)" in done.stdout
    assert "Flag the cell again for one more." in done.stdout
    assert "game: grid-4x5-5-safe.capacity2-7" in done.stdout


def test_simulate_takes_rules() -> None:
    options = ("--rows", "4", "--cols", "4", "--mines", "3", "--games", "5", "--workers", "1")
    done = run("simulate", "safest", *options, "--rules", "liar")
    assert "of 5 games won" in done.stdout
    said = complaint(2, "simulate", "csp", *options, "--rules", "liar")
    assert "strategy csp supports only the classic rules" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--rules", "zz"), "there is no rule 'zz'"),
        (("--rules", "liar", "--fair"), "a game under rules cannot come from"),
        (("--rules", "Q"), "no board with 10 mines follows the rules"),
        (("expert", "--rules", "T"), "is too large to draw mines under these rules"),
    ],
)
def test_what_cannot_be_played_is_refused(options: tuple[str, ...], said: str) -> None:
    assert said in complaint(2, "play", "--plain", *options)


def test_the_screen_shows_for_how_many_mines_a_flag_stands(tmp_path: Path) -> None:
    board = grid(4, 5)
    setup = GameSetup(board, 5, title="own").under(Rules.named(board, "capacity=2"))
    assert setup.title == "own (capacity=2)"
    statistics = Statistics(tmp_path / "statistics.jsonl")
    screen = Screen(setup, setup.game(7), SOLVERS["exact"], statistics=statistics)

    async def play() -> None:
        async with screen.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            for shown, left in (("1", 4), ("2", 3), ("", 5)):
                await pilot.press("f")
                sign = screen.field._looks[0].sign
                assert sign.endswith(shown)
                assert screen.session.game.counter == left
            await pilot.press("space", "p")
            assert screen.session.analysis is not None, screen.session.message

    asyncio.run(play())
