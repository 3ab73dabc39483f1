"""The engine in WebAssembly with a limit to its memory, so that tests can exhaust it."""

from __future__ import annotations

from typing import Final

_MEMORY: Final = 5
"""The number of the section of a module that describes its memory."""


def with_memory(engine: bytes, pages: int) -> bytes:
    """The engine with at most so many pages of memory more than it has in the beginning."""
    at = 8
    while engine[at] != _MEMORY:
        size, start = _leb128(engine, at + 1)
        at = start + size
    size, start = _leb128(engine, at + 1)
    assert engine[start : start + 2] == b"\x01\x00"  # one memory, without a limit
    least, _ = _leb128(engine, start + 2)
    bounds = b"\x01\x01" + b"".join(bytes([n & 127 | 128, n >> 7]) for n in (least, least + pages))
    return engine[: at + 1] + bytes([len(bounds)]) + bounds + engine[start + size :]


def _leb128(data: bytes, at: int) -> tuple[int, int]:
    """A number of a WebAssembly module, and the place after it."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
