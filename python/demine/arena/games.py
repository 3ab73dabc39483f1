"""Games: a file with one line of JSON per game of a run, in the order of their seeds.

A line holds the `seed`, whether the game was `won`, its `guesses` after the first turn, its `moves`
(cells that the strategy opened itself) and its `luck`. Luck is the probability of surviving all
guesses that the strategy made, computed exactly: a game won with a luck of 0.01 was lucky. It is
null where a position was too wide to count. Under a key, `seed` is the number of the game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import TextIO

from demine.arena.player import Outcomes
from demine.arena.tally import WON
from demine.errors import InvalidGame
from demine.files import name_errors


class GameLines:
    """Writes chunks of games in the order of their seeds; they may come in any order."""

    def __init__(self, file: TextIO, seed: int) -> None:
        """The seed of the first game."""
        self._file = file
        self._next = seed
        self._waiting: dict[int, Outcomes] = {}

    def add(self, seed: int, outcomes: Outcomes) -> None:
        """Write a chunk that begins with a seed, or keep it until those before it are there."""
        self._waiting[seed] = outcomes
        while self._next in self._waiting:
            played = self._waiting.pop(self._next)
            with name_errors(self._file.name):
                self._file.writelines(f"{line}\n" for line in _lines(self._next, played))
                self._file.flush()
            self._next += len(played[0])


@contextmanager
def open_games(path: str | Path, seed: int) -> Iterator[GameLines]:
    """A new file for the games from a seed on; `OSError` if it cannot be written."""
    if not isinstance(path, str | Path) or not str(path):
        raise InvalidGame(f"games_to is {path!r}: expected the name of a file")
    with open(path, "w", encoding="utf-8") as file:
        yield GameLines(file, seed)


def _lines(seed: int, outcomes: Outcomes) -> Iterator[str]:
    ends, guesses, _, moves, lucks = (column.tolist() for column in outcomes)
    for place, end in enumerate(ends):
        luck = lucks[place]
        game = {
            "seed": seed + place,
            "won": end == WON,
            "guesses": guesses[place],
            "moves": moves[place],
            "luck": None if isnan(luck) else luck,
        }
        yield json.dumps(game)
