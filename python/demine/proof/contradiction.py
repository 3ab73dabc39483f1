"""Conflicts: a smallest set of numbers that cannot all be true, and the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final, Unpack

from demine import _native
from demine.lazy import lazy_value
from demine.meter import Budget, Meter
from demine.pictured import Pictured
from demine.position import Position
from demine.proof.drawing import argument_figure
from demine.proof.facts import Argument, domains, premise
from demine.proof.reasons import contradict
from demine.proof.refutation import TooManyCases, fitting_weighted_totals
from demine.proof.ruled import cited_sums, find_conflict
from demine.proof.sentence import Sentence
from demine.proof.sentences import conflict_lines

if TYPE_CHECKING:
    from demine.draw import Figure, Picture

_CONFLICT_TRIES: Final = 3000
"""Most engine calls in search of a smaller conflict."""


class Conflict(Argument, Pictured, AbstractSet[int]):
    """A set of opened cells whose numbers cannot all be true. Without any one of them, they can.

    If `counter` is True, the number of mines is part of the contradiction. If the set is empty, it
    is the whole contradiction. `smallest` says that no other set is smaller. If it is False, the
    search ended early, and in a hard position some numbers may not be needed. `lines` explain the
    contradiction. Under rules, `sums` are the places of the other sums of the contradiction among
    `position.rules.sums`; they count towards its size.
    """

    def __init__(
        self,
        position: Position,
        numbers: Iterable[int],
        counter: bool,
        smallest: bool,
        sums: Iterable[int] = (),
    ) -> None:
        """Made by `Position.conflict`."""
        self.position = position
        self.numbers = tuple(numbers)
        self.sums = tuple(sums)
        self.counter = counter
        self.smallest = smallest

    def __contains__(self, cell: object) -> bool:
        return cell in self.numbers

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __bool__(self) -> bool:
        """True, even if the counter is the whole contradiction and the set is empty."""
        return True

    def __repr__(self) -> str:
        sums = f" and the sums {list(self.sums)}" if self.sums else ""
        return f"<Conflict: {list(self.numbers)}{sums}{' and the counter' if self.counter else ''}>"

    def __hash__(self) -> int:
        return hash(frozenset(self.numbers))

    @classmethod
    def _from_iterable(cls, cells: Iterable[int]) -> frozenset[int]:  # type: ignore[override]
        """The type that set operations return."""
        return frozenset(cells)

    @property
    def picture(self) -> Picture:
        """The board with rings around the numbers, and the reason below."""
        return self.figure().picture

    def figure(self, *, step: int | None = None, coordinates: bool = True) -> Figure:
        """The contradiction as a figure: all of it, or up to a step."""
        return argument_figure(self, (self.numbers, ()), step=step, coordinates=coordinates)

    def premise(self) -> Position:
        """The position with the cited numbers and sums alone."""
        return premise(self.position, self.numbers, self.counter, self.sums)

    def check(self) -> bool:
        """Whether they contradict each other, without the engine; under rules alone.

        False if that needs too many cases.
        """
        cited, counter = cited_sums(self.position, self.numbers, self.sums, self.counter)
        try:
            return not fitting_weighted_totals(cited, counter, domains(self.position))
        except TooManyCases:
            return False

    def holds(self, **budget: Unpack[Budget]) -> bool:
        """Check with the engine that these numbers alone have no legal assignment."""
        return not self.premise().is_consistent(**budget)

    @lazy_value
    def lines(self) -> tuple[Sentence, ...]:
        """Why they cannot all be true, sentence by sentence, with what each points at."""
        if self.position.rules is not None:
            cited = cited_sums(self.position, self.numbers, self.sums, self.counter)
            return contradict(self.position, *cited)
        return conflict_lines(self.position, self.numbers, self.counter)


def conflict(
    position: Position, *, tries: int = _CONFLICT_TRIES, **budget: Unpack[Budget]
) -> Conflict | None:
    """A smallest set of numbers that cannot all be true; None if the position is consistent.

    The number of mines, if known, does not count towards the size; `counter` says whether it is
    needed. Of two sets of the same size, one without the counter is preferred.
    """
    if position.rules is not None:
        return _ruled_conflict(position, tries, Meter(**budget))
    found = _native.conflict(position.native, tries, Meter(**budget).limits())
    return None if found is None else Conflict(position, *found)


def _ruled_conflict(position: Position, tries: int, meter: Meter) -> Conflict | None:
    found = find_conflict(position, tries, meter)
    if found is None:
        return None
    numbers, sums, counter, smallest = found
    return Conflict(position, numbers, counter, smallest, sums)
