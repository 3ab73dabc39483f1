"""Explicit: the reduced diagrams of sets given one by one, and of all subsets of some items."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from operator import eq

import numpy as np

from demine.meter import Meter
from demine.solutions.diagram import Diagram

Row = tuple[int, int, int]

_ITEM_BYTES = 400
"""About what an item of a set takes: in the set, in its sorted path and as a row of the diagram."""


def diagram_of(sets: Iterable[frozenset[int]], meter: Meter) -> Diagram:
    """The diagram of the sets over their items, ascending (Suzuki et al., §3.1: both rules)."""
    family = set()
    for one in sets:
        meter.hold(_ITEM_BYTES * len(one))
        family.add(one)
    order = sorted(frozenset().union(*family))
    level = {item: i for i, item in enumerate(order)}
    last = len(order)
    # The mark `last` at its end puts a set behind the sets that contain it and go on.
    paths = sorted((*sorted(level[item] for item in one), last) for one in meter.each(family, 64))
    rows: dict[Row, int] = {}
    root = _join(paths, rows, meter)
    nodes = np.array(list(rows), dtype=np.uint32).reshape(-1, 3)
    return Diagram(tuple(order), root, nodes)


def diagram_of_subsets(items: Iterable[int], size: int | None, meter: Meter) -> Diagram:
    """The diagram of all sets of the items, or of those with so many (Suzuki et al., §3.2)."""
    order = sorted(items)
    if size is None:
        return _all_subsets(order, meter)
    if size > len(order):
        return diagram_of([], meter)
    rows: list[Row] = []
    # Below a level: the root of the choices of so many of its items, ⊥ for too many.
    below = [1]
    for level in reversed(range(len(order))):
        left = len(order) - level
        # Sets that lack more items than there are levels above cannot occur.
        least, most = max(0, size - level), min(left, size)
        meter.hold(_ITEM_BYTES * (most - least + 1))
        here = [0] * (most + 1)
        for chosen in range(least, most + 1):
            if chosen == 0:
                here[0] = 1
                continue
            low = below[chosen] if chosen < left else 0
            here[chosen] = len(rows) + 2
            rows.append((level, low, below[chosen - 1]))
        below = here
    return Diagram(tuple(order), below[size], np.array(rows, dtype=np.uint32).reshape(-1, 3))


def _all_subsets(order: list[int], meter: Meter) -> Diagram:
    """Every level has one node, whose children are the same."""
    meter.hold(_ITEM_BYTES * len(order))
    last = len(order) + 1
    levels = np.arange(len(order), dtype=np.uint32)[::-1]
    below = np.arange(1, last, dtype=np.uint32)
    return Diagram(tuple(order), last, np.stack([levels, below, below], axis=1))


def _join(paths: list[tuple[int, ...]], rows: dict[Row, int], meter: Meter) -> int:
    """The root of the sets, last one first; each row is a node (level, 0-child, 1-child).

    `open_` holds, for each length of the current path, the node of the sets found so far that begin
    with so much of it. A set that leaves the path closes the levels behind the common part.
    """
    path: tuple[int, ...] = ()
    open_ = [0]
    for new in [*reversed(paths), ()]:
        common = _common(path, new)
        for level in meter.each(reversed(path[common:-1])):
            high = open_.pop()
            open_[-1] = rows.setdefault((level, open_[-1], high), len(rows) + 2)
        if new:
            open_ += [0] * (len(new) - 1 - common)
            open_[-1] = 1
        path = new
    return open_[0]


def _common(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """The length of the common beginning."""
    return sum(1 for _ in takewhile(bool, map(eq, one, other)))
