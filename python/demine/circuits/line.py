"""One dimension is easy: on a row of cells, counting takes one pass (Garg §I).

A number there has one neighbour on each side, so the rest depends on the last two cells alone: four
states for any length. Two wires could neither cross nor pass each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from demine.arguments import each
from demine.labels import COVERED, FREE, MINED, Label

_CHOICES: Final[dict[Label, tuple[int, ...]]] = {COVERED: (0, 1), MINED: (1,), FREE: (0,)}


def count_line(labels: Sequence[Label]) -> int:
    """The number of legal assignments of a row of cells with these labels."""
    # (last cell but one, last cell) -> number of assignments with this end
    ways = {(0, 0): 1}
    before: Label = FREE
    for label in [*each(labels, "a label per cell"), FREE]:
        ways = _next(ways, before, _CHOICES.get(label, (0,)))
        before = label
    return sum(ways.values())


def _next(
    ways: dict[tuple[int, int], int], number: Label, choices: Iterable[int]
) -> dict[tuple[int, int], int]:
    """Add a cell, which completes the neighbours of the last cell's number."""
    after: dict[tuple[int, int], int] = {}
    for (left, here), count in ways.items():
        for right in choices:
            if not isinstance(number, int) or left + right == number:
                after[here, right] = after.get((here, right), 0) + count
    return after
