"""Strategies: what to open next (Golan 2014, Algorithm 1).

A strategy is a callable that is handed a position, never the mines, and a source of chance. It
returns cells to open: those that it deems sure, or one `Guess`.

Those below say what the engine's policies of the same name do, in the fewest words; tests hold the
two against each other, choice by choice. `native` gives the engine's own.
"""

from __future__ import annotations

from typing import Final

from demine import _native
from demine.position import Analysis, Position
from demine.strategies.grid import Grid, Guess, Strategy, any_of, certain_or
from demine.strategies.linear import LinearSystem
from demine.strategies.rng import Chance
from demine.strategies.strongest import strongest


def random(position: Position, chance: Chance) -> Guess:
    """Any covered cell, each equally likely."""
    return Guess(any_of(sorted(Grid(position).covered), chance))


def single_point(position: Position, chance: Chance) -> list[int]:
    """What one count alone decides, else any covered cell that is not known to be mined."""
    grid = Grid(position)
    grid.flag_sure_shots()
    return grid.sure_openings() or Guess(any_of(grid.unrevealed, chance))


def ratio(position: Position, chance: Chance | None = None) -> list[int]:
    """Garg (2019, §III): a1 on an empty grid, sure-shot cells, else the minimum ratio.

    The ratio of a revealed cell is (value − flagged neighbours) / unrevealed neighbours; of the
    cell with the least, the first neighbour is opened. Where no revealed cell has an unrevealed
    neighbour, which the paper leaves open, it is the first unrevealed cell.
    """
    grid = Grid(position)
    grid.flag_sure_shots()
    return grid.sure_openings() or Guess(grid.least_ratio() or grid.unrevealed[:1])


def equations(position: Position, chance: Chance) -> list[int]:
    """Sets of cells with the numbers of their mines, in the manner of PGMS (Ramsdell).

    What is sure by the rules of `Equations`, else any of the cells with the least estimate.
    """
    grid = Grid(position)
    grid.flag_sure_shots()
    sure = grid.sure_openings()
    if sure:
        return sure
    mines = None if position.mines is None else position.mines - len(grid.flags)
    known = LinearSystem(grid.splits(), grid.unrevealed, mines)
    return sorted(known.safe()) or Guess(any_of(known.least_likely(), chance))


def csp(position: Position, chance: Chance | None = None) -> list[int]:
    """Exact constraint solving (in the manner of Studholme), then the least likely mine.

    The solutions of the counts are taken as equally likely, and the mines not expected next to a
    count are spread evenly over the cells that are next to none. Of equal risks the cell with the
    fewest neighbours is taken, corners before edges; then the first.
    """

    def guess(grid: Grid, analysis: Analysis) -> list[int]:
        risks = grid.spread(analysis.probabilities.tolist(), position.mines)
        return grid.least_likely(risks, grid.degree)

    return certain_or(position, lambda: position.with_mines(None).analyze(), guess)


def safest(position: Position, chance: Chance | None = None) -> list[int]:
    """The cells that are exactly safe, else the least likely mine by exact probabilities.

    Of equal risks the cell with the most opened neighbours is taken, because its count tells most
    about cells in question; then the one with the fewest neighbours, corners before edges, because
    it is the likeliest to show a 0; then the first.
    """

    def guess(grid: Grid, analysis: Analysis) -> list[int]:
        risks = analysis.probabilities.tolist()
        return grid.least_likely(risks, lambda v: (-grid.count_opened(v), grid.degree(v)))

    return certain_or(position, position.analyze, guess)


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
    "strongest": strongest,
}
"""By name. The engine knows each under the same name."""

IN_PYTHON: Final[dict[str, Strategy]] = {"onemine": onemine}
"""By name, those that the engine does not play by itself."""


def native(name: str) -> Strategy:
    """The engine's policy of a name, as a strategy."""

    def choose(position: Position, chance: Chance) -> list[int]:
        cells, guess, chance.state, _ = _native.choose(name, position.native, chance.state)
        return Guess(cells) if guess else cells

    return choose


def sure_flags(position: Position) -> frozenset[int]:
    """The cells that Garg's first rule flags, applied until nothing changes."""
    grid = Grid(position)
    grid.flag_sure_shots()
    return frozenset(grid.flags & grid.covered)
