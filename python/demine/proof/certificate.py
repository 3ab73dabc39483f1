"""Certificates: a game, the cell to start from, and proofs that lead to its end.

Each proof is a cell to open and the numbers that prove it safe, in the order of verification.
`refutation.totals` verifies it without the engine. The number of cases per number is limited, so
verification needs no search and takes time linear in the certificate.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Final

from demine import files, formats
from demine.errors import FormatError
from demine.files import Object, Source, records
from demine.game import Game
from demine.labels import COVERED_CODE
from demine.proof.refutation import Constraint, TooManyCases, fitting_totals

VERSION: Final = 2

_CASES: Final = 300
"""Most cases that verification tries for each number that a proof cites."""

_PROOF: Final[records.Schema] = {
    "cell": records.whole(),
    "numbers": records.list_of(records.whole()),
    "counter": records.flag,
}
SCHEMA: Final[records.Schema] = {
    "certificate": records.one_of(VERSION),
    "id": records.text(records.LONGEST_LINE),
    "start": records.whole(),
    "proofs": records.list_of(records.record(_PROOF)),
    "board": formats.BOARD_BESIDE,
}


@dataclass(frozen=True)
class Deduction:
    """A cell to open, and the numbers that prove it safe."""

    cell: int
    numbers: tuple[int, ...]
    counter: bool


@dataclass(frozen=True)
class Certificate:
    """A game that needs no guess, its start and its proofs. `verify` checks them."""

    id: str
    start: int
    steps: tuple[Deduction, ...]

    @property
    def game(self) -> Game:
        """The game, not yet begun."""
        formats.check_whole(self.id)
        return Game.from_id(self.id)

    def verify(self) -> Game:
        """Play the game by the certificate; the won game, or a `FormatError` with the reason.

        The cited numbers alone must refute the opposite of each step. The engine is not used.
        """
        return self.verify_on(self.game)

    def verify_on(self, game: Game) -> Game:
        """The same on a game of this `id` that has not begun."""
        if self.start not in game.board.cells:
            raise FormatError(f"the start {self.start} is not on the board")
        referee = _Referee(game)
        referee.open(self.start)
        for number, step in enumerate(self.steps, start=1):
            problem = referee.problem(step)
            if problem:
                raise FormatError(f"proof {number}: {problem}")
            referee.open(step.cell)
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
        head |= formats.write_board(self.id.rsplit("-", 3)[0])
        return json.dumps({**head, "proofs": proofs}) + "\n"

    @classmethod
    def loads(cls, text: str | bytes) -> Certificate:
        """The certificate in a JSON object; `FormatError` names what is wrong."""
        given = records.read(text, SCHEMA, "a certificate")
        id = formats.read_board(given, given["id"])
        steps = (Deduction(p["cell"], tuple(p["numbers"]), p["counter"]) for p in given["proofs"])
        return cls(id, given["start"], tuple(steps))

    @classmethod
    def read(cls, source: Source) -> Certificate:
        """The certificate in a file, or in standard input for "-"."""
        return files.read_as(source, cls.loads)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, all or nothing."""
        files.write_bytes(path, self.dumps().encode())


class _Referee:
    """Plays a game by proofs, with the knowledge of a player and without the engine."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codes: list[int] = []

    def open(self, cell: int) -> None:
        """Open a cell and read the new position."""
        self.game.open(cell)
        self.codes = self.game.position.codes.tolist()

    def problem(self, step: Deduction) -> str:
        """What is wrong with a step, in words; empty if it holds."""
        codes, places = self.codes, range(len(self.codes))
        if step.cell not in places or codes[step.cell] != COVERED_CODE:
            return f"cell {step.cell} is not covered"
        if not all(number in places and codes[number] >= 0 for number in step.numbers):
            return "it cites a cell that is not open"
        if len(set(step.numbers)) < len(step.numbers):
            return "it cites a number twice"
        numbers = [self.constraint(number) for number in step.numbers]
        counter = self.counter() if step.counter else None
        try:
            possible = fitting_totals(
                numbers, counter, {step.cell: True}, _CASES * (1 + len(numbers))
            )
        except TooManyCases:
            return f"it needs more than {_CASES} cases for each number that it cites"
        return f"the numbers allow cell {step.cell} to be a mine" if possible else ""

    def constraint(self, number: int) -> Constraint:
        """The constraint of a number on its covered neighbours."""
        around = self.game.board.graph.neighbours(number)
        covered = frozenset(cell for cell in around if self.codes[cell] == COVERED_CODE)
        return Constraint(number, covered, self.codes[number])

    def counter(self) -> Constraint:
        """The constraint of the mine counter on all covered cells."""
        covered = (cell for cell, code in enumerate(self.codes) if code == COVERED_CODE)
        return Constraint(None, frozenset(covered), self.game.mines)
