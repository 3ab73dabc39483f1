"""Proofs and conflicts under rules, against brute force over all sets of numbers and sums."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

import demine
from demine.proof import Conflict, RuledProof, Sentence, Undecided
from fillings import Case, legal, random_case

Rows = Any
Cited = tuple[tuple[int, ...], tuple[int, ...]]

PARTS = 6
ROUNDS = 60


def position_of(case: Case, mines: int | None) -> demine.Position:
    board = demine.from_edges(case.cells, case.edges)
    return demine.Position(board, case.labels, mines, **case.keywords)


def rows_of(case: Case, cited: Cited, mines: int | None) -> Rows:
    """The assignments that agree with the cited numbers and sums alone."""
    numbers, sums = cited
    labels = [
        "□" if isinstance(label, int) and cell not in numbers else label
        for cell, label in enumerate(case.labels)
    ]
    values = {cell: allowed for cell, allowed in case.values.items() if cell in numbers}
    rows = legal(case._replace(labels=labels, values=values, sums=[case.sums[i] for i in sums]))
    return rows if mines is None else rows[rows.sum(axis=1) == mines]


def all_members(case: Case) -> list[tuple[str, int]]:
    numbers = [("n", cell) for cell, label in enumerate(case.labels) if isinstance(label, int)]
    return numbers + [("s", place) for place in range(len(case.sums))]


def cited_of(members: Iterable[tuple[str, int]]) -> Cited:
    chosen = list(members)
    numbers = tuple(source for kind, source in chosen if kind == "n")
    return numbers, tuple(source for kind, source in chosen if kind == "s")


def smaller(case: Case, size: int) -> Iterator[Cited]:
    for fewer in range(size):
        yield from map(cited_of, combinations(all_members(case), fewer))


def check_words(lines: tuple[Sentence, ...], true: Rows) -> None:
    """No sentence has gaps in any language, and what follows without an assumption is true."""
    assert lines
    supposed = False
    for line in lines:
        for code in ("en", "de", "ja"):
            said = line.in_language(code)
            assert re.fullmatch(r"[^{}@_]+", said), said
        supposed |= line.rule in ("suppose_held", "case_held")
        if line.rule in ("sum_leaves", "known_held") and not supposed:
            held = line.arguments["held"]
            assert np.isin(true[:, held["cells"]], held["mines"]).all(), str(line)


def check_proof(case: Case, found: RuledProof, expected: set[int], mines: int | None) -> None:
    assert set(found.mines) == expected
    assert found.mined == (0 not in expected)
    assert found.safe == (expected == {0})
    cited, counter = (found.numbers, found.sums), mines if found.counter else None
    left = rows_of(case, cited, counter)
    assert set(left[:, found.cell].tolist()) <= expected
    assert found.check()
    assert found.holds()
    check_words(found.lines, left)
    if not found.smallest:
        return
    for fewer in smaller(case, len(found.numbers) + len(found.sums)):
        assert not set(rows_of(case, fewer, counter)[:, found.cell].tolist()) <= expected
    if found.counter:
        everything = cited_of(all_members(case))
        assert not set(rows_of(case, everything, None)[:, found.cell].tolist()) <= expected


def check_conflict(case: Case, found: Conflict, mines: int | None) -> None:
    cited, counter = (found.numbers, found.sums), mines if found.counter else None
    assert not len(rows_of(case, cited, counter))
    assert found.check()
    assert found.holds()
    check_words(found.lines, np.zeros((0, case.cells), dtype=int))
    size = len(found.numbers) + len(found.sums)
    assert found.smallest
    assert all(len(rows_of(case, fewer, mines)) for fewer in smaller(case, size))
    if found.counter:
        same = combinations(all_members(case), size)
        assert all(len(rows_of(case, cited_of(one), None)) for one in same)


def check(case: Case, mines: int | None, kinds: set[str]) -> None:
    position = position_of(case, mines)
    rows = legal(case)
    rows = rows if mines is None else rows[rows.sum(axis=1) == mines]
    conflict = position.conflict()
    assert (conflict is None) == bool(len(rows))
    if conflict is not None:
        check_conflict(case, conflict, mines)
        kinds.update(line.rule for line in conflict.lines)
        with pytest.raises(demine.NoLegalAssignment):
            position.explain(0) if not isinstance(case.labels[0], int) else position.analyze()
        return
    for cell, label in enumerate(case.labels):
        if isinstance(label, int):
            continue
        found, expected = position.explain(cell), set(rows[:, cell].tolist())
        if isinstance(found, Undecided):
            assert label == "?"
            assert expected == set(range(case.capacity[cell] + 1))
            continue
        assert isinstance(found, RuledProof)
        check_proof(case, found, expected, mines)
        kinds.update(line.rule for line in found.lines)


@pytest.mark.parametrize("part", range(PARTS))
def test_proofs_and_conflicts_of_random_graphs(part: int) -> None:
    random, kinds = Random(part), set[str]()
    for _ in range(ROUNDS):
        case = random_case(random, most_cells=7, most_capacity=2)
        mines = random.choice([None, random.randint(0, sum(case.capacity))])
        try:
            check(case, mines, kinds)
        except Exception as error:
            raise AssertionError(f"{case}, {mines} mines") from error
    assert kinds >= {"sum_says", "mines_are", "sum_leaves", "sum_broken", "known_held"}


def opened(random: Random, capacity: int, lies: bool) -> tuple[Case, int]:
    """Numbers of a board of 3 × 4 cells that are true, or each off by one; and its mines."""
    board = demine.grid(3, 4)
    held = [sum(random.random() < 0.2 for _ in range(capacity)) for _ in board.cells]
    labels: list[Any] = ["?"] * 12
    values = {}
    for cell in board.cells:
        if not held[cell] and random.random() < 0.6:
            around = sum(held[near] for near in board.neighbours(cell))
            labels[cell] = around + random.choice([-1, 1]) if lies and around else around + lies
            values[cell] = {labels[cell] - 1, labels[cell] + 1} if lies else {around}
    edges = [(u, v) for u, v in board.edges.tolist()]
    return Case(12, edges, labels, [capacity] * 12, values, {}, []), sum(held)


def test_proofs_on_boards() -> None:
    random, kinds = Random(1), set[str]()
    for round in range(60):
        case, mines = opened(random, 1 + round % 2, bool(round % 3))
        if sum(label == "?" for label in case.labels) > 8:
            continue
        try:
            check(case, mines if round % 5 else None, kinds)
        except Exception as error:
            raise AssertionError(f"{case}, {mines} mines") from error
    assert kinds >= {"sum_minus", "suppose_held", "case_held", "conclude_held", "sums_never"}


def test_the_checker_does_not_believe_everything() -> None:
    position = demine.Position(demine.grid(1, 3), ["?", 3, "?"], capacity=2)
    proof = position.explain(0)
    assert isinstance(proof, RuledProof)
    assert proof.mines == (1, 2)
    wrong = RuledProof(position, 0, (2,), proof.numbers, proof.sums, False, True)
    assert not wrong.check()
    assert not wrong.holds()
    alone = RuledProof(position, 0, (1, 2), (), (), False, True)
    assert not alone.check()
    assert not Conflict(position, (1,), False, True).check()


def test_a_conflict_names_sums() -> None:
    sums = [([0, 1, 2, 3], range(2, 5)), ([0, 3], [1]), ([0, 1], [0])]
    position = demine.Position(demine.grid(2, 2), "????", sums=sums, capacity={2: 0})
    conflict = position.conflict()
    assert conflict is not None
    assert (conflict.numbers, conflict.sums, conflict.counter) == ((), (0, 2), False)
    assert repr(conflict) == "<Conflict: [] and the sums [0, 2]>"
    assert "Sum 0 says: a1, b1 and b2 hold 2 to 4 in all." in conflict.sentences
    assert conflict.svg().startswith("<svg")


@pytest.mark.parametrize("rule", [{"values": {3: {1, 3}}}, {"capacity": 2}])
def test_a_search_that_ends_early_says_so(rule: dict[str, Any]) -> None:
    labels: list[str | int] = ["?", "?", "?", 1, 1, 1, "?", "?", "?"]
    position = demine.Position(demine.grid(3, 3), labels, sums=[([0, 1, 2, 6, 7, 8], [3])], **rule)
    found = demine.proof.conflict(position, tries=0)
    assert found is not None
    assert not found.smallest
    assert found.check()


def test_budgets_hold() -> None:
    position = demine.Position(demine.grid(3, 3), ["?"] * 4 + [9] + ["?"] * 4, capacity=2)
    with pytest.raises(demine.Timeout):
        position.conflict(seconds=0)
