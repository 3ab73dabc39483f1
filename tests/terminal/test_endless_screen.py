"""An endless game on the whole screen: panning, hints, the solver and saving."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from demine import Replay
from demine.game import EndlessSetup, Window
from demine.game.statistics import Statistics
from demine.terminal.screen import Screen
from demine.terminal.solver import SOLVERS

Play = Callable[[Pilot[None], Screen, Window], Awaitable[None]]


def drive(tmp_path: Path, play: Play, seed: int = 1) -> Screen:
    """Sit down, play, and leave."""
    setup, statistics = EndlessSetup(), Statistics(tmp_path / "statistics.jsonl")
    game, save = setup.game(seed), tmp_path / "kept.jsonl"
    screen = Screen(setup, game, SOLVERS["exact"], statistics=statistics, save=save)

    async def run() -> None:
        async with screen.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await play(pilot, screen, game)
            screen.session.leave()

    asyncio.run(run())
    return screen


def cursor(screen: Screen, window: Window) -> tuple[int, int]:
    return window.place(screen.field.cursor)


def test_the_window_fills_the_screen_and_has_coordinates(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], screen: Screen, window: Window) -> None:
        assert window.rows == screen.field.size.height - 1
        assert 3 * window.columns <= screen.field.size.width - 4 < 3 * window.columns + 3
        heading = screen.field.render_line(0).text
        assert str(window.corner[0] + window.columns - 1) in heading

    drive(tmp_path, play)


def test_a_game_begins_in_the_middle(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], screen: Screen, window: Window) -> None:
        await pilot.pause()
        assert cursor(screen, window) == (0, 0)
        x, y = window.corner
        assert x < -2
        assert y < -2
        assert x + window.columns > 2
        assert y + window.rows > 2

    drive(tmp_path, play)


def test_the_cursor_moves_the_window_at_its_border(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], screen: Screen, window: Window) -> None:
        x, y = cursor(screen, window)
        await pilot.press(*["left"] * 3, *["up"] * 2)
        assert cursor(screen, window) == (x - 3, y - 2)
        before = window.corner
        await pilot.press("shift+right")
        assert window.corner == (before[0] + window.columns // 2, before[1])
        await pilot.press("home")
        assert cursor(screen, window) == (0, 0)

    drive(tmp_path, play)


def test_open_hint_solve_and_save(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], screen: Screen, window: Window) -> None:
        await pilot.press("home", "space", "p", "h", "h", "h", "h")
        assert window.game.number((0, 0)) == 0
        assert screen.session.message.startswith("Open ")
        assert screen.session.hinted is not None
        opened = window.game.size
        await pilot.press("a", "a", "a")
        assert window.game.size > opened
        await pilot.press("u")
        assert window.game.undos == 1

    screen = drive(tmp_path, play)
    game = screen.session.game
    assert isinstance(game, Window)
    kept = Replay.read(tmp_path / "kept.jsonl").resume_endless()
    assert (kept.opened, kept.flags) == (game.game.opened, game.game.flags)


def test_the_end_says_how_far_it_went_and_a_copy_goes_on(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], screen: Screen, window: Window) -> None:
        await pilot.press("home", "space")
        mine = next(place for place, chance in window.game.analyze().items() if chance == 1)
        screen.field.go(mine)
        await pilot.press("space")
        assert window.is_over
        assert "34 cells opened in" in screen.session.message
        await pilot.press("u")
        assert (window.status, screen.session.game.status) == ("lost", "playing")
        await pilot.press("n")
        assert screen.session.game.id == "endless-1_5-opening-2"

    drive(tmp_path, play)
