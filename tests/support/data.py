"""The committed data: paper-sized systems, and Expert positions from the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import demine
from demine import Position
from paths import DATA

Hint = tuple[int, list[int]]


@dataclass(frozen=True)
class System:
    """Covered cells, hints over them, and the exact number of solutions."""

    name: str
    vertices: int
    count: int
    hints: list[Hint]

    def __str__(self) -> str:
        """Its class and seed."""
        return self.name

    def position(self) -> Position:
        """The cells covered, then a vertex per hint, labelled and joined to the cells of the hint.

        Hints are not joined to one another: a hint is never mined, so nothing would change.
        """
        first = self.vertices
        edges = [(first + i, v) for i, (_, cells) in enumerate(self.hints) for v in cells]
        board = demine.from_edges(first + len(self.hints), edges)
        return Position(board, ["?"] * first + [count for count, _ in self.hints])


def suzuki() -> Iterator[System]:
    """The 108 systems in the classes of Suzuki, Hao and Minato (2015)."""
    for line in (DATA / "suzuki.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, vertices, count, *hints = line.split()
            yield System(name, int(vertices), int(count), [_hint(text) for text in hints])


def expert(kind: str) -> list[Position]:
    """100 Expert positions: `stuck`, where simple rules fail, or `guess`, where no cell is safe."""
    text = (DATA / f"expert-{kind}.txt").read_text(encoding="utf-8")
    return [demine.loads(block) for block in text.split("\n\n")]


def _hint(text: str) -> Hint:
    count, cells = text.split(":")
    return int(count), [int(cell) for cell in cells.split(",")]
