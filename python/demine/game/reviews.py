"""A review: how many guesses a game took, which of them were needless, and how lucky they were.

A guess opens a cell that was not safe: `needless` if another cell was, `forced` if none was. A
first click that the rule keeps from mines is no guess.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Unpack

from demine.game.game import Game, Move
from demine.position import COVERED, FREE, Analysis, Budget, Position


@dataclass(frozen=True)
class Guess:
    """A move that was not safe, and how likely it was to go well."""

    move: Move
    survival: Fraction
    needless: bool


@dataclass(frozen=True)
class Review:
    """The guesses of a game, in order."""

    guesses: tuple[Guess, ...]

    @property
    def needless(self) -> int:
        """Guesses made while some cell was safe."""
        return sum(guess.needless for guess in self.guesses)

    @property
    def forced(self) -> int:
        """Guesses made while no cell was safe."""
        return len(self.guesses) - self.needless

    @property
    def luck(self) -> Fraction:
        """How likely all guesses were to go well: the product of their chances."""
        return prod((guess.survival for guess in self.guesses), start=Fraction(1))


def review(game: Game, **budget: Unpack[Budget]) -> Review:
    """Go through a game's moves again, and look at each as the player could."""
    twin = game.again()
    guesses = []
    for move in game.moves:
        if move.kind != "flag" and (twin.status != "ready" or twin.first == "risky"):
            guess = _guess(twin, move, **budget)
            guesses += [] if guess is None else [guess]
        {"open": twin.open, "flag": twin.flag, "chord": twin.chord}[move.kind](move.cell)
    return Review(tuple(guesses))


def _guess(game: Game, move: Move, **budget: Unpack[Budget]) -> Guess | None:
    position = game.position
    opened = [move.cell] if move.kind == "open" else _chorded(game, position, move.cell)
    analysis = position.analyze(**budget)
    if analysis.safe.issuperset(opened):
        return None
    survival = _survival(position, analysis, opened, **budget)
    needless = any(position.codes[cell] == -1 for cell in analysis.safe)
    return Guess(move, survival, needless)


def _chorded(game: Game, position: Position, cell: int) -> list[int]:
    flags, labels = game.flags, position.labels
    around = game.board.neighbours(cell)
    return [v for v in around if labels[v] == COVERED and v not in flags]


def _survival(
    position: Position, analysis: Analysis, opened: Iterable[int], **budget: Unpack[Budget]
) -> Fraction:
    """How likely all opened cells are free, given what was known."""
    free = position.with_labels(dict.fromkeys(opened, FREE))
    return Fraction(free.count(**budget), analysis.count)
