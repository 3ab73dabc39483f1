"""Evolve the program of the strategy `genetic`, by genetic programming.

    python benches/learners/evolve.py --seed 1

All programs of a generation play the same games on the three boards. The better of a few drawn at
random are crossed and mutated, and the best three go on as they are. Of the last best three, the
one that wins most of further games is written to `genetic.json`.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from games import SETUPS, win_rate

from demine.learners import genetic
from demine.learners.genetic import NAMES, OPERATORS, Program

DEEPEST: Final = 6
ELITE: Final = 3
TOURNAMENT: Final = 4
FINAL: Final = 10
"""The finalists play so many times as many games as a generation."""


class Size(NamedTuple):
    """How many generations, programs, and games of each program on each board."""

    generations: int = 30
    population: int = 100
    games: int = 150


def fitness(program: Program, games: int, seed: int) -> float:
    """The mean share of games won on the three boards."""
    rates = [win_rate(partial(genetic.pick, program), one, games, seed) for one in SETUPS]
    return sum(rates) / len(rates)


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
    """The part at the end of a way."""
    for step in path:
        assert isinstance(program, list)
        program = program[step]
    return program


def replace(program: Program, path: tuple[int, ...], new: Program) -> Program:
    """The program with another part there."""
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
    return made if max(map(len, places(made))) <= DEEPEST else mother


def breed(rng: Random, ranked: list[Program]) -> list[Program]:
    """The next generation of programs, given the last one with the best first."""

    def parent() -> Program:
        return ranked[min(rng.randrange(len(ranked)) for _ in range(TOURNAMENT))]

    children = [child(rng, parent(), parent()) for _ in range(len(ranked) - ELITE)]
    return [*ranked[:ELITE], *children]


def evolve(seed: int, size: Size) -> tuple[Program, list[float]]:
    """The best program, and the best fitness of every generation."""
    rng = Random(seed)
    first = seed * 10_000_000
    programs = [grow(rng, 3) for _ in range(size.population)]
    curve = []
    for generation in range(size.generations):
        # New games in every generation, or a program could learn the games by heart.
        games = first + generation * size.games
        rated = [(fitness(program, size.games, games), program) for program in programs]
        rated.sort(key=lambda pair: -pair[0])
        curve.append(round(rated[0][0], 4))
        print(f"generation {generation}: best {curve[-1]:.3f}", flush=True)
        ranked = [program for _, program in rated]
        programs = breed(rng, ranked)
    finals = first + size.generations * size.games
    best = max(ranked[:ELITE], key=lambda one: fitness(one, FINAL * size.games, finals))
    return best, curve


def main() -> None:
    """Evolve, and write the program."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=Size().generations)
    parser.add_argument("--population", type=int, default=Size().population)
    parser.add_argument("--games", type=int, default=Size().games)
    parser.add_argument("--out", type=Path, default=genetic.FILE)
    given = parser.parse_args()
    size = Size(given.generations, given.population, given.games)
    program, curve = evolve(given.seed, size)
    made = {"command": "python benches/learners/evolve.py", "seed": given.seed, **size._asdict()}
    record = {**made, "best": curve, "program": program}
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(one)}" for key, one in record.items())
    given.out.write_text(f"{{{lines}}}\n", "utf-8")


if __name__ == "__main__":
    main()
