"""Learn Minesweeper on 6×6 with 4 mines by MaskablePPO (sb3-contrib).

    pip install 'demine[gymnasium]' sb3-contrib
    python examples/agents/train.py --steps 400000 --seed 1

Writes the network to ppo-6x6.npz (read by network.py, without PyTorch) and the curve of winning
rates to ppo-6x6.csv. A network without fully connected layers sees every place with the same eyes,
which is what the game is like; the critic alone looks at the whole board.
"""

from __future__ import annotations

import argparse
import csv
from collections import deque
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

import gymnasium
import torch
from network import Network
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from demine.gym import sb3

HERE = Path(__file__).parent
SIDE, MINES, GAMES, CHANNELS, DEPTH = 6, 4, 128, 16, 3


class Convolutions(BaseFeaturesExtractor):
    """3×3 convolutions that keep the shape of the board."""

    def __init__(self, space: gymnasium.spaces.Box) -> None:
        super().__init__(space, CHANNELS * SIDE * SIDE)
        sizes = [space.shape[0], *[CHANNELS] * DEPTH]
        self.layers = torch.nn.ModuleList(
            torch.nn.Conv2d(a, b, 3, padding=1) for a, b in pairwise(sizes)
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            planes = torch.relu(layer(planes))
        return planes.flatten(1)


class PerCell(torch.nn.Module):
    """One value per cell from its features."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Conv2d(CHANNELS, 1, 1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.layer(features.view(-1, CHANNELS, SIDE, SIDE)).flatten(1)


class Policy(MaskableActorCriticPolicy):
    """Convolutions below, a value per cell as the preference of its action."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = PerCell()
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )


class Curve(BaseCallback):
    """How many of the last games were won, written down at every update."""

    def __init__(self) -> None:
        super().__init__()
        self.last: deque[bool] = deque(maxlen=4000)
        self.rows: list[tuple[int, float, float]] = []

    def _on_step(self) -> bool:
        self.last.extend(info["won"] for info in self.locals["infos"] if "won" in info)
        return True

    def _on_rollout_end(self) -> None:
        rate = sum(self.last) / max(1, len(self.last))
        self.rows.append((self.num_timesteps, rate, process_time()))
        print(f"{self.num_timesteps:>9} moves, {rate:.3f} won, {process_time():.0f} s", flush=True)


def export(model: MaskablePPO) -> Network:
    """The network of a model, in numpy."""
    policy = model.policy
    layers = [*policy.features_extractor.layers, policy.action_net.layer]
    return Network(tuple((x.weight.detach().numpy(), x.bias.detach().numpy()) for x in layers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    model = MaskablePPO(
        Policy,
        sb3((SIDE, SIDE), MINES, games=GAMES, seed=chosen.seed * 1_000_000),
        n_steps=32,
        batch_size=512,
        n_epochs=3,
        learning_rate=2e-3,
        gamma=0.5,  # what a move tells pays off soon
        ent_coef=0.005,
        seed=chosen.seed,
        device="cpu",
        policy_kwargs={
            "features_extractor_class": Convolutions,
            "net_arch": {"pi": [], "vf": [64]},
            "normalize_images": False,
        },
    )
    curve = Curve()
    model.learn(chosen.steps, callback=curve)
    export(model).save(HERE / "ppo-6x6.npz")
    with (HERE / "ppo-6x6.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("moves", "won", "seconds"), *curve.rows])


if __name__ == "__main__":
    main()
