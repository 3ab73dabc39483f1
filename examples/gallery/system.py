"""Exact covers as Minesweeper: a covered cell per choice, a number 1 per thing to cover once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

import demine


def exact_cover(choices: Sequence[Iterable[Hashable]]) -> demine.Position:
    """The position whose legal assignments are the exact covers; cell i is choice i."""
    return sums([(choice, 1) for choice in _covering(choices).values()], len(choices))


def sums(equations: Iterable[tuple[Sequence[int], int]], variables: int) -> demine.Position:
    """Of the cells of each equation, exactly so many are mined; cells are numbered from 0."""
    lines = [f"* #variable= {variables}"]
    for cells, total in equations:
        terms = " ".join(f"+1 x{cell + 1}" for cell in cells)
        lines.append(f"{terms} = {total} ;")
    return demine.loads("\n".join(lines))


def _covering(choices: Sequence[Iterable[Hashable]]) -> Mapping[Hashable, list[int]]:
    covering: dict[Hashable, list[int]] = {}
    for number, choice in enumerate(choices):
        for thing in choice:
            covering.setdefault(thing, []).append(number)
    return covering
