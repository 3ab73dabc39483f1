"""Where given mines are, as one packed word: a bit per cell."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from demine.errors import FormatError
from demine.files import pack, unpack


def pack_mines(mined: Iterable[int], cells: int) -> str:
    """The word of some mines on a board of so many cells."""
    bits = np.zeros(cells, dtype=bool)
    bits[list(mined)] = True
    return pack(np.packbits(bits).tobytes())


def unpack_mines(word: str, cells: int) -> list[int]:
    """The mines of a word, ascending; `FormatError` if it is none of such a board."""
    size = -(-cells // 8)
    try:
        bits = np.unpackbits(np.frombuffer(unpack(word, size), np.uint8))
    except FormatError as error:
        raise FormatError(f"the mines of the game: {error}") from None
    if len(bits) != 8 * size or bits[cells:].any():
        raise FormatError(f"the mines of the game are packed for another board than {cells} cells")
    return [int(cell) for cell in np.flatnonzero(bits)]
