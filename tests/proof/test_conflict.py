"""Conflicts: none where there is an assignment, else a smallest set, by brute force."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from random import Random

import pytest

import demine
import oracle
from demine import Conflict, Position
from demine.proof.refutation import fitting_totals, order_constraints
from strategies import edges_of

LABELS: list[str | int] = ["?", "?", "?", "□", "*", 0, 1, 1, 2, 2, 3]


def random_position(random: Random) -> Position:
    """Labels that are true of nothing, on a graph."""
    cells = random.randint(2, 8)
    edges = [(u, v) for u in range(cells) for v in range(u) if random.random() < 0.4]
    labels = [random.choice(LABELS) for _ in range(cells)]
    mines = random.choice([None, random.randint(0, cells)])
    return Position(demine.from_edges(cells, edges), labels, mines)


def is_possible(position: Position, numbers: tuple[int, ...], mines: int | None) -> bool:
    """Whether these numbers can all be true, by the definition of a legal assignment."""
    labels = [
        label if not isinstance(label, int) or cell in numbers else "□"
        for cell, label in enumerate(position.labels)
    ]
    board = position.board
    return bool(list(oracle.solutions(len(board), edges_of(board), labels, mines)))


@pytest.mark.parametrize("seed", range(40))
def test_conflicts_are_smallest_by_brute_force(seed: int) -> None:
    random = Random(seed)
    for _ in range(5):
        position = random_position(random)
        numbers = tuple(v for v, label in enumerate(position.labels) if isinstance(label, int))
        conflict = position.conflict()
        assert (conflict is None) == is_possible(position, numbers, position.mines)
        if conflict is None:
            continue
        assert conflict.smallest
        mines = position.mines if conflict.counter else None
        assert not is_possible(position, conflict.numbers, mines)
        smaller = (s for size in range(len(conflict)) for s in combinations(numbers, size))
        assert all(is_possible(position, s, position.mines) for s in smaller)
        if conflict.counter:
            same = combinations(numbers, len(conflict))
            assert all(is_possible(position, s, None) for s in same)


@pytest.mark.parametrize("seed", range(20))
def test_a_conflict_holds_without_the_engine(seed: int) -> None:
    """A number of a true position is changed: what is found is refuted by hand."""
    random = Random(seed)
    board = demine.grid(8, 8)
    mined = set(random.sample(range(64), 14))
    counts = [sum(v in mined for v in board.neighbours(cell)) for cell in board.cells]
    labels: list[str | int] = [
        "?" if cell in mined or random.random() < 0.4 else counts[cell] for cell in board.cells
    ]
    lie = random.choice([cell for cell, label in enumerate(labels) if isinstance(label, int)])
    labels[lie] = counts[lie] + random.choice([-1, 1]) if counts[lie] else 1
    position = Position(board, labels, random.choice([None, 14]))
    conflict = position.conflict()
    assert (conflict is None) == position.is_consistent()
    if conflict is None:
        return
    assert conflict.holds()
    counter = next((c for c in conflict.constraints if c.source is None), None)
    cited = order_constraints(c for c in conflict.constraints if c.source is not None)
    assert fitting_totals(cited, counter, {}) == set()
    assert conflict.lines
    assert {number for line in conflict.lines for number in line.numbers} <= set(conflict)


def conflict_of(text: str) -> Conflict:
    found = demine.loads(text).conflict()
    assert found is not None
    return found


def test_the_counter_alone() -> None:
    found = conflict_of("2x1x2\nHS\n")
    assert (len(found), found.counter, bool(found)) == (0, True, True)


def test_a_conflict_is_a_set_of_cells() -> None:
    found = conflict_of("3x1x?\nH3H\n")
    same: object = {1}
    assert found == same
    assert list(found) == [1]
    assert 1 in found
    assert found | {2} == {1, 2}
    assert repr(found) == "<Conflict: [1]>"
    assert len({found, frozenset({1})}) == 1


def test_a_consistent_position_has_none() -> None:
    assert demine.loads("3x1x1\nH1H\n").conflict() is None


def run_explain(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "demine", "explain", *options, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)


def test_demine_explain_names_the_conflict() -> None:
    done = run_explain("2x2x?\nHH\n12\n")
    assert done.returncode == 1
    assert done.stdout.startswith("The 1 at a2 and the 2 at b2 cannot both be true.\n")
    assert "no legal assignment" in done.stderr
    told = json.loads(run_explain("2x2x?\nHH\n12\n", "--json").stdout)
    assert (told["verdict"], told["numbers"], told["counter"]) == ("contradictory", [2, 3], False)
    assert told["lines"][1]["numbers"] == [3]


def test_a_budget_bounds_the_search() -> None:
    position = demine.loads("2x2x?\nHH\n12\n")
    with pytest.raises(demine.TooWide):
        position.conflict(states=0)
