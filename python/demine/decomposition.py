"""Tree decompositions (Golan 2011, §5): bags of cells on a tree."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Decomposition:
    """A tree decomposition of a board's graph.

    Every cell is in a bag, every two neighbours share a bag, and the bags of a cell are connected
    in the tree. `edges` joins bags by their index.
    """

    cells: int
    width: int
    bags: list[list[int]]
    edges: list[tuple[int, int]]
