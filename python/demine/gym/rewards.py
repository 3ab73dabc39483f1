"""What a move earns. A scheme is four numbers; those that have a name:

progress   the share of the free cells that the move opened; 1 more for winning, −1 for losing
sparse     1 for winning, −1 for losing, else nothing
win        1 for winning, else nothing: the sum over an episode is whether it was won
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from demine.arguments import show
from demine.errors import InvalidGame


class Rewards(NamedTuple):
    """What is earned by a win, a loss, all free cells together, and a move that does nothing."""

    win: float = 1.0
    loss: float = -1.0
    cells: float = 0.0
    void: float = 0.0

    def earn(
        self, share: NDArray[np.float64], won: NDArray[np.bool_], lost: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """The reward of each game, given the share of its free cells that was opened."""
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
    """A scheme by its name, or as it is."""
    if isinstance(rewards, Rewards):
        return rewards
    if rewards not in REWARDS:
        expected = ", ".join(REWARDS)
        raise InvalidGame(f"rewards {show(rewards)}: expected {expected}, or a Rewards")
    return REWARDS[rewards]
