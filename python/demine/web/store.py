"""The store: players, games and moves in SQLite, so that a killed server loses no move.

A move is written before it is answered. The file is in WAL mode, so everything committed survives
the end of the process. Only the thread of the event loop uses the store; a write takes some tens
of microseconds. A write that fails raises a `Problem` and leaves the file as it was.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from demine.errors import FormatError
from demine.game import Move
from demine.web.problem import Problem

_LOCK_SECONDS: Final = 0.2
"""How long to wait for another process's lock. The event loop stands still during that time."""


@dataclass
class GameRow:
    """A game as the database stores it: one column per field.

    Fields with a default change while the game is played; the others are fixed.
    """

    key: str
    player: str
    board: str
    mines: int
    first: str
    id: str
    nonce: str
    certificate: str | None
    made: float
    status: str = "ready"
    helped: int = 0
    told: int = 0
    undos: int = 0
    paused: int = 0
    seconds: float = 0.0
    clicks: int = 0
    three_bv: int | None = None


_COLUMNS: Final = {field.name: str(field.type) for field in fields(GameRow)}
_CHANGING: Final = [field.name for field in fields(GameRow) if field.default is not MISSING]
_SQL_TYPES: Final = {
    "str": "TEXT NOT NULL",
    "int": "INTEGER NOT NULL",
    "float": "REAL NOT NULL",
    "str | None": "TEXT",
    "int | None": "INTEGER",
}
_SCHEMA: Final = f"""
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS players (
    key TEXT PRIMARY KEY, settings TEXT NOT NULL DEFAULT '{{}}', seen REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    {", ".join(f"{name} {_SQL_TYPES[kind]}" for name, kind in _COLUMNS.items())}, PRIMARY KEY (key)
);
CREATE INDEX IF NOT EXISTS games_of_players ON games (player, made);
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, cell INTEGER NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
BEGIN IMMEDIATE; -- fails if nothing can be written
ROLLBACK;
"""


class Store(AbstractContextManager["Store"]):
    """The database. Every method that writes is one transaction."""

    def __init__(self, path: str | Path) -> None:
        """Open or create the file and lock it; `FormatError` or `OSError` if that fails."""
        self._lock: FileLock | None = None
        if str(path) != ":memory:":
            self._lock = _lock(Path(path))
        try:
            self._base = _open(path)
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

    def add(self, row: GameRow, kept: int) -> None:
        """Add a game; delete the oldest games of its player beyond `kept`."""
        places = ", ".join("?" * len(_COLUMNS))
        with self._transaction():
            insert = f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES ({places})"
            self._base.execute(insert, [getattr(row, name) for name in _COLUMNS])
            self._delete(
                "SELECT key FROM games WHERE player = ? ORDER BY made DESC LIMIT -1 OFFSET ?",
                (row.player, kept),
            )

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

    def _delete(self, keys: str, values: tuple[object, ...]) -> None:
        self._base.execute(f"DELETE FROM moves WHERE game IN ({keys})", values)
        self._base.execute(f"DELETE FROM games WHERE key IN ({keys})", values)

    def update(self, row: GameRow) -> None:
        """Write the current state of a game."""
        names = ", ".join(f"{name} = ?" for name in _CHANGING)
        values = [getattr(row, name) for name in _CHANGING]
        self._base.execute(f"UPDATE games SET {names} WHERE key = ?", [*values, row.key])

    def add_move(self, row: GameRow, number: int, kind: str, cell: int, at: float) -> None:
        """Add a move and write the state of the game after it."""
        with self._transaction():
            self._base.execute(
                "INSERT INTO moves VALUES (?, ?, ?, ?, ?)", (row.key, number, kind, cell, at)
            )
            self.update(row)

    def drop_move(self, row: GameRow, number: int) -> None:
        """Delete a move that was undone, and write the state of the game before it."""
        with self._transaction():
            self._base.execute(
                "DELETE FROM moves WHERE game = ? AND number >= ?", (row.key, number)
            )
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
                min(CASE WHEN status = 'won' AND NOT helped THEN seconds END) AS best,
                max(CASE WHEN status = 'won' AND NOT helped
                    THEN 1.0 * three_bv / clicks END) AS efficiency
            FROM games WHERE player = ? AND status IN ('won', 'lost')
            GROUP BY board, mines, first, no_guess ORDER BY games DESC LIMIT 200
            """,
            (player,),
        )
        return [{**dict(row), "no_guess": bool(row["no_guess"])} for row in rows]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit everything that the block writes, or nothing."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        finally:
            self._base.rollback()  # has no effect after a commit


class _Base(sqlite3.Connection):
    """A connection that logs its failures and raises them as a `Problem`."""

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*arguments)
        except sqlite3.Error as error:
            logging.getLogger("demine.web").error("the database of games failed: %s", error)
            line = "the server cannot write its database: nothing has changed, try again later"
            raise Problem(503, "NotKept", line) from error


def _lock(path: Path) -> FileLock:
    """Lock the file, because two servers on one file would each hold their own copy of a game."""
    path = path.resolve()  # a symbolic link names the same file
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise FormatError(f"{path} is not a regular file: expected a file to store games in")
    lock = FileLock(f"{path}.lock", timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        if not Path(lock.lock_file).exists():  # the lock file could not be created
            raise FormatError(f"{path}: cannot store games there") from None
        line = f"{path} is in use by another server: choose another file with --data"
        raise FormatError(line) from None
    return lock


def _open(path: str | Path) -> sqlite3.Connection:
    try:
        base = sqlite3.connect(
            path, _LOCK_SECONDS, isolation_level=None, check_same_thread=False, factory=_Base
        )
        base.row_factory = sqlite3.Row
        base.executescript(_SCHEMA)
    except sqlite3.Error as error:
        raise FormatError(f"{path}: cannot store games there ({error})") from None
    return base
