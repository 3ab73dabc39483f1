"""Thousands of games per step, played in the engine."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from demine._native import Simultaneous
from demine.board import Board
from demine.game import First
from demine.gym.task import Rewards, Shown, Task
from demine.many import analyze_many

_WON: Final = 1
_LOST: Final = 2
_DEALT: Final = 3


class VectorMinesweeper(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games of `Minesweeper` side by side: the same arguments give the same games.

    The step after the end of a game makes no move, but starts the next game of its sequence
    (gymnasium's `AutoresetMode.NEXT_STEP`). With an integer seed, sequence i has the seed plus i.
    """

    metadata: Final[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # type: ignore[misc]

    def __init__(
        self,
        num_envs: int = 1,
        board: Board | str | tuple[int, int] | None = None,
        mines: int | None = None,
        first: First = "safe",
        observation: Shown = "dict",
        rewards: str | Rewards = "progress",
        teacher: bool = False,
        render_mode: None = None,
    ) -> None:
        """Check the arguments; `InvalidGame` names the wrong one."""
        self.task = Task.make(board, mines, first, observation, rewards, teacher)
        self.num_envs = num_envs
        self.single_action_space = self.task.action_space
        self.single_observation_space = self.task.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._games = Simultaneous(
            self.task.board.graph, self.task.mines, self.task.first, list(range(num_envs))
        )
        self._labels = self._games.labels

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start the next game of every sequence, or the first of its seed's sequence.

        With `options={"reset_mask": …}`, one truth value per sequence, only the chosen ones.
        """
        if not isinstance(seed, list):
            seed = [None if seed is None else seed + row for row in range(self.num_envs)]
        chosen = (options or {}).get("reset_mask", np.ones(self.num_envs, dtype=bool))
        for row, start in enumerate(seed):
            if not chosen[row]:
                continue
            if start is None:
                self._games.restart(row)
            else:
                self._games.seed(row, start)
        return self._show(np.zeros(self.num_envs, np.uint8))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Open a cell in every game."""
        opened, codes = self._games.step(np.asarray(actions, dtype=np.int64))
        observation, info = self._show(codes)
        won, lost = codes == _WON, codes == _LOST
        earned = self.task.rewards.earn(opened / self.task.free, won, lost)
        earned[codes == _DEALT] = 0.0
        truncated = np.zeros(self.num_envs, dtype=bool)
        return observation, earned, won | lost, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each cell that can be opened, game after game."""
        return self.task.mask(self._labels).astype(bool)

    def _show(self, codes: NDArray[np.uint8]) -> tuple[Any, dict[str, Any]]:
        """The observations and the info of all games after a step with these result codes."""
        self._labels = self._games.labels
        mask = self.task.mask(self._labels)
        everyone = np.ones(self.num_envs, dtype=bool)
        over = (codes == _WON) | (codes == _LOST)
        info: dict[str, Any] = {
            "action_mask": mask,
            "_action_mask": everyone,
            "won": codes == _WON,
            "_won": over,
        }
        if self.task.teacher:
            info |= {"probabilities": self._teach(over), "_probabilities": ~over}
        return self.task.observe(self._labels, mask), info

    def _teach(self, over: NDArray[np.bool_]) -> NDArray[np.float64]:
        taught = np.zeros(self._labels.shape)
        if not over.all():
            answers = analyze_many(self.task.board, self._labels[~over], mines=self.task.mines)
            taught[~over] = answers.probabilities
        return taught
