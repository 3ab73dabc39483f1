"""Commitments: the server fixes a game's seed before the first move and proves it after the last.

With a new game, the client gets the SHA-256 hash of a secret nonce and the game's id. It gets both
when the game is over, and can check that the server used no other seed. The id contains the seed;
the mines follow from the seed and the first cell (from the seed alone if that cell may be a mine).
Without the nonce, a client could find the seed by trying all. A board without guesses is made for
its first cell: the server commits to it when it is found, before that cell is opened.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

_NONCE_BYTES: Final = 32


def nonce() -> str:
    """A fresh secret."""
    return secrets.token_hex(_NONCE_BYTES)


def commitment(nonce: str, id: str) -> str:
    """The commitment: SHA-256 of `nonce:id`, in hexadecimal."""
    return hashlib.sha256(f"{nonce}:{id}".encode()).hexdigest()


def seed() -> int:
    """A seed of 64 bits from the system's secure source."""
    return secrets.randbits(64)


def key() -> str:
    """A secret name of a game or a player: it is the only right to use it."""
    return secrets.token_urlsafe(18)
