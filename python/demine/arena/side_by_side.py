"""Games side by side: a strategy that chooses for many games at once plays a chunk.

The games are those that the strategy would play one by one, move for move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from demine._native import Simultaneous
from demine.arena.contest import Contest
from demine.arena.tally import BLUNDERED, WON
from demine.lazy import lazy_value
from demine.strategies import TOGETHER, Batch, Chance, Chosen

_WON = 1
_LOST = 2


class PlayedTogether(NamedTuple):
    """For each game its end, its guesses, its moves and its 3BV."""

    ends: NDArray[np.uint8]
    guesses: NDArray[np.uint32]
    moves: NDArray[np.uint32]
    three_bvs: NDArray[np.uint32]


Ask = Callable[[int, int, Batch], Chosen]
"""Asks for the choice of a turn; it gets the first seed, the number of the turn and the batch."""


def play_together(contest: Contest, numbers: range, ask: Ask) -> PlayedTogether:
    """Play the games of these numbers, at most `TOGETHER` at a time."""
    starts = range(0, max(len(numbers), 1), TOGETHER)
    parts = [_Table(contest, numbers[i : i + TOGETHER]).play(ask) for i in starts]
    columns = zip(*parts, strict=True)
    return PlayedTogether(*(np.concatenate(column) for column in columns))


class _Table:
    """The games that are played together."""

    def __init__(self, contest: Contest, numbers: range) -> None:
        self.contest = contest
        games = len(numbers)
        self.seeds = [contest.seed(number) for number in numbers]
        graph = contest.board.graph
        self.games = Simultaneous(graph, contest.mines, contest.first, [0] * games)
        for row, seed in enumerate(self.seeds):
            self.games.begin(row, seed)
        self.left = np.arange(games)
        counts = (np.zeros(games, np.uint32) for _ in range(3))
        self.found = PlayedTogether(np.zeros(games, np.uint8), *counts)

    def play(self, ask: Ask) -> PlayedTogether:
        """Turn after turn, until all games are over."""
        turn = 0
        if self.contest.start is not None:
            self._open(self.left, np.full(len(self.left), self.contest.start), self.left >= 0)
            turn = 1
        while len(self.left):
            turn += 1
            codes = self.games.labels[self.left]
            seeds = partial(self._chances_of, self.left)
            batch = Batch(self.contest.board, self.contest.mines, codes, seeds)
            chosen = ask(self.seeds[int(self.left[0])], turn, batch)
            self.found.guesses[self.left] += chosen.is_guess & (turn > 1)
            self._open(self.left[chosen.rows], chosen.cells, chosen.is_guess)
        for row in np.flatnonzero(self.found.ends == WON).tolist():
            self.found.three_bvs[row] = self.games.three_bv(row) or 0
        return self.found

    @lazy_value
    def _chances(self) -> NDArray[np.uint64]:
        """A number per game for the strategy; those of a thousand games take half a millisecond."""
        return np.array([Chance.state_of_game(seed) for seed in self.seeds], np.uint64)

    def _chances_of(self, rows: NDArray[np.int64]) -> NDArray[np.uint64]:
        return self._chances[rows]

    def _open(
        self, rows: NDArray[np.int64], cells: NDArray[np.int64], is_guess: NDArray[np.bool_]
    ) -> None:
        """Make the moves, and leave out the games that they have ended."""
        games = len(self.found.ends)
        opened, codes = self.games.open(rows.tolist(), cells.tolist())
        won, lost = rows[codes == _WON], rows[codes == _LOST]
        blundered = np.zeros(games, bool)
        blundered[lost] = True
        blundered[self.left] &= ~is_guess
        moved = np.concatenate([rows[opened > 0], np.unique(lost)])
        self.found.moves[:] += np.bincount(moved, minlength=games).astype(np.uint32)
        self.found.ends[won] = WON
        self.found.ends[blundered] = BLUNDERED
        is_over = np.zeros(games, bool)
        is_over[won] = is_over[lost] = True
        self.left = self.left[~is_over[self.left]]
