"""Expert positions from the middle of a game: all probabilities, against ms_toollib.

    python benches/positions.py [--quick]

`stuck`: simple rules find nothing; `guess`: no cell is safe. The cache is off. "With building"
starts from a list of labels, like ms_toollib.
"""

from __future__ import annotations

import numpy as np

from bench import QUICK, pretty, ratio, spread, table, time_call

import data
import peers
from demine import Position

COLUMNS, MINES = 30, 99
REPEAT = 3 if QUICK else 9

Times = tuple[float, float, float]


def times(position: Position) -> Times:
    """Seconds: ours, ours including the construction of the position, ms_toollib's."""
    board, labels = position.board, position.labels
    grid = peers.ms_toollib_board(position.codes.tolist(), COLUMNS)
    ours, found = time_call(lambda: position.analyze(cache=False).probabilities, REPEAT)
    whole, again = time_call(
        lambda: Position(board, labels, MINES).analyze(cache=False).probabilities, REPEAT
    )
    theirs, expected = time_call(lambda: peers.ms_toollib_probabilities(grid, MINES), REPEAT)
    np.testing.assert_allclose(found, np.ravel(expected), rtol=0, atol=1e-12)
    np.testing.assert_array_equal(found, again)
    return ours, whole, theirs


def main() -> None:
    """Time every position; print a row per kind and engine."""
    rows = []
    for kind in ("stuck", "guess"):
        taken = [times(position) for position in data.expert(kind)[:: 5 if QUICK else 1]]
        ours, whole, theirs = (spread(column) for column in zip(*taken, strict=True))
        for name, column in (
            ("ours", ours),
            ("ours, with building", whole),
            ("ms_toollib", theirs),
        ):
            against = [ratio(a, b) for a, b in zip(theirs, column, strict=True)]
            rows.append([kind, name, *map(pretty, column), against[0], against[1]])
    table(
        ["positions", "engine", "median", "mean", "p90", "max", "ratio of medians", "of means"],
        rows,
    )


if __name__ == "__main__":
    main()
