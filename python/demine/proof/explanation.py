"""Why a cell is safe or mined: the fewest numbers that prove it, and the proof in words.

A proof cites numbers, and the counter of mines where it needs it. Every other number is taken for a
free cell whose count is not known (`□`): that a cell is open anybody can see. The engine decides
with exactly that, so a proof holds whatever the other numbers say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice
from typing import Final, Unpack

from demine.board import Board, Cell, address
from demine.errors import InvalidPosition
from demine.position import COVERED, FREE, MINED, Analysis, Budget, Label, Position
from demine.proof.refutation import Constraint
from demine.proof.sentences import sentences

TRIES: Final = 300
"""How many sets of numbers are tried in search of a smaller proof."""

Numbers = tuple[int, ...]
Proves = Callable[[Sequence[int]], bool]


@dataclass(frozen=True)
class Proof:
    """A cell that is safe or mined, and why.

    No number of `numbers` can be left out. `smallest` says that no other set of numbers is smaller;
    if False, the search for one ended early.
    """

    position: Position
    cell: int
    mined: bool
    numbers: Numbers
    counter: bool
    smallest: bool

    def premise(self) -> Position:
        """The position with the cited numbers alone."""
        return _Facts(self.position).premise(self.numbers, self.counter)

    def holds(self, **budget: Unpack[Budget]) -> bool:
        """Ask the engine again, with the cited numbers alone."""
        opposite = FREE if self.mined else MINED
        return not self.premise().with_labels({self.cell: opposite}).is_consistent(**budget)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """What the numbers, and the counter if it is cited, say of the covered cells."""
        return constraints(self.position, self.numbers, self.counter)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The proof for a person."""
        return tuple(sentences(self.position, self.cell, self.mined, self.constraints))

    def __str__(self) -> str:
        """The sentences, one per line."""
        return "\n".join(self.sentences)


