"""One dimension more keeps every legal assignment: by brute force on all small positions."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from random import Random

import pytest

import demine
from demine import Board, InvalidBoard, Position
from demine.circuits import Circuit, compile, lift, svg
from oracle import Label, solutions

LABELS: list[Label] = ["?", "□", "*", 0, 1, 2, 3]
FREQUENT: list[Label] = ["?", "?", "?", "□", "*", 1, 2]


def assignments(position: Position) -> list[set[int]]:
    """By trying every choice of mined cells, from the edges of the board alone."""
    edges = [(u, v) for u in position.board.cells for v in position.board.neighbours(u) if u < v]
    found = solutions(len(position.board), edges, list(position.labels), position.mines)
    return sorted(map(set, found), key=sorted)


def between(position: Position, lifted: Position) -> list[set[int]]:
    """The legal assignments of the lifted position in its middle layer; the walls are mined."""
    size = len(position.board)
    walls = {*range(size), *range(2 * size, 3 * size)}
    found = [set(one) for one in lifted.solutions()]
    assert all(one >= walls for one in found)
    return sorted(({cell - size for cell in one - walls} for one in found), key=sorted)


@pytest.mark.parametrize("board", [demine.box((3,)), demine.grid(1, 3), demine.grid(2, 2)], ids=str)
def test_all_small_positions(board: Board) -> None:
    for labels in product(LABELS, repeat=len(board)):
        position = Position(board, labels)
        wanted = assignments(position)
        lifted = lift(position)
        assert lifted.count() == len(wanted)
        assert lifted.is_consistent() == bool(wanted)
        assert between(position, lifted) == wanted


BOARDS = [
    demine.box((4,), torus=True),
    demine.box((5,), radius=2),
    demine.grid(2, 3),
    demine.grid(2, 4, neighbourhood="rook"),
    demine.grid(3, 3, neighbourhood="knight"),
    demine.grid(3, 3, torus=True),
    demine.box((2, 2, 2)),
    demine.box((2, 1, 2, 2), neighbourhood="rook"),
]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_any_grid_and_any_number_of_dimensions(board: Board) -> None:
    rng = Random(1)
    for _ in range(40):
        labels = rng.choices(FREQUENT, k=len(board))
        mines = rng.choice([None, rng.randint(0, len(board))])
        position = Position(board, labels, mines)
        lifted = lift(position)
        assert lifted.board.layout.shape == (3, *board.layout.shape)
        assert between(position, lifted) == assignments(position)


def test_lifting_again() -> None:
    position = Position(demine.grid(2, 3), ["?", 2, "?", "?", "?", "?"])
    for dimensions in range(3, 6):
        lifted = lift(position)
        assert len(lifted.board.layout.shape) == dimensions
        assert lifted.count() == position.count() == 10
        position = lifted


def test_a_lifted_circuit_is_a_circuit() -> None:
    circuit = compile("a & (b | ~c)")
    twice = lift(lift(circuit))
    assert isinstance(twice, Circuit)
    assert twice == compile("a & (b | ~c)", dimensions=4)
    assert sorted(map(str, map(twice.values, twice.solutions()))) == sorted(
        map(str, map(circuit.values, circuit.solutions()))
    )
    assert svg(twice).count("<polygon") == svg(circuit).count("<polygon")


def test_densities_stay() -> None:
    board = demine.grid(1, 3)
    for density in (Fraction(1, 5), [Fraction(1, 5), Fraction(1, 2), Fraction(1, 3)]):
        position = Position(board, ["?", 1, "?"], density=density)
        chances = [position.analyze().probability(cell) for cell in (0, 2)]
        lifted = lift(position).analyze()
        assert [lifted.probability(3 + cell) for cell in (0, 2)] == chances


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (demine.hexagonal(2, 2), "lift of hexagonal(2, 2): expected a grid without a mask, or a"),
        (demine.from_edges(2, [(0, 1)]), "expected a grid without a mask, or a box"),
        (
            demine.grid(2, 2, mask=[[True, True], [True, False]]),
            "expected a grid without a mask, or a box",
        ),
        (demine.box((1,) * 16), "a box of 17 sides: expected 1 to 16"),
    ],
)
def test_other_boards_are_refused(board: Board, message: str) -> None:
    with pytest.raises(InvalidBoard, match=re.escape(message)):
        lift(Position(board, ["?"] * len(board)))


def test_too_many_dimensions_are_refused() -> None:
    with pytest.raises(InvalidBoard, match="dimensions is 17: expected 2 to 16"):
        compile("a", dimensions=17)
    with pytest.raises(demine.TooWide, match="cells"):
        compile("a & b & c", dimensions=12)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_a_box_that_a_file_holds_is_recognised(board: Board) -> None:
    position = Position(board, ["?"] * len(board))
    read = demine.loads(demine.dumps(position, "graph"))
    assert read.board.recipe is None
    if board.recipe is not None and dict(board.recipe.options).get("radius", 1) > 1:
        with pytest.raises(InvalidBoard, match="expected a grid without a mask, or a box"):
            lift(read)
    else:
        assert lift(read) == lift(position)
