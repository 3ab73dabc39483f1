"""A commitment: the server fixes a game's seed before the first move and proves it after the last.

The client gets SHA-256 over a secret nonce and the game's id when the game is made, and both when
it is over. The id holds the seed, and the mines follow from it and the first cell (where that may
be a mine: from the seed alone). Whoever hashes them again knows that no other seed was taken; the
nonce keeps the hash from being searched for. A board without guesses is made for its first cell:
it is fixed when it is found, before that cell is opened.
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
    """What the client gets first: SHA-256 of `nonce:id`, in hexadecimal."""
    return hashlib.sha256(f"{nonce}:{id}".encode()).hexdigest()


def seed() -> int:
    """A seed from the system's secure source: 64 bits, never small or guessable."""
    return secrets.randbits(64)


def key() -> str:
    """The name of a game or a player: whoever knows it may use it, so nobody can guess it."""
    return secrets.token_urlsafe(18)
