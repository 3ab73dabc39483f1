"""Geometry: what a page or a notebook needs to draw the cells of a board and to move among them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from demine.board import Board, address
from demine.formats import whole_name


def geometry(board: Board) -> dict[str, Any]:
    """Name, places, outlines, neighbours and addresses of the cells.

    `shapes` lists the distinct outlines, each as corners around the middle of the cell; `shape` is
    the index of each cell into it. Cells of a graph have no outline: they are discs. `rows` has
    the length of each row of cells. `names` are the names of a graph's vertices, if any.
    """
    centres = board.centres
    shapes, shape = _shapes(board, centres)
    return {
        "name": whole_name(board),
        "title": repr(board) if board.recipe else f"graph of {len(board)} vertices",
        "tiling": board.layout.tiling,
        "sides": list(board.layout.shape),
        "centres": np.round(centres, 4).ravel().tolist(),
        "shapes": shapes,
        "shape": shape,
        "edges": board.edges.ravel().tolist(),
        "rows": _rows(board),
        "addresses": [address(board, cell) for cell in board.cells],
        "names": None if board.names is None else [str(name)[:80] for name in board.names],
    }


def _shapes(board: Board, centres: NDArray[np.float64]) -> tuple[list[list[float]], list[int]]:
    if board.outlines is None:
        return [], []
    around = np.round(board.outlines - centres[:, None, :], 4).reshape(len(board), -1)
    kinds, kind = np.unique(around, axis=0, return_inverse=True)
    return kinds.tolist(), [] if len(kinds) == 1 else kind.ravel().tolist()


def _rows(board: Board) -> list[int]:
    """The number of cells in each row. Cells are numbered row by row; a graph is one row."""
    if len(board.layout.shape) < 2:
        return [len(board)]
    heads = board.layout.coordinates[:, :-1]
    starts = np.flatnonzero(np.any(np.diff(heads, axis=0) != 0, axis=1)) + 1
    lengths: list[int] = np.diff(np.concatenate([[0], starts, [len(board)]])).tolist()
    return lengths
