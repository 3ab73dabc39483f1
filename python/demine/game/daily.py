"""The daily board: one game per day, setup and kind, the same on every machine.

The seed is a hash (BLAKE2b) of a text that names the day and the setup, so nobody can choose it.
The game begins in the middle of the board. The engine makes the seed, in browsers, too.
"""

from __future__ import annotations

from datetime import date

from demine import _native
from demine.board import Board
from demine.formats import name_of
from demine.game.setup import GameSetup


def daily_text(day: date, setup: GameSetup) -> str:
    """The text whose hash is the seed, such as "demine 2026-11-18 grid-9x9-10-opening"."""
    kind = "-no-guess" if setup.no_guess else f"-{setup.fair}" if setup.fair else ""
    name = f"{name_of(setup.board)}-{setup.mines}-{setup.first}{kind}"
    return f"demine {day.isoformat()} {name}"


def daily_seed(day: date, setup: GameSetup) -> int:
    """The seed of the day; with `no_guess` it is where the search for a board begins."""
    return _native.daily_seed(daily_text(day, setup))


def middle(board: Board) -> int:
    """The cell that is nearest to the centre of the board; the first of several."""
    places = board.centres
    away = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
    return int(away.round(6).argmin())
