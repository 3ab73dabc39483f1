"""Analysis after one more opened cell: the time that the cache saves.

    python benches/cache.py [--quick]

Games are replayed one cell at a time and analysed after each: whole games of ordinary size, in
which the player opens next to open cells; a large board with 150 open islands; and a board with
40 % of its cells opened at random, so that most of it is one component that changes with every
cell. No other program keeps results between positions, so the peer is our own engine without a
cache. `cargo bench --bench games` measures the same without Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from bench import QUICK, pretty, ratio, spread, table, time_call

import demine
from demine import Cache, Position
from truth import Truth, random_truth, replay

GAMES = 2 if QUICK else 10
SPREAD = ("median", "mean", "p90")


def game(rows: int, columns: int, mines: int, seed: int) -> Iterator[Position]:
    """A whole game."""
    random, board = Random(seed), demine.grid(rows, columns)
    return replay(Truth(board, frozenset(random.sample(board.cells, mines))), random)


def scatter(side: int, seed: int, steps: int = 40) -> Iterator[Position]:
    """30 % mined, 40 % of the free cells opened, and then some more one by one."""
    random = Random(seed)
    truth = random_truth(demine.grid(side, side), 0.3, random)
    free = sorted(set(truth.board.cells) - truth.mined)
    random.shuffle(free)
    start = int(0.4 * len(free))
    return (truth.position(free[: start + step], mines=True) for step in range(steps))


def islands(side: int, seed: int, mines: bool, steps: int = 60) -> Iterator[Position]:
    """A fifth mined, 150 islands of up to 60 cells opened, and then cells next to them."""
    random, board = Random(seed), demine.grid(side, side)
    truth = Truth(board, frozenset(random.sample(board.cells, side * side // 5)))
    left = set(board.cells) - truth.mined
    opened: list[int] = []
    for _ in range(150):
        island = [random.choice(sorted(left))]
        for _ in range(60):
            near = {cell for seen in island for cell in board.neighbours(seen)} & left
            island.append(random.choice(sorted(near or left)))
            left -= set(island)
        opened += island
    shore = {cell for seen in opened for cell in board.neighbours(seen)} & left
    position = truth.position(opened, mines=mines)
    for cell in random.sample(sorted(shore), steps):
        yield position
        position = position.with_labels({cell: truth.counts[cell]})


def both(position: Position, cache: Cache) -> tuple[float, float]:
    """Seconds of an analysis without cache, and with one that has seen the game so far."""
    without, expected = time_call(lambda: position.analyze(cache=False).probabilities)
    cached, found = time_call(lambda: position.analyze(cache=cache).probabilities)
    np.testing.assert_array_equal(found, expected)
    return without, cached


def times(positions: Iterator[Position]) -> list[tuple[float, float]]:
    """Seconds of each analysis but the first, which is new to the cache as well."""
    cache = Cache()
    return [both(position, cache) for position in positions][1:]


def row(name: str, games: Iterator[Iterator[Position]]) -> list[str]:
    """All games of one kind."""
    taken = [seconds for positions in games for seconds in times(positions)]
    without, cached = (spread(column)[:3] for column in zip(*taken, strict=True))
    ratios = ratio(without[0], cached[0]), ratio(without[1], cached[1])
    return [name, str(len(taken)), *map(pretty, [*without, *cached]), *ratios]


def main() -> None:
    """Print a row per kind of game."""
    spreads = [f"{way}: {what}" for way in ("without", "cached") for what in SPREAD]
    table(
        ["game", "analyses", *spreads, "ratio of medians", "of means"],
        [
            row("Expert", (game(16, 30, 99, seed) for seed in range(GAMES))),
            row("50×50, 500 mines", (game(50, 50, 500, seed) for seed in range(GAMES // 2))),
            row("150×150, islands", (islands(150, seed, True) for seed in range(GAMES // 2))),
            row("… mines unknown", (islands(150, seed, False) for seed in range(GAMES // 2))),
            row("100×100, scattered", (scatter(100, seed) for seed in range(GAMES // 2))),
        ],
    )


if __name__ == "__main__":
    main()
