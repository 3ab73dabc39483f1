"""Statistics: a file of JSON lines, one when a game begins and one when it ends.

The file only grows, and each line is written and synced in one step. A kill loses at most the line
being written. Torn lines are skipped; a game without an end counts as abandoned.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cache
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from demine.board import PRESETS
from demine.errors import FormatError
from demine.files import Object, append_lines, records
from demine.formats import name_of
from demine.game.game import Game
from demine.game.results import Result

if TYPE_CHECKING:
    from demine.review import Review

_LONGEST_NAME: Final = 60

_DAILY: Final = re.compile(r"daily [0-9]{4}-[0-9]{2}-[0-9]{2} (.{1,40})")
"""The name of the results of a daily board; a table has one line for all days."""

FOLDER: Final = "DEMINE_DATA"
"""The environment variable that names the folder of statistics and games."""


@dataclass(frozen=True)
class Record:
    """The statistics of all games with one title.

    Won, lost, times, streaks, guesses and luck count only games without help. `helped` counts games
    with hints, undo or a board seen before, `solved` games with a move of the solver.
    """

    name: str
    begun: int = 0
    won: int = 0
    lost: int = 0
    helped: int = 0
    solved: int = 0
    best: float | None = None
    seconds: float = 0.0
    three_bv: int = 0
    clicks: int = 0
    zini: int = 0
    streak: int = 0
    longest: int = 0
    forced: int = 0
    needless: int = 0
    bits: float = 0.0

    @property
    def ended(self) -> int:
        """Games that were won or lost, with help or without."""
        return self.won + self.lost + self.helped + self.solved

    @property
    def abandoned(self) -> int:
        """Games that were begun and never ended."""
        return max(0, self.begun - self.ended)

    @property
    def rate(self) -> float | None:
        """The share of finished games that were won; None if there are none."""
        return self.won / (self.won + self.lost) if self.won + self.lost else None

    @property
    def average(self) -> float | None:
        """The mean time of a won game, in seconds."""
        return self.seconds / self.won if self.won else None

    @property
    def speed(self) -> float | None:
        """3BV per second of the games that were won."""
        return self.three_bv / self.seconds if self.won and self.seconds else None

    @property
    def efficiency(self) -> float | None:
        """3BV per click of the games that were won, as far as clicks were counted."""
        return self.three_bv / self.clicks if self.clicks else None

    @property
    def luck(self) -> float | None:
        """The probability that all guesses of a game succeed: the geometric mean over all games."""
        games = self.won + self.lost
        return float(2 ** (-self.bits / games)) if games else None


def data_folder() -> Path:
    """The folder for data of players: `$DEMINE_DATA`, or the system's folder for such data."""
    given = os.environ.get(FOLDER)
    if given:
        return Path(given)
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "demine"


