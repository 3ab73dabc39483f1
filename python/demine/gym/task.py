"""A task: the game that an agent learns, and the observations that it gets.

A label is one integer per cell, as in `Position.codes`: its number, −1 for a covered cell, −3 for a
mine that was hit. The mask of useful actions is the covered cells. The observation is either a dict
of `labels`, `mines_left` and `action_mask`, or planes of zeros and ones: first the covered cells,
then the cells with the number 0, 1, 2 and so on. A plane has the shape of the board if that is a
full grid or box.

A scheme of rewards is four numbers. The named schemes are:

progress   the share of the free cells that the move opened; 1 more for winning, −1 for losing
sparse     1 for winning, −1 for losing, else nothing
win        1 for winning, else nothing: the sum over an episode is 1 if it was won
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from demine.arguments import show
from demine.board import Board, grid
from demine.errors import InvalidGame
from demine.game import First, GameSetup
from demine.labels import COVERED_CODE, MINED_CODE
from demine.lazy import lazy_value

Shown = Literal["dict", "planes"]
Labels = NDArray[np.int16]


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


@dataclass(frozen=True, kw_only=True)
class Task(GameSetup):
    """A game setup, the kind of observation, the rewards, and whether there is a teacher."""

    observation: Shown
    rewards: Rewards
    teacher: bool

    @classmethod
    def make(
        cls,
        board: Board | str | tuple[int, int] | None,
        mines: int | None,
        first: First,
        observation: Shown,
        rewards: str | Rewards,
        teacher: bool,
    ) -> Task:
        """Check the arguments; `InvalidGame` names the wrong one."""
        if observation not in get_args(Shown):
            raise InvalidGame(f"observation {show(observation)}: expected dict or planes")
        if board is None or isinstance(board, str):
            setup = GameSetup.choose(preset=board or "beginner", mines=mines, first=first)
        else:
            chosen = board if isinstance(board, Board) else grid(*board)
            setup = GameSetup.choose(board=chosen, mines=mines, first=first)
        game = setup.game(0)  # checks the number of mines and the first-click rule
        return cls(
            game.board,
            game.mines,
            first,
            observation=observation,
            rewards=rewards_of(rewards),
            teacher=teacher,
        )

    @property
    def free(self) -> int:
        """The number of free cells."""
        return len(self.board) - self.mines

    @lazy_value
    def action_space(self) -> spaces.Discrete[np.int64]:
        """The cells: an action opens one."""
        return spaces.Discrete(len(self.board))

    @lazy_value
    def observation_space(self) -> spaces.Space[Any]:
        """The space of the observation of one game."""
        cells, most = len(self.board), self._most
        if self.observation == "planes":
            return spaces.Box(0, 1, (most + 2, *self._shape), np.uint8)
        return spaces.Dict(
            {
                "labels": spaces.Box(MINED_CODE, max(most, 1), (cells,), np.int16),
                "mines_left": spaces.Box(0, max(self.mines, 1), (1,), np.int32),
                "action_mask": spaces.MultiBinary(cells),
            }
        )

    def mask(self, labels: Labels) -> NDArray[np.int8]:
        """1 for each covered cell, of one game or of many."""
        covered: NDArray[np.int8] = (labels == COVERED_CODE).astype(np.int8)
        return covered

    def observe(self, labels: Labels, mask: NDArray[np.int8]) -> Any:
        """The observation of one game, or of many, given the mask of the labels."""
        if self.observation == "planes":
            return self._planes(labels)
        hits = (labels == MINED_CODE).sum(axis=-1, keepdims=True)
        return {
            "labels": labels,
            "mines_left": (self.mines - hits).astype(np.int32),
            "action_mask": mask,
        }

    def _planes(self, labels: Labels) -> NDArray[np.uint8]:
        values = np.arange(COVERED_CODE, self._most + 1, dtype=np.int16)
        same: NDArray[np.bool_] = labels[..., np.newaxis, :] == values[:, np.newaxis]
        return same.astype(np.uint8).reshape(*labels.shape[:-1], len(values), *self._shape)

    @lazy_value
    def _most(self) -> int:
        """The largest possible number of a cell."""
        return max(map(self.board.graph.degree, self.board.cells), default=0)

    @lazy_value
    def _shape(self) -> tuple[int, ...]:
        is_full = np.prod(self.board.layout.shape) == len(self.board)
        return self.board.layout.shape if is_full else (len(self.board),)
