"""The agents of the examples: a trained policy file loads, plays, and is an ordinary strategy."""

from __future__ import annotations

import csv
import json
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


def test_the_evolved_program_plays(agents: Any) -> None:
    assert rate(agents("program").evolved) > 0.7


def test_programs_see_what_a_player_sees(agents: Any) -> None:
    program = agents("program")
    labels = np.array([[[-1, 1, 0], [-1, 1, 0], [1, 1, 0]]])
    seen = program.look(labels, mines=1)
    assert seen["covered"][0, 1, 1] * 8 == 2
    assert seen["density"][0, 0, 0] == pytest.approx(0.5)
    assert seen["mine"][0, 1, 0] == 1  # the 1 below sees it alone
    assert program.value(["+", "density", 1.5], seen)[0, 0, 0] == pytest.approx(2.0)
    assert program.choose("mine", labels, 1).tolist() == [0]


def test_random_programs_are_programs(agents: Any) -> None:
    evolve = agents("evolve")
    rng = evolve.Random(3)
    mother, father = evolve.grow(rng, 3), evolve.grow(rng, 3)
    for _ in range(20):
        mother = evolve.child(rng, mother, father)
        assert 0 <= evolve.rate(mother, 5, 1) <= 1
        assert json.loads(json.dumps(mother)) == mother


def test_the_curves_are_committed() -> None:
    for name in ("ppo-6x6.csv", "evolved-6x6.csv"):
        rows = list(csv.reader((AGENTS / name).read_text().splitlines()))
        assert len(rows) > 5
        assert float(rows[-1][1]) > float(rows[1][1])
