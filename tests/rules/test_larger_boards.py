"""Larger boards with rules, against all solutions that CP-SAT finds, and the formats read back."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from ortools.sat.python import cp_model

import demine
from demine import rules
from demine.rules import Spread
from peers import cp_solver

# Boards with more than one solution, and at most 20,000.
SEEDS = (1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 22, 23, 28)

VALUES = [None, rules.liar, rules.within(1), rules.at_most, rules.parity]


def position_of(seed: int) -> demine.Position:
    """A consistent position on a random board; most free cells are open."""
    random = Random(seed)
    board = random.choice(
        [demine.grid(5, 6), demine.hexagonal(5, 5), demine.grid(3, 9, torus=True)]
    )
    capacity = [random.randint(1, 3) for _ in board.cells]
    weights = {
        pair: random.choice([-1, 1, 2])
        for u, v in board.edges.tolist()
        for pair in ((u, v), (v, u))
        if seed % 2 and random.random() < 0.5
    }
    mines = [random.choice([0, 0, 0, c]) for c in capacity]
    values = VALUES[seed % len(VALUES)]
    labels: list[str | int] = ["?"] * len(board)
    for cell in board.cells:
        if not mines[cell] and random.random() < 0.8:
            near = board.neighbours(cell)
            said = sum(weights.get((cell, n), 1) * mines[n] for n in near)
            if values is rules.liar:
                said += random.choice([-1, 1])
            labels[cell] = said if said >= 0 else "□"
    return demine.Position(board, labels, capacity=capacity, values=values, weights=weights)


class Everyone(cp_model.CpSolverSolutionCallback):
    """Keeps every solution."""

    def __init__(self, cells: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.cells = cells
        self.found: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        self.found.append(tuple(self.value(cell) for cell in self.cells))


def solve(position: demine.Position) -> list[tuple[int, ...]]:
    """All legal assignments; the model is written from the definition."""
    assert position.rules is not None
    given = position.rules.keywords()
    model = cp_model.CpModel()
    cells = []
    for cell, label in enumerate(position.labels):
        most = given["capacity"][cell] if label == "?" else 0
        cells.append(model.new_int_var(0, most, f"x{cell}"))
    for cell, label in enumerate(position.labels):
        if not isinstance(label, int):
            continue
        near = position.board.neighbours(cell)
        allowed = given["values"](label) if callable(given["values"]) else [label]
        allowed = [value for value in allowed if -60 <= value <= 60]
        total = sum(given["weights"].get((cell, n), 1) * cells[n] for n in near)
        model.add_linear_expression_in_domain(total, cp_model.Domain.from_values(allowed))
    everyone = Everyone(cells)
    solver = cp_solver()
    solver.parameters.enumerate_all_solutions = True
    assert solver.solve(model, everyone) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return everyone.found


@pytest.mark.parametrize("seed", SEEDS)
def test_all_solutions(seed: int) -> None:
    position = position_of(seed)
    found = solve(position)
    assert position.count() == len(found) > 1
    assert sorted(position.fillings()) == sorted(found)
    analysis = Spread.of(position, {})
    for cell in position.board.cells:
        times = Counter(filling[cell] for filling in found)
        expected = {n: Fraction(count, len(found)) for n, count in times.items()}
        assert analysis.distribution(cell) == expected
    mines = sum(found[0])
    some = [filling for filling in found if sum(filling) == mines]
    known = position.with_mines(mines)
    assert known.count() == len(some)
    assert Spread.of(known, {}).expectation(0) == Fraction(sum(f[0] for f in some), len(some))


@pytest.mark.parametrize("seed", SEEDS)
def test_opb_has_as_many_solutions(seed: int) -> None:
    position = position_of(seed)
    mines = next(iter(position.fillings()))
    for one in (position, position.with_mines(sum(mines))):
        text = demine.dumps(one, "opb")
        assert demine.loads(text).count() == one.count()


@pytest.mark.parametrize("seed", SEEDS)
def test_files_keep_rules(seed: int) -> None:
    position = position_of(seed).with_mines(3)
    text = demine.dumps(position)
    assert demine.loads(text) == position
