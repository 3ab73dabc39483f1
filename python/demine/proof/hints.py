"""Hints, in tiers: may I guess? where should I look? why? show me.

Each tier tells more than the one before. What is certain comes with a proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Final, Unpack

from demine.board import address
from demine.errors import InvalidPosition
from demine.position import COVERED, Analysis, Budget, Position
from demine.proof.explanation import Proof, Undecided, prove

CHOICE: Final = 12
"""Of so many safe cells, the one with the simplest proof is hinted at."""


@dataclass(frozen=True)
class Hint:
    """A cell to open, and why it and no other."""

    position: Position
    cell: int
    reason: Proof | Undecided

    @property
    def is_certain(self) -> bool:
        """Whether the cell is safe; if not, every cell is a guess, and this one the least risky."""
        return isinstance(self.reason, Proof)

    @property
    def risk(self) -> Fraction:
        """How likely the cell is mined."""
        return Fraction(0) if isinstance(self.reason, Proof) else self.reason.probability

    @property
    def guess(self) -> str:
        """The first tier: may I guess?"""
        if self.is_certain:
            return "No guess is needed: some cell can be proved safe."
        return "Nothing can be proved safe: you have to guess."

    @cached_property
    def where(self) -> str:
        """The second tier: where to look."""
        if not isinstance(self.reason, Proof):
            return f"The best guess is {address(self.position.board, self.cell)}."
        numbers = [
            f"the {self.position.labels[number]} at {address(self.position.board, number)}"
            for number in self.reason.numbers
        ]
        return f"Look at {', '.join([*numbers, *['the counter'] * self.reason.counter])}."

    @property
    def why(self) -> str:
        """The third tier: the proof, or the odds of every candidate."""
        return str(self.reason)

    @property
    def show(self) -> str:
        """The last tier: what to do."""
        risk = "" if self.is_certain else f" (mined with probability {float(self.risk):.1%})"
        return f"Open {address(self.position.board, self.cell)}{risk}."


def hint(position: Position, **budget: Unpack[Budget]) -> Hint:
    """What to open next: a safe cell, one with a simple proof; else the least likely mine.

    `NoLegalAssignment` if the position contradicts itself, `InvalidPosition` if no cell is covered.
    """
    analysis = position.analyze(**budget)
    safe = [cell for cell in sorted(analysis.safe) if position.labels[cell] == COVERED]
    if safe:
        proof = _simplest(position, safe, **budget)
        return Hint(position, proof.cell, proof)
    return _guess(analysis)


def _simplest(position: Position, safe: list[int], **budget: Unpack[Budget]) -> Proof:
    """The proof that cites the fewest numbers; a single number ends the search."""
    best: Proof | None = None
    for cell in islice(safe, CHOICE):
        proof = prove(position, cell, mined=False, **budget)
        if best is None or _weight(proof) < _weight(best):
            best = proof
        if _weight(best) <= (False, 1):
            break
    assert best is not None
    return best


def _weight(proof: Proof) -> tuple[bool, int]:
    return proof.counter, len(proof.numbers)


def _guess(analysis: Analysis) -> Hint:
    position = analysis.position
    covered = [cell for cell, label in enumerate(position.labels) if label == COVERED]
    if not covered:
        raise InvalidPosition("no cell is covered: expected a position with something to open")
    risks = analysis.probabilities
    cell = min(covered, key=lambda cell: float(risks[cell]))
    return Hint(position, cell, Undecided(analysis, cell))
