"""Strategies that misbehave, and some that behave; other processes find them here."""

from __future__ import annotations

import time

from demine.chance import Chance
from demine.position import Position
from demine.strategies import STRATEGIES, ratio


def fails(position: Position, chance: Chance) -> list[int]:
    """Raise, in the middle of a game."""
    if any(label != "?" for label in position.labels):
        raise RuntimeError("no idea")
    return [0]


def repeats(position: Position, chance: Chance) -> list[int]:
    """Open the same cell again and again."""
    return [0]


def resigns(position: Position, chance: Chance) -> list[int]:
    """Open nothing."""
    return []


def raves(position: Position, chance: Chance) -> list[int]:
    """Open what is not on the board."""
    return [len(position.board)]


def hangs(position: Position, chance: Chance) -> list[int]:
    """Never answer, and take no for no answer."""
    while True:
        try:
            time.sleep(60)
        except Exception:
            continue


def fails_late(position: Position, chance: Chance) -> list[int]:
    """Play well, but not the game whose chance begins like that of seed 25."""
    if chance.state == Chance.of_game(25).state:
        raise RuntimeError("enough")
    return list(ratio(position, chance))


def slow_ratio(position: Position, chance: Chance) -> list[int]:
    """`ratio`, taking its time."""
    time.sleep(0.0005)
    return STRATEGIES["ratio"](position, chance)  # type: ignore[return-value]
