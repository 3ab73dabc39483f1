"""Brute force: what a legal assignment is (Golan 2011, §1 and §3), tried on every set of cells.

A solution is the set of mined cells of a legal assignment. `solutions` follows the definition word
by word. `SmallBoard` gives the same answers for every labelling of one graph at once, and
`test_small_boards.py` holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Label = str | int
Edges = Iterable[tuple[int, int]]
Solution = frozenset[int]
Item = TypeVar("Item")


def neighbourhoods(cells: int, edges: Edges) -> list[set[int]]:
    """The neighbours of each cell."""
    around: list[set[int]] = [set() for _ in range(cells)]
    for u, v in edges:
        around[u].add(v)
        around[v].add(u)
    return around


def agrees(label: Label, is_mined: bool, mined_neighbours: int) -> bool:
    """Whether a cell may carry its label: a count stands on a free cell and is exact."""
    match label:
        case "?":
            return True
        case "*":
            return is_mined
        case "□":
            return not is_mined
        case count:
            return not is_mined and mined_neighbours == count


def subsets(items: Sequence[Item]) -> Iterable[tuple[Item, ...]]:
    """Every subset of the items."""
    return chain.from_iterable(combinations(items, k) for k in range(len(items) + 1))


def solutions(
    cells: int, edges: Edges, labels: Sequence[Label], mines: int | None = None
) -> set[Solution]:
    """Every legal assignment, by its set of mined cells."""
    around = neighbourhoods(cells, edges)
    known = {cell for cell in range(cells) if labels[cell] == "*"}
    covered = [cell for cell in range(cells) if labels[cell] == "?"]
    found = set()
    for guessed in subsets(covered):
        mined = known.union(guessed)
        legal = all(agrees(labels[v], v in mined, len(around[v] & mined)) for v in range(cells))
        if legal and mines in (None, len(mined)):
            found.add(frozenset(mined))
    return found


def counts_by_mines(cells: int, found: Iterable[Solution]) -> list[int]:
    """The coefficients of P(G): how many of the solutions have k mines, for k = 0 … cells."""
    counts = [0] * (cells + 1)
    for mined in found:
        counts[len(mined)] += 1
    return counts


def marginals(cells: int, found: set[Solution]) -> list[Fraction]:
    """The share of the solutions in which each cell is mined; there must be a solution."""
    return [Fraction(sum(v in mined for mined in found), len(found)) for v in range(cells)]


class SmallBoard:
    """A graph with at most 5 cells, and its legal assignments under every labelling at once.

    There are at most 2⁵ sets of cells, so a set of *assignments* is a 32-bit word: bit i stands for
    the assignment whose mined cells are the binary digits of i. A labelling allows the assignments
    that each of its labels allows: the conjunction of one word per cell.
    """

    def __init__(self, cells: int, edges: Edges) -> None:
        """Write down, for each cell and label, the assignments that the label allows."""
        self.cells = cells
        self.edges = list(edges)
        around = neighbourhoods(cells, self.edges)
        # One count above the degree stands for all the counts that no assignment can meet.
        self.alphabets: list[list[Label]] = [
            ["?", "*", "□", *range(len(around[v]) + 2)] for v in range(cells)
        ]
        assignments = [{v for v in range(cells) if i >> v & 1} for i in range(2**cells)]
        self.allowed = [
            [
                _word(agrees(label, v in mined, len(around[v] & mined)) for mined in assignments)
                for label in self.alphabets[v]
            ]
            for v in range(cells)
        ]
        self.with_mines = [
            _word(len(mined) == k for mined in assignments) for k in range(cells + 1)
        ]
        self.with_cell = [_word(v in mined for mined in assignments) for v in range(cells)]

    def legal(self) -> NDArray[np.uint32]:
        """A word per labelling, in the order of `itertools.product(*alphabets)`."""
        words = np.array([_word([True] * 2**self.cells)], dtype=np.uint32)
        for allowed in self.allowed:
            words = np.bitwise_and.outer(words, np.array(allowed, dtype=np.uint32)).ravel()
        return words

    def counts(self, legal: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Row per labelling, column per k: the legal assignments with k mines."""
        return _sizes(legal, self.with_mines)

    def count_mined(self, legal: NDArray[np.uint32], mines: int | None = None) -> NDArray[np.int64]:
        """Row per labelling, column per cell: the legal assignments in which it is mined."""
        allowed = _word([True] * 2**self.cells) if mines is None else self.with_mines[mines]
        return _sizes(legal & np.uint32(allowed), self.with_cell)


def _word(members: Iterable[bool]) -> int:
    return sum(1 << i for i, member in enumerate(members) if member)


def _sizes(legal: NDArray[np.uint32], words: list[int]) -> NDArray[np.int64]:
    columns = [np.bitwise_count(legal & np.uint32(word)) for word in words]
    return np.array(columns, dtype=np.int64).reshape(len(words), len(legal)).T
