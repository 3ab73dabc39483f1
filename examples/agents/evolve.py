"""Evolve a program that plays 6×6 with 4 mines, by genetic programming.

    python examples/agents/evolve.py --generations 12 --seed 1

A generation of programs plays the same games, all at a step of the vector environment; the better
of a few drawn at random are crossed and mutated, and the best goes on as it is. Writes the best
program to evolved-6x6.json and the curve to evolved-6x6.csv.
"""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path
from random import Random

import numpy as np
from program import OPERATORS, Program, choose

from demine.gym import VectorMinesweeper

HERE = Path(__file__).parent
SIDE, MINES = 6, 4
NAMES = ("largest", "smallest", "mean", "numbers", "covered", "density", "mine", "free", "border")
POPULATION, DEEPEST, ELITE, TOURNAMENT = 40, 5, 3, 4


def rate(program: Program, games: int, seed: int) -> float:
    """The share of games that a program wins."""
    vector = VectorMinesweeper(games, (SIDE, SIDE), MINES, rewards="win")
    observation, _ = vector.reset(seed=seed)
    playing, won = np.ones(games, dtype=bool), 0.0
    for _ in range(SIDE * SIDE):
        labels = observation["labels"].reshape(games, SIDE, SIDE)
        observation, earned, over, *_ = vector.step(choose(program, labels, MINES))
        won += earned[playing & over].sum()
        playing &= ~over
        if not playing.any():
            break
    return float(won) / games


def grow(rng: Random, depth: int) -> Program:
    """A random program."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(NAMES) if rng.random() < 0.8 else round(rng.uniform(-1, 1), 2)
    name = rng.choice(list(OPERATORS))
    return [name, *(grow(rng, depth - 1) for _ in range(OPERATORS[name][0]))]


def places(program: Program, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """The way to every part of a program."""
    inner = program[1:] if isinstance(program, list) else []
    return [path, *(p for i, part in enumerate(inner, 1) for p in places(part, (*path, i)))]


def part_at(program: Program, path: tuple[int, ...]) -> Program:
    for step in path:
        assert isinstance(program, list)
        program = program[step]
    return program


def replace(program: Program, path: tuple[int, ...], new: Program) -> Program:
    if not path:
        return new
    assert isinstance(program, list)
    copy = list(program)
    copy[path[0]] = replace(copy[path[0]], path[1:], new)
    return copy


def child(rng: Random, mother: Program, father: Program) -> Program:
    """Mother with a part of father, or with a part grown anew."""
    where = rng.choice(places(mother))
    part = part_at(father, rng.choice(places(father))) if rng.random() < 0.7 else grow(rng, 2)
    made = replace(mother, where, part)
    deepest = max(map(len, places(made)))
    return made if deepest <= DEEPEST else mother


def main() -> None:
    parser = argparse.ArgumentParser(description="Evolve a program that plays 6×6 with 4 mines.")
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = Random(given.seed)
    programs = [grow(rng, 3) for _ in range(POPULATION)]
    curve = []
    for generation in range(given.generations):
        # New games in every generation, the same for all of its programs.
        first = given.seed * 10_000_000 + generation * given.games
        rates = [rate(program, given.games, first) for program in programs]
        ranked = sorted(range(POPULATION), key=lambda i: -rates[i])
        best, mean = rates[ranked[0]], sum(rates) / POPULATION
        curve.append((generation, best, mean))
        print(f"generation {generation}: best {best:.3f}, mean {mean:.3f}", flush=True)
        elite = [programs[i] for i in ranked[:ELITE]]

        def parent(ranked: list[int] = ranked, programs: list[Program] = programs) -> Program:
            return programs[ranked[min(rng.randrange(POPULATION) for _ in range(TOURNAMENT))]]

        programs = elite + [child(rng, parent(), parent()) for _ in range(POPULATION - ELITE)]
    final = max(elite, key=lambda program: rate(program, 4000, given.seed * 10_000_000 - 4000))
    about = {"board": [SIDE, SIDE], "mines": MINES, "seed": given.seed, "program": final}
    (HERE / "evolved-6x6.json").write_text(json.dumps(about) + "\n")
    with (HERE / "evolved-6x6.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("generation", "best", "mean"), *curve])


if __name__ == "__main__":
    main()
