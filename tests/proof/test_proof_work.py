"""Proofs where numbers have many neighbours: true, irreducible, and given up after some work."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

import demine
from demine import Board, Position, Proof, Timeout, TooWide
from demine.proof.refutation import fitting_totals, order_constraints


def glance(board: Board, mined_share: float, opened_share: float, seed: int) -> Position:
    """Mines at random, and some of the free cells opened at random."""
    random = Random(seed)
    mined = set(random.sample(range(len(board)), round(mined_share * len(board))))
    labels: list[str | int] = [
        len(mined & set(board.neighbours(cell)))
        if cell not in mined and random.random() < opened_share
        else "?"
        for cell in board.cells
    ]
    return Position(board, labels)


def random_graph(cells: int, edges: int, seed: int) -> Board:
    random = Random(seed)
    pairs: set[tuple[int, int]] = set()
    while len(pairs) < edges:
        a, b = random.sample(range(cells), 2)
        pairs.add((min(a, b), max(a, b)))
    return demine.from_edges(cells, sorted(pairs))


def decided(position: Position) -> list[int]:
    """Covered cells that are safe or mined."""
    analysis = position.analyze()
    return [v for v in sorted(analysis.safe | analysis.mined) if position.labels[v] == "?"]


def prove(position: Position, cell: int) -> Proof:
    answer = position.explain(cell, cache=False)
    assert isinstance(answer, Proof)
    return answer


BOXES = [glance(demine.box((4, 4, 4)), 0.3, 0.5, seed) for seed in range(3)]
GRAPHS = [glance(random_graph(50, 180, seed), 0.3, 0.5, seed) for seed in range(4)]


@pytest.mark.parametrize("position", [*BOXES, *GRAPHS])
def test_proofs_are_refuted_by_hand_and_irreducible(position: Position) -> None:
    cells = decided(position)
    assert cells
    for cell in cells[:12]:
        proof = prove(position, cell)
        numbers = order_constraints(proof.constraints)
        assert not fitting_totals(numbers, None, {cell: not proof.mined})
        for left_out in proof.numbers:
            fewer = order_constraints(c for c in proof.constraints if c.source != left_out)
            assert fitting_totals(fewer, None, {cell: not proof.mined})


@pytest.fixture(scope="module")
def knotted() -> Position:
    """A proof of its corner takes dozens of numbers, and nobody knows how few would do."""
    return glance(demine.box((7, 7, 7)), 0.3, 0.5, 1)


def test_what_is_given_up_holds_and_says_so(knotted: Position) -> None:
    proof = prove(knotted, 0)
    assert proof.holds()
    assert not proof.smallest
    assert prove(knotted, 0) == proof


def test_the_callers_budgets_hold(knotted: Position) -> None:
    """They allow the analysis, which is easy, but not the proof."""
    assert 0 in decided(knotted)
    with pytest.raises(Timeout):
        knotted.explain(0, seconds=0.05)
    knotted.analyze(cache=False, states=100_000)
    with pytest.raises(TooWide):
        knotted.explain(0, cache=False, states=100_000)


def test_what_may_be_too_long_is_told_in_words() -> None:
    """A wrong number of mines, which dozens of numbers contradict."""
    position = glance(random_graph(300, 1200, 2), 0.3, 0.3, 2).with_mines(25)
    conflict = position.conflict()
    assert conflict is not None
    assert conflict.holds()
    assert not conflict.smallest
    command = [sys.executable, "-m", "demine", "explain", "-"]
    text = demine.dumps(position, format="graph")
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
    assert done.stdout.endswith("Fewer numbers may be enough: the search for them ended early.\n")
