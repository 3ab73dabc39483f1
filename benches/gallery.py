"""The gallery beside tools for a single problem: Kasteleyn's determinant, a table of sums.

The peers are in this file: the determinant of Kasteleyn's signed matrix (by python-flint) for
domino tilings, and a dictionary of sums for equal moments. Every answer is asserted. Exact covers
beside dancing links are in Rust: `cargo bench --bench covers`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import TypeVar

from flint import fmpz_mat

sys.path.insert(0, str(Path(__file__).parent.parent / "examples" / "gallery"))
tilings = import_module("dominoes").tilings
divisions = import_module("moments").divisions

Answer = TypeVar("Answer")


def kasteleyn(side: int) -> int:
    """Tilings of a square: |det| of black squares by white ones, every other column negative."""
    squares = [(r, c) for r in range(side) for c in range(side)]
    black = [(r, c) for r, c in squares if (r + c) % 2 == 0]
    white = {(r, c): i for i, (r, c) in enumerate(s for s in squares if sum(s) % 2)}
    rows = [[0] * len(black) for _ in black]
    for row, (r, c) in zip(rows, black, strict=True):
        for near in ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)):
            if near in white:
                row[white[near]] = -1 if near[0] != r and c % 2 else 1
    return abs(int(fmpz_mat(rows).det()))


def table_of_sums(n: int, moments: int) -> int:
    """Divisions of {1, …, n}: how often each vector of signed sums of powers occurs."""
    sums = Counter({(0,) * (moments + 1): 1})
    for number in range(1, n + 1):
        powers = [number**power for power in range(moments + 1)]
        grown: Counter[tuple[int, ...]] = Counter()
        for totals, count in sums.items():
            for sign in (-1, 1):
                moved = zip(totals, powers, strict=True)
                grown[tuple(total + sign * power for total, power in moved)] += count
        sums = grown
    return sums[(0,) * (moments + 1)]


def measure(work: Callable[[], Answer]) -> tuple[Answer, float]:
    """The answer and the seconds of the processor, the best of three."""
    seconds = []
    for _ in range(3):
        start = process_time()
        answer = work()
        seconds.append(process_time() - start)
    return answer, min(seconds)


def compare(name: str, ours: Callable[[], int], peer: str, theirs: Callable[[], int]) -> None:
    """Print a row; both answers must agree."""
    (count, engine), (expected, tool) = measure(ours), measure(theirs)
    assert count == expected, name
    shown = f"{count:.4g}" if count > 10**9 else f"{count:,}"
    print(f"  {name:<22}{shown:>14}{1e3 * engine:>12.2f}{1e3 * tool:>12.2f} {peer:<22}", end="")
    print(f"{engine / tool:>8.2f}×")


def main() -> None:
    """Both tables."""
    print(f"  {'problem':<22}{'answer':>14}{'demine, ms':>12}{'tool, ms':>12} tool")
    for side in (8, 12, 16, 20):
        position = tilings(side, side)
        compare(
            f"dominoes {side}×{side}",
            lambda position=position: position.count(cache=False),  # type: ignore[misc]
            "Kasteleyn, flint",
            lambda side=side: kasteleyn(side),  # type: ignore[misc]
        )
    for n, moments in ((8, 2), (12, 1), (16, 1), (16, 2), (16, 3), (20, 2)):
        position = divisions(n, moments)
        compare(
            f"moments {n}, {moments}",
            lambda position=position: position.count(cache=False),  # type: ignore[misc]
            "table of sums",
            lambda n=n, moments=moments: table_of_sums(n, moments),  # type: ignore[misc]
        )


if __name__ == "__main__":
    main()
