"""Every graph with up to 5 cells, and the labellings of each that have to be tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
from networkx.generators.atlas import graph_atlas_g
from numpy.typing import NDArray

from oracle import Label, SmallBoard

LARGEST = 5
COMPLETE = 4


def small_boards() -> Iterator[SmallBoard]:
    for graph in graph_atlas_g():
        if graph.number_of_nodes() > LARGEST:
            return
        yield SmallBoard(graph.number_of_nodes(), graph.edges)


def automorphisms(board: SmallBoard) -> list[tuple[int, ...]]:
    edges = {frozenset(edge) for edge in board.edges}
    return [
        image
        for image in permutations(range(board.cells))
        if edges == {frozenset((image[u], image[v])) for u, v in board.edges}
    ]


def representatives(board: SmallBoard) -> NDArray[np.int64]:
    """The numbers of the labellings that come first among their automorphic images."""
    sizes = tuple(len(alphabet) for alphabet in board.alphabets)
    numbers = np.arange(np.prod(sizes, dtype=np.int64))
    digits = np.unravel_index(numbers, sizes)
    first = np.ones(len(numbers), dtype=bool)
    for image in automorphisms(board):
        first &= numbers <= np.ravel_multi_index([digits[v] for v in image], sizes)
    return numbers[first]


def every_labelling(board: SmallBoard) -> tuple[list[tuple[Label, ...]], NDArray[np.uint32]]:
    """The labellings to try, with the legal assignments of each."""
    labellings = list(product(*board.alphabets))
    if board.cells <= COMPLETE:
        return labellings, board.legal()
    chosen = representatives(board)
    return [labellings[i] for i in chosen], board.legal()[chosen]
