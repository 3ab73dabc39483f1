"""Arenas on odd boards: no strategy may lose on a cell that it called safe."""

from __future__ import annotations

from random import Random

import demine
from demine.strategies import STRATEGIES
from fuzz.findings import Finding

_GAMES = 2000
_FEWER = {"strongest": 20, "safest": 1000, "csp": 1000, "equations": 1000}
"""Slower strategies play fewer games."""


def arenas(random: Random) -> int:
    """Games of every native strategy on a board of any topology; blunders are counted."""
    rows, columns = (min(random.randint(2, 9), random.randint(2, 9)) for _ in range(2))
    boards = [
        demine.grid(rows, columns),
        demine.grid(rows, columns, torus=True),
        demine.grid(rows, columns, neighbourhood="knight"),
        demine.grid(rows, columns, radius=2),
        demine.hexagonal(rows, columns),
        demine.triangular(rows, columns),
        demine.box((3, rows % 4 + 1, columns % 4 + 1)),
    ]
    board, strategy = random.choice(boards), random.choice([*STRATEGIES])
    rules = {
        "mines": random.randrange(len(board)),
        "first": random.choice(["safe", "opening", "risky"]),
        "seed": random.randrange(1 << 60),
    }
    games = _FEWER.get(strategy, _GAMES)
    tally = demine.simulate(strategy, board=board, games=games, workers=1, **rules)  # type: ignore[arg-type]
    if tally.blunders:
        raise Finding(f"{tally.blunders} blunders", (strategy, board, rules))
    if not 0 <= tally.wins <= tally.games == games:
        raise Finding("games that do not add up", tally.record)
    return games
