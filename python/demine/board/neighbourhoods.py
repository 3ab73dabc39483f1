"""Neighbours on a lattice: the engine joins the cells of a box, as it does in a browser."""

from __future__ import annotations

from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from demine import _native
from demine.board.layout import Layout
from demine.errors import InvalidBoard

Neighbourhood = Literal["king", "rook", "knight", "trimmed"]
NEIGHBOURHOODS: Final[tuple[str, ...]] = get_args(Neighbourhood)
MOST_PAIRS: Final = 1 << 26
"""Steps × cells: a longer list of edges would take more than a gigabyte."""


def join(
    layout: Layout,
    topology: str,
    torus: bool,
    *,
    neighbourhood: Neighbourhood = "king",
    radius: int = 1,
    corners: bool = True,
) -> NDArray[np.int64]:
    """Each pair of neighbours of a layout once, as a row; those in holes are left out.

    `king`: no coordinate moves by more than `radius` (Moore). `rook`: the moves of all coordinates
    sum to at most `radius` (von Neumann). `knight`: one coordinate moves by 1, another by 2.
    `trimmed`: the king's steps without the corners, where all coordinates move by `radius`.
    """
    shape = layout.shape
    reach = min(radius, sum(shape))  # no two cells are farther apart
    options = bool(torus), neighbourhood, reach, bool(corners)
    pairs = _native.lattice(topology, list(shape), *options)
    if pairs is None:
        raise InvalidBoard(
            f"a board of shape {shape} with radius {radius} has too many edges to hold"
        )
    if layout.present.all():
        return pairs
    ends: NDArray[np.int64] = layout.numbers.ravel()[pairs]
    held: NDArray[np.int64] = ends[ends.min(axis=1) >= 0]
    return held
