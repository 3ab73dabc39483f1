"""The committed data: paper-sized systems, and Expert positions from the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import demine
from demine import Position
from paths import DATA

Constraint = tuple[int, list[int]]


@dataclass(frozen=True)
class System:
    """Covered cells, constraints over them, and the exact number of solutions."""

    name: str
    vertices: int
    count: int
    constraints: list[Constraint]

    def __str__(self) -> str:
        """Its class and seed."""
        return self.name

    def position(self) -> Position:
        """The covered cells, then a vertex for each constraint, joined to its cells.

        Those vertices are not joined to one another: they are never mined, so nothing would change.
        """
        first = self.vertices
        edges = [(first + i, v) for i, (_, cells) in enumerate(self.constraints) for v in cells]
        board = demine.from_edges(first + len(self.constraints), edges)
        return Position(board, ["?"] * first + [count for count, _ in self.constraints])


def suzuki() -> Iterator[System]:
    """The 108 systems in the classes of Suzuki, Hao and Minato (2015)."""
    for line in (DATA / "suzuki.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, vertices, count, *constraints = line.split()
            yield System(
                name, int(vertices), int(count), [_constraint(text) for text in constraints]
            )


def expert(kind: str) -> list[Position]:
    """100 Expert positions: `stuck`, where simple rules fail, or `guess`, where no cell is safe."""
    text = (DATA / f"expert-{kind}.txt").read_text(encoding="utf-8")
    return [demine.loads(block) for block in text.split("\n\n")]


def _constraint(text: str) -> Constraint:
    count, cells = text.split(":")
    return int(count), [int(cell) for cell in cells.split(",")]
