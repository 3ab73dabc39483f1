"""Facts: the constraints of some numbers, and the position that shows only these numbers.

A proof cites numbers, and the mine counter if it needs it. Every other number becomes a free cell
whose number is not known (`□`), because anybody can see that it is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from demine.board import Board
from demine.labels import COVERED, FREE, MINED, Label
from demine.lazy import lazy_value
from demine.position import Position
from demine.proof.refutation import Constraint

if TYPE_CHECKING:
    from demine.proof.sentence import Sentence


class Argument:
    """What some numbers of a position, and perhaps its mine counter, prove together."""

    position: Position
    numbers: tuple[int, ...]
    counter: bool

    if TYPE_CHECKING:

        @property
        def lines(self) -> tuple[Sentence, ...]:
            """The sentences, each with the cells that it refers to."""

    def premise(self) -> Position:
        """The position with the cited numbers alone."""
        return premise(self.position, self.numbers, self.counter)

    @lazy_value
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints of the numbers, and of the counter if it is cited."""
        return constraints(self.position, self.numbers, self.counter)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The reason in words."""
        return tuple(map(str, self.lines))

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def premise(position: Position, numbers: Iterable[int], counter: bool) -> Position:
    """The position with only these numbers, with or without the counter."""
    position.check_classic("a proof")
    kept = set(numbers)
    labels = [
        FREE if isinstance(label, int) and cell not in kept else label
        for cell, label in enumerate(position.labels)
    ]
    return Position(position.board, labels, position.mines if counter else None)


def constraints(
    position: Position, numbers: Iterable[int], counter: bool
) -> tuple[Constraint, ...]:
    """The constraints of some numbers of a position, and of its mine counter if wanted."""
    position.check_classic("a proof")
    labels = position.labels
    said = [constraint(position.board, labels, number) for number in numbers]
    if counter and position.mines is not None:
        said.append(_count_covered(labels, position.mines))
    return tuple(said)


def constraint(board: Board, labels: Sequence[Label], number: int) -> Constraint:
    """The constraint of a number on its covered neighbours."""
    around = board.neighbours(number)
    count = labels[number]
    assert isinstance(count, int)
    covered = frozenset(v for v in around if labels[v] == COVERED)
    return Constraint(number, covered, count - sum(labels[v] == MINED for v in around))


def _count_covered(labels: Sequence[Label], mines: int) -> Constraint:
    """The constraint of the mine counter on all covered cells."""
    covered = frozenset(v for v, label in enumerate(labels) if label == COVERED)
    return Constraint(None, covered, mines - sum(label == MINED for label in labels))
