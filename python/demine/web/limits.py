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
    name: int = 80  # letters of the name of a cell
    seconds: float = 10.0  # the largest budget of one question
    search: float = 60.0  # seconds to look for a board without guesses
    states: int = 20_000_000  # the largest budget of one question
    memory: int = 3 << 30  # bytes of address space of a worker process
    waiting: int = 256  # questions that are open at once
    questions: int = 8  # questions of one player that are open at once
    address_questions: int = 64  # questions of one address that are open at once
    rate: float = 100.0  # requests per second of one player
    burst: int = 300  # requests that a player may send at once
    address_rate: float = 3000.0  # requests per second of one address
    created: float = 20.0  # games per second of one address; a request of 2 kB more counts as one
    live: int = 1 << 28  # bytes of the games in memory
    boards: int = 1 << 26  # bytes of the boards that a process remembers
    reading: float = 10.0  # seconds in which the body of a request has to arrive
    games: int = 500  # unfinished games of one player
    opened: int = 30_000  # cells of an endless game
    moves: int = 20_000  # moves of one game; after that, no more flags
    kept: int = 20_000  # stored games of one player; the server deletes the oldest beyond that
    player: int = 1 << 26  # bytes of the stored games of one player; the same
    stored: int = 1 << 32  # bytes of the database; games of players long away are deleted first
