"""Dealing: boards that proof alone solves, searched with progress."""

from __future__ import annotations

import time
from typing import Any, Final, cast

import demine
from demine import Game
from demine.game import FIRSTS, SEEDS, First
from demine.web import reading
from demine.web.reading import Given, Tell

_EVERY: Final = 0.2
"""Seconds between two words about progress."""


def no_guess(given: Given, tell: Tell) -> dict[str, Any]:
    """The first game from a seed on that needs no guess from the start, with its certificate."""
    board = reading.board(given)
    game = Game(
        board,
        reading.whole(given, "mines", 0, len(board) - 1),
        seed=reading.whole(given, "seed", 0, SEEDS - 1),
        first=cast(First, reading.word(given, "first", FIRSTS, "opening")),
    )
    start = reading.whole(given, "start", 0, len(board) - 1)
    seconds = reading.seconds(given, reading.LIMITS.search)
    tries = 100_000_000  # the seconds end it
    found = demine.no_guess(game, start, tries=tries, seconds=seconds, progress=_Teller(tell))
    return {"id": found.id, "certificate": found.dumps()}


class _Teller:
    """Tells how many boards were tried, now and then."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self.told = 0.0

    def __call__(self, tried: int) -> None:
        now = time.monotonic()
        if now - self.told > _EVERY:
            self.told = now
            self.tell({"tried": tried})
