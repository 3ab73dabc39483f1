"""Equal moments: divide {1, …, n} into two sets with equal sums of 0th, 1st, …, k-th powers.

Golan (Equal moments division of a set, 2008) reduces it to what Minesweeper counts. A coefficient
stands in as many cells, so small ones are better: instead of i² the equations add up binomial
coefficients (i − c)(i − c − 1)/2 around the middle, which say the same together with the sums of
lower powers (16² is 256, the largest of these is 28).

    python examples/gallery/moments.py 16 2
"""

from __future__ import annotations

import sys
from math import factorial, prod

import demine


def divisions(n: int, moments: int) -> demine.Position:
    """Cell i − 1 is mined if i is in the first set. Both orders of the two sets are counted."""
    lines = [f"* #variable= {n}"]
    for power in range(moments + 1):
        weights = [_binomial(i - (n + 2 - power) // 2, power) for i in range(1, n + 1)]
        # Twice the first set is all: the sum of the weights may be odd, and then there is none.
        terms = " ".join(f"{2 * weight:+d} x{i}" for i, weight in enumerate(weights, 1) if weight)
        lines.append(f"{terms} = {sum(weights)} ;")
    return demine.loads("\n".join(lines))


def _binomial(number: int, power: int) -> int:
    """number·(number − 1)·… with so many factors, divided by their factorial."""
    return prod(number - i for i in range(power)) // factorial(power)


if __name__ == "__main__":
    print(divisions(int(sys.argv[1]), int(sys.argv[2])).count())
