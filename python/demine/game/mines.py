"""Where given mines are, as one word: a bit per cell, compressed, in letters safe anywhere."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable
from typing import Final

import numpy as np

from demine.errors import FormatError

_LETTERS: Final = b"._"


def pack(mined: Iterable[int], cells: int) -> str:
    """The word of some mines on a board of so many cells."""
    bits = np.zeros(cells, dtype=bool)
    bits[list(mined)] = True
    data = zlib.compress(np.packbits(bits).tobytes(), 9)
    return base64.b64encode(data, _LETTERS).decode().rstrip("=")


def unpack(word: str, cells: int) -> list[int]:
    """The mines of a word, ascending; `FormatError` if it is none of such a board."""
    size = -(-cells // 8)
    try:
        data = base64.b64decode(word + "=" * (-len(word) % 4), _LETTERS, validate=True)
        bits = np.unpackbits(
            np.frombuffer(zlib.decompressobj().decompress(data, size + 1), np.uint8)
        )
    except (ValueError, zlib.error):
        raise FormatError("the mines of the game are not packed as expected") from None
    if len(bits) != 8 * size or bits[cells:].any():
        raise FormatError(f"the mines of the game are packed for another board than {cells} cells")
    return [int(cell) for cell in np.flatnonzero(bits)]
