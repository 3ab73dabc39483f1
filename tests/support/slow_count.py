"""Counting large boards slowly, and by nobody's code but this: the outside check of long counts.

Hints are given up one after the other, always the one that leaves the smallest scope. A table has
taken in some cells, and says for each hint of its scope how many mines they give it, in how many
ways. To give up a hint is to take its last cells into a table, to join all tables that know it, and
to keep what meets its count. Plain tuples, dictionaries and integers throughout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import product
from math import comb, log2

Hint = tuple[int, list[int]]
State = tuple[int, ...]
Way = tuple[State, int]


@dataclass
class Table:
    """What the cells taken in give to the hints of the scope, and in how many ways."""

    scope: tuple[int, ...]
    held: Counter[int]
    ways: dict[State, int]


EMPTY = Table((), Counter(), {(): 1})


class Counting:
    """Hints on their way out."""

    def __init__(self, hints: Sequence[Hint]) -> None:
        """Cells with the same hints are one class."""
        around: dict[int, list[int]] = {}
        for hint, (_, cells) in enumerate(hints):
            for cell in cells:
                around.setdefault(cell, []).append(hint)
        self.needs = [count for count, _ in hints]
        self.sizes = [len(cells) for _, cells in hints]
        classes = Counter(tuple(of_cell) for of_cell in around.values())
        self.classes: list[set[tuple[int, ...]]] = [set() for _ in hints]
        for of_class in classes:
            for hint in of_class:
                self.classes[hint].add(of_class)
        self.cells = classes
        self.tables: list[set[int]] = [set() for _ in hints]
        self.made: list[Table] = []

    def size(self, hint: int) -> float:
        """Roughly the binary logarithm of the table that giving up this hint makes."""
        scope = {hint}.union(*self.classes[hint])
        scope = scope.union(*(self.made[table].scope for table in self.tables[hint]))
        return sum(sorted(log2(self.needs[other] + 1) for other in scope))

    def run(self) -> int:
        """The number of solutions."""
        total = 1
        waiting = [(self.size(hint), hint) for hint in range(len(self.needs))]
        heapify(waiting)
        while waiting:
            before, hint = heappop(waiting)
            if self.size(hint) != before:
                heappush(waiting, (self.size(hint), hint))
                continue
            table = self.give_up(hint)
            if table.scope:
                self.made.append(table)
                for other in table.scope:
                    self.tables[other].add(len(self.made) - 1)
            else:
                total *= table.ways.get((), 0)
        return total

    def give_up(self, hint: int) -> Table:
        """All that knows the hint in one table, without it."""
        tables = sorted(
            (self.made[table] for table in self.tables[hint]), key=lambda table: len(table.ways)
        )
        for known in list(self.tables[hint]):
            for other in self.made[known].scope:
                self.tables[other].discard(known)
        table = tables[0] if tables else EMPTY
        for of_class in list(self.classes[hint]):
            table = self.take_in(table, of_class)
        for more in tables[1:-1]:
            table = self.join(table, more)
        if len(tables) > 1:
            table = self.join(table, tables[-1], hint)
        return self.close(table, hint)

    def take_in(self, table: Table, of_class: tuple[int, ...]) -> Table:
        """One more class: any number of mines in it."""
        for hint in of_class:
            self.classes[hint].discard(of_class)
        size = self.cells[of_class]
        mines = {(m,) * len(of_class): comb(size, m) for m in range(size + 1)}
        return self.join(table, Table(of_class, Counter(dict.fromkeys(of_class, size)), mines))

    def join(self, left: Table, right: Table, closing: int | None = None) -> Table:
        """Both together: what they give to a hint adds up, to its count if it is closing."""
        scope = tuple(dict.fromkeys(left.scope + right.scope))
        held = left.held + right.held
        place = {hint: i for i, hint in enumerate(scope)}
        at = [place[hint] for hint in right.scope]
        bounds = [self.bounds(hint, held[hint]) for hint in scope]
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
        """A state of each, such that they give a closing hint what it needs."""
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

    def bounds(self, hint: int, held: int) -> tuple[int, int]:
        """What a table with so many cells of a hint may give to it."""
        return self.needs[hint] - (self.sizes[hint] - held), self.needs[hint]

    def close(self, table: Table, hint: int) -> Table:
        """What meets the count of the hint, without it."""
        if hint not in table.scope:  # It has no cells.
            return table if self.needs[hint] == 0 else Table((), Counter(), {})
        at = table.scope.index(hint)
        ways: dict[State, int] = {}
        for state, n in table.ways.items():
            if state[at] == self.needs[hint]:
                rest = state[:at] + state[at + 1 :]
                ways[rest] = ways.get(rest, 0) + n
        held = Counter({other: n for other, n in table.held.items() if other != hint})
        return Table(table.scope[:at] + table.scope[at + 1 :], held, ways)


def count(hints: Iterable[Hint]) -> int:
    """The number of ways to place mines in the cells of the hints."""
    return Counting(list(hints)).run()
