"""Where to draw the vertices of a graph that comes without coordinates.

Distances in the plane approximate distances in the graph: stress majorization (Gansner, Koren and
North 2004) from classical scaling (Torgerson 1952). Deterministic: a graph is drawn the same way
on every machine.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.board.layout import Points

# Majorization takes cubic time to start and quadratic time per step.
_MOST_VERTICES: Final = 300
_STEPS: Final = 150
# In units of an edge: discs of that diameter do not overlap.
_CLEARANCE: Final = 0.9
# Eigenvalues that differ by less than this share of the largest one are equal but for rounding.
_SAME: Final = 1e-9


def embed(cells: int, edges: NDArray[np.int64]) -> Points:
    """A point per vertex, neighbours about one unit apart; large graphs are drawn on a circle."""
    if not 1 < cells <= _MOST_VERTICES:
        return _circle(cells)
    distances = _distances(cells, edges)
    # Scaling alone puts vertices with the same neighbours on one point.
    points = _scale(distances) + 0.01 * _circle(cells)
    return _spread(_majorize(points, distances))


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
    # A distance for vertices that no path joins keeps connected components apart.
    finite = far[np.isfinite(far)]
    return np.where(np.isfinite(far), far, finite.max(initial=0) / 2 + 1.5)


def _scale(distances: Points) -> Points:
    """Classical scaling: the two main axes of the squared distances, centred both ways."""
    squares = distances**2
    squares -= squares.mean(axis=0, keepdims=True)
    squares -= squares.mean(axis=1, keepdims=True)
    values, axes = np.linalg.eigh(-squares / 2)
    return _main_axes(values[::-1], axes[:, ::-1])


def _main_axes(values: NDArray[np.float64], axes: Points) -> Points:
    """The axes of the two largest values, each as long as the root of its value.

    A symmetric graph has equal values, and every machine finds another basis of their space. So we
    project fixed directions into it: their images depend on the space alone.
    """
    found = np.zeros((len(axes), 0))
    while found.shape[1] < 2:
        equal = values >= values[0] - _SAME * np.abs(values).max()
        wanted = min(2 - found.shape[1], int(np.count_nonzero(equal)))
        space: Points = axes[:, equal]
        images, lengths = np.linalg.qr(space @ space.T @ _directions(len(axes), wanted))
        signs = np.where(np.diag(lengths) < 0, -1, 1)
        found = np.hstack([found, images * signs * np.sqrt(max(values[0], 0))])
        values, axes = values[~equal], axes[:, ~equal]
    return found


def _directions(cells: int, wanted: int) -> Points:
    """Vectors without any symmetry: the fractional parts of the multiples of √2 and of √3."""
    multiples = np.arange(1, cells + 1)[:, None] * np.sqrt([2, 3])[:wanted]
    return np.asarray(multiples % 1 - 0.5)


def _majorize(points: Points, distances: Points) -> Points:
    """Lower the stress Σ w (|x − y| − d)², w = d⁻², by Guttman's transform."""
    with np.errstate(divide="ignore"):
        weights = np.where(distances > 0, distances**-2.0, 0)
    inverse = np.linalg.pinv(_laplacian(weights))
    for _ in range(_STEPS):
        apart = np.linalg.norm(points[:, None] - points[None], axis=2)
        pull = np.divide(weights * distances, apart, out=np.zeros_like(apart), where=apart > 0)
        points = inverse @ _laplacian(pull) @ points
    return points


def _spread(points: Points) -> Points:
    """Push points apart that are closer than `_CLEARANCE`, in at most `_STEPS` rounds."""
    for _ in range(_STEPS):
        ways = points[:, None] - points[None]
        apart = np.linalg.norm(ways, axis=2)
        np.fill_diagonal(apart, np.inf)
        if apart.min() >= _CLEARANCE:
            break
        missing = np.maximum(1.01 * _CLEARANCE - apart, 0) / (2 * apart)
        points = points + (missing[:, :, None] * ways).sum(axis=1)
    return points


def _laplacian(weights: Points) -> Points:
    return np.diag(weights.sum(axis=1)) - weights
