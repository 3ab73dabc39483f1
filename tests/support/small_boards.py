"""Every graph with up to 5 cells, and the labellings of each that have to be tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
from networkx.generators.atlas import graph_atlas_g
from numpy.typing import NDArray

from oracle import Label, World

LARGEST = 5
COMPLETE = 4


def worlds() -> Iterator[World]:
    for graph in graph_atlas_g():
        if graph.number_of_nodes() > LARGEST:
            return
        yield World(graph.number_of_nodes(), graph.edges)


def automorphisms(world: World) -> list[tuple[int, ...]]:
    edges = {frozenset(edge) for edge in world.edges}
    return [
        image
        for image in permutations(range(world.cells))
        if edges == {frozenset((image[u], image[v])) for u, v in world.edges}
    ]


def representatives(world: World) -> NDArray[np.int64]:
    """The numbers of the labellings that come first among their automorphic images."""
    sizes = tuple(len(alphabet) for alphabet in world.alphabets)
    numbers = np.arange(np.prod(sizes, dtype=np.int64))
    digits = np.unravel_index(numbers, sizes)
    first = np.ones(len(numbers), dtype=bool)
    for image in automorphisms(world):
        first &= numbers <= np.ravel_multi_index([digits[v] for v in image], sizes)
    return numbers[first]


def every_labelling(world: World) -> tuple[list[tuple[Label, ...]], NDArray[np.uint32]]:
    """The labellings to try, with the legal assignments of each."""
    labellings = list(product(*world.alphabets))
    if world.cells <= COMPLETE:
        return labellings, world.legal()
    chosen = representatives(world)
    return [labellings[i] for i in chosen], world.legal()[chosen]
