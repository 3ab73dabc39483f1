"""The strategies by name. Each returns cells that it calls safe, or one `Guess`.

`random`, `single_point` and `ratio` are written in Python, to be read. The engine has them as well,
and it alone has `equations`, `csp`, `safest`, `strongest` and `efficient`. `onemine`, `automaton`,
`rules`, `genetic` and `network` are in Python only.
"""

from __future__ import annotations

from typing import Final

from demine import _native
from demine.arguments import check
from demine.labels import COVERED
from demine.position import Position
from demine.strategies.rng import Chance
from demine.strategies.view import Guess, Strategy, View, any_of


def random(position: Position, chance: Chance) -> Guess:
    """Any covered cell, each equally likely."""
    check(position, Position, "position")
    labels = enumerate(position.labels)
    return Guess(any_of([cell for cell, label in labels if label == COVERED], chance))


def single_point(position: Position, chance: Chance) -> list[int]:
    """The cells that one number alone makes safe, else any other covered cell without a flag."""
    view = View(position)
    view.flag_sure_shots()
    return view.sure_openings() or Guess(any_of(view.unrevealed, chance))


def ratio(position: Position, chance: Chance | None = None) -> list[int]:
    """Garg (2019, §III): a1 on an empty grid, sure-shot cells, else the minimum ratio.

    The ratio of a revealed cell is (value − flagged neighbours) / unrevealed neighbours. The
    strategy opens the first such neighbour of the cell with the least ratio. Where no revealed cell
    has an unrevealed neighbour, which the paper leaves open, it opens the first unrevealed cell.
    """
    view = View(position)
    view.flag_sure_shots()
    return view.sure_openings() or Guess(view.least_ratio() or view.unrevealed[:1])


def equations(position: Position, chance: Chance) -> list[int]:
    """Sets of cells with the numbers of their mines, in the manner of PGMS (Ramsdell).

    It opens the cells that such sets make safe, else any of the cells with the least estimate.
    """
    return _choose("equations", position, chance)


def csp(position: Position, chance: Chance | None = None) -> list[int]:
    """Exact constraint solving (in the manner of Studholme), then the least likely mine.

    The solutions of the numbers that leave room for the other mines are taken as equally likely.
    The other mines are spread evenly over the cells that are next to no number. Of equally risky
    cells it takes one next to a number, with the fewest opened neighbours. Else it takes the one
    with the fewest neighbours, corners before edges; then the first.
    """
    return _choose("csp", position, chance)


def safest(position: Position, chance: Chance | None = None) -> list[int]:
    """All safe cells, else the least likely mine by exact probabilities.

    Of equally risky cells it takes the one with the most opened neighbours, because its number
    tells most about undecided cells; then the one with the fewest neighbours, corners before edges,
    because it is the likeliest to show a 0; then the first. Under rules it takes the first of them.
    """
    check(position, Position, "position")
    if position.rules is not None:
        return _safest_under_rules(position)
    return _choose("safest", position, chance)


def strongest(position: Position, chance: Chance | None = None) -> list[int]:
    """All safe cells, else perfect play where that is in reach, else the best learned score."""
    return _choose("strongest", position, chance)


def efficient(position: Position, chance: Chance | None = None) -> list[int]:
    """The guesses of `strongest`, and safe cells in the order that takes the fewest clicks.

    It returns the cells of its next click; several if that is a chord. Known mines (`*`) count as
    flagged. See docs/efficient.md.
    """
    return _choose("efficient", position, chance)


def onemine(position: Position, chance: Chance | None = None) -> list[int]:
    """Golan's optimal strategy where one cell is mined (2014, Algorithm 2); in Python only."""
    from demine.onemine import strategy

    cells = strategy(position)
    return cells if position.analyze().safe.issuperset(cells) else Guess(cells)


def automaton(position: Position, chance: Chance) -> list[int]:
    """A cellular automaton (after Adamatzky 1997), else any cell that it has not marked."""
    from demine.learners import automaton

    return automaton.choose(position, chance)


def rules(position: Position, chance: Chance | None = None) -> list[int]:
    """Rules that were induced from examples (after Castillo and Wrobel 2003)."""
    from demine.learners import rules

    return rules.choose(position)


def genetic(position: Position, chance: Chance | None = None) -> list[int]:
    """A program found by genetic programming (after Rhee and Quartetti 2000)."""
    from demine.learners import genetic

    return genetic.choose(position)


def network(position: Position, chance: Chance | None = None) -> list[int]:
    """The least risk by a neural network; on grids only, `StrategyError` elsewhere."""
    from demine.learners import network

    return network.choose(position)


_NATIVE: Final = (random, single_point, ratio, equations, csp, safest, strongest, efficient)
STRATEGIES: Final[dict[str, Strategy]] = {one.__name__.replace("_", "-"): one for one in _NATIVE}
"""The strategies that the engine plays, by its names."""

IN_PYTHON: Final[dict[str, Strategy]] = {
    one.__name__: one for one in (onemine, automaton, rules, genetic, network)
}
"""The strategies that the engine does not play, by name."""


UNDER_RULES: Final[dict[str, Strategy]] = {"random": random, "safest": safest}
"""The strategies that play under rules beyond the classic ones, by name."""


def native(name: str) -> Strategy:
    """The engine's strategy of a name."""

    def choose(position: Position, chance: Chance) -> list[int]:
        cells, is_guess, chance.state, _ = _native.choose(name, position.native, chance.state)
        return Guess(cells) if is_guess else cells

    return choose


def _safest_under_rules(position: Position) -> list[int]:
    """All safe cells, or else the first cell of least risk."""
    analysis = position.analyze()
    covered = [cell for cell, label in enumerate(position.labels) if label == COVERED]
    safe = [cell for cell in covered if cell in analysis.safe]
    risks = analysis.probabilities
    return safe or Guess(sorted(covered, key=lambda cell: float(risks[cell]))[:1])


def _choose(name: str, position: Position, chance: Chance | None) -> list[int]:
    """Choose by the engine; `NoLegalAssignment` where the labels contradict each other."""
    check(position, Position, "position")
    position.check_equally_likely()
    cells, is_guess, state, _ = _native.choose(name, position.native, chance.state if chance else 0)
    if chance is not None:
        chance.state = state
    if not cells:
        position.analyze()
    return Guess(cells) if is_guess else cells


def sure_flags(position: Position) -> frozenset[int]:
    """The cells that Garg's first rule flags, applied until nothing changes."""
    view = View(position)
    view.flag_sure_shots()
    return frozenset(view.flags & view.covered)
