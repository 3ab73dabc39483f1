"""Checks of the questions that all papers ask about a position, against brute force.

The brute force is that of `trial`. The small positions are all labellings of all graphs with up to
three vertices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product, starmap
from random import Random
from typing import Final, NamedTuple

from demine.board import Board, from_edges, grid
from demine.circuits import compile as compile_circuit
from demine.circuits import count_degree_two
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position
from demine.reproduce.minefields import show_numbers
from demine.reproduce.tables import Item, tell
from demine.reproduce.trial import try_all

_LABELS: Final[tuple[Label, ...]] = (COVERED, FREE, MINED, 0, 1, 2)
_SEED: Final = 1


Legal = frozenset[frozenset[int]]


class Small(NamedTuple):
    """A small position, and its legal assignments by brute force."""

    position: Position
    legal: Legal


def items(quick: bool) -> Iterator[Item]:
    """Consistency, counts, solutions, probabilities, and what these problems can express."""
    small = list(_small(2 if quick else 3))
    yield from _questions(small)
    yield _labels()
    yield _degree_two(500 if quick else 2_000)
    yield from _circuits(10 if quick else 60)
    yield _equal_moments()


def _small(largest: int) -> Iterator[Small]:
    for n in range(1, largest + 1):
        pairs = list(combinations(range(n), 2))
        for size in range(len(pairs) + 1):
            for edges in combinations(pairs, size):
                near = [{sum(edge) - v for edge in edges if v in edge} for v in range(n)]
                for labels in product(_LABELS, repeat=n):
                    legal = frozenset(try_all(near, labels))
                    yield Small(Position(from_edges(n, edges), labels), legal)


def _tell(name: str, right: Callable[[Position, Legal], bool], small: Iterable[Small]) -> Item:
    about = f"{name}, all labellings of all graphs of a few vertices"
    return tell(about, starmap(right, small), "positions agree with brute force")


def _questions(small: Sequence[Small]) -> Iterator[Item]:
    trees = [one for one in small if _is_tree(one.position)]
    consistent = [one for one in small if one.legal]
    yield _tell(
        "Consistency", lambda position, legal: position.is_consistent() == bool(legal), small
    )
    yield _tell("Counting", lambda position, legal: position.count() == len(legal), small)
    for name in ("Legal assignments", "Generation", "Any graph"):
        yield _tell(name, lambda position, legal: frozenset(position.solutions()) == legal, small)
    yield _tell("Constrained counting", _has_sizes, small)
    yield _tell("P(T)", _has_sizes, trees)
    yield _tell("P(1)", lambda p, _: sum(p.counts_by_mines()) == p.count(), small)
    yield _tell("Total number of mines: it can be given", _has_totals, small)
    yield _tell("Safe cells", _has_safe_cells, consistent)
    yield _tell("Probability of a cell", _has_chances, consistent)


def _sizes(position: Position, legal: Legal) -> list[int]:
    """The number of legal assignments with each number of mines."""
    sizes = Counter(map(len, legal))
    return [sizes[k] for k in range(len(position.board) + 1)]


def _has_sizes(position: Position, legal: Legal) -> bool:
    return position.counts_by_mines() == _sizes(position, legal)


def _has_totals(position: Position, legal: Legal) -> bool:
    sizes = _sizes(position, legal)
    return [position.with_mines(k).count() for k in range(len(sizes))] == sizes


def _chances(position: Position, legal: Legal) -> dict[int, Fraction]:
    covered = [v for v in position.board.cells if position.labels[v] == COVERED]
    return {v: Fraction(sum(v in one for one in legal), len(legal)) for v in covered}


def _has_safe_cells(position: Position, legal: Legal) -> bool:
    chances, safe = _chances(position, legal), position.analyze().safe
    return {v for v in chances if v in safe} == {v for v, chance in chances.items() if chance == 0}


def _has_chances(position: Position, legal: Legal) -> bool:
    analysis = position.analyze()
    return all(analysis.probability(v) == p for v, p in _chances(position, legal).items())


def _is_tree(position: Position) -> bool:
    """Whether the graph is connected and has one edge less than vertices (three at most)."""
    board = position.board
    ends = sum(map(board.graph.degree, board.cells))
    return ends == 2 * (len(board) - 1) and len(board) < 4


def _labels() -> Item:
    pair = from_edges(2, [(0, 1)])
    found = [Position(pair, [1, label]).count() for label in (COVERED, FREE, MINED, 0)]
    return Item(
        "Labels: a 1 beside ?, □, * and 0",
        f"{', '.join(map(str, found))} legal assignments",
        found == [1, 0, 1, 0],
    )


def _degree_two(cells: int) -> Item:
    """Rows and rings have maximum degree 2: a pass with four states counts them."""
    rng = Random(_SEED)
    boards = [grid(1, cells), from_edges(cells, [(v, (v + 1) % cells) for v in range(cells)])]
    positions = [_some_numbers(board, rng) for board in boards]
    found = [position.count() for position in positions]
    wanted = [count_degree_two(position) for position in positions]
    digits = " and ".join(str(len(str(count))) for count in wanted)
    return Item(
        f"Degree 2: a row and a ring of {cells} cells in one pass with four states",
        f"the same counts as the engine, of {digits} digits" if found == wanted else "no",
        found == wanted,
    )


def _some_numbers(board: Board, rng: Random) -> Position:
    mined = {v for v in board.cells if rng.random() < 0.2}
    free = [v for v in board.cells if v not in mined]
    return show_numbers(board, mined, [v for v in free if rng.random() < 0.4])


def _circuits(formulas: int) -> Iterator[Item]:
    rng = Random(_SEED)
    made = [_formula(rng) for _ in range(formulas)]
    circuits = [(compile_circuit(text), truth) for text, truth in made]
    ones = [(compile_circuit(text, style="ones"), truth) for text, truth in made]
    words = "agree with their truth tables"
    consistent = (circuit.is_consistent() == (truth > 0) for circuit, truth in circuits)
    about = "Circuits: consistency, a position is consistent if a formula is"
    yield tell(about, consistent, words)
    counted = (circuit.count() == truth for circuit, truth in circuits)
    yield tell("Circuits: counting, a legal assignment per satisfying assignment", counted, words)
    same = (c.count() == truth and {*c.labels} <= {COVERED, FREE, 1} for c, truth in ones)
    yield tell("1-Minesweeper, the same with no number but 1", same, words)


def _formula(rng: Random) -> tuple[str, int]:
    """Clauses over four variables, and the number of assignments that satisfy them all."""
    clauses = [
        [(v, rng.random() < 0.5) for v in rng.sample(range(4), 3)] for _ in range(rng.randint(2, 9))
    ]
    text = " & ".join(
        f"({' | '.join(('' if positive else '~') + 'abcd'[v] for v, positive in clause)})"
        for clause in clauses
    )
    rows = product((False, True), repeat=4)
    used = {v for clause in clauses for v, _ in clause}
    truth = sum(all(any(row[v] == sign for v, sign in c) for c in clauses) for row in rows)
    return text, truth >> 4 - len(used)


def _equal_moments() -> Item:
    """Divide 1 … 8 into two sets with equal sums and equal sums of squares: Σ i·xᵢ is a number."""
    numbers = range(1, 9)
    edges: list[tuple[int, int]] = []
    labels: list[Label] = [sum(numbers) // 2, sum(i * i for i in numbers) // 2]
    for i in numbers:
        copies = _copies(i + i * i, edges, labels)
        edges += [(copy, 0 if place < i else 1) for place, copy in enumerate(copies)]
    found = Position(from_edges(len(labels), edges), labels).count()
    halves = [half for size in numbers for half in combinations(numbers, size)]
    wanted = sum(
        (2 * sum(half), 2 * sum(i * i for i in half)) == (2 * labels[0], 2 * labels[1])
        for half in halves
        if isinstance(labels[0], int) and isinstance(labels[1], int)
    )
    return Item(
        "Equal moments: divide 1 … 8 into halves of equal sum and equal sum of squares",
        f"{found} legal assignments, {wanted} divisions by trial",
        found == wanted == 2,
    )


def _copies(count: int, edges: list[tuple[int, int]], labels: list[Label]) -> list[int]:
    """Covered vertices that are all mined or all free: each pair has a complement between."""
    first = len(labels)
    for place in range(4 * count - 3):
        labels.append(1 if place % 2 else COVERED)
        if place:
            edges.append((first + place - 1, first + place))
    return [first + 4 * copy for copy in range(count)]
