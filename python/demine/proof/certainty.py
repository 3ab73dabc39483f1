"""Boards without guesses under rules: each move is certain by exact analysis, without a proof."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Unpack

from demine.errors import Timeout, TooWide
from demine.game import SEEDS, Game
from demine.labels import COVERED
from demine.meter import Budget, Meter

_GOLDEN = 0x9E3779B97F4A7C15
"""The step between two seeds: large enough that their random numbers do not overlap."""


def is_certain_throughout(game: Game, start: int, **budget: Unpack[Budget]) -> bool:
    """Whether opening the start and then only certain cells wins this game."""
    same = game.again()
    same.open(start)
    while not same.is_over:
        labels = same.position.labels
        safe = [v for v in same.position.analyze(**budget).safe if labels[v] == COVERED]
        if not safe:
            return False
        for cell in safe:
            same.open(cell)
    return same.status == "won"


def find_certain(
    game: Game, start: int, seconds: float | None, progress: Callable[[int], None]
) -> Game:
    """The first game from the seed on that needs no guess; `Timeout` if the time runs out.

    A board that is too wide to analyse counts as one that needs a guess.
    """
    meter = Meter(seconds=seconds)
    for tried in count(1):
        seed = (game.seed + _GOLDEN * (tried - 1)) % SEEDS
        own = Game(game.board, game.mines, seed=seed, first=game.first, rules=game.rules)
        try:
            if is_certain_throughout(own, start, seconds=meter.left):
                return own
        except TooWide:
            pass
        except Timeout:
            raise Timeout(
                f"no board without a guess in {seconds:g} seconds: {tried} were tried"
            ) from None
        progress(tried)
    raise AssertionError("the search has no end")
