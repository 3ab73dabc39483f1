"""From drawn cells to labels: cells without influence become known mines or open cells.

A cell next to a covered cell cannot be open, since its number would be a constraint. So it is a
known mine, and every number next to it is one larger (Garg §I: padding with mines and increasing
the labels). Every other cell is open and counts the known mines around it. So the labels are those
of a real game: covered cells, flagged mines, and numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from demine.labels import COVERED, FREE, MINED, Label

Place = tuple[int, int]
Marking = dict[Place, str]


def pad(cells: Marking, shape: tuple[int, int]) -> list[Label]:
    """The label of every cell of a grid, row by row: letters are covered, digits are numbers."""
    covered = np.zeros(shape, dtype=bool)
    opened = np.zeros(shape, dtype=bool)
    counts = np.zeros(shape, dtype=np.int64)
    for place, mark in cells.items():
        if mark.isalpha():
            covered[place] = True
        else:
            opened[place] = True
            counts[place] = int(mark)
    mined = (_around(covered) > 0) & ~covered & ~opened
    counts += _around(mined)
    labels = counts.astype(object)
    labels[covered], labels[mined] = COVERED, MINED
    flat: list[Label] = labels.ravel().tolist()
    return flat


def pad_free(cells: Marking, shape: tuple[int, int]) -> list[Label]:
    """The same with known free cells as padding, which leave every number as it is drawn."""
    labels: list[Label] = [FREE] * (shape[0] * shape[1])
    for (row, column), mark in cells.items():
        labels[row * shape[1] + column] = COVERED if mark.isalpha() else int(mark)
    return labels


def _around(marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The number of marked cells among the eight around each cell."""
    rows, columns = marked.shape
    wide = np.pad(marked.astype(np.int64), 1)
    steps = [(i, j) for i in range(3) for j in range(3) if (i, j) != (1, 1)]
    return sum(
        (wide[i : i + rows, j : j + columns] for i, j in steps), np.zeros(marked.shape, np.int64)
    )
