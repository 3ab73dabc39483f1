"""A replay: a game's id and its moves, as JSON lines that anybody can check.

The first line names the game: `{"replay": 1, "id": …, "undos": …, "helps": […]}`, with its `board`
where the id does not make it. Then one line per move, with its effect:
`{"move": "open", "cell": 7, "at": 1.25, "changed": 12, "status": "playing"}`. The
mines are not written: the id makes them again, and `verify` holds every line against a game played
anew. A file may hold several games, one after the other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, get_args

from demine import files, formats
from demine.arguments import check
from demine.errors import FormatError
from demine.files import Object, Source, records
from demine.game.game import Game, Help, Move, MoveKind, Status
from demine.game.stopwatch import Stopwatch

VERSION: Final = 1

_LONGEST: Final = 1e9
"""Seconds, some thirty years: more than any game takes."""

HEAD: Final[records.Schema] = {
    "replay": records.one_of(VERSION),
    "id": records.text(records.LONGEST_LINE),
    "undos": records.whole(),
    "helps": records.Optional(records.list_of(records.one_of(*get_args(Help)))),
    "board": formats.BOARD_BESIDE,
}
STEP: Final[records.Schema] = {
    "move": records.one_of(*get_args(MoveKind)),
    "cell": records.whole(),
    "at": records.number(0, _LONGEST, "seconds"),
    "changed": records.whole(),
    "status": records.one_of(*get_args(Status)),
}


@dataclass(frozen=True)
class ReplayStep:
    """A move, the number of cells that it changed, and the status after it."""

    move: Move
    changed: int
    status: Status


@dataclass(frozen=True)
class Replay:
    """A game's id and its steps, which may be wrong: `verify` checks them."""

    id: str
    steps: tuple[ReplayStep, ...]
    undos: int = 0
    helps: tuple[Help, ...] = ()

    @classmethod
    def of(cls, game: Game) -> Replay:
        """The moves of a game so far."""
        check(game, Game, "game")
        same = game.again()
        steps = tuple(_play_move(same, move) for move in game.moves)
        return cls(game.id, steps, game.undos, tuple(sorted(game.helps)))

    @classmethod
    def loads(cls, text: str | bytes) -> Replay:
        """The replay in a text; `FormatError` names the line."""
        found = cls.loads_all(text)
        if len(found) > 1:
            raise FormatError(f"the text holds {len(found)} games: expected one")
        return found[0]

    @classmethod
    def loads_all(cls, text: str | bytes) -> list[Replay]:
        """The replays in a text, at least one; `FormatError` names the line.

        A kill may have torn the last line of a game: other games and the moves before it stay.
        """
        lines = [
            (number, line)
            for number, line in files.content_lines(files.decode(text))
            if line.strip()
        ]
        if not lines:
            raise FormatError("line 1: the text is empty, expected a replay")
        heads = [i for i, (_, line) in enumerate(lines) if i == 0 or '"replay"' in line]
        games = [lines[start:end] for start, end in pairwise([*heads, len(lines)])]
        whole = [kept for game in games if (kept := _without_torn_end(game))]
        return [cls._of_lines(game) for game in whole or games]

    @classmethod
    def _of_lines(cls, lines: list[tuple[int, str]]) -> Replay:
        head = _read_line(lines[0], HEAD)
        if "board" in head:
            _read_line(lines[0], {"board": records.Check("a board", convert=_remember)})
        steps = tuple(_step(_read_line(line, STEP)) for line in lines[1:])
        return cls(head["id"], steps, head["undos"], tuple(head.get("helps", ())))

    @classmethod
    def read(cls, source: Source) -> Replay:
        """The replay in a file, or in standard input for "-"."""
        return files.read_as(source, cls.loads)

    @classmethod
    def read_all(cls, source: Source) -> list[Replay]:
        """The replays in a file, at least one, or in standard input for "-"."""
        return files.read_as(source, cls.loads_all)

    def dumps(self) -> str:
        """The replay as JSON lines."""
        head: Object = {"replay": VERSION, "id": self.id, "undos": self.undos}
        head |= {"helps": list(self.helps)} if self.helps else {}
        head |= formats.write_board(self.id.rsplit("-", 3)[0])
        return "".join(f"{json.dumps(line)}\n" for line in [head, *map(_write, self.steps)])

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, all or nothing."""
        files.write_bytes(path, self.dumps().encode())

    def append(self, path: str | os.PathLike[str]) -> None:
        """Append it to the games in a file."""
        files.append_lines(path, self.dumps())

    def replace(self, old: Replay, path: str | os.PathLike[str]) -> None:
        """Replace the last game of a file by it, all or nothing.

        If that is not the old one, another process has written to the file: append it then.
        """
        *before, last = Replay.read_all(path)
        if last != old:
            self.append(path)
            return
        written = "".join(replay.dumps() for replay in [*before, self])
        files.write_bytes(path, written.encode())

    def play(self) -> Iterator[Game]:
        """The game before the first step and after each, one object that changes.

        `FormatError` if a step does not match the game.
        """
        now = 0.0
        game = Game.from_id(self.id)
        game.stopwatch = Stopwatch(lambda: now)
        game.stopwatch.start()
        yield game
        for place, step in enumerate(self.steps, start=1):
            if step.move.at < now:
                raise FormatError(f"move {place} is made at {step.move.at}, before the one before")
            now = step.move.at
            seen = _play_move(game, step.move)
            if seen != step:
                raise FormatError(
                    f"move {place}: the replay says {_say(step)}, the game has {_say(seen)}"
                )
            yield game

    def verify(self) -> Game:
        """The game after the last step; every step is checked."""
        *_, game = self.play()
        game.undos = self.undos
        if self.undos:
            game.note_help("undo")
        for help in self.helps:
            game.note_help(help)
        return game

    def resume(self) -> Game:
        """The game after the last step, to be continued: its clock runs on from there."""
        game = self.verify()
        game.stopwatch = Stopwatch(passed=game.seconds)
        if game.status == "playing":
            game.stopwatch.start()
        return game


def holds_replays(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins like a file of replays."""
    with open(path, "rb") as file:
        begins = file.read(64).removeprefix(files.MARK.encode())
    return begins.lstrip().startswith(b'{"replay"')


def _play_move(game: Game, move: Move) -> ReplayStep:
    if move.cell not in game.board.cells:
        raise FormatError(f"cell {move.cell} is not on a board of {len(game.board)} cells")
    return ReplayStep(move, len(game.make(move)), game.status)


def _say(step: ReplayStep) -> str:
    return f"{step.changed} cells changed and {step.status}"


def _write(step: ReplayStep) -> Object:
    move = {"move": step.move.kind, "cell": step.move.cell, "at": step.move.at}
    return {**move, "changed": step.changed, "status": step.status}


def _without_torn_end(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return lines if lines[-1][1].rstrip().endswith("}") else lines[:-1]


def _read_line(line: tuple[int, str], schema: records.Schema) -> Object:
    place, content = line
    try:
        return records.read(content, schema, "a replay")
    except FormatError as error:
        # The reader of a record counts lines within it, and every record here is one line.
        said = f": {error}".replace(": line 1, ", ", ", 1)
        raise FormatError(f"line {place}{said}") from None


def _remember(written: object) -> None:
    """Remember the board that stands beside the id."""
    try:
        formats.read_board({"board": written})
    except FormatError as error:
        raise FormatError(f"no board: {error}") from None


def _step(given: Object) -> ReplayStep:
    move = Move(given["move"], given["cell"], given["at"])
    return ReplayStep(move, given["changed"], given["status"])
