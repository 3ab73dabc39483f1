"""All certain cells of positions that are too wide to count, with OR-Tools in the same run.

    python benches/certain.py [--positions 200] [--first SEED] [--quick]

Boxes, expanders, dense grids and checkerboards of 3s, all with a known number of mines. OR-Tools
(CP-SAT, one thread) searches as our solver does: an assignment, and then for each cell on which all
assignments so far agree one that differs. Both must find the same cells. Our time is that of
`position.certain()`. Positions that few states count are left out: there no solver is asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from statistics import median

import networkx as nx
from ortools.sat.python import cp_model

from bench import QUICK, pretty, table, time_call

import demine
from demine import Board, Position, TooWide
from peers import cp_solver

FEW_STATES = 1 << 20
"""What `certain` counts with before it asks the solver."""


def glance(board: Board, mines: int, share: float, seed: int) -> Position:
    """Mines at random, and some of the free cells opened at random."""
    random = Random(seed)
    mined = set(random.sample(range(len(board)), mines))
    labels: list[str | int] = [
        "?"
        if cell in mined or random.random() > share
        else len(mined & set(board.neighbours(cell)))
        for cell in board.cells
    ]
    return Position(board, labels, mines)


def box(seed: int) -> Position:
    """A cube of seven cells each way."""
    return glance(demine.box((7, 7, 7)), 60 + 20 * (seed % 4), 0.3, seed)


def expander(seed: int) -> Position:
    """A random regular graph."""
    graph = nx.random_regular_graph(8, 300, seed=seed)
    return glance(demine.from_networkx(graph), 90, 0.3, seed)


def dense(seed: int) -> Position:
    """A torus whose numbers touch all cells up to two rows and columns away."""
    return glance(demine.grid(24, 24, torus=True, radius=2), 100 + 20 * (seed % 4), 0.2, seed)


def checkerboard(seed: int) -> Position:
    """A 3 in every second cell of every second row, with more or fewer mines."""
    size, board = 26, demine.grid(26, 26)
    labels = [3 if cell // size % 2 == cell % size % 2 == 0 else "?" for cell in board.cells]
    return Position(board, labels, 220 + seed % 40)


KINDS: dict[str, Callable[[int], Position]] = {
    "box 7×7×7": box,
    "8-regular, 300": expander,
    "torus 24×24, radius 2": dense,
    "checkerboard 26×26": checkerboard,
}


def cp_sat(position: Position) -> tuple[set[int], set[int]]:
    """The safe and the mined covered cells."""
    model = cp_model.CpModel()
    cells = [model.new_bool_var(str(cell)) for cell in position.board.cells]
    for cell, label in enumerate(position.labels):
        if isinstance(label, int):
            model.add(cells[cell] == 0)
            model.add(sum(cells[v] for v in position.board.neighbours(cell)) == label)
    model.add(sum(cells) == position.mines)
    solver = cp_solver()
    assert solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    covered = [cell for cell, label in enumerate(position.labels) if label == "?"]
    agreed = {cell: solver.value(cells[cell]) for cell in covered}
    found: tuple[set[int], set[int]] = set(), set()
    for cell in covered:
        if cell not in agreed:
            continue
        other = model.clone()
        other.add(other.get_bool_var_from_proto_index(cells[cell].index) == 1 - agreed[cell])
        if solver.solve(other) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            agreed = {v: said for v, said in agreed.items() if solver.value(cells[v]) == said}
        else:
            found[agreed[cell]].add(cell)
            model.add(cells[cell] == agreed[cell])
    return found


def is_wide(position: Position) -> bool:
    """Whether few states do not count it."""
    try:
        position.count(cache=False, states=FEW_STATES)
    except TooWide:
        return True
    return False


def wide(kind: str, first: int) -> Iterator[tuple[float, float]]:
    """Our time and that of OR-Tools, for each position that is too wide to count at once."""
    for seed in range(first, first + 1_000):
        position = KINDS[kind](seed)
        if not is_wide(position):
            continue
        ours, certain = time_call(lambda p=position: p.certain(cache=False))  # type: ignore[misc]
        theirs, (safe, mined) = time_call(lambda p=position: cp_sat(p))  # type: ignore[misc]
        assert certain == (safe, mined), (kind, seed)
        yield ours, theirs


def row(kind: str, positions: int, first: int) -> list[str]:
    """One kind of board."""
    times = list(islice(wide(kind, first), positions))
    ours, theirs = [median(side) for side in zip(*times, strict=True)]
    ratios = [own / other for own, other in times]
    return [
        kind, str(len(times)), pretty(ours), pretty(max(own for own, _ in times)), pretty(theirs),
        f"{median(ratios):.2f}", f"{max(ratios):.2f}",
    ]  # fmt: skip


def main() -> None:
    """A row per kind of board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=4 if QUICK else 200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    each = -(-chosen.positions // len(KINDS))
    head = ["board", "positions", "ours", "worst", "OR-Tools", "ratio: median", "worst"]
    table(head, (row(kind, each, chosen.first) for kind in KINDS))


if __name__ == "__main__":
    main()
