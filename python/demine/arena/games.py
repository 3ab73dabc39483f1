"""Games: a file with one line of JSON per game of a run, in the order of their seeds; or a table.

A line holds the `seed`, whether the game was `won`, its `guesses` after the first turn, its `moves`
(cells that the strategy opened one by one), its `clicks` (flags and chords included), its `luck`
and, if it was won, its `three_bv`, else null. Luck is the probability of surviving all guesses that
the strategy made, computed exactly: a game won with a luck of 0.01 was lucky. It is null where a
position was too wide to count. Under a key, `seed` is the number of the game. A file in .parquet or
.csv is a table with the same columns.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import Any, Final

from demine.arena.player import Outcomes
from demine.arena.tally import WON
from demine.errors import InvalidGame
from demine.files import name_errors
from demine.tabled import arrow

Game = dict[str, Any]
"""The results of a game by their names."""

_COLUMNS: Final = {
    "seed": "uint64",
    "won": "bool",
    "guesses": "uint32",
    "moves": "uint32",
    "clicks": "uint32",
    "three_bv": "uint32",
    "luck": "float64",
}
"""The columns of a table with their types in Arrow."""

Write = Callable[[list[Game]], None]
"""Writes some games at the end of a file."""


class GamesFile:
    """Writes chunks of games in the order of their seeds; they may come in any order."""

    def __init__(self, write: Write, seed: int) -> None:
        """The seed of the first game."""
        self._write = write
        self._next = seed
        self._waiting: dict[int, Outcomes] = {}

    def add(self, seed: int, outcomes: Outcomes) -> None:
        """Write a chunk that begins with a seed, or keep it until those before it are there."""
        self._waiting[seed] = outcomes
        while self._next in self._waiting:
            played = self._waiting.pop(self._next)
            self._write(list(_games(self._next, played)))
            self._next += len(played[0])


@contextmanager
def open_games(path: str | Path, seed: int) -> Iterator[GamesFile]:
    """A new file for the games from a seed on; `OSError` if it cannot be written."""
    if not isinstance(path, str | Path) or not str(path):
        raise InvalidGame(f"games_to is {path!r}: expected the name of a file")
    opened = {".parquet": _open_table, ".csv": _open_csv}
    with opened.get(Path(path).suffix.lower(), _open_lines)(path) as write:
        yield GamesFile(write, seed)


@contextmanager
def _open_lines(path: str | Path) -> Iterator[Write]:
    with open(path, "w", encoding="utf-8") as file:

        def write(games: list[Game]) -> None:
            with name_errors(file.name):
                file.writelines(f"{json.dumps(game)}\n" for game in games)
                file.flush()

        yield write


@contextmanager
def _open_csv(path: str | Path) -> Iterator[Write]:
    """A line per game after the names of the columns; nothing stands for null."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, list(_COLUMNS), lineterminator="\n")

        def write(games: list[Game]) -> None:
            with name_errors(file.name):
                rows.writerows(games)
                file.flush()

        rows.writeheader()
        yield write


@contextmanager
def _open_table(path: str | Path) -> Iterator[Write]:
    """A Parquet file, in which every chunk is a group of rows."""
    arrow({})  # says what is missing
    import pyarrow
    from pyarrow import parquet

    schema = pyarrow.schema(list(_COLUMNS.items()))
    with parquet.ParquetWriter(path, schema) as file:
        yield lambda games: file.write_table(pyarrow.Table.from_pylist(games, schema))


def _games(seed: int, outcomes: Outcomes) -> Iterator[Game]:
    ends, guesses, _, moves, lucks, clicks, three_bvs = (column.tolist() for column in outcomes)
    for place, end in enumerate(ends):
        luck = lucks[place]
        yield {
            "seed": seed + place,
            "won": end == WON,
            "guesses": guesses[place],
            "moves": moves[place],
            "clicks": clicks[place],
            "three_bv": three_bvs[place] if end == WON else None,
            "luck": None if isnan(luck) else luck,
        }
