"""One game at a time, as a gymnasium environment."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from demine.arguments import number_of, show
from demine.board import Board
from demine.draw import text
from demine.errors import InvalidGame
from demine.game import First
from demine.gym.pixels import pixels
from demine.gym.task import Labels, Rewards, Shown, Task
from demine.strategies import Chance


class Minesweeper(gymnasium.Env[Any, np.int64]):
    """A game of Minesweeper. An action opens a cell; opening an open cell does nothing.

    `board` is a Board, the name of a preset or (rows, columns). `demine.gym.task` describes
    `observation` and `rewards`. Every `info` has the `action_mask`.
    With `teacher=True` it also has the exact `probabilities` of a mine in each cell during the game
    (NaN where counting is too wide). At the end it has the id of the `game`, which reveals the
    mines.

    An episode is a game. The seed of `reset` starts a sequence of games, always the same for the
    same seed.
    """

    metadata: Final[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        board: Board | str | tuple[int, int] | None = None,
        mines: int | None = None,
        first: First = "safe",
        observation: Shown = "dict",
        rewards: str | Rewards = "progress",
        teacher: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Check the arguments; `InvalidGame` names the wrong one."""
        if render_mode not in (None, "ansi", "rgb_array"):
            raise InvalidGame(f"render_mode {show(render_mode)}: expected ansi or rgb_array")
        self.task = Task.make(board, mines, first, observation, rewards, teacher)
        self.render_mode = render_mode
        self.action_space = self.task.action_space
        self.observation_space = self.task.observation_space
        self._chance: Chance | None = None
        self._game = self.task.game(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start the next game of the sequence, or the first of the seed's sequence."""
        super().reset(seed=seed)
        if seed is not None or self._chance is None:
            start = self.np_random.integers(1 << 62) if seed is None else seed
            self._chance = Chance(int(start))
        self._game = self.task.game(self._chance.game_seed())
        return self._show()

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Open a cell: observation, reward, whether the game is over, False (truncated), info.

        After the end a step does nothing and has the reward 0.
        """
        if self._game.is_over:
            observation, info = self._show()
            return observation, 0.0, True, False, info
        opened = self._game.open(number_of("action", action, least=-(1 << 63)))
        won, lost = self._game.status == "won", self._game.status == "lost"
        share = np.array([0 if lost else len(opened) / self.task.free])
        earned = self.task.rewards.earn(share, np.array([won]), np.array([lost]))
        observation, info = self._show()
        return observation, float(earned[0]), won or lost, False, info

    def render(self) -> Any:
        """The board as text ("ansi") or as an array of pixels ("rgb_array")."""
        if self.render_mode == "ansi":
            return text(self._game.position)
        if self.render_mode == "rgb_array":
            return pixels(self.task.board, self._labels)
        return None

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each cell that can be opened; sb3-contrib calls this."""
        return self.task.mask(self._labels).astype(bool)

    @property
    def _labels(self) -> Labels:
        return self._game.position.codes.astype(np.int16)

    def _show(self) -> tuple[Any, dict[str, Any]]:
        labels = self._labels
        mask = self.task.mask(labels)
        info: dict[str, Any] = {"action_mask": mask}
        if self._game.is_over:
            info |= {"won": self._game.status == "won", "game": self._game.id}
        elif self.task.teacher:
            info["probabilities"] = self._teach()
        return self.task.observe(labels, mask), info

    def _teach(self) -> NDArray[np.float64]:
        """Exact probabilities, or NaN instead of estimates, as in `VectorMinesweeper`."""
        analysis = self._game.position.analyze()
        return analysis.probabilities if analysis.exact else np.full(len(self.task.board), np.nan)
