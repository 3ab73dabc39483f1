"""Equal moments: divide {1, …, n} into two sets with equal sums of 0th, 1st, …, k-th powers.

Golan (Equal moments division of a set, 2008) reduces it to what Minesweeper counts. A power is a
coefficient, so that a number stands in as many cells.

    python examples/gallery/moments.py 16 2
"""

from __future__ import annotations

import sys

import demine


def divisions(n: int, moments: int) -> demine.Position:
    """Cell i − 1 is mined if i is in the first set. Both orders of the two sets are counted."""
    lines = [f"* #variable= {n}"]
    for power in range(moments + 1):
        weights = [i**power for i in range(1, n + 1)]
        terms = " ".join(f"+{2 * weight} x{i}" for i, weight in enumerate(weights, 1))
        lines.append(f"{terms} = {sum(weights)} ;")
    return demine.loads("\n".join(_halve(line) for line in lines))


def _halve(line: str) -> str:
    """Halve an equation if its total is even; else it has no solution, and stays as it is."""
    if line.startswith("*") or int(line.split()[-2]) % 2:
        return line
    words = line.split()
    return " ".join(
        f"{int(word) // 2:+d}"
        if word[0] == "+"
        else word
        if word[0] in "x=;"
        else f"{int(word) // 2}"
        for word in words
    )


if __name__ == "__main__":
    print(divisions(int(sys.argv[1]), int(sys.argv[2])).count())
