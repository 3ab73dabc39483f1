"""A linear system: sets of covered cells, each with the number of its mines.

Every count is one. A set that contains another is replaced by their difference, until none contains
another. Then some cells are safe, or mined; mines are taken out of the sets, and all begins anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations

_UNKNOWN = Fraction(1, 2)


class _Equation:
    """So many of these cells are mined."""

    def __init__(self, rest: int, cells: Iterable[int]) -> None:
        self.rest = rest
        self.cells = set(cells)


class LinearSystem:
    """What the counts and the number of mines say about the cells in question."""

    def __init__(
        self, counts: Iterable[tuple[int, Iterable[int]]], cells: Iterable[int], mines: int | None
    ) -> None:
        """Of counts, each with its cells; of all cells, and their mines if it is known how many."""
        self._all = [_Equation(rest, around) for rest, around in counts]
        self._cells = set(cells)
        self._mines = mines

    def safe(self) -> set[int]:
        """The cells that are safe; if there is none, the mines are found that can be found."""
        while True:
            self._reduce()
            safe, mined = self._sure()
            if safe or not mined:
                return safe
            self._take_out(mined)

    def _reduce(self) -> None:
        """Subtract sets from those that contain them. Of equal sets all but one become empty."""
        queue = deque(self._all)
        while queue:
            a = queue.popleft()
            for b in self._all:
                if b is not a and a.cells and a.cells <= b.cells:
                    b.cells -= a.cells
                    b.rest -= a.rest
                    queue.append(b)

    def _sure(self) -> tuple[set[int], set[int]]:
        """The cells that are safe and those that are mined."""
        safe, mined = set[int](), set[int]()
        for equation in (*self._all, *self._rest_of_board()):
            if equation.rest == 0:
                safe |= equation.cells
            elif equation.rest == len(equation.cells):
                mined |= equation.cells
        for a, b in permutations(self._all, 2):
            own = b.cells - a.cells
            if a.cells & b.cells and own and b.rest - a.rest == len(own):
                mined |= own
                safe |= a.cells - b.cells
        return safe, mined

    def _rest_of_board(self) -> list[_Equation]:
        """The board without disjoint sets, taken in order; nothing if its mines are not known."""
        if self._mines is None:
            return []
        left = _Equation(self._mines, self._cells)
        for equation in self._all:
            if equation.cells <= left.cells:
                left.cells -= equation.cells
                left.rest -= equation.rest
        return [left]

    def _take_out(self, mined: set[int]) -> None:
        for equation in self._all:
            equation.rest -= len(equation.cells & mined)
            equation.cells -= mined
        self._cells -= mined
        self._mines = None if self._mines is None else self._mines - len(mined)

    def least_likely(self) -> list[int]:
        """The cells with the least estimate, ascending."""
        estimates = {cell: self._estimate(cell) for cell in sorted(self._cells)}
        least = min(estimates.values(), default=None)
        return [cell for cell, estimate in estimates.items() if estimate == least]

    def _estimate(self, cell: int) -> Fraction:
        """The greatest share of mines in a set that has the cell, else in all cells."""
        shares = [Fraction(e.rest, len(e.cells)) for e in self._all if cell in e.cells]
        if shares:
            return max(shares)
        return _UNKNOWN if self._mines is None else Fraction(self._mines, len(self._cells))
