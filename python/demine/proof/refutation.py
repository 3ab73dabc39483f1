"""Refutations: why an assumption contradicts some numbers, step by step, without the engine.

A `Constraint` says how many of some cells are mined. `refute` follows what each constraint forces
on its own, and tries a cell both ways when nothing is forced; sentences use it. `totals` goes
through the constraints in order and keeps all cases that are still possible; certificates and the
counter use it. `weighted_totals` does so for the sums of other rules. All are checks of their own,
so nobody has to trust the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Final

Known = dict[int, bool]

_MOST_CASES: Final = 100_000
"""Default limit on the number of cases."""


@dataclass(frozen=True)
class Constraint:
    """Exactly `mines` of the cells are mined. The `source` is a number, or None for the counter."""

    source: int | None
    cells: frozenset[int]
    mines: int


@dataclass(frozen=True)
class WeightedSum:
    """The mines in some cells, each times its weight, have one of the values.

    The `kind` says whose sum it is: that of a `"number"`, where `source` is its cell, another
    `"sum"` of the rules, where `source` is its place among them, or that of the `"counter"`.
    """

    kind: str
    source: int
    terms: tuple[tuple[int, int], ...]
    values: tuple[int, ...]


Domains = Mapping[int, Sequence[int]]
"""How many mines each cell may hold, ascending; a cell that is not listed holds none."""


@dataclass(frozen=True)
class Forced:
    """Cells that a constraint decides, given the known cells: all are mined, or all are free."""

    by: Constraint
    cells: tuple[int, ...]
    mined: bool


@dataclass
class Case:
    """The consequences of an assumption: forced cells, then a broken constraint or two cases."""

    steps: list[Forced] = field(default_factory=list)
    broken: Constraint | None = None
    split: int | None = None
    branches: list[Case] = field(default_factory=list)


class TooManyCases(Exception):
    """The refutation needs more cases than the limit."""


def refute(
    constraints: Iterable[Constraint], assumed: Mapping[int, bool], cases: int = _MOST_CASES
) -> Case | None:
    """How the assumption contradicts the constraints; None if it does not.

    `TooManyCases` if that takes more than `cases`.
    """
    return _Search(list(constraints), cases).refute(dict(assumed))


def force(constraints: Iterable[Constraint], known: Known) -> Case:
    """What follows without case distinctions; adds the decided cells to `known`."""
    return _Search(list(constraints), 1).follow(known)


class _Search:
    def __init__(self, constraints: list[Constraint], cases: int) -> None:
        self.constraints = constraints
        self.cases = cases

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
        is_growing = True
        while is_growing and case.broken is None:
            is_growing = False
            for constraint in self.constraints:
                forced = _force(constraint, known)
                if forced is None:
                    case.broken = constraint
                    break
                if forced.cells:
                    known.update(dict.fromkeys(forced.cells, forced.mined))
                    case.steps.append(forced)
                    is_growing = True
        return case

    def choice(self, known: Known) -> int | None:
        """A cell of the number with the fewest undecided cells; None if no number has any."""
        numbers = (constraint for constraint in self.constraints if constraint.source is not None)
        open_cells = ([cell for cell in number.cells if cell not in known] for number in numbers)
        fewest = min(filter(None, open_cells), key=len, default=None)
        return None if fewest is None else min(fewest)

    def enter(self) -> None:
        """Count one more case."""
        self.cases -= 1
        if self.cases < 0:
            raise TooManyCases


def _force(constraint: Constraint, known: Known) -> Forced | None:
    """The cells that the constraint decides, possibly none; None if it is broken."""
    mines, open_cells = constraint.mines, []
    for cell in constraint.cells:
        if cell not in known:
            open_cells.append(cell)
        elif known[cell]:
            mines -= 1
    if not 0 <= mines <= len(open_cells):
        return None
    is_decided = mines in (0, len(open_cells))
    return Forced(constraint, tuple(sorted(open_cells)) if is_decided else (), mines > 0)


def totals(
    constraints: Iterable[Constraint], known: Mapping[int, bool], cases: int = _MOST_CASES
) -> set[int]:
    """How many mines the cells of the constraints can hold in all, `known` ones included.

    Cells in the same constraints are interchangeable. So a case is the number of mines that each
    constraint still needs, with all totals that lead to it. `TooManyCases` if there are more than
    `cases`.
    """
    given = list(constraints)
    cells = {cell for constraint in given for cell in constraint.cells}
    held = {cell for cell in cells if known.get(cell)}
    needs = tuple(c.mines - len(held & c.cells) for c in given)
    classes = _classes(given, known)
    capacities = [sum(size for touched, size in classes if i in touched) for i in range(len(given))]
    states = {needs: 1 << len(held)} if _fit(needs, capacities) else {}
    for touched, size in classes:
        for i in touched:
            capacities[i] -= size
        states = _absorb(states, touched, size, capacities)
        cases -= len(states)
        if cases < 0:
            raise TooManyCases
    return _members(states.get((0,) * len(given), 0))


def fitting_totals(
    numbers: Iterable[Constraint],
    counter: Constraint | None,
    assumed: Mapping[int, bool],
    cases: int = _MOST_CASES,
) -> set[int]:
    """The `totals` of the numbers that agree with the counter; empty if there is a contradiction.

    The counter says how many of all covered cells are mined. Cells that touch no number may hold
    any number of mines.
    """
    given = list(numbers)
    held = totals(given, assumed, cases)
    if counter is None:
        return held
    beside = {cell for number in given for cell in number.cells}
    others = counter.cells - beside
    least = sum(assumed.get(cell, False) for cell in others)
    most = sum(assumed.get(cell, True) for cell in others)
    return {total for total in held if least <= counter.mines - total <= most}


def order_constraints(constraints: Iterable[Constraint]) -> list[Constraint]:
    """An order with few cases: each next constraint adds the fewest new cells."""
    left, seen, order = list(constraints), set[int](), list[Constraint]()
    while left:
        joined = [c for c in left if c.cells & seen] or left
        following = min(joined, key=lambda c: len(c.cells - seen))
        left.remove(following)
        order.append(following)
        seen |= following.cells
    return order


_Class = tuple[tuple[int, ...], int]
_States = dict[tuple[int, ...], int]


def _classes(constraints: list[Constraint], known: Mapping[int, bool]) -> list[_Class]:
    """Classes of cells in the same constraints: the constraints, and how many cells it has."""
    touching: dict[int, list[int]] = {}
    for i, constraint in enumerate(constraints):
        for cell in constraint.cells:
            if cell not in known:
                touching.setdefault(cell, []).append(i)
    sizes: dict[tuple[int, ...], int] = {}
    for touched in touching.values():
        sizes[tuple(touched)] = sizes.get(tuple(touched), 0) + 1
    return sorted(sizes.items())


def _absorb(states: _States, touched: tuple[int, ...], size: int, capacities: list[int]) -> _States:
    """The cases after a class of `size` cells, for every number of mines that it may hold."""
    after: _States = {}
    for needs, found in states.items():
        for mines in range(min(size, *(needs[i] for i in touched)) + 1):
            left = list(needs)
            for i in touched:
                left[i] -= mines
            if all(left[i] <= capacities[i] for i in touched):
                key = tuple(left)
                after[key] = after.get(key, 0) | found << mines
    return after


def _fit(needs: Iterable[int], capacities: Iterable[int]) -> bool:
    return all(0 <= need <= capacity for need, capacity in zip(needs, capacities, strict=True))


def _members(bits: int) -> set[int]:
    """The positions of the ones in a binary number."""
    return {place for place in range(bits.bit_length()) if bits >> place & 1}


def weighted_totals(
    sums: Iterable[WeightedSum], domains: Domains, cases: int = _MOST_CASES
) -> set[int]:
    """How many mines the cells of the sums can hold in all; empty if they contradict each other.

    A case is what each sum has so far, with all totals that lead to it. Sums whose last cell is
    past are checked and forgotten. `TooManyCases` if there are more than `cases`.
    """
    given = [_Open.of(one, domains) for one in sums]
    order = list(dict.fromkeys(cell for one in given for cell in one.weights))
    states = {(0,) * len(given): 1} if all(one.fits(0) for one in given) else {}
    for cell in order:
        for one in given:
            one.leave(cell, domains)
        states = _place(states, given, cell, domains.get(cell, (0,)))
        cases -= len(states)
        if cases < 0:
            raise TooManyCases
    return _members(states.get((0,) * len(given), 0))


@dataclass
class _Open:
    """A sum, and the least and the most that its cells give that were not placed yet."""

    weights: dict[int, int]
    values: tuple[int, ...]
    low: int
    high: int
    left: int

    @classmethod
    def of(cls, given: WeightedSum, domains: Domains) -> _Open:
        weights: dict[int, int] = {}
        for cell, weight in given.terms:
            weights[cell] = weights.get(cell, 0) + weight
        new = cls(weights, given.values, 0, 0, len(weights))
        for cell in weights:
            low, high = new.reach(cell, domains)
            new.low, new.high = new.low + low, new.high + high
        return new

    def reach(self, cell: int, domains: Domains) -> tuple[int, int]:
        """The least and the most that a cell gives."""
        mines = domains.get(cell, (0,)) or (0,)
        ends = (self.weights[cell] * mines[0], self.weights[cell] * mines[-1])
        return min(ends), max(ends)

    def leave(self, cell: int, domains: Domains) -> None:
        """The cell is placed."""
        if cell in self.weights:
            low, high = self.reach(cell, domains)
            self.low, self.high, self.left = self.low - low, self.high - high, self.left - 1

    def fits(self, so_far: int) -> bool:
        """Whether the cells that are left can lead to a value."""
        return any(self.low <= value - so_far <= self.high for value in self.values)


def _place(states: _States, given: list[_Open], cell: int, mines: Sequence[int]) -> _States:
    """The cases after a cell, for every number of mines that it may hold."""
    touched = [(i, one, one.weights[cell]) for i, one in enumerate(given) if cell in one.weights]
    after: _States = {}
    for sums, found in states.items():
        for held in mines:
            now = list(sums)
            for i, _, weight in touched:
                now[i] += weight * held
            if all(one.fits(now[i]) for i, one, _ in touched):
                for i, one, _ in touched:
                    now[i] = now[i] if one.left else 0
                after[tuple(now)] = after.get(tuple(now), 0) | found << held
    return after


def fitting_weighted_totals(
    sums: Iterable[WeightedSum],
    counter: WeightedSum | None,
    domains: Domains,
    cases: int = _MOST_CASES,
) -> set[int]:
    """The `weighted_totals` that agree with the counter; empty if there is a contradiction.

    Cells of the counter in no other sum may hold any number of mines that their domains allow.
    """
    given = list(sums)
    if not all(domains.values()):
        return set()
    held = weighted_totals(given, domains, cases)
    if counter is None:
        return held
    rest = others_hold(given, domains)
    return {total for total in held if any(value - total in rest for value in counter.values)}


def others_hold(sums: Iterable[WeightedSum], domains: Domains) -> set[int]:
    """How many mines the cells in none of the sums can hold in all."""
    beside = {cell for one in sums for cell, _ in one.terms}
    found = 1
    for cell, mines in domains.items():
        if cell not in beside:
            found = reduce(or_, (found << held for held in mines))
    return _members(found)
