"""Analysis: what is true of each cell over all legal assignments of a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from math import log10
from typing import TYPE_CHECKING, Any, Unpack

from demine import _native
from demine.board import Cell
from demine.labels import Label
from demine.lazy import lazy_value
from demine.meter import Budget, Meter
from demine.pictured import Pictured
from demine.position import chances
from demine.tabled import Tabled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from demine.draw import Figure, Picture
    from demine.position.position import Position
    from demine.strategies import Candidate


class Analysis(Pictured, Tabled):
    """What is true of each cell over all legal assignments of a position.

    All are equally likely, unless the position has a density. `safe` and `mined` are always exact.
    If counting exceeds the budget of states, or most of its seconds, they are deduced, and the
    other probabilities are estimates. Then `exact` is False, `interval` says how good an estimate
    is, and `count` raises `TooWide` or `Timeout`. If the seconds do not suffice for all certain
    cells, `all_certain` is False.
    """

    def __init__(
        self, position: Position, native: _native.Analysis, budget: Budget | None = None
    ) -> None:
        """Made by `Position.analyze`; later questions each have the same seconds again."""
        self.position = position
        self._native = native
        self._budget: Budget = budget or {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the question: unpickling analyses the position again."""
        return partial(self.position.analyze, **self._budget), ()

    def __repr__(self) -> str:
        return f"<Analysis: {len(self.safe)} safe, {len(self.mined)} mined>"

    @property
    def native(self) -> _native.Analysis:
        """The engine's handle."""
        return self._native

    @property
    def exact(self) -> bool:
        """Whether the probabilities are exact; if not, they are estimates."""
        return self._native.exact

    @property
    def all_certain(self) -> bool:
        """Whether `safe` and `mined` hold all certain cells; False only where seconds ran out.

        Then nobody knows either whether there is a legal assignment at all.
        """
        return self._native.all_certain

    @lazy_value
    def count(self) -> int:
        """The number of legal assignments, computed when first used; or `TooWide`."""
        return self._native.count(Meter(seconds=self._budget.get("seconds")).limits())

    @property
    def log10_count(self) -> float:
        """The decimal logarithm of `count`, which may be too large for a float."""
        return log10(self.count)

    @lazy_value
    def safe(self) -> frozenset[int]:
        """The unopened cells that are free in every legal assignment, `□` cells included."""
        return frozenset(self._native.safe)

    @lazy_value
    def mined(self) -> frozenset[int]:
        """The cells that are mined in every legal assignment, `*` cells included."""
        return frozenset(self._native.mined)

    @lazy_value
    def probabilities(self) -> NDArray[np.float64]:
        """The probability of a mine per cell, as floats: exactly 0 and 1 only where certain."""
        probabilities = self._native.probabilities
        probabilities.setflags(write=False)
        return probabilities

    @property
    def table(self) -> dict[str, Any]:
        """The columns of `to_pandas`, `to_arrow` and `to_parquet`: a row per cell."""
        cells = range(len(self.position.board))
        safe, mined = self.safe, self.mined
        return {
            "cell": list(cells),
            "label": [str(label) for label in self.position.labels],
            "probability": self.probabilities,
            "safe": [cell in safe for cell in cells],
            "mined": [cell in mined for cell in cells],
        }

    def probability(self, cell: Cell, *, seconds: float | None = None) -> Fraction:
        """The probability of a mine in the cell, computed when first used; see `exact`."""
        meter = Meter(seconds=self._budget.get("seconds") if seconds is None else seconds)
        place = self.position.board.index(cell)
        return Fraction(*self._native.probability(place, meter.limits()))

    def interval(self, cell: Cell) -> tuple[float, float]:
        """Where the probability of a mine in the cell lies: both ends are it if that is exact.

        Where it is an estimate, the interval holds the true probability in at least 95 of 100
        cases (`python benches/estimates.py --coverage`).
        """
        place = self.position.board.index(cell)
        chance, margin = float(self.probabilities[place]), self._native.margin(place)
        return max(0.0, chance - margin), min(1.0, chance + margin)

    def shows(self, cell: Cell, **budget: Unpack[Budget]) -> dict[int | str, Fraction]:
        """What the cell shows if it is opened: each possible number with its probability.

        The key `"*"` stands for a mine. Like the questions below it is exact, and raises `TooWide`
        if `exact` is False.
        """
        return chances.shows(self, self.position.board.index(cell), self._limits(budget))

    def joint(self, x: Cell, y: Cell, **budget: Unpack[Budget]) -> Fraction:
        """The probability that both cells are mined."""
        index = self.position.board.index
        return chances.joint(self, index(x), index(y), self._limits(budget))

    def covariance(self, **budget: Unpack[Budget]) -> NDArray[np.float64]:
        """How the mines of each two cells depend on each other: P(both) − P(one) · P(other).

        A row and a column per cell, as floats. Entry (x, x) is the variance of cell x.
        """
        return chances.covariance(self, self._limits(budget))

    def given(self, cells: Mapping[Any, bool | Label], **budget: Unpack[Budget]) -> Analysis:
        """The analysis if some cells are known: True for mined, False for free, or a number.

        A number is what the cell shows. The keys of `shows` work as well: `"*"` is mined.
        `NoLegalAssignment` if that is impossible.
        """
        return chances.given(self.position, cells).analyze(**self._limits(budget))

    def entropy(self, **budget: Unpack[Budget]) -> float:
        """The bits that tell which legal assignment is true: 0 if there is only one."""
        return chances.entropy(self, self._limits(budget))

    def information(self, cell: Cell, **budget: Unpack[Budget]) -> float:
        """The expected bits that opening the cell tells: by so much `entropy` falls on average.

        A mine is one of the outcomes, too. Cells that a 0 opens in addition do not count.
        """
        return chances.information(self.shows(cell, **budget))

    def _limits(self, budget: Budget) -> Budget:
        """The budget of a later question: that of the analysis, unless the caller gives another."""
        return {**self._budget, **budget}

    def candidates(
        self,
        most: int = 8,
        *,
        boards: int = 16,
        states: int | None = None,
        seconds: float | None = None,
        bytes: int | None = None,
    ) -> tuple[Candidate, ...]:
        """The best cells to open next, at most `most`, the best first.

        Safe cells if there are any. Otherwise cells worth a guess, each with its risk, look-ahead,
        chance of progress and probability of winning. The last is exact where perfect play is in
        reach, otherwise an estimate from play-outs on `boards` boards. If looking ahead exceeds the
        budget, the least risky cells with their risk alone. The same question has the same answer.
        """
        from demine.strategies import candidates

        return candidates(self, most, boards=boards, states=states, seconds=seconds, bytes=bytes)

    def __str__(self) -> str:
        """The board as text, with the chance of a mine in each covered cell, in percent."""
        from demine.draw import text

        return text(self.position, self).rstrip("\n")

    def figure(self, *, coordinates: bool = True, highlight: Iterable[Cell] | str = ()) -> Figure:
        """The position with its probabilities as a figure, and with rings around cells."""
        from demine.draw import figure

        return figure(self.position, self, coordinates=coordinates, highlight=highlight)

    @property
    def picture(self) -> Picture:
        """The position as a picture, with a heat map and percentages."""
        from demine.draw import picture

        return picture(self.position, self)
