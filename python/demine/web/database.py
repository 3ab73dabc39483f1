"""The database of games as a file: its tables, its lock, and how it is opened.

The file is in WAL mode, so everything committed survives the end of the process.
"""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from demine.errors import FormatError
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
    noted: float = 0.0  # when `seconds` was written, as seconds since 1970
    practice: int = 0
    shared: int = 0  # the seed was chosen, so its mines may be known: no record
    daily: str = ""  # the day whose board it is
    fair: str = ""
    wasted: int = 0  # clicks that changed nothing
    zini: int | None = None
    opens: int = 0
    flags: int = 0
    chords: int = 0
    hints: int = 0
    rules: str = ""  # beyond the classic ones, by name


COLUMNS: Final = {field.name: str(field.type) for field in fields(GameRow)}
CHANGING: Final = [field.name for field in fields(GameRow) if field.default is not MISSING]
_SQL_TYPES: Final = {
    "str": "TEXT NOT NULL",
    "int": "INTEGER NOT NULL",
    "float": "REAL NOT NULL",
    "str | None": "TEXT",
    "int | None": "INTEGER",
}
_SQL_DEFAULTS: Final[dict[object, str]] = {None: "NULL", "": "''"}
MOVE_BYTES: Final = 60
SIZE: Final = (
    f"length(board) + length(id) + coalesce(length(certificate), 0) + 400 + {MOVE_BYTES} * clicks"
)
"""About how many bytes a game takes, with its moves, in SQL."""
_SCHEMA: Final = f"""
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS players (
    key TEXT PRIMARY KEY, settings TEXT NOT NULL DEFAULT '{{}}', seen REAL NOT NULL,
    bytes INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS players_by_time ON players (seen);
CREATE TABLE IF NOT EXISTS games (
    {", ".join(f"{name} {_SQL_TYPES[kind]}" for name, kind in COLUMNS.items())}, PRIMARY KEY (key)
);
CREATE INDEX IF NOT EXISTS games_of_players ON games (player, made);
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, cell INTEGER NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
BEGIN IMMEDIATE; -- fails if nothing can be written
ROLLBACK;
"""


class _Base(sqlite3.Connection):
    """A connection that logs its failures and raises them as a `Problem`."""

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*arguments)
        except sqlite3.Error as error:
            logging.getLogger("demine.web").error("the database of games failed: %s", error)
            line = "the server cannot write its database: nothing has changed, try again later"
            raise Problem(503, "NotKept", line) from error


def lock_file(path: Path) -> FileLock:
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


def open_file(path: str | Path) -> sqlite3.Connection:
    """Open or create the file; `FormatError` if it cannot hold games."""
    try:
        base = sqlite3.connect(
            path, _LOCK_SECONDS, isolation_level=None, check_same_thread=False, factory=_Base
        )
        base.row_factory = sqlite3.Row
        base.executescript(_SCHEMA)
        _add_columns(base)
    except sqlite3.Error as error:
        raise FormatError(f"{path}: cannot store games there ({error})") from None
    return base


def _add_columns(base: sqlite3.Connection) -> None:
    """Add the columns that a file of an earlier version lacks."""
    there = _columns(base, "games")
    for field in fields(GameRow):
        if field.name not in there:
            usual = _SQL_DEFAULTS.get(field.default, str(field.default))
            kind = f"{field.name} {_SQL_TYPES[str(field.type)]} DEFAULT {usual}"
            base.execute(f"ALTER TABLE games ADD COLUMN {kind}")
    if "bytes" not in _columns(base, "players"):
        base.execute("ALTER TABLE players ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0")
        of_player = f"SELECT coalesce(sum({SIZE}), 0) FROM games WHERE player = players.key"
        base.execute(f"UPDATE players SET bytes = ({of_player})")


def _columns(base: sqlite3.Connection, table: str) -> set[str]:
    return {row["name"] for row in base.execute(f"PRAGMA table_info({table})")}
