"""The solver's pace on the whole screen: as many moves as are due, by a clock of the test's own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import demine
from demine.game import GameSetup, Statistics
from demine.terminal import SOLVERS
from demine.terminal.autoplay import SPEEDS
from demine.terminal.pace import Pace
from demine.terminal.screen import Screen


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("ticks", [3, 10, 64])
def test_so_many_moves_a_second_are_made_however_often_somebody_asks(
    speed: int, ticks: int
) -> None:
    clock = Clock()
    pace = Pace(speed, clock)
    made = pace.due()
    assert made == 1  # the first move at once
    for tick in range(1, 4 * ticks + 1):
        clock.now = 1000 + tick / ticks
        made += pace.due()
    assert made == 4 * speed + 1


def test_a_late_tick_catches_up_and_is_drawn_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = GameSetup(demine.grid(16, 30), 99, "opening", title="expert")
    statistics = Statistics(tmp_path / "statistics.jsonl")
    screen = Screen(setup, setup.game(1), SOLVERS["exact"], statistics=statistics)
    clock, drawn = Clock(), list[None]()

    async def play() -> None:
        async with screen.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen.action_auto()
            assert screen.auto.timer is not None
            screen.auto.timer.stop()  # from here on the test says when it ticks
            screen.auto.pace = Pace(50, clock)
            before = len(screen.session.game.moves)
            shown = screen.show
            monkeypatch.setattr(screen, "show", lambda: drawn.append(shown()))
            clock.now += 0.5
            screen.auto.tick()
            made = len(screen.session.game.moves) - before
            assert made == 26 or screen.session.game.is_over
            assert len(drawn) == 1

    asyncio.run(play())
