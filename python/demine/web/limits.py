"""Limits: how much one request may ask for, and how often a client may ask."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Everything that the server refuses to exceed, as `/api/about` lists it.

    Sizes: `body`, bytes of a request; `settings`, bytes of a player's settings; `cells` and
    `edges` (pairs of neighbours) of a board.

    Work: `seconds` and `states`, the largest budget of one question; `search`, seconds to look for
    a board without guesses; `memory`, bytes of address space of a worker process; `waiting`,
    questions that are open at once.

    Rates: `rate`, requests per second of one player; `burst`, requests that a player may send at
    once; `address_rate`, requests per second of one address; `reading`, seconds in which the body
    of a request has to arrive.

    Games of one player: `games`, those that are not finished; `kept`, those that are stored. The
    server deletes the oldest games beyond that.
    """

    body: int = 1 << 20
    settings: int = 4096
    cells: int = 10_000
    edges: int = 250_000
    seconds: float = 10.0
    search: float = 60.0
    states: int = 20_000_000
    memory: int = 6 << 30
    waiting: int = 256
    rate: float = 100.0
    burst: int = 300
    address_rate: float = 3000.0
    reading: float = 10.0
    games: int = 500
    kept: int = 20_000
