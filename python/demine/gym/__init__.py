"""Minesweeper for agents that learn: environments of gymnasium (the extra `gymnasium`).

In come a board, a number of mines and what to reward. Out go `Minesweeper`, one game at a time, and
`VectorMinesweeper`, thousands of games at a step in one crossing to the engine. Importing this room
registers both as "demine/Minesweeper-v0" for `gymnasium.make` and `gymnasium.make_vec`.
"""

try:
    import gymnasium
except ImportError as error:  # pragma: no cover
    raise ImportError(
        "demine.gym needs gymnasium: install it with pip install 'demine[gymnasium]'"
    ) from error

from demine.gym.rewards import REWARDS as REWARDS
from demine.gym.rewards import Rewards as Rewards
from demine.gym.single import Minesweeper as Minesweeper
from demine.gym.task import Task as Task
from demine.gym.vector import VectorMinesweeper as VectorMinesweeper

ID = "demine/Minesweeper-v0"

if ID not in gymnasium.registry:
    gymnasium.register(
        id=ID,
        entry_point="demine.gym:Minesweeper",
        vector_entry_point="demine.gym:VectorMinesweeper",
    )

__all__ = ["ID", "REWARDS", "Minesweeper", "Rewards", "Task", "VectorMinesweeper"]
