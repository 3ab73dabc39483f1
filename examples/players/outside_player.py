"""An outside player: the solver of ms_toollib (PyPI: ms-toollib) behind demine's line protocol.

    demine compare safest "pipe:python examples/players/outside_player.py" --preset beginner

Reads a position per line, answers with a cell (see `demine.arena.outside`). What is certain is
opened, else the least likely mine by ms_toollib's probabilities.
"""

from __future__ import annotations

import json
import sys

import ms_toollib

COVERED = 10


def choose(rows: int, columns: int, mines: int, labels: str) -> str:
    """The cells to open, as the protocol writes them."""
    if set(labels) == {"?"}:
        return "?0"
    signs = [COVERED if sign == "?" else int(sign) for sign in labels]
    board = [signs[row * columns : (row + 1) * columns] for row in range(rows)]
    risks, *_ = ms_toollib.cal_probability_onboard(board, mines)
    covered = [cell for cell, sign in enumerate(signs) if sign == COVERED]
    risk = {cell: risks[cell // columns][cell % columns] for cell in covered}
    safe = [cell for cell in covered if risk[cell] == 0.0]
    return " ".join(map(str, safe)) if safe else f"?{min(covered, key=risk.__getitem__)}"


def main() -> None:
    """Answer every position until the input ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "labels" in asked:
            rows, columns = asked["shape"]
            print(choose(rows, columns, asked["mines"], asked["labels"]), flush=True)


if __name__ == "__main__":
    main()
