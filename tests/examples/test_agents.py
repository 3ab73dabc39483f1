"""The agent of the examples: a trained policy file loads, plays, and is an ordinary strategy."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import demine
from paths import EXAMPLES

AGENTS = EXAMPLES / "agents"
GAMES = 150


@pytest.fixture
def agents(import_from: Any) -> Any:
    """The modules of the agents by name."""
    return import_from("agents")


def rate(strategy: Any) -> float:
    """The share of some games on 6×6 with 4 mines that a strategy wins."""
    won = 0
    for seed in range(GAMES):
        game = demine.Game(demine.grid(6, 6), 4, seed=seed)
        chance = demine.strategies.Chance(seed)
        while not game.is_over:
            for cell in strategy(game.position, chance):
                game.open(cell)
        won += game.status == "won"
    return won / GAMES


def test_the_network_loads_and_plays(agents: Any) -> None:
    network = agents("network").Network.load(AGENTS / "ppo-6x6.npz")
    assert rate(network) > 0.7


def test_the_network_survives_a_round_trip(agents: Any, tmp_path: Path) -> None:
    network = agents("network").Network
    before = network.load(AGENTS / "ppo-6x6.npz")
    before.save(tmp_path / "again.npz")
    planes = np.random.default_rng(1).random((10, 6, 6)).astype(np.float32)
    after = network.load(tmp_path / "again.npz")
    assert np.allclose(before.values(planes), after.values(planes))


def test_the_curve_is_committed() -> None:
    rows = list(csv.reader((AGENTS / "ppo-6x6.csv").read_text().splitlines()))
    assert len(rows) > 5
    assert float(rows[-1][1]) > float(rows[1][1])
