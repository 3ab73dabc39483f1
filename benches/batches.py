"""A strategy that chooses for many games at once, and the same strategy asked one by one.

    python benches/batches.py [--quick]

Both play the same games with the same result.
"""

from __future__ import annotations

from functools import partial
from time import process_time
from typing import Any

import numpy as np

from bench import QUICK, pretty, ratio, table

from demine import Tally, grid, simulate
from demine.strategies import Batch, batched

ROUNDS = 3 if QUICK else 9
VALUES = np.random.default_rng(1).normal(size=(81, 12)).astype(np.float32)


@batched
def by_values(batch: Batch) -> Any:
    """The covered cell whose value, summed with those of the opened ones before it, is highest.

    Without matrix products, whose threads would count as processor time.
    """
    values = np.cumsum(VALUES[np.arange(81), batch.codes], axis=1)
    return np.where(batch.covered, values, -np.inf).argmax(axis=1)


def timed(strategy: Any, games: int) -> tuple[float, Tally]:
    """The least processor time per game, and the tally."""
    play = partial(simulate, board=grid(9, 9), mines=5, seed=1, workers=1)
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        tally = play(strategy, games=games)
        times.append((process_time() - start) / games)
    return min(times), tally


def main() -> None:
    """Print the time of a game both ways."""
    together, _ = timed(by_values, 1000)
    alone, tally = timed(lambda *known: by_values(*known), 40)
    assert tally.wins == timed(by_values, 40)[1].wins
    rows = {"1,000 games side by side": together, "one by one": alone}
    table(
        ["a strategy in numpy", "per game", "ratio"],
        [[name, pretty(seconds), ratio(seconds, together)] for name, seconds in rows.items()],
    )


if __name__ == "__main__":
    main()
