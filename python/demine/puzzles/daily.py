"""Daily boards: a board per day and level that is the same everywhere and needs no guess.

The date and the level make the seed, and the seed draws boards until one needs no guess from the
middle. So every copy of demine finds the same board, and its certificate proves it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final, cast

from demine.arguments import check, show
from demine.board import PRESETS
from demine.errors import InvalidGame, NotFound
from demine.game import (
    EndlessSetup,
    Game,
    GameSetup,
    Result,
    daily_seed,
    find_preset,
    middle,
)
from demine.meter import Meter
from demine.proof import BOARD_TRIES, Certificate, Progress, no_guess, settle
from demine.puzzles.grade import GRADES, GradeName, grade_game

DAILY_LEVELS: Final = tuple(name for name, preset in PRESETS.items() if preset.in_menus)
"""The levels that have a daily board."""


def today() -> date:
    """The date everywhere: that of UTC."""
    return datetime.now(UTC).date()


def daily(
    day: date,
    level: str = "beginner",
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Certificate:
    """The certificate of the board of a day: its game, its start and the proof of every step."""
    check(day, date, "day")
    if level not in DAILY_LEVELS:
        raise InvalidGame(f"level is {show(level)}: expected one of {', '.join(DAILY_LEVELS)}")
    board, mines = find_preset(level)
    game = Game(board, mines, seed=daily_seed(day, daily_setup(day, level)), first="opening")
    told = progress or (lambda tried: None)
    return no_guess(game, middle(board), seconds=seconds, progress=told)


def daily_title(day: date, level: str) -> str:
    """The name under which the results of a daily board are kept."""
    return f"daily {day.isoformat()} {level}"


def daily_setup(day: date, level: str) -> GameSetup:
    """The setup of the daily board; its next games are boards without guesses of the same level."""
    board, mines = find_preset(level)
    return GameSetup(board, mines, "opening", True, daily_title(day, level))


def daily_streak(results: Iterable[Result], level: str, day: date) -> int:
    """On how many days in a row, up to this one, the daily board was won without help.

    A day that is not over does not end the streak of the day before.
    """
    won = {result.name for result in results if result.won and not result.helped}
    last = day if daily_title(day, level) in won else day - timedelta(days=1)
    length = 0
    while daily_title(last - timedelta(days=length), level) in won:
        length += 1
    return length


def graded(
    game: Game,
    start: int,
    grade: GradeName,
    *,
    tries: int = BOARD_TRIES,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Certificate:
    """A game of a grade that needs no guess from the start; `NotFound` if there is none.

    Seeds from that of `game` on are tried, and with each as many boards as it needs.
    """
    if grade not in GRADES:
        raise InvalidGame(f"grade is {show(grade)}: expected one of {', '.join(GRADES)}")
    meter = Meter(seconds=seconds)
    for number in range(tries):
        (progress or (lambda tried: None))(number)
        own = Game(game.board, game.mines, seed=game.seed + number, first=game.first)
        found = no_guess(own, start, seconds=meter.left)
        if grade_game(found.game, start, seconds=meter.left).name == grade:
            return found
    raise NotFound(f"no {grade} board found: {tries} were tried")


def settle_setup(
    setup: GameSetup | EndlessSetup,
    game: Game,
    cell: int,
    *,
    seconds: float | None = None,
    progress: Progress = lambda tried: None,
) -> Game:
    """The game to open this first cell in: without guesses and of a grade, if the setup says so."""
    grade = setup.grade
    if grade is None or game.status != "ready":
        return settle(game, cell, seconds=seconds, progress=progress)
    found = graded(game, cell, cast(GradeName, grade), seconds=seconds, progress=progress).game
    for flag in game.flags:
        found.flag(flag)
    return found
