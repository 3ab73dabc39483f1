"""Discrete tomography: 0/1 pictures with given sums of rows and columns.

With every sum 2 there are 90 of size 4 × 4, 2,040 of 5 × 5 and 67,950 of 6 × 6. Probabilities say
what the sums tell of each pixel, samples are typical pictures.

    python examples/gallery/tomography.py 3,1,2 2,2,2
"""

from __future__ import annotations

import sys

from system import sums

import demine


def pictures(rows: list[int], columns: list[int]) -> demine.Position:
    """A covered cell per pixel, row by row; a number per row and per column."""
    height, width = len(rows), len(columns)
    across = [([r * width + c for c in range(width)], rows[r]) for r in range(height)]
    down = [([r * width + c for r in range(height)], columns[c]) for c in range(width)]
    return sums(across + down, height * width)


if __name__ == "__main__":
    print(pictures(*([int(part) for part in word.split(",")] for word in sys.argv[1:3])).count())
