"""Hints with their proofs, certified boards, and certain cells where counting is too wide.

python benches/proofs.py [--quick]

Every answer is asserted: proofs by refutations without the engine, certificates by their own
verification, certain cells against another solver (OR-Tools). Times are processor times, which a
busy machine changes little.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import TypeVar

import networkx
from ortools.sat.python import cp_model

from bench import QUICK

import demine
from data import expert
from demine import Board, Game, Position, Proof
from demine.proof.refutation import fitting_totals, order_constraints
from peers import cp_solver

Answer = TypeVar("Answer")


def time_call(question: Callable[[], Answer]) -> tuple[float, Answer]:
    """Milliseconds of the processor, and the answer."""
    started = time.process_time()
    answer = question()
    return 1e3 * (time.process_time() - started), answer


def tell(name: str, times: list[float]) -> None:
    """Print the median, the 90th percentile and the maximum."""
    ordered = sorted(times)
    p90 = ordered[int(0.9 * (len(ordered) - 1))]
    print(f"{name:44} median {median(ordered):9.2f} ms  p90 {p90:9.2f}  max {ordered[-1]:9.2f}")


def holds(proof: Proof) -> bool:
    """Whether the cited numbers refute the opposite, without the engine."""
    counter = next((c for c in proof.constraints if c.source is None), None)
    numbers = order_constraints(c for c in proof.constraints if c.source is not None)
    return not fitting_totals(numbers, counter, {proof.cell: not proof.mined})


def hints(positions: list[Position]) -> None:
    """On positions where no single number helps."""
    times = []
    for position in positions:
        spent, hint = time_call(partial(demine.hint, position, cache=False))
        times.append(spent)
        assert not isinstance(hint.reason, Proof) or holds(hint.reason)
    tell(f"hint with its proof, {len(positions)} stuck Expert positions", times)


def boards(name: str, seeds: int) -> None:
    """Certified boards of a preset, one for each seed."""
    times, ids = [], set()
    for seed in range(seeds):
        game = Game.preset(name, seed=seed, first="opening")
        spent, found = time_call(partial(demine.no_guess, game))
        times.append(spent)
        ids.add(found.verify().id)
    assert len(ids) == seeds
    tell(f"certified board, {name}, seeds 0 to {seeds - 1}", times)


def wide(name: str, board: Board, mines: int, seeds: int) -> None:
    """Certain cells of positions that are hard to count, some of them checked by OR-Tools."""
    ours, theirs, exact = [], [], 0
    for seed in range(seeds):
        position = draw_position(board, mines, 0.3, seed)
        spent, analysis = time_call(partial(position.analyze, cache=False))
        ours.append(spent)
        exact += analysis.exact
        spent, possible = time_call(partial(cp_sat_possible, position, {}))
        theirs.append(spent)
        assert possible
        for cell in sorted(analysis.safe)[:2]:
            assert not cp_sat_possible(position, {cell: 1})
    print(f"{name}: {exact} of {seeds} were counted after all")
    tell(f"{name}: all certain cells", ours)
    tell(f"{name}: OR-Tools, consistency alone", theirs)


def draw_position(board: Board, mines: int, share: float, seed: int) -> Position:
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


def cp_sat_possible(position: Position, fixed: dict[int, int]) -> bool:
    """Whether there is a legal assignment with these cells, by another solver."""
    model = cp_model.CpModel()
    cells = [model.new_bool_var(str(cell)) for cell in position.board.cells]
    for cell, label in enumerate(position.labels):
        if isinstance(label, int):
            model.add(cells[cell] == 0)
            model.add(sum(cells[v] for v in position.board.neighbours(cell)) == label)
    model.add(sum(cells) == position.mines)
    for cell, value in fixed.items():
        model.add(cells[cell] == value)
    return cp_solver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def main() -> None:
    """Measure all."""
    hints(expert("stuck")[: 20 if QUICK else None])
    boards("beginner", 20 if QUICK else 200)
    boards("expert", 5 if QUICK else 50)
    graph = demine.from_networkx(networkx.gnm_random_graph(300, 1200, seed=1))
    wide("gnm(300, 1200), 90 mines", graph, 90, 2 if QUICK else 8)
    wide("box 7x7x7, 80 mines", demine.box((7, 7, 7)), 80, 2 if QUICK else 8)
    if not QUICK:
        wide("box 10x10x10, 200 mines", demine.box((10, 10, 10)), 200, 2)


if __name__ == "__main__":
    main()
