"""Ledger: a folder in which finished chunks are written down, durably, one line each.

A line is written whole and flushed to the disk before the next chunk is counted, so a crash loses
at most the chunks in play. A torn last line is cut off when the ledger is opened again. Nobody
else writes while it is open.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from demine.arena.tally import Seeds, Tally, loads, merged
from demine.errors import FormatError

FILE: Final = "tallies.jsonl"


class Ledger:
    """The finished chunks of one run."""

    def __init__(self, file: int, name: Path) -> None:
        """Made by `opened`."""
        self._file = file
        self._name = name
        self.tallies = self._read()

    def append(self, tally: Tally) -> None:
        """Write a chunk down; on return it is on the disk."""
        line = (tally.dumps() + "\n").encode()
        while line:
            line = line[os.write(self._file, line) :]
        os.fsync(self._file)
        self.tallies.append(tally)

    @property
    def seeds(self) -> Seeds:
        """The games that are finished."""
        return merged(self.tallies).seeds if self.tallies else ()

    def _read(self) -> list[Tally]:
        text = _whole(self._file)
        kept = text[: text.rfind(b"\n") + 1]
        if len(kept) < len(text):
            os.ftruncate(self._file, len(kept))
        tallies = []
        for number, line in enumerate(kept.split(b"\n")[:-1], 1):
            try:
                tallies.append(loads(line))
            except FormatError as error:
                raise FormatError(f"{self._name}: line {number}: {error}") from None
        return tallies


@contextmanager
def opened(folder: Path) -> Iterator[Ledger]:
    """The ledger of a folder, made if need be, for this process alone."""
    folder.mkdir(parents=True, exist_ok=True)
    name = folder / FILE
    file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FormatError(f"{name} is in use: another run is writing to it") from None
        yield Ledger(file, name)
    finally:
        os.close(file)


def gaps(start: int, stop: int, done: Seeds) -> Iterator[tuple[int, int]]:
    """What of a range of seeds is not done yet; `FormatError` if something else is."""
    for first, last in done:
        if first < start or last > stop:
            raise FormatError(
                f"the ledger holds games of seeds {first} to {last - 1}: expected none but "
                f"{start} to {stop - 1}"
            )
        if start < first:
            yield start, first
        start = last
    if start < stop:
        yield start, stop


def chunks(ranges: Iterator[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Ranges cut into pieces of a size: the seed and the number of games of each."""
    for start, stop in ranges:
        for seed in range(start, stop, size):
            yield seed, min(size, stop - seed)


def _whole(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)
