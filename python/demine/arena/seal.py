"""Seal: games under a secret key, so that a strategy cannot find their mines from their seeds.

Seeds are small numbers, and a strategy could try the seeds of a run against the numbers on the
board. With a key, the seed of a game is a keyed hash of its index. The seal, a hash of the key, is
published before the first game, and the key after the last. So everybody can check that the games
were chosen beforehand, and play them again.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from pathlib import Path
from string import hexdigits
from typing import Final

from demine.arena import ledger
from demine.arguments import show
from demine.errors import FormatError, InvalidGame
from demine.files import write_bytes, write_secret
from demine.game import SEEDS

_LENGTH: Final = 32
"""Bytes of a key."""

FILE: Final = "key"
"""The file of the key in the folder of a run that can be resumed."""

_REVEALED: Final = "revealed"
"""The file that names the games played before the key was revealed."""


def make_key() -> str:
    """A new key, as hexadecimal digits."""
    return secrets.token_hex(_LENGTH)


def read_key(key: str) -> bytes:
    """The bytes of a key; `InvalidGame` if it is not a key."""
    try:
        data = bytes.fromhex(key) if isinstance(key, str) and key.isascii() else b""
    except ValueError:
        data = b""
    if len(data) != _LENGTH or len(key) != 2 * _LENGTH:  # bytes.fromhex skips blanks
        raise InvalidGame(f"key {show(key)}: expected {2 * _LENGTH} hexadecimal digits")
    return data


def seal(key: bytes) -> str:
    """The hash of a key, which does not reveal it."""
    return blake2b(key, digest_size=32, person=b"demine seal").hexdigest()


def seal_seed(key: bytes, number: int) -> int:
    """The seed of a game by its index under a key; the engine has the same function."""
    data = number.to_bytes(8, "little")
    return int.from_bytes(
        blake2b(data, key=key, digest_size=8, person=b"demine game").digest(), "little"
    )


def keep_key(folder: Path) -> str:
    """The key of a run's folder, created on first use; only its owner can read the file."""
    name = folder / FILE
    if _lacks_key(folder):
        with ledger.lock(folder):
            if _lacks_key(folder):  # another run may have written one meanwhile
                write_secret(name, f"{make_key()}\n".encode())
    return _read(name)


def reveal(folder: Path, seed: int, games: int) -> None:
    """Record in a folder with a key that the key is revealed after these games."""
    if (folder / FILE).exists():
        write_bytes(folder / _REVEALED, _games(seed, games).encode())


def check_secret(folder: Path, seed: int, games: int) -> None:
    """`FormatError` if the key was already revealed after other games."""
    note = folder / _REVEALED
    if not note.exists():
        return
    with note.open("rb") as file:
        told = file.read(len(_games(SEEDS, SEEDS))).decode(errors="replace").strip()
    if told != _games(seed, games).strip():
        raise FormatError(
            f"{folder}: its key was revealed after {show(told)}: expected a new folder"
        )


def _games(seed: int, games: int) -> str:
    return f"games {seed} to {seed + games - 1}\n"


def _lacks_key(folder: Path) -> bool:
    """Whether a folder has no key; an incomplete key before the first game counts as none."""
    name = folder / FILE
    if not name.exists():
        return True
    with name.open("rb") as file:
        text = file.read(2 * _LENGTH)
    is_torn = len(text) < 2 * _LENGTH and set(text) <= set(hexdigits.encode())
    # A plot has a ledger for each density.
    ledgers = (*folder.glob(ledger.FILE), *folder.glob(f"*/{ledger.FILE}"))
    return is_torn and not any(file.stat().st_size for file in ledgers)


def _read(name: Path) -> str:
    with name.open("rb") as file:
        key = file.read(4 * _LENGTH).decode(errors="replace").strip()
    try:
        return read_key(key).hex()
    except InvalidGame as error:
        raise FormatError(f"{name}: {error}") from None
