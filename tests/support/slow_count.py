"""Counting large boards slowly, and by nobody's code but this: the outside check of long counts.

Constraints are eliminated one after the other, always the one that leaves the smallest scope. A
table covers some cells. For each constraint of its scope, it says how many mines these cells give
to the constraint, and in how many ways. Eliminating a constraint adds its last cells to a table,
joins all tables that contain the constraint, and keeps the entries that meet its number. It uses
plain tuples, dictionaries and integers throughout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import product
from math import comb, log2

Constraint = tuple[int, list[int]]
State = tuple[int, ...]
Way = tuple[State, int]


@dataclass
class Table:
    """What the cells taken in give to the constraints of the scope, and in how many ways."""

    scope: tuple[int, ...]
    held: Counter[int]
    ways: dict[State, int]


EMPTY = Table((), Counter(), {(): 1})


class Counting:
    """Constraints that are eliminated."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        """Cells with the same constraints are one class."""
        around: dict[int, list[int]] = {}
        for constraint, (_, cells) in enumerate(constraints):
            for cell in cells:
                around.setdefault(cell, []).append(constraint)
        self.needs = [count for count, _ in constraints]
        self.sizes = [len(cells) for _, cells in constraints]
        classes = Counter(tuple(of_cell) for of_cell in around.values())
        self.classes: list[set[tuple[int, ...]]] = [set() for _ in constraints]
        for of_class in classes:
            for constraint in of_class:
                self.classes[constraint].add(of_class)
        self.cells = classes
        self.tables: list[set[int]] = [set() for _ in constraints]
        self.made: list[Table] = []

    def size(self, constraint: int) -> float:
        """Roughly the binary logarithm of the table that giving up this constraint makes."""
        scope = {constraint}.union(*self.classes[constraint])
        scope = scope.union(*(self.made[table].scope for table in self.tables[constraint]))
        return sum(sorted(log2(self.needs[other] + 1) for other in scope))

    def run(self) -> int:
        """The number of solutions."""
        total = 1
        waiting = [(self.size(constraint), constraint) for constraint in range(len(self.needs))]
        heapify(waiting)
        while waiting:
            before, constraint = heappop(waiting)
            if self.size(constraint) != before:
                heappush(waiting, (self.size(constraint), constraint))
                continue
            table = self.give_up(constraint)
            if table.scope:
                self.made.append(table)
                for other in table.scope:
                    self.tables[other].add(len(self.made) - 1)
            else:
                total *= table.ways.get((), 0)
        return total

    def give_up(self, constraint: int) -> Table:
        """All that knows the constraint in one table, without it."""
        tables = sorted(
            (self.made[table] for table in self.tables[constraint]),
            key=lambda table: len(table.ways),
        )
        for known in list(self.tables[constraint]):
            for other in self.made[known].scope:
                self.tables[other].discard(known)
        table = tables[0] if tables else EMPTY
        for of_class in list(self.classes[constraint]):
            table = self.take_in(table, of_class)
        for more in tables[1:-1]:
            table = self.join(table, more)
        if len(tables) > 1:
            table = self.join(table, tables[-1], constraint)
        return self.close(table, constraint)

    def take_in(self, table: Table, of_class: tuple[int, ...]) -> Table:
        """One more class: any number of mines in it."""
        for constraint in of_class:
            self.classes[constraint].discard(of_class)
        size = self.cells[of_class]
        mines = {(m,) * len(of_class): comb(size, m) for m in range(size + 1)}
        return self.join(table, Table(of_class, Counter(dict.fromkeys(of_class, size)), mines))

    def join(self, left: Table, right: Table, closing: int | None = None) -> Table:
        """Both together: what they give to a constraint adds up, to its count if it is closing."""
        scope = tuple(dict.fromkeys(left.scope + right.scope))
        held = left.held + right.held
        place = {constraint: i for i, constraint in enumerate(scope)}
        at = [place[constraint] for constraint in right.scope]
        bounds = [self.bounds(constraint, held[constraint]) for constraint in scope]
        ways: dict[State, int] = {}
        more = (0,) * (len(scope) - len(left.scope))
        for (a, n), (b, m) in self.pairs(left, right, closing):
            sums = list(a + more)
            for i, given in zip(at, b, strict=True):
                sums[i] += given
            if all(low <= given <= high for given, (low, high) in zip(sums, bounds, strict=True)):
                state = tuple(sums)
                ways[state] = ways.get(state, 0) + n * m
        return Table(scope, held, ways)

    def pairs(self, left: Table, right: Table, closing: int | None) -> Iterator[tuple[Way, Way]]:
        """A state of each, such that they give a closing constraint what it needs."""
        if closing is None or closing not in left.scope:
            yield from product(left.ways.items(), right.ways.items())
            return
        here, there = left.scope.index(closing), right.scope.index(closing)
        giving: dict[int, list[Way]] = {}
        for state, n in right.ways.items():
            giving.setdefault(state[there], []).append((state, n))
        for state, n in left.ways.items():
            for other in giving.get(self.needs[closing] - state[here], ()):
                yield (state, n), other

    def bounds(self, constraint: int, held: int) -> tuple[int, int]:
        """What a table with so many cells of a constraint may give to it."""
        return self.needs[constraint] - (self.sizes[constraint] - held), self.needs[constraint]

    def close(self, table: Table, constraint: int) -> Table:
        """What meets the count of the constraint, without it."""
        if constraint not in table.scope:  # It has no cells.
            return table if self.needs[constraint] == 0 else Table((), Counter(), {})
        at = table.scope.index(constraint)
        ways: dict[State, int] = {}
        for state, n in table.ways.items():
            if state[at] == self.needs[constraint]:
                rest = state[:at] + state[at + 1 :]
                ways[rest] = ways.get(rest, 0) + n
        held = Counter({other: n for other, n in table.held.items() if other != constraint})
        return Table(table.scope[:at] + table.scope[at + 1 :], held, ways)


def count(constraints: Iterable[Constraint]) -> int:
    """The number of ways to place mines in the cells of the constraints."""
    return Counting(list(constraints)).run()
