"""Strategies that misbehave, and some that behave; other processes find them here."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from demine.position import Position
from demine.strategies import Batch, batched
from demine.strategies.named import STRATEGIES, ratio
from demine.strategies.rng import Chance


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


def dreams(position: Position, chance: Chance) -> Iterator[int]:
    """Answer, but never get to its end."""
    return count(1)


def doubts(position: Position, chance: Chance) -> Iterator[int]:
    """Answer at once, and begin to think when the answer is read."""
    yield sleeps()


def exits(position: Position, chance: Chance) -> list[int]:
    """Leave the interpreter."""
    raise SystemExit(3)


def dies(position: Position, chance: Chance) -> list[int]:
    """Take the process along."""
    os._exit(3)


def spins() -> int:
    """Hang in Python."""
    while True:
        pass


def sleeps() -> int:
    """Hang in the system."""
    while True:
        time.sleep(1000)


def sums() -> int:
    """Hang in C, which neither returns to the interpreter nor lets go of it."""
    return sum(range(10**15))


def swallows() -> int:
    """Hang in Python, and take no for no answer, twice."""
    while True:
        try:
            try:
                sleeps()
            except BaseException:
                sleeps()
        except BaseException:
            continue


HANGS: dict[str, Callable[[], int]] = {
    "spins": spins,
    "sleeps": sleeps,
    "sums": sums,
    "swallows": swallows,
}


@dataclass(frozen=True)
class Stumbles:
    """`ratio`, but hangs in the game of seed 25. Without a way to hang, it is mended."""

    way: str | None = None

    def __call__(self, position: Position, chance: Chance) -> list[int]:
        """What `ratio` opens, if anything."""
        if self.way is not None and chance.state == Chance.of_game(25).state:
            return [HANGS[self.way]()]
        return ratio(position, chance)


def shouts(position: Position, chance: Chance) -> list[int]:
    """Say so, and hang in C."""
    print("thinking\n", end="", flush=True)  # in one piece, whoever else prints
    return [sums()]


def chats(position: Position, chance: Chance) -> list[int]:
    """`ratio`, with words."""
    print("hm")
    return ratio(position, chance)


class Lost:
    """Cannot be found by other processes: looking for it takes forever."""

    def __call__(self, position: Position, chance: Chance) -> list[int]:
        """What `ratio` opens."""
        return ratio(position, chance)

    def __reduce__(self) -> tuple[Callable[[float], None], tuple[float]]:
        """How others look for it."""
        return time.sleep, (1000.0,)


def fails_late(position: Position, chance: Chance) -> list[int]:
    """Play well, but not the game whose chance begins like that of seed 25."""
    if chance.state == Chance.of_game(25).state:
        raise RuntimeError("enough")
    return list(ratio(position, chance))


def slow_ratio(position: Position, chance: Chance) -> list[int]:
    """`ratio`, taking its time."""
    time.sleep(0.0005)
    return STRATEGIES["ratio"](position, chance)  # type: ignore[return-value]


@batched
def by_batch(batch: Batch) -> NDArray[np.int64]:
    """Open the last covered cell of every game."""
    cells: NDArray[np.int64] = len(batch.board) - 1 - batch.covered[:, ::-1].argmax(axis=1)
    return cells


def safest(position: Position, chance: Chance) -> Sequence[int]:
    """Play like the engine's strategy of this name."""
    return STRATEGIES["safest"](position, chance)
