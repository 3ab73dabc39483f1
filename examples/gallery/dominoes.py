"""Domino tilings of a rectangle: 12,988,816 on the chessboard (Kasteleyn 1961).

python examples/gallery/dominoes.py 8 8
"""

from __future__ import annotations

import sys

from system import exact_cover

import demine


def tilings(rows: int, columns: int) -> demine.Position:
    """A covered cell per place of a domino, a number per square."""
    across = [((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    down = [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns)]
    return exact_cover(across + down)


if __name__ == "__main__":
    print(tilings(*map(int, sys.argv[1:3])).count())
