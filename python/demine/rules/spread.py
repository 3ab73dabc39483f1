"""Spread: how many mines each cell holds, over all legal assignments of a position with rules."""

from __future__ import annotations

from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, NoReturn, Unpack, cast

import numpy as np

from demine import _native
from demine.board import Cell
from demine.labels import FREE, MINED
from demine.lazy import lazy_value
from demine.meter import Budget, Meter, share_seconds
from demine.position import Analysis

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from demine.position import Position
    from demine.rules.rules import Rules


class Spread(Analysis):
    """What is true of each cell over all legal assignments of a position with rules.

    All are equally likely. A cell is mined if it holds at least one mine. Everything is counted:
    where that is too wide, `Position.analyze` raises `TooWide` or `Timeout`.
    """

    def __init__(
        self, position: Position, native: _native.Spread, budget: Budget | None = None
    ) -> None:
        """Made by `Position.analyze`; later questions each have the same budget again."""
        self.position = position
        self._spread = native
        self._budget: Budget = budget or {}

    @classmethod
    def of(cls, position: Position, budget: Budget) -> Spread:
        """Count; `NoLegalAssignment` if there is no assignment."""
        return cls(position, position.variant.analyze(Meter(**budget).limits()), budget)

    @property
    def native(self) -> NoReturn:
        """Refused: questions that take the engine's handle support only the classic rules."""
        self._refuse("this question")

    @property
    def exact(self) -> bool:
        """Always True."""
        return True

    @property
    def all_certain(self) -> bool:
        """Always True."""
        return True

    @lazy_value
    def count(self) -> int:
        """The number of legal assignments, computed when first used."""
        return self._count(self._budget)

    def _count(self, budget: Budget) -> int:
        return self._spread.count(Meter(**budget).limits())

    @lazy_value
    def safe(self) -> frozenset[int]:
        """The unopened cells that hold no mine in any legal assignment, `□` cells included."""
        labels = self.position.labels
        return frozenset(c for c in self._spread.free if not isinstance(labels[c], int))

    @lazy_value
    def mined(self) -> frozenset[int]:
        """The cells that hold a mine in every legal assignment, `*` cells included."""
        return frozenset(self._spread.mined)

    @lazy_value
    def certain(self) -> dict[int, int]:
        """The unopened cells that hold the same number of mines in every legal assignment."""
        labels = self.position.labels
        return {c: mines for c, mines in self._spread.certain if not isinstance(labels[c], int)}

    @lazy_value
    def probabilities(self) -> NDArray[np.float64]:
        """The probability of at least one mine per cell: exactly 0 and 1 only where certain."""
        probabilities = self._spread.probabilities
        probabilities.flags.writeable = False
        return probabilities

    @lazy_value
    def expectations(self) -> NDArray[np.float64]:
        """How many mines each cell holds on average, as floats."""
        expectations = self._spread.expectations
        expectations.flags.writeable = False
        return expectations

    def distribution(self, cell: Cell, **budget: Unpack[Budget]) -> dict[int, Fraction]:
        """The probability of each number of mines that the cell may hold."""
        place = self.position.board.index(cell)
        least, ways = self._spread.ways(place, Meter(**self._limits(budget)).limits())
        total = sum(ways)
        return {least + i: Fraction(number, total) for i, number in enumerate(ways) if number}

    def expectation(self, cell: Cell, **budget: Unpack[Budget]) -> Fraction:
        """How many mines the cell holds on average."""
        found = self.distribution(cell, **budget)
        return sum((mines * chance for mines, chance in found.items()), Fraction(0))

    def probability(self, cell: Cell, *, seconds: float | None = None) -> Fraction:
        """The probability of at least one mine in the cell, computed when first used."""
        budget: Budget = {} if seconds is None else {"seconds": seconds}
        return 1 - self.distribution(cell, **budget).get(0, Fraction(0))

    def interval(self, cell: Cell) -> tuple[float, float]:
        """Both ends are the probability of a mine, which is exact."""
        chance = float(self.probabilities[self.position.board.index(cell)])
        return chance, chance

    def joint(self, x: Cell, y: Cell, **budget: Unpack[Budget]) -> Fraction:
        """The probability that both cells are mined."""
        index, labels = self.position.board.index, self.position.labels
        places = {index(x), index(y)}
        if any(isinstance(labels[cell], int) or labels[cell] == FREE for cell in places):
            return Fraction(0)
        both = self.position.with_labels(dict.fromkeys(places, MINED))
        with share_seconds(self._limits(budget)) as rest:
            return Fraction(both.count(**rest()), self._count(rest()))

    def entropy(self, **budget: Unpack[Budget]) -> float:
        """The bits that tell which legal assignment is true: 0 if there is only one."""
        return log2(self.position.count(**self._limits(budget)))

    def shows(self, cell: Cell, **budget: Unpack[Budget]) -> dict[int | str, Fraction]:
        """What the cell shows if it is opened: each possible number with its probability.

        The key `"*"` stands for a mine. Refused where the mines do not determine what a cell shows:
        if `values` is a function, or a weight is negative.
        """
        place, limits = self.position.board.index(cell), self._limits(budget)
        label = self.position.labels[place]
        if isinstance(label, int) or label == MINED:
            return {label: Fraction(1)}
        numbers: list[int | str] = [*range(self._most(place) + 1)]
        outcomes = numbers if label == FREE else [*numbers, MINED]
        with share_seconds(limits) as rest:
            ways = {
                shown: self.position.with_labels({place: shown}).count(**rest())
                for shown in outcomes
            }
            total = self._count(rest())
        return {shown: Fraction(number, total) for shown, number in ways.items() if number}

    def _most(self, cell: int) -> int:
        """The largest number that the cell can show; `InvalidPosition` if it is not determined."""
        rules = cast("Rules", self.position.rules)
        near = self.position.board.neighbours(cell)
        weights = [rules.weight(cell, n) for n in near]
        if callable(rules.values) or min(weights, default=0) < 0:
            self._refuse("what a cell shows")
        return sum(weight * rules.capacity[n] for weight, n in zip(weights, near, strict=True))

    def covariance(self, **budget: Unpack[Budget]) -> NDArray[np.float64]:
        """The covariance of each two cells, where a cell is mined if it holds at least one mine.

        A row and a column per cell, as floats. It takes one analysis for each uncertain cell.
        """
        meter, limits = Meter(**self._limits(budget)), self._limits(budget)
        single = self.probabilities
        matrix = np.zeros((len(single), len(single)))
        for cell in np.flatnonzero((single > 0) & (single < 1)).tolist():
            given = self.position.with_labels({cell: MINED})
            left: Budget = limits if meter.left is None else {**limits, "seconds": meter.left}
            matrix[cell] = single[cell] * (given.analyze(**left).probabilities - single)
        return (matrix + matrix.T) / 2

    def candidates(self, *given: object, **more: object) -> NoReturn:
        """Refused: strategies support only the classic rules."""
        self._refuse("candidates")

    def _refuse(self, question: str) -> NoReturn:
        self.position.check_classic(question)
        raise AssertionError("only positions with rules have a spread")
