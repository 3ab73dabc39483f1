"""Game ids of Mines in Simon Tatham's Portable Puzzle Collection: `9x9n10:4,4,m750a…`.

Width, height and mines, then the square that was opened first (column, row) and the mines as a
bitmap in hexadecimal, row by row: plain after `u`, masked after `m`. The position is solved, like
an `mbf` board. An id without mines (`r10,u,…`) is refused: it depends on that program's random
numbers.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.errors import FormatError
from demine.formats.mbf import lay_mines
from demine.position import Position

_ID: Final = re.compile(
    r"([0-9]{1,4})(?:x([0-9]{1,4}))?n([0-9]{1,8})[ad]*:(?:([0-9]+),([0-9]+),)?([mu]?)([0-9a-f]+)"
)
_NOT_DEALT: Final = re.compile(r"[0-9]{1,4}(x[0-9]{1,4})?n[0-9]{1,8}[ad]*(:r.*|#.*)?")


def is_id(line: str) -> bool:
    """Whether a line looks like the id of such a game, dealt or not."""
    return _ID.fullmatch(line.strip()) is not None or _NOT_DEALT.fullmatch(line.strip()) is not None


def parse(line: str) -> Position:
    """The solved position of an id."""
    match = _ID.fullmatch(line.strip())
    if match is None:
        raise FormatError(
            "line 1: the mines of this game are not dealt yet: open a square there, then copy the "
            "id with its bitmap, as in 9x9n10:4,4,m…"
        )
    width, height, mines, _, _, mask, digits = match.groups()
    columns, rows = int(width), int(height or width)
    mined = _bitmap(digits, rows * columns, is_masked=mask == "m")
    found = int(np.count_nonzero(mined))
    if found != int(mines):
        raise FormatError(f"line 1: the bitmap holds {found} mines, the id promises {int(mines)}")
    return lay_mines(rows, columns, mined)


def _bitmap(digits: str, cells: int, *, is_masked: bool) -> NDArray[np.bool_]:
    expected = (cells + 3) // 4
    if len(digits) != expected:
        raise FormatError(
            f"line 1: a bitmap of {len(digits)} digits, expected {expected} for {cells} cells"
        )
    data = bytes.fromhex(digits + "0" * (len(digits) % 2))
    bits = np.unpackbits(np.frombuffer(_unmask(data, cells) if is_masked else data, np.uint8))
    return bits[:cells].astype(bool)


def _unmask(data: bytes, bits: int) -> bytes:
    """Undo the mask: each half is combined with a hash of the other, the first half last."""
    half = len(data) // 2
    first, second = data[:half], data[half:]
    second = _clear_padding(_combine(second, first), bits, 8 * half)
    return _combine(first, second) + second


def _combine(target: bytes, seed: bytes) -> bytes:
    """Exclusive or with SHA-1 of the seed and a decimal counter, repeated as needed."""
    count = -(-len(target) // 20)
    stream = b"".join(hashlib.sha1(seed + str(i).encode()).digest() for i in range(count))
    return bytes(a ^ b for a, b in zip(target, stream, strict=False))


def _clear_padding(second: bytes, bits: int, before: int) -> bytes:
    """The second half with the bits behind the last cell cleared."""
    spare = 8 * len(second) + before - bits
    number = int.from_bytes(second, "big") >> spare << spare
    return number.to_bytes(len(second), "big")
