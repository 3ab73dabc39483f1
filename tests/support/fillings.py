"""Legal assignments with several mines per cell, by trying every one, without demine."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Label = str | int


class Case(NamedTuple):
    """A graph with labels and rules."""

    cells: int
    edges: list[tuple[int, int]]
    labels: list[Label]
    capacity: list[int]
    values: dict[int, set[int]]
    weights: dict[tuple[int, int], int]
    sums: list[tuple[dict[int, int], set[int]]]

    @property
    def keywords(self) -> dict[str, Any]:
        return {
            "capacity": self.capacity,
            "values": self.values,
            "weights": self.weights,
            "sums": self.sums,
        }


def constraints(case: Case) -> Iterable[tuple[Mapping[int, int], Collection[int]]]:
    """The weights of the cells of every sum, and its values."""
    near: list[list[int]] = [[] for _ in range(case.cells)]
    for u, v in case.edges:
        near[u].append(v)
        near[v].append(u)
    for cell, label in enumerate(case.labels):
        if isinstance(label, int):
            weights = {n: case.weights.get((cell, n), 1) for n in near[cell]}
            yield weights, case.values.get(cell, {label})
    yield from case.sums


def choices(label: Label, capacity: int) -> range:
    if label == "?":
        return range(capacity + 1)
    return range(1, capacity + 1) if label == "*" else range(1)


def legal(case: Case) -> NDArray[np.int64]:
    """Every legal assignment, one per row: the mines of each cell."""
    ranges = [choices(label, c) for label, c in zip(case.labels, case.capacity, strict=True)]
    every = list(product(*ranges))
    rows = np.array(every, dtype=np.int64).reshape(len(every), case.cells)
    for weights, values in constraints(case):
        sums = np.zeros(len(rows), dtype=np.int64)
        for cell, weight in weights.items():
            sums += weight * rows[:, cell]
        rows = rows[np.isin(sums, list(values))]
    return rows


def random_case(random: Random, most_cells: int = 5, most_capacity: int = 3) -> Case:
    """A small graph with random labels, capacities, values, weights and sums."""
    cells = random.randint(1, most_cells)
    pairs = [(u, v) for v in range(cells) for u in range(v)]
    edges = [pair for pair in pairs if random.random() < 0.6]
    capacity = [random.randint(random.random() > 0.1, most_capacity) for _ in range(cells)]
    labels: list[Any] = [
        random.choice(["?", "?", "?", "□", "*", random.randint(0, 4), random.randint(0, 4)])
        for _ in range(cells)
    ]
    shown = [cell for cell, label in enumerate(labels) if isinstance(label, int)]
    values = {c: random_values(random) for c in shown if random.random() < 0.5}
    both = [pair for u, v in edges for pair in ((u, v), (v, u))]
    weights = {pair: random.randint(-3, 3) for pair in both if random.random() < 0.4}
    sums = [random_sum(random, cells) for _ in range(random.choice([0, 0, 1, 2]))]
    return Case(cells, edges, labels, capacity, values, weights, sums)


def random_values(random: Random) -> set[int]:
    return set(random.sample(range(-3, 9), random.randint(1, 5)))


def random_sum(random: Random, cells: int) -> tuple[dict[int, int], set[int]]:
    chosen = random.sample(range(cells), random.randint(1, cells))
    return {cell: random.randint(-3, 3) for cell in chosen}, random_values(random)


def counts_by_mines(rows: NDArray[np.int64], capacity: Sequence[int]) -> list[int]:
    return list(map(int, np.bincount(rows.sum(axis=1), minlength=sum(capacity) + 1)))
