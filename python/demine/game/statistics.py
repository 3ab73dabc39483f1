"""Statistics: every game that was begun, kept on disk, never lost.

A file of JSON lines that only grows: a line when a game begins, a line when it ends, each written
and synced in one step. A kill loses at most the line being written; a torn line is skipped when
read, and a game that began and never ended counts as abandoned.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from demine.errors import FormatError
from demine.formats import Object, records
from demine.game.game import Game
from demine.game.reviews import Review

FOLDER: Final = "DEMINE_DATA"
"""The variable of the environment that says where to keep statistics."""


@dataclass(frozen=True)
class Record:
    """What is known of the games of one name."""

    name: str
    begun: int = 0
    won: int = 0
    lost: int = 0
    best: float | None = None
    seconds: float = 0.0
    helped: int = 0

    @property
    def abandoned(self) -> int:
        """Games that were begun and never ended."""
        return self.begun - self.won - self.lost

    @property
    def rate(self) -> float:
        """The share of finished games that were won."""
        return self.won / (self.won + self.lost) if self.won + self.lost else 0.0


def default_path() -> Path:
    """Where statistics are kept: `$DEMINE_DATA`, or where the system keeps such data."""
    given = os.environ.get(FOLDER)
    if given:
        return Path(given) / "statistics.jsonl"
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    else:
        base = os.environ.get("XDG_DATA_HOME")
    return (
        (Path(base) if base else Path.home() / ".local" / "share") / "demine" / "statistics.jsonl"
    )


class Statistics:
    """The file, read and appended to. A missing file holds nothing."""

    def __init__(self, path: Path | None = None) -> None:
        """Keep statistics in this file, or in the default one."""
        self.path = path or default_path()

    def begin(self, name: str, game: Game) -> None:
        """A game has begun."""
        self._append({"begin": name, "id": game.id})

    def end(self, name: str, game: Game, found: Review, helped: bool) -> None:
        """A game is over. `helped`: hints, the solver or undo had a part in it."""
        self._append(
            {
                "end": name,
                "id": game.id,
                "status": game.status,
                "seconds": round(game.seconds, 3),
                "clicks": game.clicks,
                "3bv": game.three_bv,
                "forced": found.forced,
                "needless": found.needless,
                "luck": float(found.luck),
                "helped": helped,
            }
        )

    def records(self) -> dict[str, Record]:
        """A record per name, in the order in which the names appeared."""
        found: dict[str, Record] = {}
        for line in self._lines():
            name = line["begin"] if "begin" in line else line["end"]
            found[name] = _added(found.get(name, Record(name)), line)
        return found

    def _lines(self) -> Iterator[Object]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return
        yield from _read(data.split(b"\n"))

    def _append(self, line: dict[str, Any]) -> None:
        """One write of one whole line, synced; a torn line before it is closed first."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "ab+") as file:
            torn = file.tell() > 0 and not _ends_a_line(file)
            file.write(b"\n" * torn + json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _ends_a_line(file: Any) -> bool:
    file.seek(-1, os.SEEK_END)
    return bool(file.read(1) == b"\n")


_BEGIN: Final[records.Schema] = {"begin": records.text()}
_END: Final[records.Schema] = {
    "end": records.text(),
    "status": records.one_of("won", "lost"),
    "seconds": records.number(0, 1e9),
    "helped": records.flag,
}


def _read(lines: Iterable[bytes]) -> Iterator[Object]:
    """What the lines say; a torn or foreign line says nothing."""
    for line in lines:
        with suppress(FormatError):
            yield records.read(line, _BEGIN if line.startswith(b'{"begin"') else _END, "statistics")


def _added(record: Record, line: Object) -> Record:
    if "begin" in line:
        return replace(record, begun=record.begun + 1)
    status, seconds = line["status"], line["seconds"]
    helped = line["helped"]
    fair = status == "won" and not helped
    best = min(seconds if record.best is None else record.best, seconds) if fair else record.best
    return Record(
        record.name,
        record.begun,
        record.won + (status == "won"),
        record.lost + (status == "lost"),
        best,
        record.seconds + seconds,
        record.helped + helped,
    )