@dataclass(frozen=True)
class Undecided:
    """A cell that is mined in some legal assignments and free in others.

    `safe` are the cells that are provably safe, if there are any; `candidates` are all others that
    are covered and not provably mined, least likely mined first.
    """

    analysis: Analysis
    cell: int

    @property
    def position(self) -> Position:
        """The position that it is about."""
        return self.analysis.position

    @property
    def probability(self) -> Fraction:
        """How likely the cell is mined."""
        return self.analysis.probability(self.cell)

    @cached_property
    def safe(self) -> tuple[int, ...]:
        """The covered cells that are safe."""
        return tuple(v for v in self._covered if v in self.analysis.safe)

    @cached_property
    def candidates(self) -> tuple[tuple[int, Fraction], ...]:
        """What may be guessed, with the exact probability of a mine."""
        decided = self.analysis.safe | self.analysis.mined
        odds = ((v, self.analysis.probability(v)) for v in self._covered if v not in decided)
        return tuple(sorted(odds, key=lambda pair: pair[1]))

    @property
    def _covered(self) -> list[int]:
        return [v for v, label in enumerate(self.position.labels) if label == COVERED]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What can be said for a person."""
        board = self.position.board
        here = address(board, self.cell)
        lines = [
            f"Nothing proves {here} safe or mined: it is mined with {_odds(self.probability)}."
        ]
        if self.safe:
            others = ", ".join(address(board, cell) for cell in self.safe)
            return (*lines, f"No guess is needed: {others} can be proved safe.")
        lines.append("No cell can be proved safe, so a guess is needed. Least likely mined first:")
        return (*lines, *(f"  {address(board, cell)}: {_odds(p)}" for cell, p in self.candidates))

    def __str__(self) -> str:
        """The sentences, one per line."""
        return "\n".join(self.sentences)


def explain(
    position: Position, cell: Cell, *, tries: int = TRIES, **budget: Unpack[Budget]
) -> Proof | Undecided:
    """Why a covered cell is safe or mined, or what is known of it if neither.

    `NoLegalAssignment` if the position contradicts itself, `InvalidPosition` if the cell is open.
    """
    place = position.board.index(cell)
    if isinstance(position.labels[place], int):
        here = address(position.board, place)
        raise InvalidPosition(f"cell {here} is open: expected a covered cell to explain")
    analysis = position.analyze(**budget)
    if place in analysis.safe or place in analysis.mined:
        return prove(position, place, mined=place in analysis.mined, tries=tries, **budget)
    return Undecided(analysis, place)


def prove(
    position: Position, cell: int, *, mined: bool, tries: int = TRIES, **budget: Unpack[Budget]
) -> Proof:
    """The proof of a cell that is known to be safe, or mined."""
    facts = _Facts(position)
    if position.labels[cell] != COVERED:
        return Proof(position, cell, mined, (), False, True)

    def proves(numbers: Sequence[int], counter: bool = False) -> bool:
        assumed = {cell: FREE if mined else MINED}
        return not facts.premise(numbers, counter, assumed).is_consistent(**budget)

    near = _grown(facts, cell, proves)
    if near is not None:
        found = _minimal(near, proves)
        smaller, smallest = _smaller(facts.connected(cell, len(found) - 1), proves, tries)
        return Proof(position, cell, mined, _sorted(smaller or found), False, smallest)

    def proves_counted(numbers: Sequence[int]) -> bool:
        return proves(numbers, True)

    everywhere = facts.from_near_to_far(cell)
    found = _minimal(everywhere, proves_counted)
    sets = _subsets(everywhere, len(found) - 1)
    smaller, smallest = _smaller(sets, proves_counted, tries)
    return Proof(position, cell, mined, _sorted(smaller or found), True, smallest)


def constraints(
    position: Position, numbers: Iterable[int], counter: bool
) -> tuple[Constraint, ...]:
    """What some numbers of a position, and its counter if asked for, say of the covered cells."""
    return _Facts(position).constraints(numbers, counter)


class _Facts:
    """The numbers of a position: what they touch, and positions that know only some of them."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board: Board = position.board
        self.labels = position.labels
        self._blank: list[Label] = [
            FREE if isinstance(label, int) else label for label in self.labels
        ]

    def premise(
        self, numbers: Iterable[int], counter: bool, assumed: Mapping[int, Label] | None = None
    ) -> Position:
        """The position with only these numbers, the counter or not, and perhaps an assumption."""
        labels = list(self._blank)
        for number in numbers:
            labels[number] = self.labels[number]
        for cell, label in (assumed or {}).items():
            labels[cell] = label
        return Position(self.board, labels, self.position.mines if counter else None)

    def constraints(self, numbers: Iterable[int], counter: bool) -> tuple[Constraint, ...]:
        said = [self._constraint(number) for number in numbers]
        if counter and self.position.mines is not None:
            covered = frozenset(v for v in self.board.cells if self.labels[v] == COVERED)
            said.append(Constraint(None, covered, self.position.mines - self.labels.count(MINED)))
        return tuple(said)

    def _constraint(self, number: int) -> Constraint:
        around = self.board.neighbours(number)
        count = self.labels[number]
        assert isinstance(count, int)
        known = sum(self.labels[v] == MINED for v in around)
        return Constraint(number, frozenset(self.covered(number)), count - known)

    def covered(self, number: int) -> list[int]:
        return [v for v in self.board.neighbours(number) if self.labels[v] == COVERED]

    def numbers(self, cell: int) -> list[int]:
        return [v for v in self.board.neighbours(cell) if isinstance(self.labels[v], int)]

    def beside(self, number: int) -> list[int]:
        """The numbers that share a covered cell with a number."""
        cells = (v for cell in self.covered(number) for v in self.numbers(cell))
        return [other for other in dict.fromkeys(cells) if other != number]

    def rings(self, cell: int) -> Iterator[list[int]]:
        """The numbers around a cell, those beside them, those beside these, and so on."""
        ring = self.numbers(cell)
        reached = set(ring)
        while ring:
            yield ring
            beside = dict.fromkeys(other for number in ring for other in self.beside(number))
            ring = [number for number in beside if number not in reached]
            reached.update(ring)

    def from_near_to_far(self, cell: int) -> list[int]:
        """All numbers next to a covered cell, those that are joined to this cell first."""
        joined = [number for ring in self.rings(cell) for number in ring]
        inside = set(joined)
        numbers = (v for v, label in enumerate(self.labels) if isinstance(label, int))
        return joined + [v for v in numbers if v not in inside and self.covered(v)]

    def connected(self, cell: int, most: int) -> Iterator[Numbers]:
        """Sets of up to so many numbers, joined to each other and to the cell, small sets first.

        A smallest proof without the counter is such a set: what is not joined says nothing.
        """
        sets: dict[Numbers, None] = dict.fromkeys((number,) for number in self.numbers(cell))
        for size in range(1, most + 1):
            yield from sets
            if size < most:
                sets = dict.fromkeys(
                    larger for small in sets for larger in self._grown(small, cell)
                )

    def _grown(self, numbers: Numbers, cell: int) -> Iterator[Numbers]:
        beside = (other for number in numbers for other in self.beside(number))
        for other in dict.fromkeys([*self.numbers(cell), *beside]):
            if other not in numbers:
                yield _sorted((*numbers, other))


def _grown(facts: _Facts, cell: int, proves: Proves) -> list[int] | None:
    """The numbers of as few rings as prove; None if all of them together do not."""
    near: list[int] = []
    for ring in facts.rings(cell):
        near += ring
        if proves(near):
            return near
    return None


def _minimal(numbers: list[int], proves: Proves) -> list[int]:
    """A subset that proves, while no part of it does: QuickXplain (Junker 2004)."""
    return _needed([], False, numbers, proves) if numbers and not proves([]) else []


def _needed(kept: list[int], grown: bool, numbers: list[int], proves: Proves) -> list[int]:
    if grown and proves(kept):
        return []
    if len(numbers) == 1:
        return numbers
    half = len(numbers) // 2
    far = _needed(kept + numbers[:half], True, numbers[half:], proves)
    near = _needed(kept + far, bool(far), numbers[:half], proves)
    return near + far


def _smaller(sets: Iterator[Numbers], proves: Proves, tries: int) -> tuple[Numbers | None, bool]:
    """The first of the sets that proves, and whether all before it were tried."""
    for numbers in islice(sets, tries):
        if proves(numbers):
            return numbers, True
    return None, next(sets, None) is None


def _subsets(numbers: list[int], most: int) -> Iterator[Numbers]:
    for size in range(most + 1):
        yield from combinations(numbers, size)


def _sorted(numbers: Iterable[int]) -> Numbers:
    return tuple(sorted(numbers))


def _odds(probability: Fraction) -> str:
    return f"probability {probability} ({float(probability):.1%})"
