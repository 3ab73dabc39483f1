"""What opened cells show under rules, and which numbers leave no mine for other cells.

The rules say which sums a number allows. Read backwards, they say which numbers a sum may be shown
as. If there are several, such as for a liar, each is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from demine.arguments import show
from demine.board import Board
from demine.errors import InvalidPosition
from demine.rules.rules import Rules
from demine.rules.values import divisor_of

_FARTHEST = 1000
"""No number is searched for farther than this from the largest sum of its cell."""


class Showing:
    """The numbers of a board under rules."""

    def __init__(self, board: Board, rules: Rules) -> None:
        """`InvalidPosition` if the rules do not say what a cell shows."""
        if not callable(rules.values) and rules.values:
            raise InvalidPosition("values by cell belong to a position: expected a function")
        self.rules = rules
        weights = {(number, cell): weight for number, cell, weight in rules.weights}
        self._terms = [
            [
                (near, weight)
                for near in board.neighbours(cell)
                if (weight := weights.get((cell, near), 1))
            ]
            for cell in board.cells
        ]
        is_negative = any(weight < 0 for weight in weights.values())
        if is_negative and not callable(rules.values):
            raise InvalidPosition(
                "a weight is negative, and no cell shows a negative sum: "
                "expected values as well, such as demine.rules.difference"
            )

    def numbers(self, cell: int, filling: Sequence[int]) -> list[int]:
        """The numbers that the cell may show where each cell holds so many mines, ascending.

        With `modulo` and `parity` that is the remainder alone.
        """
        total = sum(weight * filling[near] for near, weight in self._terms[cell])
        values = self.rules.values
        if not callable(values):
            return [total]
        divisor = divisor_of(values)
        if divisor is not None:
            return [total % divisor]
        most = self._reach(cell) + 1
        found = [number for number in range(most + 1) if total in values(number)]
        far = range(most + 1, most + _FARTHEST)
        found = found or [number for number in far if total in values(number)][:1]
        if not found:
            raise InvalidPosition(f"no number allows the sum {total}: {show(values)} has none")
        return found

    def weight(self, cell: int, held: Mapping[int, int]) -> int:
        """The sum of a number's cell where these cells hold so many mines, and others none."""
        return sum(weight * held.get(near, 0) for near, weight in self._terms[cell])

    def around(self, cell: int) -> list[int]:
        """The neighbours that count in the number of a cell."""
        return [near for near, _ in self._terms[cell]]

    def leaves_no_mine(
        self, cell: int, number: int, held: Mapping[int, int], rest: Iterable[int]
    ) -> bool:
        """Whether the number allows no mine in the rest of its cells, given what others hold."""
        left = {value - self.weight(cell, held) for value in self._values(cell, number)}
        others = frozenset(rest)
        terms = [(self.rules.capacity[near], w) for near, w in self._terms[cell] if near in others]
        lowest = sum(min(most * weight, 0) for most, weight in terms)
        # Bit s is the sum `lowest + s`: of no mine at all, and of some mines.
        none, some = 1 << -lowest, 0
        for most, weight in terms:
            held_here = [_shift(none | some, count * weight) for count in range(1, most + 1)]
            for sums in held_here:
                some |= sums
        return 0 in left and not any(some >> (v - lowest) & 1 for v in left if v >= lowest)

    def _values(self, cell: int, number: int) -> list[int]:
        return self.rules.values_of(number, max(self._reach(cell), number))

    def _reach(self, cell: int) -> int:
        return sum(abs(weight) * self.rules.capacity[near] for near, weight in self._terms[cell])


def _shift(sums: int, by: int) -> int:
    return sums << by if by >= 0 else sums >> -by
