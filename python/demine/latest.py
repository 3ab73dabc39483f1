"""The latest values under their keys, as many as fit into some bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Latest(Generic[Key, Value]):
    """A memory that forgets the values which were used least recently.

    It keeps at least one value, even if that one is larger than all bytes together.
    """

    def __init__(self, most_bytes: int, most: int) -> None:
        """Keep at most so many values, and so many bytes of them."""
        self.most_bytes, self.most = most_bytes, most
        self.bytes = 0
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """The value of a key, or None; it is now the latest."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def put(self, key: Key, value: Value, size: int) -> Value:
        """Keep a value of so many bytes, and return it."""
        self.bytes += size - self._kept.get(key, (value, 0))[1]
        self._kept[key] = value, size
        self._kept.move_to_end(key)
        while len(self._kept) > 1 and (len(self._kept) > self.most or self.bytes > self.most_bytes):
            self.bytes -= self._kept.popitem(last=False)[1][1]
        return value

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[Key]:
        """The keys, the oldest first."""
        return iter(self._kept)

    def items(self) -> list[tuple[Key, Value]]:
        """The keys and their values, the oldest first."""
        return [(key, value) for key, (value, _) in self._kept.items()]
