"""The golden polynomials of `data/polynomials.txt`: positions on all kinds of boards, with P(G)."""

from __future__ import annotations

from dataclasses import dataclass

import demine
from demine import Position
from oracle import Label
from paths import DATA

CODES: dict[Label, int] = {"?": -1, "□": -2, "*": -3}


@dataclass(frozen=True)
class Golden:
    """A position and the coefficients of its P(G)."""

    name: str
    cells: int
    edges: list[tuple[int, int]]
    labels: list[Label]
    counts: list[int]

    @property
    def codes(self) -> list[int]:
        """The labels as numbers."""
        return [label if isinstance(label, int) else CODES[label] for label in self.labels]

    def position(self) -> Position:
        """The position, mines unknown."""
        return Position(demine.from_edges(self.cells, self.edges), self.labels)


def golden() -> list[Golden]:
    """Every block of the file: name, cells, edges, labels, counts, a line each."""
    text = (DATA / "polynomials.txt").read_text(encoding="utf-8")
    return [_golden(*block.splitlines()) for block in text.split("\n\n")[1:]]


def _golden(name: str, cells: str, edges: str, labels: str, counts: str) -> Golden:
    return Golden(
        name,
        int(cells),
        [(int(u), int(v)) for u, v in (edge.split("-") for edge in edges.split())],
        [label if label in CODES else int(label) for label in labels.split()],
        [int(count) for count in counts.split()],
    )
