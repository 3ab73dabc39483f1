"""Twins: strategies that say what the engine's strategies of the same name do, in the fewest words.

Each returns the cells that it deems sure, or one `Guess`. Tests hold the two against each other,
choice by choice. `native` gives the engine's own.
"""

from __future__ import annotations

from typing import Final

from demine import _native
from demine.position import Analysis, Position
from demine.strategies.linear import LinearSystem
from demine.strategies.rng import Chance
from demine.strategies.strongest import strongest
from demine.strategies.view import Guess, Strategy, View, any_of, certain_or

COUNTED: Final = 4_000_000
"""States within which `safest` counts a position; wider ones are deduced and estimated."""


def random(position: Position, chance: Chance) -> Guess:
    """Any covered cell, each equally likely."""
    return Guess(any_of(sorted(View(position).covered), chance))


def single_point(position: Position, chance: Chance) -> list[int]:
    """What one count alone decides, else any covered cell that is not known to be mined."""
    view = View(position)
    view.flag_sure_shots()
    return view.sure_openings() or Guess(any_of(view.unrevealed, chance))


def ratio(position: Position, chance: Chance | None = None) -> list[int]:
    """Garg (2019, §III): a1 on an empty grid, sure-shot cells, else the minimum ratio.

    The ratio of a revealed cell is (value − flagged neighbours) / unrevealed neighbours; of the
    cell with the least, the first neighbour is opened. Where no revealed cell has an unrevealed
    neighbour, which the paper leaves open, it is the first unrevealed cell.
    """
    view = View(position)
    view.flag_sure_shots()
    return view.sure_openings() or Guess(view.least_ratio() or view.unrevealed[:1])


def equations(position: Position, chance: Chance) -> list[int]:
    """Sets of cells with the numbers of their mines, in the manner of PGMS (Ramsdell).

    What is sure by the rules of `LinearSystem`, else any of the cells with the least estimate.
    """
    view = View(position)
    view.flag_sure_shots()
    sure = view.sure_openings()
    if sure:
        return sure
    mines = None if position.mines is None else position.mines - len(view.flags)
    known = LinearSystem(view.splits(), view.unrevealed, mines)
    return sorted(known.safe()) or Guess(any_of(known.least_likely(), chance))


def csp(position: Position, chance: Chance | None = None) -> list[int]:
    """Exact constraint solving (in the manner of Studholme), then the least likely mine.

    The solutions of the counts are taken as equally likely, and the mines not expected next to a
    count are spread evenly over the cells that are next to none. Of equal risks the cell with the
    fewest neighbours is taken, corners before edges; then the first.
    """

    def guess(view: View, analysis: Analysis) -> list[int]:
        risks = view.spread(analysis.probabilities.tolist(), position.mines)
        return view.least_likely(risks, view.degree)

    return certain_or(position, lambda: position.with_mines(None).analyze(), guess)


def safest(position: Position, chance: Chance | None = None) -> list[int]:
    """The cells that are exactly safe, else the least likely mine by exact probabilities.

    Of equal risks the cell with the most opened neighbours is taken, because its count tells most
    about cells in question; then the one with the fewest neighbours, corners before edges, because
    it is the likeliest to show a 0; then the first.
    """

    def guess(view: View, analysis: Analysis) -> list[int]:
        risks = analysis.probabilities.tolist()
        return view.least_likely(risks, lambda v: (-view.count_opened(v), view.degree(v)))

    return certain_or(position, lambda: position.analyze(states=COUNTED), guess)


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
    """The engine's strategy of a name, as a strategy."""

    def choose(position: Position, chance: Chance) -> list[int]:
        cells, is_guess, chance.state, _ = _native.choose(name, position.native, chance.state)
        return Guess(cells) if is_guess else cells

    return choose


def sure_flags(position: Position) -> frozenset[int]:
    """The cells that Garg's first rule flags, applied until nothing changes."""
    view = View(position)
    view.flag_sure_shots()
    return frozenset(view.flags & view.covered)
