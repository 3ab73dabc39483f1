"""The store: players, games and moves in SQLite, so that a killed server loses no move.

A move is written before it is answered. Only the thread of the event loop uses the store; a write
takes some tens of microseconds. A write that fails raises a `Problem` and leaves the file as it
was. The games of one player, and the whole file, have limits in bytes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from sqlite3 import Row
from typing import Any, Final

from filelock import FileLock

from demine.game import Move
from demine.web.database import (
    CHANGING,
    COLUMNS,
    MOVE_BYTES,
    SIZE,
    GameRow,
    lock_file,
    open_file,
)
from demine.web.limits import Limits
from demine.web.problem import Problem

HISTORY: Final = (
    "key, made, board, mines, first, fair, rules, daily, shared, helped, status, seconds, clicks, "
    "opens, flags, chords, wasted, hints, three_bv, zini"
)
"""Columns of a finished game that its player may see as a list."""
_RECENT: Final = 3600.0
"""Seconds in which the games of a player are never deleted for others."""
_AT_ONCE: Final = 20
"""Steps that make room in the file during one request."""
_PER_STEP: Final = 20
"""Games that a step deletes."""


class Store(AbstractContextManager["Store"]):
    """The database. Every method that writes is one transaction."""

    def __init__(self, path: str | Path) -> None:
        """Open or create the file and lock it; `FormatError` or `OSError` if that fails."""
        self._lock: FileLock | None = None
        self._deleted: list[str] = []
        if str(path) != ":memory:":
            self._lock = lock_file(Path(path))
        try:
            self._base = open_file(path)
        except BaseException:
            self._unlock()
            raise

    def close(self) -> None:
        """Close the file and release its lock."""
        self._base.close()
        self._unlock()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()

    # Players.

    def meet(self, player: str) -> None:
        """Add a player, or note that the player is here again."""
        self._base.execute(
            "INSERT INTO players (key, seen) VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET seen = excluded.seen",
            (player, time.time()),
        )

    def knows(self, player: str) -> bool:
        """Whether the player is in the database."""
        row = self._base.execute("SELECT 1 FROM players WHERE key = ?", (player,)).fetchone()
        return row is not None

    def settings(self, player: str | None) -> Any:
        """The player's settings as an object; empty for an unknown player."""
        row = self._base.execute("SELECT settings FROM players WHERE key = ?", (player,)).fetchone()
        return {} if row is None else json.loads(row["settings"])

    def set_settings(self, player: str, settings: Any) -> None:
        """Store the player's settings."""
        self._base.execute(
            "UPDATE players SET settings = ? WHERE key = ?", (json.dumps(settings), player)
        )

    # Games.

    def add(self, row: GameRow, limits: Limits, moves: Sequence[Move] = ()) -> list[str]:
        """Add a game; the keys of the games that the limits made it delete."""
        self._deleted = []
        self._make_room(limits.stored)
        places = ", ".join("?" * len(COLUMNS))
        with self._transaction():
            insert = f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({places})"
            self._base.execute(insert, [getattr(row, name) for name in COLUMNS])
            for number, move in enumerate(moves, start=1):
                self._insert_move(row, number, move)
            (size,) = self._base.execute(
                f"SELECT {SIZE} FROM games WHERE key = ?", (row.key,)
            ).fetchone()
            self._count(row.player, size)
            self._trim(row, limits)
        return self._deleted

    def _trim(self, latest: GameRow, limits: Limits) -> None:
        """Delete the oldest games of a player who has too many, or too large ones."""
        beyond = "SELECT key FROM games WHERE player = ? ORDER BY made DESC LIMIT -1 OFFSET ?"
        self._delete(beyond, (latest.player, limits.kept))
        oldest = "SELECT key FROM games WHERE player = ? AND key != ? ORDER BY made LIMIT 1"
        while self.bytes_of(latest.player) > limits.player:
            if not self._delete(oldest, (latest.player, latest.key)):
                return

    def bytes_of(self, player: str) -> int:
        """About how many bytes the games of a player take."""
        row = self._base.execute("SELECT bytes FROM players WHERE key = ?", (player,)).fetchone()
        return 0 if row is None else int(row["bytes"])

    def _count(self, player: str, size: int) -> None:
        change = "UPDATE players SET bytes = max(0, bytes + ?) WHERE key = ?"
        self._base.execute(change, (size, player))

    @property
    def bytes(self) -> int:
        """The bytes of the file that are in use."""
        pages, free, size = (
            int(self._base.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    def _make_room(self, most: int) -> None:
        """Delete games of the players who were away longest; refuse if that is not enough."""
        for _ in range(_AT_ONCE):
            if self.bytes <= most or not self._forget_some():
                break
        if self.bytes > most:
            raise Problem(507, "Full", "the database of the server is full: try again later")

    def _forget_some(self) -> bool:
        """Delete a player, or some of the games; False if all players were here of late."""
        row = self._base.execute(
            "SELECT key FROM players WHERE seen < ? ORDER BY seen LIMIT 1", (time.time() - _RECENT,)
        ).fetchone()
        if row is None:
            return False
        some = "SELECT key FROM games WHERE player = ? ORDER BY made LIMIT ?"
        with self._transaction():
            if self._delete(some, (row["key"], _PER_STEP)) < _PER_STEP:
                self._base.execute("DELETE FROM players WHERE key = ?", (row["key"],))
        return True

    def game(self, key: str) -> GameRow | None:
        """The game with this key."""
        row = self._base.execute("SELECT * FROM games WHERE key = ?", (key,)).fetchone()
        return None if row is None else GameRow(**dict(row))

    def games(self, player: str | None, most: int = 50) -> list[GameRow]:
        """The latest games of a player, newest first."""
        rows = self._base.execute(
            "SELECT * FROM games WHERE player = ? ORDER BY made DESC LIMIT ?", (player, most)
        )
        return [GameRow(**dict(row)) for row in rows]

    def count_unfinished(self, player: str) -> int:
        """How many games of a player are neither won nor lost."""
        row = self._base.execute(
            "SELECT count(*) FROM games WHERE player = ? AND status IN ('ready', 'playing')",
            (player,),
        ).fetchone()
        return int(row[0])

    def drop(self, key: str) -> None:
        """Delete a game and its moves."""
        with self._transaction():
            self._delete("?", (key,))

    def _delete(self, keys: str, values: tuple[object, ...]) -> int:
        """Delete the games with these keys; how many there were."""
        chosen = f"SELECT key, player, {SIZE} AS size FROM games WHERE key IN ({keys})"
        rows = self._base.execute(chosen, values).fetchall()
        for row in rows:
            self._base.execute("DELETE FROM moves WHERE game = ?", (row["key"],))
            self._base.execute("DELETE FROM games WHERE key = ?", (row["key"],))
            self._count(row["player"], -row["size"])
        self._deleted += [row["key"] for row in rows]
        return len(rows)

    def update(self, row: GameRow) -> None:
        """Write the current state of a game; `Problem` if it was deleted."""
        names = ", ".join(f"{name} = ?" for name in CHANGING)
        values = [getattr(row, name) for name in CHANGING]
        done = self._base.execute(f"UPDATE games SET {names} WHERE key = ?", [*values, row.key])
        if not done.rowcount:
            raise Problem(404, "NotFound", "there is no such game")

    def add_move(self, row: GameRow, number: int, move: Move) -> None:
        """Add a move and write the state of the game after it."""
        with self._transaction():
            self._insert_move(row, number, move)
            self._count(row.player, MOVE_BYTES)
            self.update(row)

    def _insert_move(self, row: GameRow, number: int, move: Move) -> None:
        values = (row.key, number, move.kind, move.cell, move.at)
        self._base.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", values)

    def drop_move(self, row: GameRow, number: int) -> None:
        """Delete a move that was undone, and write the state of the game before it."""
        with self._transaction():
            done = self._base.execute(
                "DELETE FROM moves WHERE game = ? AND number >= ?", (row.key, number)
            )
            self._count(row.player, -MOVE_BYTES * done.rowcount)
            self.update(row)

    def moves(self, key: str) -> list[Move]:
        """Every move of a game, in order."""
        rows = self._base.execute(
            "SELECT kind, cell, at FROM moves WHERE game = ? ORDER BY number", (key,)
        )
        return [Move(*row) for row in rows]

    def records(self, player: str | None) -> list[dict[str, Any]]:
        """Per board: games, wins, and the best time and efficiency of wins without help."""
        rows = self._base.execute(
            """
            SELECT board, mines, first, certificate IS NOT NULL AS no_guess, count(*) AS games,
                sum(status = 'won') AS won, sum(status = 'lost') AS lost, sum(helped) AS helped,
                fair, rules, min(CASE WHEN status = 'won' AND NOT helped AND NOT shared
                    THEN seconds END) AS best,
                max(CASE WHEN status = 'won' AND NOT helped AND NOT shared
                    THEN 1.0 * three_bv / (clicks + wasted) END) AS efficiency
            FROM games WHERE player = ? AND status IN ('won', 'lost') AND NOT practice
            GROUP BY board, mines, first, no_guess, fair, rules ORDER BY games DESC LIMIT 200
            """,
            (player,),
        )
        return [_read_kind(row) for row in rows]

    def history(self, player: str | None, most: int = 2000) -> list[dict[str, Any]]:
        """The latest finished games of a player but for practice, oldest first."""
        rows = self._base.execute(
            f"""
            SELECT * FROM (SELECT {HISTORY}, certificate IS NOT NULL AS no_guess
            FROM games WHERE player = ? AND status IN ('won', 'lost') AND NOT practice
            ORDER BY made DESC LIMIT ?) ORDER BY made
            """,
            (player, most),
        )
        return [_read_kind(row, "helped", "shared") for row in rows]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit everything that the block writes, or nothing."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        finally:
            self._base.rollback()  # has no effect after a commit


def _read_kind(row: Row, *flags: str) -> dict[str, Any]:
    """A row with its truth values; only games under rules name them."""
    found = {**dict(row), **{name: bool(row[name]) for name in ("no_guess", *flags)}}
    return {name: value for name, value in found.items() if name != "rules" or value}
