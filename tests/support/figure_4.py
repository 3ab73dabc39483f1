"""Every king grid of some size with any numbers on it whose solutions are 66: Figure 4 of Suzuki.

python tests/support/figure_4.py 16    all grids with up to 16 cells: ten minutes on a busy machine
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np

Numbers = dict[int, int]
"""The numbers of a grid by cell."""

WANTED = 66


def find(rows: int, columns: int, wanted: int = WANTED) -> Iterator[Numbers]:
    """All choices of numbers with so many solutions; cells beside none are ignored (§2)."""
    around = [_around(rows, columns, cell) for cell in range(rows * columns)]
    for chosen in range(1, 1 << len(around)):
        numbers = [cell for cell in range(len(around)) if chosen >> cell & 1]
        near = 0
        for number in numbers:
            near |= around[number]
        covered = [cell for cell in range(len(around)) if (near & ~chosen) >> cell & 1]
        if 1 << len(covered) >= wanted:
            masks = [_mask(around[number], covered) for number in numbers]
            yield from (dict(zip(numbers, said, strict=True)) for said in _often(masks, wanted))


def _often(masks: list[int], wanted: int) -> Iterator[list[int]]:
    """What the numbers say in exactly so many assignments of the covered cells."""
    covered = max(mask.bit_length() for mask in masks)
    sets = np.arange(1 << covered, dtype=np.uint32)
    said = np.zeros(1 << covered, dtype=np.int64)
    for mask in masks:
        said = said * 9 + np.bitwise_count(sets & np.uint32(mask))
    values, often = np.unique(said, return_counts=True)
    for value in values[often == wanted].tolist():
        yield [value // 9**place % 9 for place in reversed(range(len(masks)))]


def _around(rows: int, columns: int, cell: int) -> int:
    r, c = divmod(cell, columns)
    return sum(
        1 << y * columns + x
        for y in range(max(0, r - 1), min(rows, r + 2))
        for x in range(max(0, c - 1), min(columns, c + 2))
        if (y, x) != (r, c)
    )


def _mask(around: int, covered: list[int]) -> int:
    return sum(1 << bit for bit, cell in enumerate(covered) if around >> cell & 1)


def shapes(cells: int) -> list[tuple[int, int]]:
    """The grids with up to so many cells, no more rows than columns, smaller ones first."""
    # A single row has a power of two: its numbers tie cells in pairs.
    sides = [(r, c) for r in range(2, cells + 1) for c in range(r, cells // r + 1)]
    return sorted(sides, key=lambda side: side[0] * side[1])


if __name__ == "__main__":
    for rows, columns in shapes(int(sys.argv[1])):
        found = sorted(find(rows, columns), key=len)
        print(f"{rows}×{columns}: {len(found)}", found[:1], flush=True)
