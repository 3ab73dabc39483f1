"""Diagram: a zero-suppressed decision diagram as numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Diagram(NamedTuple):
    """A reduced diagram: the item of each level, the number of the root, a row per node.

    Row i is node i + 2 and holds its level, its 0-child and its 1-child; children come first. Node
    0 is the 0-terminal ⊥, node 1 the 1-terminal ⊤. Items are cells of a board, or edges by their
    number in `board.edges`.
    """

    order: tuple[int, ...]
    root: int
    nodes: NDArray[np.uint32]
