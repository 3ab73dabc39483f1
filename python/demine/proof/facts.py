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
from demine.proof.refutation import Constraint, WeightedSum

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


def premise(
    position: Position, numbers: Iterable[int], counter: bool, sums: Iterable[int] = ()
) -> Position:
    """The position with only these numbers and sums, with or without the counter."""
    kept = set(numbers)
    if position.rules is not None:
        return _ruled_premise(position, kept, sums, counter)
    labels = [
        FREE if isinstance(label, int) and cell not in kept else label
        for cell, label in enumerate(position.labels)
    ]
    return Position(position.board, labels, position.mines if counter else None)


def _ruled_premise(
    position: Position, kept: set[int], sums: Iterable[int], counter: bool
) -> Position:
    """The same for a position with rules: each number keeps its values."""
    assert position.rules is not None
    labels = [
        FREE if isinstance(label, int) and cell not in kept else label
        for cell, label in enumerate(position.labels)
    ]
    rules, own = position.rules.keywords(), position.rules
    rules["values"] = own.values_by_cell(position.board, labels)
    rules["values"] = {cell: allowed for cell, allowed in rules["values"].items() if cell in kept}
    rules["sums"] = [rules["sums"][place] for place in sums]
    return Position(position.board, labels, position.mines if counter else None, **rules)


def weighted_sums(position: Position) -> tuple[WeightedSum, ...]:
    """The sums of a position with rules: those of its numbers, and then the others."""
    numbers = [cell for cell, label in enumerate(position.labels) if isinstance(label, int)]
    given = position.variant.sums
    kinds = [("number", cell) for cell in numbers]
    kinds += [("sum", place) for place in range(len(given) - len(numbers))]
    pairs = zip(kinds, given, strict=True)
    return tuple(WeightedSum(*kind, tuple(terms), tuple(values)) for kind, (terms, values) in pairs)


def counter_sum(position: Position) -> WeightedSum | None:
    """The number of mines of a position with rules as a sum over all cells."""
    if position.mines is None:
        return None
    terms = tuple((cell, 1) for cell, mines in domains(position).items() if mines[-1:] > (0,))
    return WeightedSum("counter", 0, terms, (position.mines,))


def domains(position: Position) -> dict[int, tuple[int, ...]]:
    """How many mines each cell of a position with rules may hold, by its label alone."""
    assert position.rules is not None
    labelled = zip(position.labels, position.rules.capacity, strict=True)
    return {cell: _mines_of(label, most) for cell, (label, most) in enumerate(labelled)}


def _mines_of(label: Label, most: int) -> tuple[int, ...]:
    if label == COVERED:
        return tuple(range(most + 1))
    return tuple(range(1, most + 1)) if label == MINED else (0,)


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
