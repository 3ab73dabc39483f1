"""Steps per second of the environments on 9×9 with 10 mines, beside their installed peers.

A step opens a random covered cell in every game. The time is the processor time of the environment
alone, with observation and mask, summed over all threads; the actions are drawn beforehand. The
first games are checked move by move against `demine.Game`.
"""

from __future__ import annotations

from importlib.util import find_spec
from time import process_time

import numpy as np

import demine
from demine.gym import Minesweeper, VectorMinesweeper
from demine.strategies import Chance

BOARD, MINES, SEED, STEPS = demine.grid(9, 9), 10, 1, 300


def check(games: int = 20) -> None:
    """The vector plays the games of its seeds."""
    vector = VectorMinesweeper(games, BOARD, MINES)
    vector.reset(seed=SEED)
    own = [demine.Game(BOARD, MINES, seed=Chance(SEED + i).game_seed()) for i in range(games)]
    for cell in range(81):
        labels = vector.step(np.full(games, cell))[0]["labels"]
        for i, game in enumerate(own):
            if game.is_over:
                continue
            game.open(cell)
            assert labels[i].tolist() == game.position.codes.tolist()


def vector(games: int) -> float:
    """Steps per second of `games` games side by side."""
    environment = VectorMinesweeper(games, BOARD, MINES)
    environment.reset(seed=SEED)
    actions = np.random.default_rng(SEED).integers(81, size=(STEPS, games))
    start = process_time()
    for chosen in actions:
        environment.step(chosen)
    return STEPS * games / (process_time() - start)


def single() -> float:
    """Steps per second of one game after the other."""
    environment = Minesweeper(BOARD, MINES)
    environment.reset(seed=SEED)
    actions = np.random.default_rng(SEED).integers(81, size=5000).tolist()
    start = process_time()
    for cell in actions:
        if environment.step(cell)[2]:
            environment.reset()
    return len(actions) / (process_time() - start)


def jumanji(games: int) -> float:
    """Steps per second of Jumanji's Minesweeper, compiled and run as one batch by JAX."""
    import jax
    from jumanji.environments import Minesweeper as Theirs
    from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
    from jumanji.wrappers import VmapAutoResetWrapper

    generator = UniformSamplingGenerator(num_rows=9, num_cols=9, num_mines=MINES)
    environment = VmapAutoResetWrapper(Theirs(generator=generator))
    state, _ = jax.jit(environment.reset)(jax.random.split(jax.random.PRNGKey(SEED), games))
    step = jax.jit(environment.step)
    cells = np.random.default_rng(SEED).integers(81, size=(STEPS, games))
    actions = np.stack([cells // 9, cells % 9], axis=-1).astype(np.int32)
    state, timestep = step(state, actions[0])  # compiles it
    start = process_time()
    for chosen in actions:
        state, timestep = step(state, chosen)
    jax.block_until_ready(timestep)
    return STEPS * games / (process_time() - start)


def gym_minesweeper() -> float:
    """Steps per second of gym-minesweeper, one game after the other."""
    from gym_minesweeper.envs.minesweeper import MinesweeperEnv

    environment = MinesweeperEnv(9, 9, MINES)
    environment.reset()
    actions = np.random.default_rng(SEED).integers(9, size=(5000, 2)).tolist()
    start = process_time()
    for row, column in actions:
        if environment.step((row, column))[2]:
            environment.reset()
    return len(actions) / (process_time() - start)


def main() -> None:
    check()
    print("steps per second, 9×9 with 10 mines, one process")
    print(f"  one game at a time      {single():>12,.0f}")
    for games in (64, 1024, 4096):
        print(f"  {games:>5} games side by side {vector(games):>12,.0f}")
    peers = {"jumanji": lambda: jumanji(1024), "gym_minesweeper": gym_minesweeper}
    for name, steps in peers.items():
        shown = f"{steps():>12,.0f}" if find_spec(name) is not None else "not installed"
        print(f"  {name:<24}{shown}")


if __name__ == "__main__":
    main()
