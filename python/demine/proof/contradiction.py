"""Conflicts: a smallest set of numbers that cannot all be true, and why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final, Unpack

from demine import _native
from demine.lazy import lazy_value
from demine.meter import Budget, Meter
from demine.position import Position
from demine.proof.facts import constraints, premise
from demine.proof.refutation import Constraint
from demine.proof.sentences import conflict_lines
from demine.proof.speaker import Sentence

_CONFLICT_TRIES: Final = 3000
"""How often the engine is asked in search of a smaller conflict."""


class Conflict(AbstractSet[int]):
    """Opened cells whose numbers cannot all be true; leave any of them out, and the others can be.

    It is a set of these cells, and equal to one. If `counter` is True, the number of mines is part
    of the contradiction; if there is no cell in the set, it is the whole contradiction. `smallest`
    says that no other set is smaller; if False, the search for one ended early, and in a hard
    position some of the numbers may not be needed. `lines` say why, for a person.
    """

    def __init__(
        self, position: Position, numbers: Iterable[int], counter: bool, smallest: bool
    ) -> None:
        """Made by `Position.conflict`."""
        self.position = position
        self.numbers = tuple(numbers)
        self.counter = counter
        self.smallest = smallest

    def __contains__(self, cell: object) -> bool:
        """Whether the number at the cell is part of it."""
        return cell in self.numbers

    def __iter__(self) -> Iterator[int]:
        """The cells, ascending."""
        return iter(self.numbers)

    def __len__(self) -> int:
        """How many numbers it takes."""
        return len(self.numbers)

    def __bool__(self) -> bool:
        """True: there is a conflict, even if it takes the counter alone."""
        return True

    def __repr__(self) -> str:
        """The cells, and whether the counter is needed."""
        return f"<Conflict: {list(self.numbers)}{' and the counter' if self.counter else ''}>"

    def __hash__(self) -> int:
        """That of the set."""
        return hash(frozenset(self.numbers))

    @classmethod
    def _from_iterable(cls, cells: Iterable[int]) -> frozenset[int]:  # type: ignore[override]
        """What set operations make."""
        return frozenset(cells)

    def premise(self) -> Position:
        """The position with these numbers alone."""
        return premise(self.position, self.numbers, self.counter)

    def holds(self, **budget: Unpack[Budget]) -> bool:
        """Ask the engine again, with these numbers alone."""
        return not self.premise().is_consistent(**budget)

    @lazy_value
    def constraints(self) -> tuple[Constraint, ...]:
        """What the numbers, and the counter if it is needed, say of the covered cells."""
        return constraints(self.position, self.numbers, self.counter)

    @lazy_value
    def lines(self) -> tuple[Sentence, ...]:
        """Why they cannot all be true, sentence by sentence, with what each points at."""
        return tuple(conflict_lines(self.position, self.constraints))

    @property
    def sentences(self) -> tuple[str, ...]:
        """Why they cannot all be true, in words."""
        return tuple(map(str, self.lines))

    def __str__(self) -> str:
        """The sentences, one per line."""
        return "\n".join(self.sentences)


def conflict(
    position: Position, *, tries: int = _CONFLICT_TRIES, **budget: Unpack[Budget]
) -> Conflict | None:
    """A smallest set of numbers that cannot all be true; None if the position is consistent.

    Where the number of mines is known, it counts as given: the set is a smallest one beside it, and
    `counter` says whether it is needed. Of sets of the same size one without it is preferred.
    """
    found = _native.conflict(position.native, tries, Meter(**budget).limits())
    return None if found is None else Conflict(position, *found)
