"""Limits: how much one request may ask for, and how often a client may ask."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SizeLimits:
    """How large what is sent may be."""

    body: int = 1 << 20
    """Bytes of a request."""
    settings: int = 4096
    """Bytes of a player's settings."""
    cells: int = 10_000
    """Cells of a board."""
    edges: int = 250_000
    """Pairs of neighbours of a board."""


@dataclass(frozen=True)
class WorkLimits:
    """What a question may cost."""

    seconds: float = 10.0
    """How long the engine may think about a question, unless it asks for less."""
    search: float = 60.0
    """How long a board without guesses is looked for."""
    states: int = 20_000_000
    """How much work (and with it memory) a question may take."""
    memory: int = 6 << 30
    """Bytes of address space of a worker process."""
    waiting: int = 256
    """Questions that may wait for a worker."""


@dataclass(frozen=True)
class RateLimits:
    """How often a client may ask, and how slowly."""

    rate: float = 100.0
    """Requests per second of one player, in the long run."""
    burst: int = 300
    """Requests that a player may make at once."""
    address_rate: float = 3000.0
    """Requests per second of one address, whoever sends them."""
    reading: float = 10.0
    """Seconds in which a request's body has to arrive."""


@dataclass(frozen=True)
class Limits(SizeLimits, WorkLimits, RateLimits):
    """Everything that a server refuses to exceed. What is refused is said in one line of JSON."""

    games: int = 500
    """Unfinished games of one player."""
    kept: int = 20_000
    """Games of one player that are kept; the oldest give way."""
