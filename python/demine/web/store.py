"""The store: players, games and moves in SQLite, so that a kill loses nothing.

A move is written down before it is answered. The file is in WAL mode: what was committed survives
the end of the process at any moment. One thread uses it, that of the event loop; a write takes some
tens of microseconds. What cannot be written is a `Problem`, and nothing of it is in the file.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from demine.errors import FormatError
from demine.web.problem import Problem

_LOCK_SECONDS: Final = 0.2
"""To wait for somebody else's lock: the event loop stands still, and there should be nobody."""
_SCHEMA: Final = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS players (
    key TEXT PRIMARY KEY, settings TEXT NOT NULL DEFAULT '{}', seen REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    key TEXT PRIMARY KEY, player TEXT NOT NULL, board TEXT NOT NULL, mines INTEGER NOT NULL,
    first TEXT NOT NULL, id TEXT NOT NULL, nonce TEXT NOT NULL, certificate TEXT,
    made REAL NOT NULL, status TEXT NOT NULL DEFAULT 'ready', helped INTEGER NOT NULL DEFAULT 0,
    told INTEGER NOT NULL DEFAULT 0, undos INTEGER NOT NULL DEFAULT 0,
    paused INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0,
    clicks INTEGER NOT NULL DEFAULT 0, three_bv INTEGER
);
CREATE INDEX IF NOT EXISTS games_of_players ON games (player, made);
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, cell INTEGER NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
BEGIN IMMEDIATE; -- fails if nothing can be written
ROLLBACK;
"""

_STATE: Final = ("status", "helped", "told", "undos", "paused", "seconds", "clicks", "three_bv")


@dataclass
class GameRow:
    """A game as it is written down."""

    key: str
    player: str
    board: str
    mines: int
    first: str
    id: str
    nonce: str
    certificate: str | None = None
    made: float = 0.0
    status: str = "ready"
    helped: int = 0
    told: int = 0
    undos: int = 0
    paused: int = 0
    seconds: float = 0.0
    clicks: int = 0
    three_bv: int | None = None


class Store:
    """The database. Every method that writes is one transaction."""

    def __init__(self, path: str | Path) -> None:
        """Open the file, or make it, for us alone; `FormatError` or `OSError` if that fails."""
        self._lock: FileLock | None = None
        if str(path) != ":memory:":
            self._lock = _lock(Path(path))
        try:
            self._base = _open(path)
        except BaseException:
            self._unlock()
            raise

    def close(self) -> None:
        """Write everything out, and let others have the file."""
        self._base.close()
        self._unlock()

    def __enter__(self) -> Store:
        """Use the file until it is closed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()

    # Players.

    def meet(self, player: str) -> None:
        """A player that is new, or here again."""
        self._base.execute(
            "INSERT INTO players (key, seen) VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET seen = excluded.seen",
            (player, time.time()),
        )

    def knows(self, player: str) -> bool:
        """Whether the player has been here."""
        row = self._base.execute("SELECT 1 FROM players WHERE key = ?", (player,)).fetchone()
        return row is not None

    def settings(self, player: str) -> Any:
        """What the player has set, as an object."""
        row = self._base.execute("SELECT settings FROM players WHERE key = ?", (player,)).fetchone()
        return {} if row is None else json.loads(row["settings"])

    def set_settings(self, player: str, settings: Any) -> None:
        """Keep the player's settings."""
        self._base.execute(
            "UPDATE players SET settings = ? WHERE key = ?", (json.dumps(settings), player)
        )

    # Games.

    def add(self, row: GameRow, kept: int) -> None:
        """A new game; the oldest games of its player beyond so many give way."""
        row.made = time.time()
        names = list(vars(row))
        places = ", ".join("?" * len(names))
        insert = f"INSERT INTO games ({', '.join(names)}) VALUES ({places})"
        with self._transaction():
            self._base.execute(insert, list(vars(row).values()))
            self._forget(row.player, kept)

    def game(self, key: str) -> GameRow | None:
        """The game of a key."""
        row = self._base.execute("SELECT * FROM games WHERE key = ?", (key,)).fetchone()
        return None if row is None else GameRow(**dict(row))

    def games(self, player: str, most: int = 50) -> list[GameRow]:
        """The latest games of a player, newest first."""
        rows = self._base.execute(
            "SELECT * FROM games WHERE player = ? ORDER BY made DESC LIMIT ?", (player, most)
        )
        return [GameRow(**dict(row)) for row in rows]

    def count_unfinished(self, player: str) -> int:
        """How many games of a player have begun and not ended."""
        row = self._base.execute(
            "SELECT count(*) FROM games WHERE player = ? AND status IN ('ready', 'playing')",
            (player,),
        ).fetchone()
        return int(row[0])

    def _forget(self, player: str, kept: int) -> None:
        old = "SELECT key FROM games WHERE player = ? ORDER BY made DESC LIMIT -1 OFFSET ?"
        self._base.execute(f"DELETE FROM moves WHERE game IN ({old})", (player, kept))
        self._base.execute(f"DELETE FROM games WHERE key IN ({old})", (player, kept))

    def drop(self, key: str) -> None:
        """Forget a game."""
        with self._transaction():
            self._base.execute("DELETE FROM moves WHERE game = ?", (key,))
            self._base.execute("DELETE FROM games WHERE key = ?", (key,))

    def update(self, row: GameRow) -> None:
        """Write down how a game stands."""
        names = ", ".join(f"{name} = ?" for name in _STATE)
        values = [getattr(row, name) for name in _STATE]
        self._base.execute(f"UPDATE games SET {names} WHERE key = ?", [*values, row.key])

    def add_move(self, row: GameRow, number: int, kind: str, cell: int, at: float) -> None:
        """A move, and how the game stands after it."""
        with self._transaction():
            self._base.execute(
                "INSERT INTO moves VALUES (?, ?, ?, ?, ?)", (row.key, number, kind, cell, at)
            )
            self.update(row)

    def drop_move(self, row: GameRow, number: int) -> None:
        """The last move was taken back."""
        with self._transaction():
            self._base.execute(
                "DELETE FROM moves WHERE game = ? AND number >= ?", (row.key, number)
            )
            self.update(row)

    def moves(self, key: str) -> list[tuple[str, int, float]]:
        """Kind, cell and time of every move of a game, in order."""
        rows = self._base.execute(
            "SELECT kind, cell, at FROM moves WHERE game = ? ORDER BY number", (key,)
        )
        return [(row["kind"], row["cell"], row["at"]) for row in rows]

    def records(self, player: str) -> list[dict[str, Any]]:
        """Per board: games, wins, the best time and the best efficiency; help counts as neither."""
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

    def _transaction(self) -> _Transaction:
        return _Transaction(self._base)


class _Transaction:
    """A transaction: all of it, or nothing."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def __enter__(self) -> None:
        self._base.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._base.execute("COMMIT")
        finally:
            self._base.rollback()  # does nothing once it is committed


class _Base(sqlite3.Connection):
    """A connection whose failures are a line for the client, and one for the log."""

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*arguments)
        except sqlite3.Error as error:
            logging.getLogger("demine.web").error("the file of games: %s", error)
            line = "the server cannot reach its file of games: nothing has changed, try again later"
            raise Problem(503, "NotKept", line) from error


def _lock(path: Path) -> FileLock:
    """The right to write to a file: two servers would each believe in games of their own."""
    path = path.resolve()  # another name of the same file is in use, too
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise FormatError(f"{path} is no file: expected one to keep games in")
    lock = FileLock(f"{path}.lock", timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        if not Path(lock.lock_file).exists():  # nobody has it: it could not even be made
            raise FormatError(f"{path}: no games can be kept there") from None
        line = f"{path} is in use: another server keeps its games there (--data takes another file)"
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
        raise FormatError(f"{path}: no games can be kept there ({error})") from None
    return base
