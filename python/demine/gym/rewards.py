"""The reward of a move. A scheme is four numbers. The named schemes are:

progress   the share of the free cells that the move opened; 1 more for winning, −1 for losing
sparse     1 for winning, −1 for losing, else nothing
win        1 for winning, else nothing: the sum over an episode is 1 if it was won
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from demine.arguments import show
from demine.errors import InvalidGame


class Rewards(NamedTuple):
    """The reward of a win, a loss, all free cells together, and a move without effect."""

    win: float = 1.0
    loss: float = -1.0
    cells: float = 0.0
    void: float = 0.0

    def earn(
        self, share: NDArray[np.float64], won: NDArray[np.bool_], lost: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """The reward in each game for opening a share of its free cells."""
        void = (share == 0) & ~lost
        parts = [self.cells * share, self.win * won, self.loss * lost, self.void * void]
        earned: NDArray[np.float64] = np.sum(parts, axis=0, dtype=np.float64)
        return earned


REWARDS: Final = {
    "progress": Rewards(win=1.0, loss=-1.0, cells=1.0, void=-0.1),
    "sparse": Rewards(),
    "win": Rewards(loss=0.0),
}


def rewards_of(rewards: str | Rewards) -> Rewards:
    """The scheme of a name; a `Rewards` is returned as it is."""
    if isinstance(rewards, Rewards):
        return rewards
    if rewards not in REWARDS:
        expected = ", ".join(REWARDS)
        raise InvalidGame(f"rewards {show(rewards)}: expected {expected}, or a Rewards")
    return REWARDS[rewards]
