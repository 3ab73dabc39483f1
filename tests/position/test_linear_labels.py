"""Large boards, some with a hub: a question that looks at each cell takes linear time.

Times are those of the processor, compared within a run: four times the cells may take four times as
long, not sixteen times.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

import demine
from demine import Position
from demine.proof import fair_hint
from fuzz.large_boards import board_of, positions_of

SMALL, LARGE = 15_000, 60_000


QUESTIONS: dict[str, tuple[str, Callable[[Position], object]]] = {
    "fair hint": ("star", lambda position: fair_hint(position, seconds=20)),
    "degree two": ("path", lambda position: demine.circuits.count_degree_two(position)),
}


def seconds(ask: Callable[[Position], object], kind: str, cells: int) -> float:
    """The least of two tries."""
    position = positions_of(kind, board_of(kind, cells))["open"]
    taken = []
    for _ in range(2):
        began = process_time()
        ask(position)
        taken.append(process_time() - began)
    return min(taken)


@pytest.mark.parametrize("name", QUESTIONS)
def test_work_is_linear(name: str) -> None:
    kind, ask = QUESTIONS[name]
    assert seconds(ask, kind, LARGE) < 9 * seconds(ask, kind, SMALL) + 0.1
