"""Where to draw the vertices of a graph that comes without a picture.

Distances in the plane should match distances in the graph: stress majorization (Gansner, Koren and
North 2004) from classical scaling (Torgerson 1952). Deterministic, so that the same graph is always
drawn the same.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

# Majorization takes cubic time to start and quadratic time per step.
_MOST_CELLS: Final = 300
_STEPS: Final = 150


def embed(cells: int, edges: NDArray[np.int64]) -> Points:
    """A point per vertex, neighbours about one unit apart; large graphs stand on a circle."""
    if cells > _MOST_CELLS:
        return _circle(cells)
    distances = _distances(cells, edges)
    points = _scaled(distances) + 0.01 * _circle(cells)  # apart, where scaling makes twins meet
    return _majorized(points, distances) if cells > 1 else points


def _circle(cells: int) -> Points:
    turns = 2 * np.pi * np.arange(cells) / max(cells, 1)
    return np.stack([np.sin(turns), -np.cos(turns)], axis=1) * cells / (2 * np.pi)


def _distances(cells: int, edges: NDArray[np.int64]) -> Points:
    """The number of edges between every two vertices (Floyd and Warshall)."""
    far = np.full((cells, cells), np.inf)
    np.fill_diagonal(far, 0)
    far[edges[:, 0], edges[:, 1]] = far[edges[:, 1], edges[:, 0]] = 1
    for via in range(cells):
        np.minimum(far, far[:, via, None] + far[via], out=far)
    # Parts that never meet keep clear of each other.
    finite = far[np.isfinite(far)]
    return np.where(np.isfinite(far), far, finite.max(initial=0) / 2 + 1.5)


def _scaled(distances: Points) -> Points:
    """Classical scaling: the two main axes of the squared distances, centred both ways."""
    cells = len(distances)
    squares = distances**2
    centred = squares - squares.mean(axis=0, keepdims=True) if cells else squares
    centred = -0.5 * (centred - centred.mean(axis=1, keepdims=True)) if cells else squares
    values, axes = np.linalg.eigh(centred)
    main = axes[:, ::-1][:, :2] * np.sqrt(np.maximum(values[::-1][:2], 0))
    # An axis is only known up to its sign: the largest entry is made positive.
    signs = np.sign(main[np.abs(main).argmax(axis=0), range(main.shape[1])]) if cells else 1
    return np.pad(main * signs, [(0, 0), (0, 2 - main.shape[1])])


def _majorized(points: Points, distances: Points) -> Points:
    """Lower the stress Σ w (|x − y| − d)², w = d⁻², by Guttman's transform."""
    with np.errstate(divide="ignore"):
        weights = np.where(distances > 0, distances**-2.0, 0)
    inverse = np.linalg.pinv(_laplacian(weights))
    for _ in range(_STEPS):
        apart = np.linalg.norm(points[:, None] - points[None], axis=2)
        pull = np.divide(weights * distances, apart, out=np.zeros_like(apart), where=apart > 0)
        points = inverse @ _laplacian(pull) @ points
    return points


def _laplacian(weights: Points) -> Points:
    return np.diag(weights.sum(axis=1)) - weights
