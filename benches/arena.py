"""Games per second of every strategy on Expert, beside Python references and ms_toollib.

    python benches/arena.py [--quick] [--dask]

The reference plays the same rules in Python and must win the same games. The row of ms_toollib
plays like `safest` with its probabilities. `--dask` compares a Dask cluster of processes with the
local engine on the same games.
"""

from __future__ import annotations

import sys
import time

from bench import QUICK, pretty, table

import peers
from demine import simulate
from demine.arena.contest import contest
from demine.arena.engines import cores
from demine.arena.player import outcomes
from demine.game.game import Game
from demine.labels import COVERED
from demine.position import Position
from demine.strategies.rng import Chance
from demine.strategies.view import Guess
from references import REFERENCES

COLUMNS, MINES, SEED = 30, 99, 1
GAMES = {
    "random": 20_000,
    "single-point": 20_000,
    "ratio": 20_000,
    "equations": 10_000,
    "csp": 2_000,
    "safest": 2_000,
}
SHRINK = 10 if QUICK else 1
REFERENCE_GAMES = 10 if QUICK else 40
REPEAT = 2 if QUICK else 5


def native(name: str, games: int, workers: int) -> tuple[float, float, int]:
    """Games per second of wall time, seconds of processor time per game, and wins."""
    started, used = time.perf_counter(), time.process_time()
    tally = simulate(name, preset="expert", games=games, seed=SEED, workers=workers, chunk=games)
    wall, processor = time.perf_counter() - started, time.process_time() - used
    return games / wall, processor / games, tally.wins


def per_core(name: str, games: int) -> float:
    """Games per second of processor time, which a busy machine distorts least."""
    played = contest(name, preset="expert")
    started = time.process_time()
    outcomes(played, SEED, games)
    return games / (time.process_time() - started)


def reference(name: str) -> float:
    """Games per second of the reference, which must end every game as the engine does."""
    started = time.process_time()
    ends, guesses, *_ = outcomes(contest(REFERENCES[name], preset="expert"), SEED, REFERENCE_GAMES)
    seconds = time.process_time() - started
    expected, counted, *_ = outcomes(contest(name, preset="expert"), SEED, REFERENCE_GAMES)
    assert (ends == expected).all()
    assert (guesses == counted).all()
    return REFERENCE_GAMES / seconds


def by_ms_toollib(position: Position, chance: Chance) -> list[int]:
    """The safe cells, else the least likely mine, by ms_toollib's probabilities."""
    labels = position.labels
    grid = peers.ms_toollib_board(position.codes.tolist(), COLUMNS)
    risks = [risk for row in peers.ms_toollib_probabilities(grid, MINES) for risk in row]
    covered = [cell for cell, label in enumerate(labels) if label == COVERED]
    safe = [cell for cell in covered if risks[cell] == 0]
    return safe or Guess([min(covered, key=risks.__getitem__)])


def toolbox() -> float:
    """Games per second with ms_toollib's probabilities."""
    started = time.process_time()
    for seed in range(SEED, SEED + REFERENCE_GAMES):
        game, chance = Game.preset("expert", seed=seed), Chance.of_game(seed)
        game.open(0)
        while not game.is_over:
            for cell in by_ms_toollib(game.position, chance):
                game.open(cell)
    return REFERENCE_GAMES / (time.process_time() - started)


def in_processes(games: int) -> None:
    """A strategy in Python: in this process, and in processes that can be ended."""
    tallies, rows = [], []
    for workers in (1, 2):
        started = time.perf_counter()
        run = {"preset": "expert", "games": games, "seed": SEED, "chunk": 20, "workers": workers}
        tallies.append(simulate(REFERENCES["ratio"], **run))  # type: ignore[arg-type]
        where = "this process" if workers == 1 else f"{workers} processes"
        rows.append([where, f"{games / (time.perf_counter() - started):.1f}"])
    assert tallies[0] == tallies[1]
    table(["ratio in Python, played in", "games per second"], rows)


def on_dask(games: int) -> None:
    """A Dask cluster beside local processes, with start-up and without."""
    from distributed import Client, LocalCluster

    run = {"preset": "expert", "games": games, "seed": SEED}
    options = {"n_workers": cores(), "threads_per_worker": 1, "processes": True}
    started = time.perf_counter()
    with LocalCluster(**options, dashboard_address=":0") as cluster, Client(cluster):
        address = cluster.scheduler_address
        simulate("safest", **{**run, "games": 400}, engine="dask", scheduler=address)  # type: ignore[arg-type]
        warm = time.perf_counter()
        there = simulate("safest", **run, engine="dask", scheduler=address)  # type: ignore[arg-type]
        taken = time.perf_counter() - warm
    begun = time.perf_counter()
    here = simulate("safest", **run)  # type: ignore[arg-type]
    local = time.perf_counter() - begun
    assert here == there
    table(
        ["engine", "games", "seconds", "start-up and stop", "against local"],
        [
            ["local", games, f"{local:.2f}", "–", "1"],
            [
                "dask",
                games,
                f"{taken:.2f}",
                f"{begun - started - taken:.1f}",
                f"{taken / local:.2f}",
            ],
        ],
    )


def main() -> None:
    """A row per strategy; then one worker beside all of them."""
    rows = []
    for name, games in GAMES.items():
        ours, theirs = per_core(name, games // SHRINK), reference(name)
        rows.append([name, f"{ours:.0f}", f"{theirs:.1f}", f"{ours / theirs:.0f}×"])
    slow = toolbox()
    rows.append(["safest, by ms_toollib", f"{slow:.1f}", "–", "–"])
    table(["strategy", "games per second and core", "in Python", "ratio"], rows)
    rates = {
        workers: native("safest", 4 * GAMES["safest"] // SHRINK, workers) for workers in (1, 2)
    }
    assert rates[1][2] == rates[2][2]
    table(
        ["workers", "games per second", "against one", "processor time per game"],
        [
            [n, f"{rate:.0f}", f"{rate / rates[1][0]:.2f}", pretty(each)]
            for n, (rate, each, _) in rates.items()
        ],
    )
    in_processes(10 * REFERENCE_GAMES)
    if "--dask" in sys.argv:
        on_dask(8 * GAMES["safest"] // SHRINK)


if __name__ == "__main__":
    main()
