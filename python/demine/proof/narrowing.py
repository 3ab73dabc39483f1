"""Narrowing: what sums leave of the numbers of mines that cells may hold, without the engine.

`Narrowing` follows what each sum leaves on its own, and tries the numbers of a cell one by one when
nothing follows. It is the counterpart of `refutation` for rules beyond the classic ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Final

from demine.proof.refutation import TooManyCases, WeightedSum

Known = dict[int, tuple[int, ...]]
"""The numbers of mines that each cell may still hold, ascending."""

_Term = tuple[int, tuple[int, ...]]
"""A weight, and the numbers of mines that a cell may hold."""

_MOST_ROUNDS: Final = 10_000


@dataclass(frozen=True)
class Held:
    """Cells, each of which holds one of these numbers of mines; `others` is what the other cells
    of the sum give.
    """

    cells: tuple[int, ...]
    mines: tuple[int, ...]
    others: tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """What a sum leaves of its cells."""

    by: WeightedSum
    held: tuple[Held, ...]

    @property
    def cells(self) -> set[int]:
        """The cells about which it says something new."""
        return {cell for held in self.held for cell in held.cells}


@dataclass
class Case:
    """The consequences of an assumption: steps, then a broken sum or several cases."""

    steps: list[Step] = field(default_factory=list)
    broken: WeightedSum | None = None
    reach: tuple[int, ...] = ()
    split: int | None = None
    branches: list[tuple[int, Case]] = field(default_factory=list)

    @property
    def ends(self) -> int:
        """In how many cases it ends."""
        return sum(branch.ends for _, branch in self.branches) if self.branches else 1


class Narrowing:
    """Sums, and how many more cases may be tried."""

    def __init__(self, sums: Iterable[WeightedSum], cases: int = 1) -> None:
        """Sums in the order in which they are looked at."""
        self.sums = list(sums)
        self.cases = cases

    def refute(self, known: Known) -> Case | None:
        """How the known contradicts the sums; None if it does not."""
        self.cases -= 1
        if self.cases < 0:
            raise TooManyCases
        case = self.follow(known)
        if case.broken is not None:
            return case
        case.split = self._choice(known)
        if case.split is None:
            return None
        for mines in known[case.split]:
            branch = self.refute({**known, case.split: (mines,)})
            if branch is None:
                return None
            case.branches.append((mines, branch))
        return case

    def follow(self, known: Known) -> Case:
        """What follows without cases; narrows what is known."""
        case = Case()
        for _ in range(_MOST_ROUNDS):
            before = len(case.steps)
            for one in self.sums:
                step = narrow(one, known)
                if step is None:
                    case.broken, case.reach = one, reach(one, known)
                    return case
                if step.held:
                    known.update({c: held.mines for held in step.held for c in held.cells})
                    case.steps.append(step)
            if len(case.steps) == before:
                break
        return case

    def _choice(self, known: Known) -> int | None:
        """A cell of the sum with the fewest open cells, of a number rather than of the counter."""
        open_cells = [
            ([cell for cell, _ in one.terms if len(known[cell]) > 1], one.kind == "counter")
            for one in self.sums
        ]
        fewest = min(filter(lambda pair: pair[0], open_cells), key=_by_size, default=None)
        return None if fewest is None else min(fewest[0], key=lambda cell: len(known[cell]))


def _by_size(pair: tuple[list[int], bool]) -> tuple[bool, int]:
    return pair[1], len(pair[0])


def reach(one: WeightedSum, known: Known) -> tuple[int, ...]:
    """What the cells of a sum can give together."""
    return _sums_of((weight, known[cell]) for cell, weight in one.terms)


def narrow(one: WeightedSum, known: Known) -> Step | None:
    """What a sum says of each of its cells, if that is new; None if it cannot be true."""
    values = set(one.values)
    if values.isdisjoint(reach(one, known)):
        return None
    alike: dict[_Term, list[int]] = {}
    for cell, weight in one.terms:
        alike.setdefault((weight, known[cell]), []).append(cell)
    held = (_narrow_some(term, alike, values) for term in alike if len(term[1]) > 1)
    return Step(one, tuple(one for one in held if one is not None))


def _narrow_some(term: _Term, alike: Mapping[_Term, list[int]], values: set[int]) -> Held | None:
    """What a sum says of the cells with the same weight and the same numbers of mines."""
    weight, mines = term
    counts = ((other, len(cells) - (other == term)) for other, cells in alike.items())
    others = _sums_of(other for other, count in counts for _ in range(count))
    possible = set(others)
    fits = (n for n in mines if any(value - weight * n in possible for value in values))
    left = tuple(fits)
    return None if left == mines else Held(tuple(sorted(alike[term])), left, others)


def _sums_of(terms: Iterable[_Term]) -> tuple[int, ...]:
    """What terms can give together, ascending. A bit stands for a sum, the first for the least."""
    least, sums = 0, 1
    for weight, mines in terms:
        low = min(weight * n for n in mines)
        shifted = [sums << (weight * n - low) for n in mines]
        least, sums = least + low, reduce(or_, shifted)
    return tuple(least + bit for bit in range(sums.bit_length()) if sums >> bit & 1)


def difference(one: WeightedSum, other: WeightedSum) -> WeightedSum:
    """A sum minus another, which is a sum as well."""
    weights = dict(one.terms)
    for cell, weight in other.terms:
        weights[cell] = weights.get(cell, 0) - weight
    terms = tuple((cell, weight) for cell, weight in weights.items() if weight)
    values = {a - b for a in one.values for b in other.values}
    return WeightedSum("difference", 0, terms, tuple(sorted(values)))


def needed(steps: Sequence[Step], wanted: set[int]) -> list[Step]:
    """The steps that say something of the wanted cells, and the steps needed for these."""
    wanted, chosen = set(wanted), []
    for step in reversed(steps):
        held = tuple(one for one in step.held if not wanted.isdisjoint(one.cells))
        if held:
            chosen.append(Step(step.by, held))
            wanted |= {cell for cell, _ in step.by.terms}
    return chosen[::-1]
