"""Re-analysis after one opened cell: what the cache of compiled components saves.

    python benches/cache.py [--quick]

Games are replayed with a cell opened at a time, next to opened ones, and analysed after each. No
outside program keeps anything between two positions, so the peer is our own engine without cache.
"""

from __future__ import annotations

from random import Random

import numpy as np

import demine
from bench import QUICK, pretty, ratio, spread, table, timed
from demine import Board, Cache, Position
from truth import Truth, replay

GAMES = 2 if QUICK else 10
SPREAD = ("median", "mean", "p90")
BOARDS = {"Expert": (demine.grid(16, 30), 99), "50×50": (demine.grid(50, 50), 500)}


def game(board: Board, mines: int, seed: int) -> list[Position]:
    """The positions of one game."""
    random = Random(seed)
    truth = Truth(board, frozenset(random.sample(board.cells, mines)))
    return list(replay(truth, random))


def times(position: Position, cache: Cache) -> tuple[float, float]:
    """Seconds of an analysis without cache, and with one that has seen the game so far."""
    without, expected = timed(lambda: position.analyze(cache=False).probabilities)
    cached, found = timed(lambda: position.analyze(cache=cache).probabilities)
    np.testing.assert_array_equal(found, expected)
    return without, cached


def row(name: str, board: Board, mines: int) -> list[str]:
    """All games on one board."""
    taken = []
    for seed in range(GAMES):
        cache = Cache()
        taken += [times(position, cache) for position in game(board, mines, seed)]
    without, cached = (spread(column)[:3] for column in zip(*taken, strict=True))
    ratios = ratio(without[0], cached[0]), ratio(without[1], cached[1])
    return [name, str(len(taken)), *map(pretty, [*without, *cached]), *ratios]


def main() -> None:
    """Print a row per board."""
    spreads = [f"{way}: {what}" for way in ("without", "cached") for what in SPREAD]
    table(
        ["game", "analyses", *spreads, "ratio of medians", "of means"],
        [row(name, board, mines) for name, (board, mines) in BOARDS.items()],
    )


if __name__ == "__main__":
    main()
