"""Trees of every shape that matters: deep, wide, both, and in between.

Each function takes the number of vertices and gives the edges.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from random import Random

Edge = tuple[int, int]
Shape = Callable[[int], list[Edge]]


def path(cells: int) -> list[Edge]:
    """As deep as can be."""
    return [(v - 1, v) for v in range(1, cells)]


def star(cells: int) -> list[Edge]:
    """As wide as can be: vertex 0 has degree cells − 1."""
    return [(0, v) for v in range(1, cells)]


def caterpillar(cells: int) -> list[Edge]:
    """A path, with a leg on each of its vertices."""
    spine = (cells + 1) // 2
    return path(spine) + [(v - spine, v) for v in range(spine, cells)]


def spider(cells: int) -> list[Edge]:
    """About √cells paths of about √cells vertices that meet in vertex 0."""
    return [(max(0, v - isqrt(cells)), v) for v in range(1, cells)]


def binary(cells: int) -> list[Edge]:
    """Two children each, level by level."""
    return [((v - 1) // 2, v) for v in range(1, cells)]


def random_tree(cells: int, random: Random | None = None) -> list[Edge]:
    """Each vertex hung from an earlier one, all equally likely."""
    random = random or Random(cells)
    return [(random.randrange(v), v) for v in range(1, cells)]


SHAPES: dict[str, Shape] = {
    "path": path,
    "star": star,
    "caterpillar": caterpillar,
    "spider": spider,
    "binary": binary,
    "random": random_tree,
}
