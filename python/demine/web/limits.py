"""Limits: how much one request may ask for, and how often a client may ask."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Everything that the server refuses to exceed, as `/api/about` lists it."""

    body: int = 1 << 20  # bytes of a request
    settings: int = 4096  # bytes of a player's settings
    cells: int = 10_000  # of a board
    edges: int = 250_000  # pairs of neighbours of a board
    seconds: float = 10.0  # the largest budget of one question
    search: float = 60.0  # seconds to look for a board without guesses
    states: int = 20_000_000  # the largest budget of one question
    memory: int = 6 << 30  # bytes of address space of a worker process
    waiting: int = 256  # questions that are open at once
    rate: float = 100.0  # requests per second of one player
    burst: int = 300  # requests that a player may send at once
    address_rate: float = 3000.0  # requests per second of one address
    reading: float = 10.0  # seconds in which the body of a request has to arrive
    games: int = 500  # unfinished games of one player
    kept: int = 20_000  # stored games of one player; the server deletes the oldest beyond that
