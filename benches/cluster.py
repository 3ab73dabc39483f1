"""One board that is too large for one process, analysed in parts on two Dask processes.

    python benches/cluster.py [--side 1000] [--processes 2] [--parts 16] [--bytes B] [--quick]

17 % of the cells are mined and 35 % of the free ones opened; the number of mines is not known. Then
regions of numbers and covered cells that share nothing are independent. numpy applies the rules of
a single number to the whole board and finds the regions; each part is a position of some regions on
a board of its own. No process may use more than `--bytes`: the whole board is refused, its parts
are not. The probabilities must be those of the whole board with the usual budget.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench import QUICK, pretty, table, time_call

import demine
from demine import Position, TooWide
from demine.arena.cluster import connect, run_all
from grown import around, glance

MINED, OPENED, SEED = 0.17, 0.35, 3000
Cells = NDArray[np.int64]


class Part(NamedTuple):
    """Some regions: the cells, edges between their indices, a code per cell, and the budget."""

    cells: Cells
    edges: Cells
    codes: NDArray[np.int32]
    bytes: int


def deduce(codes: NDArray[np.int32]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The cells that stay covered, and the mines, once no single number decides a cell."""
    opened, covered, mined = codes >= 0, codes < 0, np.zeros(codes.shape, bool)
    while True:
        need, left = codes - around(mined), around(covered)
        safe = covered & (around(opened & (need == 0)) > 0)
        full = covered & (around(opened & (need == left)) > 0)
        if not (safe | full).any():
            return covered, mined
        covered, mined = covered & ~(safe | full), mined | full


def pairs(codes: NDArray[np.int32], covered: NDArray[np.bool_]) -> Cells:
    """Each number with each covered cell around it."""
    rows, columns = codes.shape
    index = np.arange(rows * columns).reshape(rows, columns)
    found = []
    for i, j in ((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j):
        here = np.s_[max(0, -i) : rows - max(0, i), max(0, -j) : columns - max(0, j)]
        there = np.s_[max(0, i) : rows - max(0, -i), max(0, j) : columns - max(0, -j)]
        both = (codes[here] >= 0) & covered[there]
        found.append(np.stack([index[here][both], index[there][both]], axis=1))
    return np.concatenate(found)


def regions(cells: int, edges: Cells) -> Cells:
    """The least cell that each cell is joined to: roots are hung below smaller ones."""
    label = np.arange(cells)
    while True:
        ends = label[edges]
        apart = ends[ends[:, 0] != ends[:, 1]]
        if not len(apart):
            return label
        np.minimum.at(label, apart.max(axis=1), apart.min(axis=1))
        while (label[label] != label).any():
            label = label[label]


def split(codes: NDArray[np.int32], parts: int, room: int) -> Iterator[Part]:
    """Parts of about as many edges each."""
    covered, mined = deduce(codes)
    edges = pairs(codes, covered)
    needs = (codes - around(mined)).ravel()
    label = regions(codes.size, edges)[edges[:, 0]]
    edges = edges[np.argsort(label, kind="stable")]
    ends = np.flatnonzero(np.diff(np.sort(label), append=-1)) + 1
    cuts = [0, *ends[np.searchsorted(ends, np.linspace(0, len(edges), parts + 1)[1:])]]
    for begin, end in pairwise(cuts):
        cells, places = np.unique(edges[begin:end], return_inverse=True)
        shown = np.where(codes.ravel()[cells] >= 0, needs[cells], -1).astype(np.int32)
        yield Part(cells, places.reshape(-1, 2), shown, room)


def analyze(part: Part) -> tuple[Cells, NDArray[np.float64], tuple[int, float]]:
    """Covered cells, their probabilities, and the process and its time."""
    began = time.process_time()
    board = demine.from_edges(len(part.cells), part.edges)
    found = Position.from_codes(board, part.codes).analyze(cache=False, bytes=part.bytes)
    assert found.exact
    free = part.codes == -1
    seconds = time.process_time() - began
    return part.cells[free], found.probabilities[free], (os.getpid(), seconds)


def largest_region(side: int, mined: float, opened: float) -> str:
    """How many of the undecided cells next to numbers the largest region has."""
    position = glance(side, side, mined, opened, SEED)
    codes = position.codes.reshape(side, side)
    edges = pairs(codes, deduce(codes)[0])
    cells = np.unique(edges[:, 1])
    sizes = np.bincount(regions(codes.size, edges)[cells])
    said = f"{sizes.max():,} of {len(cells):,} undecided cells are in the largest region"
    return f"{mined:.0%} mined, {opened:.0%} opened: {said}"


def is_refused(position: Position, room: int) -> bool:
    """Whether the whole board is too much for so many bytes."""
    try:
        return not position.analyze(cache=False, bytes=room, seconds=20).exact
    except TooWide:
        return True


def main() -> None:
    """The whole board, the parts one after the other, and the parts on the cluster."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=300 if QUICK else 1000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--parts", type=int, default=16)
    parser.add_argument("--bytes", type=int, default=1 << 20 if QUICK else 1 << 23)
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    position = glance(chosen.side, chosen.side, MINED, OPENED, SEED)
    whole = Position.from_codes(position.board, position.codes)
    assert is_refused(whole, chosen.bytes)
    seconds, expected = time_call(lambda: whole.analyze(cache=False).probabilities)
    rows = [["the whole board, with the usual budget", pretty(seconds), ""]]
    codes = whole.codes.reshape(chosen.side, chosen.side)
    seconds, parts = time_call(lambda: list(split(codes, chosen.parts, chosen.bytes)))
    rows.append([f"splitting into {len(parts)} parts", pretty(seconds), ""])
    for processes in sorted({1, chosen.processes}):
        with connect(None, processes) as client:
            done = list(run_all(client, analyze, parts))
        work: defaultdict[int, float] = defaultdict(float)
        for cells, found, (process, seconds) in done:
            np.testing.assert_allclose(found, expected[cells], rtol=0, atol=1e-12)
            work[process] += seconds
        busiest = max(work.values())
        said = f"parts on {processes} Dask processes, all and the busiest"
        rows.append([said, pretty(sum(work.values())), pretty(busiest)])
    for mined, opened in ((MINED, OPENED), (0.3, 0.4)):
        print(largest_region(chosen.side, mined, opened))
    table(["processor time", "all", "busiest process"], rows)


if __name__ == "__main__":
    main()
