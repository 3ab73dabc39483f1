"""`strongest`, to be read: the engine's policy of that name in the fewest words.

Exact endgames where few legal assignments are left, else look-ahead over one guess. It is far
slower than the engine's, which plays alike; tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from demine.position import Analysis, Position
from demine.strategies.grid import EQUAL, Grid, Guess
from demine.strategies.rng import Chance

WORLDS: Final = 4000
"""Up to so many legal assignments the end is searched."""
UNLIKELY: Final = 1e-4
"""Counts less likely than this are taken to be like the others."""
CANDIDATES: Final = 10
LOOSE: Final = 6
"""Candidates next to a count, and next to none."""


def strongest(position: Position, chance: Chance | None = None) -> list[int]:
    """What is safe, else perfect play where that is in reach, else the best look-ahead."""
    grid = Grid(position)
    grid.flag_sure_shots()
    sure = grid.sure_openings()
    if sure:
        return sure
    analysis = position.analyze()
    if analysis.safe:
        return sorted(analysis.safe)
    cells = _candidates(grid, analysis)
    if len(grid.covered) == len(position.board):
        return Guess(cells[:1])
    if analysis.count <= WORLDS:
        return Guess([_perfect(position, analysis)])
    return Guess([_farthest(grid, analysis, cells)])


def _perfect(position: Position, analysis: Analysis) -> int:
    """A cell of perfect play that tells something; then the least likely mine; then the first."""
    worlds = list(position.solutions())
    equal_mines = len({len(world) for world in worlds}) == 1

    def is_dead(cell: int) -> bool:
        around = set(position.board.neighbours(cell))
        return len({len(world & around) for world in worlds if cell not in world}) == 1

    best = position.optimal().cells
    return min(best, key=lambda c: (equal_mines and is_dead(c), analysis.probability(c), c))


def _candidates(grid: Grid, analysis: Analysis) -> list[int]:
    """Cells worth a look, the least likely mine first.

    Of the cells next to no count, which are all as risky, some with the fewest neighbours and some
    that share the most neighbours with cells in question.
    """
    risks = analysis.probabilities

    def by_risk(cell: int) -> tuple[float, int, int, int]:
        return round(float(risks[cell]), 9), -grid.count_opened(cell), grid.degree(cell), cell

    def count_shared(cell: int) -> int:
        return sum(v in grid.covered and v not in grid.flags and grid.count_opened(v) > 0
                   for v in grid.around(cell))  # fmt: skip

    cells = [cell for cell in grid.unrevealed if risks[cell] < 1]
    near = sorted((cell for cell in cells if grid.count_opened(cell)), key=by_risk)[:CANDIDATES]
    loose = sorted(
        (c for c in cells if not grid.count_opened(c)), key=lambda c: (grid.degree(c), c)
    )
    corners, others = loose[: LOOSE // 2], sorted(loose[LOOSE // 2 :])
    others.sort(key=count_shared, reverse=True)
    return sorted([*near, *corners, *others[: LOOSE - LOOSE // 2]], key=by_risk)


def _farthest(grid: Grid, analysis: Analysis, cells: list[int]) -> int:
    """The candidate with the best look-ahead; of equal ones the first."""
    best, value = cells[0], -1.0
    for cell in cells:
        survival = 1 - float(analysis.probabilities[cell])
        if value >= 0 and survival < value + EQUAL:
            break
        outlook = _outlook(grid, analysis, cell)
        if value < 0 or outlook > value + EQUAL:
            best, value = cell, outlook
    return best


@dataclass(frozen=True)
class _Next:
    """A position that may follow: how likely, and how safe its two least likely mines are."""

    chance: float
    best: float
    second: float


def _outlook(grid: Grid, analysis: Analysis, cell: int) -> float:
    """How likely one survives this cell and the next, mostly the best, sometimes another."""
    survival = 1 - float(analysis.probabilities[cell])
    likely = [after for after in _following(grid, analysis, cell) if after.chance > UNLIKELY]
    seen = sum(after.chance for after in likely)
    value = sum(after.chance * (0.8 * after.best + 0.2 * after.second) for after in likely)
    return value * survival / seen if seen else 0.0


def _following(grid: Grid, analysis: Analysis, cell: int) -> Iterator[_Next]:
    """What may follow when a cell is opened, count by count."""
    position = analysis.position
    around = [v for v in grid.around(cell) if v not in grid.counts]
    mined = sum(analysis.probabilities[v] == 1 for v in around)
    unknown = sum(0 < analysis.probabilities[v] < 1 for v in around)
    for count in range(mined, mined + unknown + 1):
        after = position.with_labels({cell: count})
        ways = after.count()
        if ways:
            chance = float(Fraction(ways, analysis.count))
            risks = after.analyze().probabilities
            others = (float(risks[c]) for c in grid.unrevealed if c != cell)
            first, second, *_ = *sorted(risk for risk in others if risk < 1), None, None
            best = 1 - (first or 0.0)
            yield _Next(chance, best, best if second is None else 1 - second)
