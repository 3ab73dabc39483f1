"""Refutations: why an assumption contradicts some numbers, step by step. Knows no engine.

A `Constraint` says how many of some cells are mined. From an assumption follows what each
constraint forces alone; where nothing is forced, one cell is tried both ways. What is refuted so is
refuted for certain, so that certificates and sentences need no trust in the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

Known = dict[int, bool]

MOST_CASES: Final = 100_000


@dataclass(frozen=True)
class Constraint:
    """So many of the cells are mined: what the number at `source` says, or the counter if None."""

    source: int | None
    cells: frozenset[int]
    mines: int


@dataclass(frozen=True)
class Forced:
    """What a constraint forces, given what is known: all these cells are mined, or all are free."""

    by: Constraint
    cells: tuple[int, ...]
    mined: bool


@dataclass
class Case:
    """What follows from an assumption: forced cells, then a broken constraint or two more cases."""

    steps: list[Forced] = field(default_factory=list)
    broken: Constraint | None = None
    split: int | None = None
    branches: list[Case] = field(default_factory=list)


class TooManyCases(Exception):
    """The refutation needs more cases than anybody would follow."""


def refute(constraints: Iterable[Constraint], assumed: Mapping[int, bool]) -> Case | None:
    """How the assumption contradicts the constraints; None if it does not."""
    return _Search(list(constraints)).refute(dict(assumed))


def force(constraints: Iterable[Constraint], known: Known) -> Case:
    """What follows without trying anything: `known` grows by it."""
    return _Search(list(constraints)).follow(known)


class _Search:
    def __init__(self, constraints: list[Constraint]) -> None:
        self.constraints = constraints
        self.cases = 0

    def refute(self, known: Known) -> Case | None:
        self.enter()
        case = self.follow(known)
        if case.broken is not None:
            return case
        case.split = self.choice(known)
        if case.split is None:
            return None
        for mined in (True, False):
            branch = self.refute({**known, case.split: mined})
            if branch is None:
                return None
            case.branches.append(branch)
        return case

    def follow(self, known: Known) -> Case:
        case = Case()
        growing = True
        while growing and case.broken is None:
            growing = False
            for constraint in self.constraints:
                forced = _forced(constraint, known)
                if forced is None:
                    case.broken = constraint
                    break
                if forced.cells:
                    known.update(dict.fromkeys(forced.cells, forced.mined))
                    case.steps.append(forced)
                    growing = True
        return case

    def choice(self, known: Known) -> int | None:
        """A cell of the number that has the fewest open ones; the counter alone chooses nothing."""
        numbers = (constraint for constraint in self.constraints if constraint.source is not None)
        open_cells = ([cell for cell in number.cells if cell not in known] for number in numbers)
        fewest = min(filter(None, open_cells), key=len, default=None)
        return None if fewest is None else min(fewest)

    def totals(self, known: Known) -> set[int]:
        """How many mines the cells that are not known can hold."""
        self.enter()
        before = sum(known.values())
        if self.follow(known).broken is not None:
            return set()
        gained = sum(known.values()) - before
        split = self.choice(known)
        if split is None:
            return {gained}
        return {
            gained + mined + more
            for mined in (True, False)
            for more in self.totals({**known, split: mined})
        }

    def enter(self) -> None:
        """One more case."""
        self.cases += 1
        if self.cases > MOST_CASES:
            raise TooManyCases


def _forced(constraint: Constraint, known: Known) -> Forced | None:
    """What the constraint forces now, perhaps nothing; None if it is broken."""
    mines, open_cells = constraint.mines, []
    for cell in constraint.cells:
        if cell not in known:
            open_cells.append(cell)
        elif known[cell]:
            mines -= 1
    if not 0 <= mines <= len(open_cells):
        return None
    decided = mines in (0, len(open_cells))
    return Forced(constraint, tuple(sorted(open_cells)) if decided else (), mines > 0)


def totals(constraints: Iterable[Constraint], known: Mapping[int, bool]) -> set[int]:
    """How many mines the cells of the constraints can hold in all, `known` ones included.

    Constraints that share no open cell are tried apart, and their totals added.
    """
    given = list(constraints)
    cells = {cell for constraint in given for cell in constraint.cells}
    sums = {sum(mined for cell, mined in known.items() if cell in cells)}
    for part in _parts(given, known):
        found = _Search(part).totals(dict(known))
        sums = {total + more for total in sums for more in found}
    return sums


def fitting(
    numbers: Iterable[Constraint], counter: Constraint | None, assumed: Mapping[int, bool]
) -> set[int]:
    """The `totals` of the numbers that leave the counter satisfied: none if all is contradictory.

    The counter says how many of all covered cells are mined; what the numbers do not touch may
    hold any number of mines.
    """
    given = list(numbers)
    held = totals(given, assumed)
    if counter is None:
        return held
    beside = {cell for number in given for cell in number.cells}
    others = counter.cells - beside
    least = sum(assumed.get(cell, False) for cell in others)
    most = sum(assumed.get(cell, True) for cell in others)
    return {total for total in held if least <= counter.mines - total <= most}


def _parts(constraints: list[Constraint], known: Mapping[int, bool]) -> list[list[Constraint]]:
    """Constraints that are joined by open cells, together."""
    parts: list[tuple[set[int], list[Constraint]]] = []
    for constraint in constraints:
        cells, joined = {cell for cell in constraint.cells if cell not in known}, [constraint]
        apart = []
        for part in parts:
            if part[0] & cells:
                cells |= part[0]
                joined += part[1]
            else:
                apart.append(part)
        parts = [*apart, (cells, joined)]
    return [joined for _, joined in parts]
