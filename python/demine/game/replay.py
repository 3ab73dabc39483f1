"""A replay: a game's id and its moves, as JSON lines that anybody can check.

The first line names the game: `{"replay": 1, "id": …, "undos": …}`. Then one line per move, with
what it did: `{"move": "open", "cell": 7, "at": 1.25, "changed": 12, "status": "playing"}`. The
mines are not written: the id makes them again, and `verify` holds every line against a game played
anew.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar, get_args

from demine.arguments import shown
from demine.errors import FormatError
from demine.formats import (
    Object,
    Source,
    content_lines,
    decoded,
    json_object,
    named_bytes,
    value,
    whole_value,
    write_bytes,
)
from demine.game.game import Game, Kind, Move, Status
from demine.game.stopwatch import Stopwatch

VERSION: Final = 1

_Read = TypeVar("_Read")


@dataclass(frozen=True)
class Step:
    """A move and what it is said to have done."""

    move: Move
    changed: int
    status: Status


@dataclass(frozen=True)
class Replay:
    """A game's id and its steps. Not promised to be true: `verify` says whether they are."""

    id: str
    steps: tuple[Step, ...]
    undos: int = 0

    @classmethod
    def of(cls, game: Game) -> Replay:
        """What was done in a game so far."""
        twin = game.again()
        return cls(game.id, tuple(_played(twin, move) for move in game.moves), game.undos)

    @classmethod
    def loads(cls, text: str | bytes) -> Replay:
        """The replay in a text; `FormatError` names the line."""
        lines = [(number, line) for number, line in content_lines(decoded(text)) if line.strip()]
        if not lines:
            raise FormatError("line 1: the text is empty, expected a replay")
        id, undos = _on_line(lines[0], _head)
        return cls(id, tuple(_on_line(line, _step) for line in lines[1:]), undos)

    @classmethod
    def read(cls, source: Source) -> Replay:
        """The replay in a file, or in standard input for "-"."""
        name, data = named_bytes(source)
        try:
            return cls.loads(data)
        except FormatError as error:
            raise FormatError(f"{name}: {error}") from None

    def dumps(self) -> str:
        """The replay as JSON lines."""
        head = {"replay": VERSION, "id": self.id, "undos": self.undos}
        return "".join(f"{json.dumps(line)}\n" for line in [head, *map(_written, self.steps)])

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, all or nothing."""
        write_bytes(path, self.dumps().encode())

    def play(self) -> Iterator[Game]:
        """The game before the first step and after each, one object that changes.

        `FormatError` where the game goes another way than told.
        """
        now = 0.0
        game = Game.from_id(self.id)
        game.stopwatch = Stopwatch(lambda: now)
        game.stopwatch.start()
        yield game
        for number, step in enumerate(self.steps, start=1):
            if step.move.at < now:
                raise FormatError(f"move {number} is made at {step.move.at}, before the one before")
            now = step.move.at
            seen = _played(game, step.move)
            if seen != step:
                raise FormatError(f"move {number}: {_said(step)} is told, {_said(seen)} is true")
            yield game

    def verify(self) -> Game:
        """The game as it stands after the last step, every step held against it."""
        *_, game = self.play()
        game.undos = self.undos
        return game


def _played(game: Game, move: Move) -> Step:
    if move.cell not in game.board.cells:
        raise FormatError(f"cell {move.cell} is not on a board of {len(game.board)} cells")
    changed = {"open": game.open, "flag": game.flag, "chord": game.chord}[move.kind](move.cell)
    return Step(move, len(changed), game.status)


def _said(step: Step) -> str:
    return f"{step.changed} cells changed and {step.status}"


def _written(step: Step) -> Object:
    move = {"move": step.move.kind, "cell": step.move.cell, "at": step.move.at}
    return {**move, "changed": step.changed, "status": step.status}


def _on_line(line: tuple[int, str], read: Callable[[Object], _Read]) -> _Read:
    number, text = line
    try:
        return read(json_object(text))
    except FormatError as error:
        raise FormatError(f"line {number}: {error}") from None


def _head(given: Object) -> tuple[str, int]:
    if value(given, "replay") != VERSION:
        raise FormatError(f'"replay" is {shown(given["replay"])}, expected {VERSION}')
    id = value(given, "id")
    if not isinstance(id, str):
        raise FormatError(f'"id" is {shown(id)}, expected a game')
    return id, whole_value(given, "undos")


def _step(given: Object) -> Step:
    kind: Kind = _one_of(given, "move", get_args(Kind))
    status: Status = _one_of(given, "status", get_args(Status))
    move = Move(kind, whole_value(given, "cell"), _seconds(given))
    return Step(move, whole_value(given, "changed"), status)


def _one_of(given: Object, key: str, words: tuple[_Read, ...]) -> _Read:
    found = value(given, key)
    for word in words:
        if found == word:
            return word
    raise FormatError(f'"{key}" is {shown(found)}, expected one of {", ".join(map(str, words))}')


def _seconds(given: Object) -> float:
    at = value(given, "at")
    if type(at) not in (int, float) or not 0 <= at < math.inf:
        raise FormatError(f'"at" is {shown(at)}, expected seconds from 0')
    return float(at)
