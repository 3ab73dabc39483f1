"""The `cnf` format beside Ganak, a model counter. It has a file of its own: some jobs lack it."""

from __future__ import annotations

from math import comb

import pytest

import demine
import peers
from demine import Position


@pytest.mark.parametrize("cells", [19, 24])
def test_adders_have_one_model_per_assignment(cells: int) -> None:
    """Totals that are too large for a sequential counter, of a number and of all mines."""
    star = demine.from_edges(cells + 1, [(0, leaf) for leaf in range(1, cells + 1)])
    empty = demine.from_edges(cells, [])
    for total in range(9, cells - 8):
        counted = Position(empty, ["?"] * cells, total)
        assert peers.ganak(demine.dumps(counted, format="cnf")) == comb(cells, total)
        number = Position(star, [total, *["?"] * cells])
        assert peers.ganak(demine.dumps(number, format="cnf")) == comb(cells, total)
