"""No-guess boards: games that can be won from a start by proof alone, with a certificate.

Boards are dealt seed after seed, uniformly, until the exact engine opens one to the end without a
guess. The certificate is the sequence of cells to open, each with the numbers that prove it safe.
It is checked without the engine, by the refutations that those numbers allow.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Unpack

from demine.arguments import shown
from demine.board import Cell
from demine.errors import FormatError, NotFound, Timeout
from demine.formats import (
    Object,
    Source,
    as_object,
    decoded,
    json_object,
    list_value,
    named_bytes,
    value,
    whole_value,
    write_bytes,
)
from demine.game import SEEDS, Game
from demine.position import COVERED, Budget, Position
from demine.proof.explanation import constraints, prove
from demine.proof.refutation import TooManyCases, fitting

TRIES: Final = 10_000
"""How many boards are dealt unless told otherwise."""

VERSION: Final = 1

Progress = Callable[[int], None]
"""Called with the number of boards tried so far; may raise to cancel."""


@dataclass(frozen=True)
class Step:
    """A cell to open, and what proves it safe."""

    cell: int
    numbers: tuple[int, ...]
    counter: bool


@dataclass(frozen=True)
class Certificate:
    """A game, the cell to start from, and proofs that lead to its end. `verify` checks them."""

    id: str
    start: int
    steps: tuple[Step, ...]

    @property
    def game(self) -> Game:
        """The game, not yet begun."""
        return Game.from_id(self.id)

    def verify(self) -> Game:
        """Play the game by the certificate alone; the won game, or a `FormatError` with the reason.

        The engine is not asked: each step is refuted from the cited numbers by hand.
        """
        game = self.game
        if self.start not in game.board.cells:
            raise FormatError(f"the start {self.start} is not on the board")
        game.open(self.start)
        for number, step in enumerate(self.steps, start=1):
            problem = _problem(game, step)
            if problem:
                raise FormatError(f"proof {number}: {problem}")
            game.open(step.cell)
        if game.status != "won":
            raise FormatError(f"the certificate ends while the game is {game.status}")
        return game

    def dumps(self) -> str:
        """The certificate as a JSON object."""
        proofs = [
            {"cell": step.cell, "numbers": step.numbers, "counter": step.counter}
            for step in self.steps
        ]
        head: Object = {"certificate": VERSION, "id": self.id, "start": self.start}
        return json.dumps({**head, "proofs": proofs}) + "\n"

    @classmethod
    def loads(cls, text: str | bytes) -> Certificate:
        """The certificate in a JSON object; `FormatError` names what is wrong."""
        given = json_object(decoded(text))
        if value(given, "certificate") != VERSION:
            raise FormatError(f'"certificate" is {shown(given["certificate"])}, expected {VERSION}')
        id = value(given, "id")
        if not isinstance(id, str):
            raise FormatError(f'"id" is {shown(id)}, expected a game')
        return cls(id, whole_value(given, "start"), tuple(map(_step, list_value(given, "proofs"))))

    @classmethod
    def read(cls, source: Source) -> Certificate:
        """The certificate in a file, or in standard input for "-"."""
        name, data = named_bytes(source)
        try:
            return cls.loads(data)
        except FormatError as error:
            raise FormatError(f"{name}: {error}") from None

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, all or nothing."""
        write_bytes(path, self.dumps().encode())


def no_guess(
    game: Game,
    start: Cell = 0,
    *,
    tries: int = TRIES,
    seconds: float | None = None,
    progress: Progress = lambda tried: None,
) -> Certificate:
    """The first game from this seed on that needs no guess from the start, with its certificate.

    Board, mines and first-click rule are those of `game`. `NotFound` if none of so many is one,
    `Timeout` if the seconds pass first. `progress` hears of every board that was tried.
    """
    place = game.board.index(start)
    deadline = None if seconds is None else time.monotonic() + seconds
    for tried in range(tries):
        if deadline is not None and time.monotonic() > deadline:
            raise Timeout(f"no board without a guess in {seconds} seconds: {tried} were tried")
        seed = (game.seed + tried) % SEEDS
        dealt = Game(game.board, game.mines, seed=seed, first=game.first)
        if is_no_guess(dealt, place):
            return certify(dealt.again(), place)
        progress(tried + 1)
    raise NotFound(f"no board without a guess found: {tries} were tried")


def is_no_guess(game: Game, start: int, **budget: Unpack[Budget]) -> bool:
    """Whether opening the start and then only safe cells wins the game, which is played so."""
    game.open(start)
    while game.status == "playing":
        safe = _covered_safe(game.position, **budget)
        if not safe:
            return False
        for cell in safe:
            game.open(cell)
    return game.status == "won"


def certify(game: Game, start: int, **budget: Unpack[Budget]) -> Certificate:
    """Win a game that needs no guess, one proof at a time; `NotFound` if it does need one."""
    id = game.id
    game.open(start)
    return Certificate(id, start, tuple(_steps(game, **budget)))


def _steps(game: Game, **budget: Unpack[Budget]) -> Iterator[Step]:
    while not game.is_over:
        safe = _covered_safe(game.position, **budget)
        if not safe:
            raise NotFound("the game needs a guess, so it has no certificate")
        for cell in safe:
            position = game.position
            if position.labels[cell] == COVERED:
                proof = prove(position, cell, mined=False, tries=0, **budget)
                yield Step(cell, proof.numbers, proof.counter)
                game.open(cell)
    if game.status == "lost":
        raise NotFound("the start is a mine, so the game has no certificate")


def _covered_safe(position: Position, **budget: Unpack[Budget]) -> list[int]:
    safe = position.analyze(**budget).safe
    codes = position.codes
    return [cell for cell in sorted(safe) if codes[cell] == -1]


def _problem(game: Game, step: Step) -> str:
    """What is wrong with a step, in words; empty if it holds."""
    position = game.position
    labels = dict(enumerate(position.labels))
    if labels.get(step.cell) != COVERED:
        return f"cell {step.cell} is not covered"
    if not all(isinstance(labels.get(number), int) for number in step.numbers):
        return "it cites a cell that is not open"
    said = constraints(position, step.numbers, step.counter)
    counter = next((c for c in said if c.source is None), None)
    numbers = [c for c in said if c.source is not None]
    try:
        possible = fitting(numbers, counter, {step.cell: True})
    except TooManyCases:
        return "it needs more cases than a verifier tries"
    return f"the numbers allow cell {step.cell} to be a mine" if possible else ""


def _step(written: Any) -> Step:
    given = as_object(written, "a proof")
    numbers = list_value(given, "numbers")
    counter = value(given, "counter")
    if not all(type(number) is int for number in numbers) or type(counter) is not bool:
        raise FormatError("a proof has numbers (cells) and counter (true or false)")
    return Step(whole_value(given, "cell"), tuple(numbers), counter)
