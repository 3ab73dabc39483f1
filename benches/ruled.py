"""How long rules take: Expert boards analysed with capacity 3 and by the classic rules.

    python benches/ruled.py

Ten games of `safest` are played until no cell is safe. Each position is analysed by the classic
rules, and the same labels with capacity 3: best of five, in processor time, without the cache. The
counts are checked: every classic assignment is one with capacity 3 as well.
"""

from __future__ import annotations

from time import process_time

import demine
from demine.meter import shared_cache

GAMES = range(1, 11)
TRIES = 5
CAPACITY = 3


def stuck(seed: int) -> demine.Position:
    """An Expert game in which no cell is safe any more."""
    game = demine.Game.preset("expert", seed=seed, first="opening")
    game.open(240)
    while True:
        labels, safe = game.position.labels, game.position.analyze().safe
        cells = [cell for cell in safe if labels[cell] == "?"]
        if not cells:
            return game.position
        for cell in cells:
            game.open(cell)


def seconds(position: demine.Position) -> float:
    """The shortest of some analyses."""
    tries = []
    for _ in range(TRIES):
        shared_cache().clear()
        fresh = position.with_mines(position.mines)
        begin = process_time()
        assert fresh.analyze().probabilities.max() <= 1
        tries.append(process_time() - begin)
    return min(tries)


def main() -> None:
    """Print the times of each position and their sums."""
    sums = [0.0, 0.0]
    for seed in GAMES:
        classic = stuck(seed)
        wider = demine.Position(classic.board, classic.labels, classic.mines, capacity=CAPACITY)
        assert wider.count() >= classic.count() > 0
        times = seconds(classic), seconds(wider)
        opened = sum(isinstance(label, int) for label in classic.labels)
        print(f"seed {seed}: {opened} open, {1e6 * times[0]:.0f} µs, {1e6 * times[1]:.0f} µs")
        sums = [total + one for total, one in zip(sums, times, strict=True)]
    print(f"capacity {CAPACITY} takes {sums[1] / sums[0]:.1f} times as long as the classic rules")


if __name__ == "__main__":
    main()
