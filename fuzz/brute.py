"""Brute force on small boards, by arrays of all sets of covered cells, without the engine."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

MOST = 14
"""Limit for the covered cells of a position."""


@dataclass(frozen=True)
class Truth:
    """A graph by its neighbours, labels as the engine codes them, and the mines if known."""

    around: list[list[int]]
    codes: list[int]
    mines: int | None

    @cached_property
    def covered(self) -> list[int]:
        """The covered cells: bit i of a set is the i-th of them."""
        return [cell for cell, code in enumerate(self.codes) if code == -1]

    @cached_property
    def legal(self) -> NDArray[np.uint32]:
        """Every legal set of covered cells, in the order of its bits."""
        sets = np.arange(1 << len(self.covered), dtype=np.uint32)
        place = {cell: i for i, cell in enumerate(self.covered)}
        for cell, code in enumerate(self.codes):
            if code < 0:
                continue
            mask = sum(1 << place[n] for n in self.around[cell] if n in place)
            known = sum(self.codes[n] == -3 for n in self.around[cell])
            sets = sets[np.bitwise_count(sets & np.uint32(mask)) == code - known]
        if self.mines is not None:
            sets = sets[np.bitwise_count(sets) == self.mines - self.known]
        return sets

    @property
    def known(self) -> int:
        """Cells that are labelled mined."""
        return self.codes.count(-3)

    @property
    def count(self) -> int:
        """Legal assignments."""
        return len(self.legal)

    def by_mines(self) -> list[int]:
        """The number of legal assignments with k mines; the number of mines must not be known."""
        sizes = np.bitwise_count(self.legal).astype(np.int64) + self.known
        return [int(n) for n in np.bincount(sizes, minlength=len(self.codes) + 1)]

    def probability(self, cell: int) -> Fraction:
        """The share of the legal assignments in which the cell is mined."""
        if self.codes[cell] != -1:
            return Fraction(self.codes[cell] == -3)
        bit = np.uint32(1 << self.covered.index(cell))
        return Fraction(int(np.count_nonzero(self.legal & bit)), self.count)

    def solutions(self) -> set[frozenset[int]]:
        """Every legal assignment as its set of mined cells."""
        known = {cell for cell, code in enumerate(self.codes) if code == -3}
        return {
            frozenset(known | {cell for i, cell in enumerate(self.covered) if one >> i & 1})
            for one in self.legal.tolist()
        }