class Statistics:
    """The file, read and appended to. A missing file holds nothing."""

    def __init__(self, path: Path | None = None) -> None:
        """Keep statistics in this file, or in the default one."""
        self.path = path or data_folder() / "statistics.jsonl"

    def begin(self, name: str, game: Game) -> None:
        """Record that a game begins; if it was begun before, note that its board has been seen."""
        if game.id in self._find_begun():
            game.note_help("seen")
        self._append({"begin": name, "id": game.id})

    def end(self, name: str, game: Game, found: Review) -> None:
        """Record how a game ended."""
        self._append(
            {
                "end": name,
                "id": game.id,
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
                "status": game.status,
                "seconds": round(game.seconds, 3),
                "clicks": game.clicks + game.voids,
                "3bv": game.three_bv,
                "zini": game.zini or 0,
                "forced": found.forced,
                "needless": found.needless,
                "luck": float(found.luck),
                "helped": game.helped,
                "helps": sorted(game.helps),
            }
        )

    def results(self) -> tuple[Result, ...]:
        """The finished games, in the order of the file."""
        return tuple(_result(line) for line in self._lines() if "end" in line)

    def add(self, results: Iterable[Result]) -> int:
        """Add results of another face that are not there yet; how many there were."""
        known, added = set(self.results()), 0
        for result in results:
            if result not in known:
                known.add(result)
                added += 1
                self._append({"begin": result.name, "id": result.id})
                self._append(_line(result))
        return added

    def _find_begun(self) -> set[str]:
        """The ids of all games that were begun."""
        return {line["id"] for line in self._lines() if "begin" in line and "id" in line}

    def records(self, running: str | None = None) -> dict[str, Record]:
        """A record per name, in the order in which the names appeared.

        `running` is the id of a game that is being played: its beginning is not counted yet.
        """
        found: dict[str, Record] = {}
        for line in _leave_out(list(self._lines()), running):
            name = _short(line["begin"] if "begin" in line else line["end"])
            found[name] = _add(found.get(name, Record(name)), line)
        return found

    def _lines(self) -> Iterator[Object]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return
        yield from _read(data.split(b"\n"))

    def _append(self, line: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        append_lines(self.path, json.dumps(line) + "\n", is_synced=True)


BEGIN: Final[records.Schema] = {
    "begin": records.text(records.LONGEST_LINE),
    "id": records.Optional(records.text(records.LONGEST_LINE)),
}
END: Final[records.Schema] = {
    "end": records.text(records.LONGEST_LINE),
    "id": records.Optional(records.text(records.LONGEST_LINE)),
    "at": records.Optional(records.text(40)),
    "status": records.one_of("won", "lost"),
    "seconds": records.number(0, 1e9),
    "helped": records.flag,
    "helps": records.Optional(records.list_of(records.text())),
    "clicks": records.Optional(records.whole()),
    "3bv": records.Optional(records.whole()),
    "zini": records.Optional(records.whole()),
    "forced": records.Optional(records.whole()),
    "needless": records.Optional(records.whole()),
    "luck": records.Optional(records.number(0, 1)),
}


def _read(lines: Iterable[bytes]) -> Iterator[Object]:
    """The records in the lines; torn or foreign lines are skipped."""
    for line in lines:
        with suppress(FormatError):
            yield records.read(line, BEGIN if line.startswith(b'{"begin"') else END, "statistics")


def _result(line: Object) -> Result:
    return Result(
        at=line.get("at", ""),
        name=line["end"] if _DAILY.fullmatch(line["end"]) else _short(line["end"]),
        id=line.get("id", ""),
        status=line["status"],
        seconds=line["seconds"],
        three_bv=line.get("3bv", 0),
        zini=line.get("zini", 0),
        clicks=line.get("clicks", 0),
        forced=line.get("forced", 0),
        needless=line.get("needless", 0),
        luck=line.get("luck", 1.0),
        helps=" ".join(line.get("helps", ["seen"] if line["helped"] else [])),
    )


def _line(result: Result) -> Object:
    """The line of a result, as `end` writes it."""
    told = asdict(result)
    name, three_bv = told.pop("name"), told.pop("three_bv")
    told |= {"helps": result.helps.split(), "helped": result.helped}
    return {"end": name, "3bv": three_bv, **told}


def _leave_out(lines: list[Object], running: str | None) -> list[Object]:
    """The lines without the last beginning of the game that is running."""
    for place in reversed(range(len(lines))):
        if running is not None and "begin" in lines[place] and lines[place].get("id") == running:
            return lines[:place] + lines[place + 1 :]
    return lines


@cache
def _preset_names() -> dict[str, str]:
    """The presets by the names that their boards and mines have elsewhere, as in `grid-9x9-10`."""
    return {
        f"{name_of(preset.board)}-{preset.mines}": name
        for name, preset in reversed(PRESETS.items())
    }


def _short(name: str) -> str:
    """A name that fits a table: that of a preset, or the first digits of a graph's hash.

    A packed graph gets its hash.
    """
    if _DAILY.fullmatch(name):
        return _DAILY.sub(r"daily \1", name)
    if len(name) <= _LONGEST_NAME:
        return _preset_names().get(name, name)
    board, _, mines = name.rpartition("-")
    is_hash = len(board) == len("graph-") + 64
    hash = board.removeprefix("graph-") if is_hash else hashlib.sha256(board.encode()).hexdigest()
    return f"graph-{hash[:12]}-{mines}"


def _add(record: Record, line: Object) -> Record:
    if "begin" in line:
        return replace(record, begun=record.begun + 1)
    if "solver" in line.get("helps", ()):
        return replace(record, solved=record.solved + 1)
    if line["helped"]:
        return replace(record, helped=record.helped + 1)
    luck = line.get("luck", 1.0)
    record = replace(
        record,
        forced=record.forced + line.get("forced", 0),
        needless=record.needless + line.get("needless", 0),
        bits=record.bits - (log2(luck) if luck > 0 else 0.0),
    )
    return _add_win(record, line) if line["status"] == "won" else _add_loss(record)


def _add_win(record: Record, line: Object) -> Record:
    seconds = line["seconds"]
    return replace(
        record,
        won=record.won + 1,
        best=seconds if record.best is None else min(record.best, seconds),
        seconds=record.seconds + seconds,
        three_bv=record.three_bv + line.get("3bv", 0),
        clicks=record.clicks + line.get("clicks", 0),
        zini=record.zini + line.get("zini", 0),
        streak=record.streak + 1,
        longest=max(record.longest, record.streak + 1),
    )


def _add_loss(record: Record) -> Record:
    return replace(record, lost=record.lost + 1, streak=0)
