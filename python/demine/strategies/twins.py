"""Strategies: what to open next (Golan 2014, Algorithm 1).

A strategy is a callable that is handed a position, never the mines, and a source of chance. It
returns cells to open: those that it deems sure, or one `Guess`.

Those below say what the engine's policies of the same name do, in the fewest words; tests hold the
two against each other, choice by choice. `native` gives the engine's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from demine import _native
from demine.position import COVERED, MINED, Position
from demine.strategies.linear import Equations
from demine.strategies.rng import Chance


class Guess(list[int]):
    """Cells to open that the strategy does not call sure. Arenas count them."""


Strategy = Callable[[Position, Chance], Sequence[int]]

_EQUAL: Final = 1e-9
"""Risks this close are equal: floats that should be equal differ by far less."""


def random(position: Position, chance: Chance) -> Guess:
    """Any covered cell, each equally likely."""
    return Guess(_any(sorted(_Grid(position).covered), chance))


def single_point(position: Position, chance: Chance) -> list[int]:
    """What one count alone decides, else any covered cell that is not known to be mined."""
    grid = _Grid(position)
    grid.flag_sure_shots()
    return grid.sure_openings() or Guess(_any(grid.unrevealed, chance))


def ratio(position: Position, chance: Chance | None = None) -> list[int]:
    """Garg (2019, §III): a1 on an empty grid, sure-shot cells, else the minimum ratio.

    The ratio of a revealed cell is (value − flagged neighbours) / unrevealed neighbours; of the
    cell with the least, the first neighbour is opened. Where no revealed cell has an unrevealed
    neighbour, which the paper leaves open, it is the first unrevealed cell.
    """
    grid = _Grid(position)
    grid.flag_sure_shots()
    return grid.sure_openings() or Guess(grid.least_ratio() or grid.unrevealed[:1])


def equations(position: Position, chance: Chance) -> list[int]:
    """Sets of cells with the numbers of their mines, in the manner of PGMS (Ramsdell).

    What is sure by the rules of `Equations`, else any of the cells with the least estimate.
    """
    grid = _Grid(position)
    grid.flag_sure_shots()
    sure = grid.sure_openings()
    if sure:
        return sure
    mines = None if position.mines is None else position.mines - len(grid.flags)
    known = Equations(grid.splits(), grid.unrevealed, mines)
    return sorted(known.safe()) or Guess(_any(known.least_likely(), chance))


def csp(position: Position, chance: Chance | None = None) -> list[int]:
    """Exact constraint solving (in the manner of Studholme), then the least likely mine.

    The solutions of the counts are taken as equally likely, and the mines not expected next to a
    count are spread evenly over the cells that are next to none. Of equal risks the cell with the
    fewest neighbours is taken, corners before edges; then the first.
    """
    grid = _Grid(position)
    grid.flag_sure_shots()
    sure = grid.sure_openings()
    if sure:
        return sure
    analysis = position.with_mines(None).analyze()
    if analysis.safe:
        return sorted(analysis.safe)
    risks = grid.spread(analysis.probabilities.tolist(), position.mines)
    return grid.least_likely(risks, grid.degree)


def safest(position: Position, chance: Chance | None = None) -> list[int]:
    """The cells that are exactly safe, else the least likely mine by exact probabilities.

    What one count alone decides comes first: it is cheaper, and no guess depends on the order. Of
    equal risks the cell with the most opened neighbours is taken, because its count tells most
    about cells in question; then the one with the fewest neighbours, corners before edges, because
    it is the likeliest to show a 0; then the first.
    """
    grid = _Grid(position)
    grid.flag_sure_shots()
    sure = grid.sure_openings()
    if sure:
        return sure
    analysis = position.analyze()
    if analysis.safe:
        return sorted(analysis.safe)
    return grid.least_likely(
        analysis.probabilities.tolist(), lambda cell: (-grid.opened(cell), grid.degree(cell))
    )


def onemine(position: Position, chance: Chance | None = None) -> list[int]:
    """Golan's optimal strategy where one cell is mined (2014, Algorithm 2); in Python only."""
    from demine.onemine import strategy

    cells = strategy(position)
    return cells if position.analyze().safe.issuperset(cells) else Guess(cells)


