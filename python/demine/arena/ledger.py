"""Ledger: a folder with a file of finished chunks, one line each.

Each line is flushed to the disk before the next chunk is counted, so a crash loses at most the
chunks in play. Opening a ledger removes an incomplete last line. A lock keeps other runs out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from demine.arena.tally import Seeds, Tally, loads, merge
from demine.errors import FormatError
from demine.files import name_errors, read_all

FILE: Final = "tallies.jsonl"
_LOCK: Final = ".lock"


class Ledger:
    """The finished chunks of one run."""

    def __init__(self, file: IO[bytes], name: Path) -> None:
        self._file = file
        self._name = name
        self.tallies = self._read()

    def append(self, tally: Tally) -> None:
        """Write a chunk; on return it is on the disk."""
        with name_errors(self._name):
            self._file.write((tally.dumps() + "\n").encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        self._check_kept()
        self.tallies.append(tally)

    def _check_kept(self) -> None:
        """Writing to a file that was removed raises no error, but the lines are lost."""
        try:
            kept = os.path.samestat(self._name.stat(), os.fstat(self._file.fileno()))
        except FileNotFoundError:
            kept = False
        if not kept:
            raise FormatError(f"{self._name}: removed or replaced while games were written to it")

    @property
    def seeds(self) -> Seeds:
        """The finished games."""
        return merge(self.tallies).seeds if self.tallies else ()

    def _read(self) -> list[Tally]:
        self._file.seek(0)
        text = read_all(str(self._name), self._file)
        kept = text[: text.rfind(b"\n") + 1]
        if len(kept) < len(text):
            self._file.truncate(len(kept))
        tallies = []
        for number, line in enumerate(kept.split(b"\n")[:-1], 1):
            try:
                tallies.append(loads(line))
            except FormatError as error:
                raise FormatError(f"{self._name}: line {number}: {error}") from None
        return tallies


@contextmanager
def open_ledger(folder: Path) -> Iterator[Ledger]:
    """The ledger of a folder, which is created if necessary, for this process alone."""
    name = folder / FILE
    with lock(folder):
        file = name.open("ab+")
        try:
            yield Ledger(file, name)
        finally:
            with name_errors(name):  # closing writes the rest, which may fail on a full disk
                file.close()


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Lock a folder against other runs; it is created if necessary."""
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / _LOCK, timeout=0):
            yield
    except Timeout:
        raise FormatError(f"{folder / FILE} is in use: another run is writing to it") from None


def gaps(start: int, stop: int, done: Seeds) -> Iterator[tuple[int, int]]:
    """The parts of a range of seeds that are not done; `FormatError` if others are done."""
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
    """Split ranges into chunks of a size: the first seed and the number of games of each."""
    for start, stop in ranges:
        for seed in range(start, stop, size):
            yield seed, min(size, stop - seed)
