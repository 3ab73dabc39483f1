"""Snapshots: committed texts and drawings that tests compare with what the program says today.

`make snapshots` writes them anew; read the difference before you commit it. Golden games and golden
counts are not snapshots: they never change.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Snapshot:
    """Compares texts with files, or writes them into the files."""

    renew: bool

    def check(self, path: Path, found: str) -> None:
        """A whole file is as found."""
        if self.renew:
            path.write_text(found, encoding="utf-8")
        else:
            assert found == path.read_text(encoding="utf-8")

    def check_part(self, path: Path, expected: str, found: str) -> None:
        """A part of a file, which occurs there once, is as found."""
        text = path.read_text(encoding="utf-8")
        assert text.count(expected) == 1
        self.check(path, text.replace(expected, found))
