"""The scripts that train: the same seed gives the same learner; the data files are theirs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import evolve
import induce
import numpy as np
import pytest
import table
import teach
from games import SETUPS, Setup, win_rate
from numpy.typing import NDArray

import demine
from demine.learners import genetic, network, rules
from demine.strategies import Chance, Guess
from paths import ROOT

TINY = evolve.Size(generations=2, population=8, games=10)


def test_a_seed_fixes_the_rules() -> None:
    found = induce.induce(seed=3, positions=25)
    assert found == induce.induce(seed=3, positions=25)
    assert "mine: a = |A|" in map(str, found)
    assert "safe: a = 0" in map(str, found)


def test_a_seed_fixes_the_program() -> None:
    program, curve = evolve.evolve(2, TINY)
    assert (program, curve) == evolve.evolve(2, TINY)
    assert json.loads(json.dumps(program)) == program


def test_a_seed_fixes_the_network(tmp_path: Path) -> None:
    size = teach.Size(steps=6, games=4, layers=2, channels=4)
    files = [tmp_path / "a.npz", tmp_path / "b.npz"]
    for file in files:
        teach.train(5, size).save(file)
    assert files[0].read_bytes() == files[1].read_bytes()
    again = network.Network.load(files[0])
    assert [w.shape for w, _ in again.layers] == [(117, 4), (36, 4), (36, 1)]


def test_the_gradient_is_that_of_the_loss() -> None:
    rng = np.random.default_rng(1)
    arrays = [one.astype(np.float32) for one in teach.begin(rng, teach.Size(layers=2, channels=3))]
    planes = rng.random((2, 3, 4, 13), dtype=np.float32)
    error = rng.standard_normal((2, 3, 4)).astype(np.float32)
    _, seen = teach.forward(arrays, planes)
    grads = teach.backward(arrays, seen, error)
    for number, where in ((0, (5, 1)), (1, (2,)), (2, (7, 0)), (4, (11, 0))):
        moved = []
        for change in (1e-2, -1e-2):
            shifted = [one.copy() for one in arrays]
            shifted[number][where] += np.float32(change)
            moved.append(float((teach.forward(shifted, planes)[0] * error).sum()))
        slope = (moved[0] - moved[1]) / 2e-2
        assert grads[number][where] == pytest.approx(slope, rel=0.02, abs=0.02)


def test_training_makes_the_network_better() -> None:
    size = teach.Size(steps=400, games=16, layers=2, channels=8)
    rates = [
        win_rate(picker(one), SETUPS[0], 100, 9)
        for one in (teach.train(1, size._replace(steps=1)), teach.train(1, size))
    ]
    assert rates[1] > rates[0] + 0.15


def picker(trained: network.Network) -> Callable[..., NDArray[np.int64]]:
    def pick(board: demine.Board, codes: NDArray[np.int16], mines: int) -> NDArray[np.int64]:
        side = board.layout.shape[0]
        logits = trained.logits(network.show(codes.reshape(-1, side, side), mines))
        return np.asarray(np.where(codes == -1, logits.reshape(codes.shape), np.inf).argmin(1))

    return pick


def test_games_side_by_side_are_games_of_demine() -> None:
    """The rate of a program is that of the same program in ordinary games."""
    setup, games, won = Setup(5, 3), 12, 0
    program = genetic.program()
    for seed in range(games):
        game = demine.Game(setup.board, setup.mines, seed=Chance(seed).game_seed())
        while not game.is_over:
            (cell,) = genetic.choose(game.position)
            game.open(cell)
        won += game.status == "won"
    shared = win_rate(lambda *seen: genetic.pick(program, *seen), setup, games, 0)
    assert shared == won / games


def test_the_data_files_name_the_commands_that_make_them() -> None:
    made = json.loads(genetic.FILE.read_text("utf-8"))
    assert made["command"] == "python benches/learners/evolve.py"
    assert {key: made[key] for key in evolve.Size._fields} == evolve.Size()._asdict()
    assert len(made["best"]) == made["generations"]
    head = rules.FILE.read_text("utf-8").partition("\n")[0]
    assert head == "# python benches/learners/induce.py --seed 1 --positions 1000"
    size = teach.Size()
    shapes = [w.shape for w, _ in network.network().layers]
    middle = (9 * size.channels, size.channels)
    assert shapes == [(117, size.channels), *[middle] * (size.layers - 1), (9 * size.channels, 1)]
    files = (genetic.FILE, rules.FILE, network.FILE)
    assert sum(file.stat().st_size for file in files) < 300_000


def test_the_first_generation_of_the_data_file_can_be_evolved_again() -> None:
    """The same seed and sizes: the fitness of the best program of generation 0."""
    made = json.loads(genetic.FILE.read_text("utf-8"))
    rng = Random(made["seed"])
    programs = [evolve.grow(rng, 3) for _ in range(made["population"])]
    first = made["seed"] * 10_000_000
    best = max(evolve.fitness(program, made["games"], first) for program in programs)
    assert round(best, 4) == made["best"][0]


def test_the_page_shows_the_committed_results() -> None:
    lines = table.RESULTS.read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    asked = [(str(setup), name) for setup in SETUPS for name in table.PLAYERS]
    assert [(one["board"], one["strategy"]) for one in records] == asked
    assert {(one["games"], one["seed"]) for one in records} == {(table.GAMES, table.SEED)}
    page = (ROOT / "docs" / "learners.md").read_text("utf-8")
    assert table.put(page, records) == page


def test_perfect_play_in_the_table_is_that_of_the_engine() -> None:
    labels = ["□", *["?"] * 35]
    exact = demine.Position(demine.grid(6, 6), labels, 4).optimal().probability
    assert table.PERFECT["6×6/4"] == exact


@pytest.mark.parametrize("name", ["automaton", "rules", "genetic", "network"])
def test_the_first_games_of_the_table_are_won_again(name: str) -> None:
    tally = demine.simulate(
        name, board=demine.grid(6, 6), mines=4, games=60, seed=table.SEED, workers=1
    )
    # The network adds floats in an order that depends on the machine.
    off = 1 if name == "network" else 0
    assert abs(tally.wins - WINS[name]) <= off
    assert tally.blunders == 0


WINS = {"automaton": 33, "rules": 55, "genetic": 54, "network": 57}


def test_a_table_is_played_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "PLAYERS", {"safest": "by hand", "rules": "learned"})
    file = tmp_path / "results.jsonl"
    records = table.play_all(file, 3)
    assert len(records) == 6
    monkeypatch.setattr(table, "play", None)
    assert table.play_all(file, 3) == records


def test_guesses_are_called_guesses() -> None:
    assert isinstance(genetic.choose(demine.Position(demine.grid(3, 3), ["?"] * 9, 1)), Guess)
