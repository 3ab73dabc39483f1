"""A sheet tells who neighbours whom: what it says is enough to build the board again."""

from __future__ import annotations

import numpy as np
import pytest

import demine
from demine import Board, grid
from demine.draw import shapes
from demine.puzzles import minimal, sheet
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
