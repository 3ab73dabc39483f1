"""Packing: compressed bytes as one word of letters that are safe in shells and file names."""

from __future__ import annotations

import base64
import zlib
from typing import Final

from demine.errors import FormatError

# The characters of a word besides letters and digits.
_LETTERS: Final = b"._"
_PIECE: Final = 1 << 16
"""Bytes that are compressed at once: Ctrl-C is heard in between."""


class TooLong(FormatError):
    """A word unpacks to more bytes than allowed."""


def pack(data: bytes) -> str:
    """The word of these bytes."""
    packing = zlib.compressobj(9)
    pieces = [packing.compress(data[at : at + _PIECE]) for at in range(0, len(data), _PIECE)]
    return base64.b64encode(b"".join(pieces) + packing.flush(), _LETTERS).decode().rstrip("=")


def unpack(word: str, most: int) -> bytes:
    """The bytes of a word; `TooLong` if there are more than `most`, else `FormatError`.

    A short word can unpack to more than all memory, so unpacking stops at the limit.
    """
    try:
        data = base64.b64decode(word + "=" * (-len(word) % 4), _LETTERS, validate=True)
        unpacked = zlib.decompressobj().decompress(data, most + 1)
    except (ValueError, zlib.error):
        raise FormatError("not a board id from demine") from None
    if len(unpacked) > most:
        raise TooLong(f"more than {most} bytes are packed: expected fewer")
    return unpacked
