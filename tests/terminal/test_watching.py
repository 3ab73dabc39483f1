"""A replay on the whole screen, practice from its moves, and the themes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

import demine
from command import run
from demine import Game, Replay
from demine.game import GameSetup, Playback, Statistics
from demine.game.stopwatch import Stopwatch
from demine.terminal import SOLVERS, THEME_NAMES, Controls, Screen, Watcher
from demine.terminal.looks import PLAIN, THEMES, theme_of


def finished() -> Game:
    """A lost game in which each move took a tenth of a second."""
    now = 0.0
    game = Game(demine.grid(6, 6), 8, seed=5, stopwatch=Stopwatch(lambda: now))
    for cell in range(36):
        now += 0.1
        game.open(cell)
    assert game.is_over
    assert len(game.moves) > 2
    return game


def watch(play: Callable[[Pilot[Game | None], Watcher], Awaitable[None]]) -> Game | None:
    """Watch the game, and what the watcher leaves with."""
    watcher = Watcher(Playback(Replay.of(finished())))

    async def drive() -> None:
        async with watcher.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await play(pilot, watcher)

    asyncio.run(drive())
    return watcher.return_value


def test_a_replay_is_shown_move_by_move() -> None:
    last = len(finished().moves)

    async def play(pilot: Pilot[Game | None], watcher: Watcher) -> None:
        await pilot.press("right", "right", "left")
        assert watcher.playback.place == 1
        assert "move 1 of" in str(watcher.place.content)
        await pilot.press("end")
        assert watcher.playback.place == last
        assert "lost" in str(watcher.state.content)
        await pilot.press("home")
        assert watcher.playback.place == 0
        await pilot.press("q")

    assert watch(play) is None


def test_a_replay_plays_by_itself() -> None:
    last = len(finished().moves)

    async def play(pilot: Pilot[Game | None], watcher: Watcher) -> None:
        await pilot.press("space", "plus", "plus", "plus")
        assert watcher.speed == 10
        for _ in range(200):
            if watcher.playback.place == last:
                break
            await pilot.pause(0.02)
        assert watcher.playback.place == last
        await pilot.press("q")

    assert watch(play) is None


def test_a_player_goes_on_from_a_move() -> None:
    async def play(pilot: Pilot[Game | None], watcher: Watcher) -> None:
        await pilot.press("right", "p")

    game = watch(play)
    assert game is not None
    assert game.is_practice
    assert game.clicks == 1


def test_a_saved_game_is_played_on_from_a_move(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = finished()
    Replay.of(game).write(path)
    before = path.read_bytes()
    done = run("play", str(path), "--after", "1", "--plain", stdin="quit\n")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == before
    after = run("play", str(path), "--after", "99", "--plain")
    assert f"expected one from 0 to {len(game.moves)}" in after.stderr
    alone = run("play", "beginner", "--after", "1", "--plain")
    assert alone.returncode == 2
    assert "--after belongs to a FILE" in alone.stderr


def painted(theme: str) -> set[str]:
    """The colours of the cells on the whole screen."""
    setup = GameSetup(demine.grid(6, 6), 8)
    game = finished()
    found = set[str]()

    async def look() -> None:
        screen = Screen(
            setup, game, SOLVERS["exact"], statistics=Statistics(), controls=Controls(theme=theme)
        )
        async with screen.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for line in screen.field._lines:
                for cell in line:
                    style = screen.field._segment(cell).style
                    assert style is not None
                    colours = style.color, style.bgcolor
                    found.update(one.name for one in colours if one is not None)

    asyncio.run(look())
    return found


def test_each_theme_has_its_own_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert tuple(THEMES) == THEME_NAMES
    seen = [frozenset(painted(theme)) for theme in THEME_NAMES]
    assert len(set(seen)) == len(THEME_NAMES)


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_no_colour_is_honoured(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert theme_of(theme) is PLAIN
    assert painted(theme) == set()


def test_an_empty_no_colour_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    assert theme_of("classic") is THEMES["classic"]
