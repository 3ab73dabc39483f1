"""The book of first cells: what `strongest` wins by where it begins, on the same games.

    make book
    python benches/strength/book.py --games 4000 --seed 23100001

Under `opening`; for each preset the cells on the diagonal, b2 to e5, by conditional estimates
(`demine.arena.estimate` says how); beside each the difference to the first, with its 95 % interval.
`strategy/book.rs` has what came of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine import PRESETS, Board, _native
from demine.arena.contest import Contest

NAMES: Final = ["classic", "intermediate", "expert"]
DEPTHS: Final = range(1, 5)


def chances(board: Board, mines: int, start: int, seeds: range) -> NDArray[np.float64]:
    """How likely each game that begins in this cell is won."""
    contest = Contest(board, mines, "opening", strategy="strongest", start=start)
    return np.asarray(_native.survive(contest, seeds.start, len(seeds), 1)[0])


def mean(values: NDArray[np.float64]) -> str:
    """In percent, with a 95 % interval."""
    return f"{100 * values.mean():.2f} ± {196 * values.std(ddof=1) / np.sqrt(len(values)):.2f}"


def rows(name: str, seeds: range) -> Iterator[str]:
    """A line per first cell."""
    board, mines = PRESETS[name].board, PRESETS[name].mines
    columns = board.neighbours(0)[1]
    first: NDArray[np.float64] | None = None
    for depth in DEPTHS:
        found = chances(board, mines, depth * (columns + 1), seeds)
        first = found if first is None else first
        yield f"{name}, {depth} from the edge: {mean(found)}, {mean(found - first)} more"


def main() -> None:
    """Say what each first cell wins."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=23_100_001)
    given = parser.parse_args()
    for name in NAMES:
        for line in rows(name, range(given.seed, given.seed + given.games)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
