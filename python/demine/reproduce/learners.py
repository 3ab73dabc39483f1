"""The learners that Golan cites, on the Beginner board of his benchmark (8×8, 10 mines).

Golan gives no figures for them. So a learner is judged by whether it learned: it must win more than
`random`, beyond the intervals. His remark that the learners were no better than the strategies made
by hand is judged against `csp`, the best program that he quotes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from demine.arena import Tally, simulate
from demine.board import grid
from demine.labels import COVERED_CODE
from demine.learners import around
from demine.learners.automaton import Lattice, step
from demine.reproduce.tables import Item
from demine.wording import percent

_SEED: Final = 1
_PRESET: Final = "golan-beginner"
_LEARNERS: Final = {"genetic": "genetic", "rules": "rules", "neural": "network"}
"""The strategy of each kind of learner."""
_SIDES: Final = (8, 16, 24, 32)


def items(quick: bool) -> Iterator[Item]:
    """Every kind of learner, then the cellular automaton, then the remark."""
    games = 60 if quick else 2000
    names = ("random", "single-point", "csp", "automaton", *_LEARNERS.values())
    won = {name: _play(name, games) for name in names}
    for kind, name in _LEARNERS.items():
        learned = won[name].interval()[0] > won["random"].interval()[1]
        said = f"`{name}` wins {_rate(won[name])} of {games} games, random moves "
        yield Item(f"Learner: {kind}", said + _rate(won["random"]), learned)
    yield _automaton(won["automaton"], won["single-point"], 10 if quick else 100)
    best = max(_LEARNERS.values(), key=lambda name: won[name].wins)
    is_better = won[best].interval()[0] > won["csp"].interval()[1]
    said = f"the best learner is `{best}` with {_rate(won[best])}; `csp` wins {_rate(won['csp'])}"
    yield Item("Learner: no better", said, not is_better)


def _play(name: str, games: int) -> Tally:
    return simulate(name, preset=_PRESET, games=games, seed=_SEED, workers=1)


def _rate(tally: Tally) -> str:
    low, high = tally.interval()
    return f"{percent(tally.rate, 1)} ({percent(low, 1)} to {percent(high, 1)})"


def _automaton(won: Tally, single_point: Tally, lattices: int) -> Item:
    """It must play like `single-point`, and mark the mines of n × n cells in about n steps."""
    runs = {side: [marking_steps(side, seed) for seed in range(lattices)] for side in _SIDES}
    done = {side: [one for one in own if one is not None] for side, own in runs.items()}
    steps = {side: float(np.median(own)) for side, own in done.items() if own}
    growth = ", ".join(f"{count:.0f} steps for n = {side}" for side, count in steps.items())
    said = (
        f"it wins {won.wins} of {won.games} games, `single-point` {single_point.wins}; "
        f"it marks all mines of {sum(map(len, done.values()))} of {lattices * len(_SIDES)} "
        f"lattices with 5 % mines, median {growth}"
    )
    is_linear = all(side / 2 <= count <= 2 * side for side, count in steps.items())
    is_alike = (won.wins, won.guesses) == (single_point.wins, single_point.guesses)
    return Item("Learner: cellular automaton", said, is_alike and is_linear and bool(steps))


def marking_steps(side: int, seed: int) -> int | None:
    """Steps of the automaton until all mines are marked; None if it stops before.

    The lattice is a grid with 5 % mines. As in the source, one site is open at first: a corner
    without mines around. Nothing opens but by the automaton, not even around a 0.
    """
    board = grid(side, side)
    near, rng = around(board), np.random.default_rng(seed)
    is_far = np.ones(len(board), dtype=bool)
    is_far[[0, *board.neighbours(0)]] = False
    mined = np.zeros(len(board), dtype=bool)
    mined[rng.choice(np.flatnonzero(is_far), len(board) // 20, replace=False)] = True
    numbers = near.sum(mined).astype(np.int32)
    marked, is_open = np.zeros_like(mined), np.zeros_like(mined)
    is_open[0] = True
    for steps in range(len(board)):
        if (marked == mined).all():
            return steps
        marks, opens = step(Lattice(np.where(is_open, numbers, COVERED_CODE), marked), near)
        if not (marks | opens).any():
            return None
        marked, is_open = marked | marks, is_open | opens
    return None
