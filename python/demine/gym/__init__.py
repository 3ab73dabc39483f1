"""Minesweeper for agents that learn: environments of gymnasium (the extra `gymnasium`).

`Minesweeper` plays one game at a time, `VectorMinesweeper` thousands of games with one call to the
engine per step; `sb3` is the latter for stable-baselines3. Importing this module registers both as
"demine/Minesweeper-v0" for `gymnasium.make` and `gymnasium.make_vec`.
"""

try:
    import gymnasium
except ImportError as error:  # pragma: no cover
    raise ImportError("demine.gym needs gymnasium: pip install gymnasium") from error

from demine.gym.baselines import sb3 as sb3
from demine.gym.single import Minesweeper as Minesweeper
from demine.gym.task import REWARDS as REWARDS
from demine.gym.task import Rewards as Rewards
from demine.gym.task import Task as Task
from demine.gym.vector import VectorMinesweeper as VectorMinesweeper

ID = "demine/Minesweeper-v0"

if ID not in gymnasium.registry:
    gymnasium.register(
        id=ID,
        entry_point="demine.gym:Minesweeper",
        vector_entry_point="demine.gym:VectorMinesweeper",
    )
