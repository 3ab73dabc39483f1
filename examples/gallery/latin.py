"""Latin squares: each symbol once in each row and each column. 576 of order 4.

python examples/gallery/latin.py 4
"""

from __future__ import annotations

import sys

from system import exact_cover

import demine


def latin_squares(order: int) -> demine.Position:
    """A covered cell says that a symbol stands in a row and column; three numbers for each pair."""
    places = range(order)
    return exact_cover(
        [
            (("square", r, c), ("row", r, s), ("column", c, s))
            for r in places
            for c in places
            for s in places
        ]
    )


if __name__ == "__main__":
    print(latin_squares(int(sys.argv[1])).count())
