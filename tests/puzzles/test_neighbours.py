"""A sheet tells who neighbours whom: what it says is enough to build the board again."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import demine
from demine import Board, grid
from demine.draw import Canvas, Picture, shapes, typeset
from demine.puzzles import minimal, sheet
from demine.puzzles.marks import edge_marks
from demine.puzzles.neighbours import list_neighbours, neighbour_rule

BOARDS = [
    grid(4, 5), grid(4, 5, neighbourhood="rook"), grid(5, 5, neighbourhood="knight"),
    grid(5, 5, torus=True), grid(5, 6, torus=True, neighbourhood="knight"),
    grid(5, 6, neighbourhood="rook", torus=True), demine.hexagonal(4, 4),
    demine.hexagonal(4, 4, torus=True), demine.triangular(4, 4), demine.box((3, 3, 3)),
    demine.box((3, 3, 3), neighbourhood="rook"), demine.cube(3), demine.geodesic(2),
    demine.from_edges(4, [(0, 1), (1, 2), (2, 3)]), demine.voronoi(12, seed=3),
    grid(5, 5, radius=2),
]  # fmt: skip


def read(board: Board, sentence: str, untold: list[str]) -> set[tuple[int, int]]:
    """The edges by the words alone: who touches whom, moves, and the list."""
    found = set()
    for line in untold:
        cell, _, others = line.partition(": ")
        found |= {pair(board.index(cell), board.index(other)) for other in others.split()}
    for u in board.cells:
        found |= {pair(u, v) for v in board.cells if v != u and follows(board, sentence, u, v)}
    return found


def pair(u: int, v: int) -> tuple[int, int]:
    return min(u, v), max(u, v)


def follows(board: Board, sentence: str, u: int, v: int) -> bool:
    """Whether a sentence makes two cells neighbours."""
    sides = np.array(board.layout.shape)
    steps = np.abs(np.array(board.coordinates(u)) - np.array(board.coordinates(v)))
    if "opposite edge" in sentence:
        steps = np.minimum(steps, sides - steps)
    if "joined by a line" in sentence:
        return v in board.neighbours(u)
    if "knight" in sentence:
        return sorted(steps.tolist()) == [1, 2]
    if "Slices" in sentence:
        return int(steps.sum()) == 1 if "one step in one" in sentence else int(steps.max()) == 1
    if "Opposite edges" in sentence:
        return touches_around(board, sentence, u, v)
    least = {"Neighbours touch": 1, "Neighbours share": 2}.get(" ".join(sentence.split()[:2]), 99)
    return shared(board, u, v, np.zeros(2)) >= least


def shared(board: Board, u: int, v: int, shift: object) -> int:
    """How many corners two cells share in the drawing, if one is moved."""
    outlines = board.outlines
    assert outlines is not None
    here, there = outlines[u], outlines[v] + shift
    gaps = np.abs(here[:, None] - there[None]).max(axis=2) < 1e-6
    return len({tuple(here[i].round(6)) for i in np.flatnonzero(gaps.any(axis=1))})


def touches_around(board: Board, sentence: str, u: int, v: int) -> bool:
    rows, columns = board.layout.shape
    centres = board.centres
    high = (centres[columns, 1] - centres[0, 1]) * rows
    least = 1 if sentence.startswith("Neighbours touch") else 2
    shifts = [np.array([x * columns, y * high]) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return any(shared(board, u, v, shift) >= least for shift in shifts)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_the_words_of_a_sheet_are_enough(board: Board) -> None:
    rule = neighbour_rule(board)
    told = read(board, rule.sentence, list_neighbours(board, rule.untold))
    assert told == {(int(u), int(v)) for u, v in board.edges}


@pytest.mark.parametrize("side", [4, 5])
def test_edges_with_the_same_letter_meet_on_the_cube(side: int) -> None:
    """The cells at one mark of a letter neighbour those at its other mark, and no other cells."""
    board = demine.cube(side)
    canvas, untold = Canvas.of(board), neighbour_rule(board).untold
    at: dict[str, list[list[int]]] = {}
    for mark in edge_marks(board, canvas):
        assert isinstance(mark, shapes.Text)
        places = np.array([canvas.point(cell) for cell in board.cells])
        nearest = np.argsort(np.hypot(*(places - (mark.x, mark.y)).T))[:2]
        at.setdefault(mark.words, []).append(nearest.tolist())
    assert [len(marks) for marks in at.values()] == [2] * 7
    for one, other in product(at, at):
        meet = any(pair(u, v) in untold for u, v in product(at[one][0], at[other][1]))
        assert meet == (one == other)


def test_a_cube_of_single_cells_has_no_marks() -> None:
    assert not list(edge_marks(demine.cube(1), Canvas.of(demine.cube(1))))


@pytest.mark.parametrize("sides", [(5, 5), (4, 6), (4, 5)])
def test_arrows_of_a_torus_stand_between_two_coordinates(sides: tuple[int, int]) -> None:
    board = grid(*sides, torus=True)
    canvas = Canvas.of(board)
    for arrow in edge_marks(board, canvas):
        assert isinstance(arrow, shapes.Polygon)
        for x, y in arrow.points:
            for _, there, down in canvas.captions:
                assert np.hypot(x - there, y - down) > 9


def test_lists_of_several_boards_say_whose_they_are() -> None:
    boards = [demine.cube(3), grid(5, 5), demine.geodesic(2), demine.cube(3)]
    drawn = sheet([minimal(board, 4, seed=1) for board in boards], solutions=False)
    lines = [shape.words for shape in drawn[-1].shapes if isinstance(shape, shapes.Text)]
    rules = [neighbour_rule(board) for board in boards]
    cube, torus, sphere = (
        list_neighbours(board, rule.untold)
        for board, rule in zip(boards[:3], rules[:3], strict=True)
    )
    assert not torus
    assert " ".join(lines[1:-1]) == " ".join(
        [f"Puzzles 1, 4: {rules[0].sentence}", *cube, f"Puzzle 2: {rules[1].sentence}",
         f"Puzzle 3: {rules[2].sentence}", *sphere]
    )  # fmt: skip
    assert "another page" in page_words(drawn[0])
    assert all(typeset.most_width(line, 8) < 250 for line in lines)


def page_words(page: Picture) -> str:
    return " ".join(shape.words for shape in page.shapes if isinstance(shape, shapes.Text))


def test_every_board_of_a_mixed_sheet_has_its_sentence() -> None:
    boards = [grid(4, 5), grid(5, 5, torus=True), grid(5, 5, neighbourhood="knight")]
    drawn = sheet([minimal(board, 4, seed=1) for board in boards], solutions=False)
    said = " ".join(map(page_words, drawn))
    assert all(neighbour_rule(board).sentence in said for board in boards)


@pytest.mark.parametrize(
    ("board", "pages"), [(grid(5, 5, torus=True), 1), (demine.cube(3), 2)], ids=repr
)
def test_sheets_say_it(board: Board, pages: int) -> None:
    drawn = sheet([minimal(board, 4, seed=1)], solutions=False)
    every = [shape for page in drawn for shape in page.shapes]
    words = [shape.words for shape in every if isinstance(shape, shapes.Text)]
    rule = neighbour_rule(board)
    assert rule.sentence in words
    assert set(list_neighbours(board, rule.untold)) <= set(words)
    assert len(drawn) == pages
