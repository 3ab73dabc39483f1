"""The daily board: one game per day, setup and kind, the same on every machine.

The seed is the first 8 bytes of SHA-256 of a text that names the day and the setup, so nobody can
choose it. The game begins in the middle of the board.
"""

from __future__ import annotations

import hashlib
from datetime import date

import numpy as np

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
    digest = hashlib.sha256(daily_text(day, setup).encode()).digest()
    return int.from_bytes(digest[:8], "big")


def middle(board: Board) -> int:
    """The cell that is nearest to the centre of the board; the first of several."""
    places = np.asarray(board.layout.coordinates, dtype=float)
    away = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
    return int(away.round(9).argmin())
