"""Around: sums and extremes over the neighbours of every cell, for many positions at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from demine.board import Board

Values = NDArray[Any]
"""A value per cell, in the last axis."""


@dataclass(frozen=True)
class Around:
    """The neighbours of each cell in a row, after a cell beyond the board.

    That cell has the neutral value of the operation. So no row is empty, as numpy needs it.
    """

    neighbours: NDArray[np.intp]
    starts: NDArray[np.intp]

    def sum(self, values: Values) -> NDArray[np.float64]:
        """The sum over the neighbours."""
        return np.add.reduceat(self._of(values, 0.0), self.starts, axis=-1)

    def largest(self, values: Values, least: float) -> NDArray[np.float64]:
        """The largest value of the neighbours, or `least`."""
        return np.maximum.reduceat(self._of(values, least), self.starts, axis=-1)

    def smallest(self, values: Values, most: float) -> NDArray[np.float64]:
        """The smallest value of the neighbours, or `most`."""
        return np.minimum.reduceat(self._of(values, most), self.starts, axis=-1)

    def _of(self, values: Values, beyond: float) -> NDArray[np.float64]:
        cells = values.shape[-1]
        wide = np.full((*values.shape[:-1], cells + 1), beyond)
        wide[..., :cells] = values
        return wide[..., self.neighbours]


@lru_cache(maxsize=8)
def around(board: Board) -> Around:
    """The neighbours of every cell of a board."""
    cells = np.arange(len(board))
    beyond = np.stack([cells, np.full_like(cells, len(board))], axis=1)
    pairs = np.concatenate([beyond, board.edges, board.edges[:, ::-1]])
    pairs = pairs[np.argsort(pairs[:, 0], kind="stable")]
    return Around(pairs[:, 1], np.searchsorted(pairs[:, 0], cells))