STRATEGIES: Final[dict[str, Strategy]] = {
    "random": random,
    "single-point": single_point,
    "ratio": ratio,
    "equations": equations,
    "csp": csp,
    "safest": safest,
}
"""By name. The engine knows each under the same name."""

IN_PYTHON: Final[dict[str, Strategy]] = {"onemine": onemine}
"""By name, those that the engine does not play by itself."""


def native(name: str) -> Strategy:
    """The engine's policy of a name, as a strategy."""

    def choose(position: Position, chance: Chance) -> list[int]:
        cells, guess, chance.state = _native.choose(name, position.native, chance.state)
        return Guess(cells) if guess else cells

    return choose


def sure_flags(position: Position) -> frozenset[int]:
    """The cells that Garg's first rule flags, applied until nothing changes."""
    grid = _Grid(position)
    grid.flag_sure_shots()
    return frozenset(grid.flags & grid.covered)


def _any(cells: list[int], chance: Chance) -> list[int]:
    return [cells[chance.below(len(cells))]] if cells else []


class _Grid:
    """What the paper's solver looks at: revealed cells, their neighbours, and its flags."""

    def __init__(self, position: Position) -> None:
        labels = position.labels
        self.around = position.board.neighbours
        self.counts = {cell: label for cell, label in enumerate(labels) if isinstance(label, int)}
        self.covered = {cell for cell, label in enumerate(labels) if label == COVERED}
        self.flags = {cell for cell, label in enumerate(labels) if label == MINED}

    @property
    def unrevealed(self) -> list[int]:
        return sorted(self.covered - self.flags)

    def split(self, cell: int) -> tuple[int, list[int]]:
        """How many mines a revealed cell has still to find, and its unrevealed neighbours."""
        around = self.around(cell)
        left = self.counts[cell] - sum(v in self.flags for v in around)
        return left, [v for v in around if v in self.covered and v not in self.flags]

    def splits(self) -> Iterator[tuple[int, list[int]]]:
        for cell in self.counts:
            left, unrevealed = self.split(cell)
            if unrevealed:
                yield left, unrevealed

    def flag_sure_shots(self) -> None:
        """If unrevealed and flagged neighbours together are as many as the value, flag them."""
        growing = True
        while growing:
            before = len(self.flags)
            for left, unrevealed in self.splits():
                if left == len(unrevealed):
                    self.flags.update(unrevealed)
            growing = len(self.flags) > before

    def sure_openings(self) -> list[int]:
        """If flagged neighbours are as many as the value, the others are opened."""
        return sorted({cell for left, cells in self.splits() if left == 0 for cell in cells})

    def least_ratio(self) -> list[int]:
        """The first unrevealed neighbour of the cell with the least ratio."""
        splits = min(
            self.splits(), key=lambda split: Fraction(split[0], len(split[1])), default=None
        )
        return [] if splits is None else splits[1][:1]

    def degree(self, cell: int) -> int:
        return len(self.around(cell))

    def opened(self, cell: int) -> int:
        """The number of opened neighbours."""
        return sum(v in self.counts for v in self.around(cell))

    def least_likely(self, risks: Sequence[float], key: Callable[[int], Any]) -> Guess:
        """Of the least risky cells the first of those with the least key."""
        least = min((risks[cell] for cell in self.unrevealed), default=0.0)
        tied = [cell for cell in self.unrevealed if risks[cell] <= least + _EQUAL]
        return Guess(sorted(tied, key=key)[:1])

    def spread(self, risks: list[float], mines: int | None) -> list[float]:
        """The risks by the counts alone, with the mines left over spread over the loose cells."""
        loose = {c for c in self.covered if not any(v in self.counts for v in self.around(c))}
        if mines is None or not loose:
            return risks
        expected = 0.0
        for cell in sorted(self.covered - loose):
            expected += risks[cell]
        rest = max(mines - expected, 0.0) / len(loose)
        return [rest if cell in loose else risk for cell, risk in enumerate(risks)]
