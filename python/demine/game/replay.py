"""A replay: a game's id and its moves, as JSON lines that anybody can check.

The first line names the game: `{"replay": 1, "id": …, "undos": …, "helps": […]}`, with its `board`
where the id does not make it, with the `seconds` so far of a game that is not over, and with the
numbers of `hints` and of clicks that changed nothing, `voids`. Then one line per move, with its
effect: `{"move": "open", "cell": 7, "at": 1.25, "changed": 12, "status": "playing"}`. The mines are
not written: the id makes them again, and `verify` holds every line against a game played anew. A
file may hold several games, one after the other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeVar, get_args

from demine import files, formats
from demine.arguments import check
from demine.errors import FormatError, InvalidGame
from demine.files import Object, Source, records
from demine.game.endless import Endless
from demine.game.game import Game
from demine.game.plane import FARTHEST, number_at, place_of
from demine.game.play import Help, Move, MoveKind, Status
from demine.game.practice import practise
from demine.game.stopwatch import Stopwatch

VERSION: Final = 1

_Played = TypeVar("_Played", Game, Endless)

_LONGEST: Final = 1e9
"""Seconds, some thirty years: more than any game takes."""


def _is_cell(value: object) -> bool:
    if isinstance(value, list) and len(value) == 2:
        return all(type(part) is int and abs(part) <= FARTHEST for part in value)
    return type(value) is int and 0 <= value < records.SEEDS


def _read_cell(value: int | list[int]) -> int:
    return number_at((value[0], value[1])) if isinstance(value, list) else value


HEAD: Final[records.Schema] = {
    "replay": records.one_of(VERSION),
    "id": records.text(records.LONGEST_LINE),
    "undos": records.whole(),
    "voids": records.Optional(records.whole()),
    "hints": records.Optional(records.whole()),
    "helps": records.Optional(records.list_of(records.one_of(*get_args(Help)))),
    "board": formats.BOARD_BESIDE,
    "seconds": records.Optional(records.number(0, _LONGEST, "seconds")),
}
STEP: Final[records.Schema] = {
    "move": records.one_of(*get_args(MoveKind)),
    "cell": records.Check("a whole number from 0, or [x, y]", _is_cell, _read_cell),
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
    """A game's id and its steps, which may be wrong: `verify` checks them.

    `seconds` is the time at which a game was left, so that a game that goes on keeps its clock.
    """

    id: str
    steps: tuple[ReplayStep, ...]
    undos: int = 0
    helps: tuple[Help, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    voids: int = 0
    hints: int = 0

    @classmethod
    def of(cls, game: Game | Endless) -> Replay:
        """The moves of a game so far."""
        check(game, Game | Endless, "game")
        same = game.again()
        steps = tuple(_play_move(same, move) for move in game.moves)
        seconds = round(game.seconds, 3) if game.status == "playing" else 0.0
        helps = tuple(sorted(game.helps))
        return cls(game.id, steps, game.undos, helps, seconds, game.voids, game.hints)

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
        id = _read_id(lines[0], head)
        steps = tuple(_step(_read_line(line, STEP)) for line in lines[1:])
        seconds = head.get("seconds", 0.0)
        helps = tuple(head.get("helps", ()))
        voids, hints = head.get("voids", 0), head.get("hints", 0)
        return cls(id, steps, head["undos"], helps, seconds, voids, hints)

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
        head |= {"voids": self.voids} if self.voids else {}
        head |= {"hints": self.hints} if self.hints else {}
        head |= {"helps": list(self.helps)} if self.helps else {}
        head |= {"seconds": self.seconds} if self.seconds else {}
        head |= formats.write_board(self.id.rsplit("-", 3)[0])
        steps = (_write(step, self.is_endless) for step in self.steps)
        return "".join(f"{json.dumps(line)}\n" for line in [head, *steps])

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
        return self._play(self._new_game())

    def _play(self, game: _Played) -> Iterator[_Played]:
        now = 0.0
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
        if self.is_endless:
            raise FormatError("the game is endless: it cannot be reviewed")
        return self._verify(self._new_game())

    def _new_game(self) -> Game:
        formats.check_whole(self.id)
        return Game.from_id(self.id)

    @property
    def is_endless(self) -> bool:
        """Whether it is a game on the unbounded grid."""
        return self.id.startswith("endless-")

    def _verify(self, game: _Played) -> _Played:
        *_, game = self._play(game)
        game.undos, game.voids, game.hints = self.undos, self.voids, self.hints
        if self.undos:
            game.note_help("undo")
        for help in self.helps:
            game.note_help(help)
        return game

    def resume(self) -> Game:
        """The game after the last step, to be continued: its clock runs on from where it was."""
        return _run_on(self.verify(), self.seconds)

    def practice(self, moves: int | None = None) -> Game | Endless:
        """The game after so many moves (default: all), to go on with for practice.

        `FormatError` if a move is wrong, `InvalidGame` if the game is over after them.
        """
        last = len(self.steps) if moves is None else moves
        if not 0 <= last <= len(self.steps):
            raise InvalidGame(f"move {last}: expected one from 0 to {len(self.steps)}")
        made = [step.move for step in self.steps[:last]]
        if self.is_endless:
            self._verify(Endless.from_id(self.id))
            return practise(Endless.from_id(self.id), made)
        self.verify()
        return practise(self._new_game(), made)

    def resume_endless(self) -> Endless:
        """The endless game after the last step, to be continued."""
        return _run_on(self._verify(Endless.from_id(self.id)), self.seconds)


def holds_replays(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins like a file of replays."""
    with open(path, "rb") as file:
        begins = file.read(64).removeprefix(files.MARK.encode())
    return begins.lstrip().startswith(b'{"replay"')


def _run_on(game: _Played, seconds: float) -> _Played:
    """Let the clock of a game run on from when it was left: time after the last step counts."""
    game.stopwatch = Stopwatch(passed=max(game.seconds, seconds))
    if game.status == "playing":
        game.stopwatch.start()
    return game


def _play_move(game: Game | Endless, move: Move) -> ReplayStep:
    if isinstance(game, Game) and move.cell not in game.board.cells:
        raise FormatError(f"cell {move.cell} is not on a board of {len(game.board)} cells")
    return ReplayStep(move, len(game.make(move)), game.status)


def _say(step: ReplayStep) -> str:
    return f"{step.changed} cells changed and {step.status}"


def _write(step: ReplayStep, is_endless: bool) -> Object:
    cell = list(place_of(step.move.cell)) if is_endless else step.move.cell
    move = {"move": step.move.kind, "cell": cell, "at": step.move.at}
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


def _read_id(line: tuple[int, str], head: Object) -> str:
    """The id, with the whole hash of the board that stands beside it."""
    try:
        return formats.read_board(head, head["id"])
    except FormatError as error:
        raise FormatError(f'line {line[0]}, "board": no board: {error}') from None


def _step(given: Object) -> ReplayStep:
    move = Move(given["move"], given["cell"], given["at"])
    return ReplayStep(move, given["changed"], given["status"])
