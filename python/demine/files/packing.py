"""Packing: bytes as one word, compressed, in letters that are harmless to shells and file names."""

from __future__ import annotations

import base64
import zlib
from typing import Final

from demine.errors import FormatError

# What stands in a word besides letters and digits.
_LETTERS: Final = b"._"


class TooLong(FormatError):
    """A word stands for more bytes than it may."""


def pack(data: bytes) -> str:
    """The word of these bytes."""
    return base64.b64encode(zlib.compress(data, 9), _LETTERS).decode().rstrip("=")


def unpack(word: str, most: int) -> bytes:
    """The bytes of a word; `TooLong` if there are more than so many, `FormatError` if it is none.

    A short word can stand for more than all memory: no more than needed is ever unpacked.
    """
    try:
        data = base64.b64decode(word + "=" * (-len(word) % 4), _LETTERS, validate=True)
        unpacked = zlib.decompressobj().decompress(data, most + 1)
    except (ValueError, zlib.error):
        raise FormatError("the word was not packed by demine") from None
    if len(unpacked) > most:
        raise TooLong(f"more than {most} bytes are packed: expected fewer")
    return unpacked
