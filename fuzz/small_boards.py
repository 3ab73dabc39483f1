"""Small boards of every topology, and positions on them: true, false and nonsense."""

from __future__ import annotations

from random import Random

import demine
from demine import Board, Position
from fuzz.brute import MOST, Truth

_WORDS = {-1: "?", -2: "□", -3: "*"}


def board(random: Random) -> Board:
    """A board of at most some twenty cells."""
    rows, columns = random.randint(1, 4), random.randint(1, 5)
    kind = random.randrange(7)
    if kind == 0:
        return demine.hexagonal(rows, columns)
    if kind == 1:
        return demine.triangular(rows, columns, corners=random.random() < 0.5)
    if kind == 2:
        return demine.box((random.randint(1, 3), random.randint(1, 3), 2))
    if kind == 3:
        return graph(random)
    torus, radius = random.random() < 0.3, random.choice([1, 1, 1, 2])
    if random.random() < 0.2:
        return demine.grid(rows, columns, torus=torus, neighbourhood="knight")
    if random.random() < 0.3:
        return demine.grid(rows, columns, torus=torus, neighbourhood="rook", radius=radius)
    return demine.grid(rows, columns, torus=torus, radius=radius)


def graph(random: Random) -> Board:
    """Any graph: sparse, dense, a tree, or none at all."""
    cells, share = random.randint(0, 14), random.choice([0.1, 0.2, 0.5, 0.9])
    pairs = [(u, v) for v in range(cells) for u in range(v)]
    return demine.from_edges(cells, [pair for pair in pairs if random.random() < share])


def around(board: Board) -> list[list[int]]:
    """The neighbours of every cell."""
    return [list(board.neighbours(cell)) for cell in board.cells]


def position(random: Random) -> tuple[Position, Truth]:
    """A position and its truth; at most `MOST` cells are covered."""
    place = board(random)
    near = around(place)
    share = random.random()
    mined = {cell for cell in place.cells if random.random() < share}
    codes = [len(mined.intersection(near[cell])) for cell in place.cells]
    for cell in place.cells:
        roll = random.random()
        if cell in mined or roll < 0.5:
            codes[cell] = -1
        elif roll < 0.55:
            codes[cell] = -2
        if cell in mined and roll > 0.9:
            codes[cell] = -3
    _spoil(codes, random)
    for cell in [c for c in place.cells if codes[c] == -1][MOST:]:
        codes[cell] = -3 if cell in mined else -2
    mines = random.choice([None, len(mined), random.randint(0, len(codes))])
    labels = [_WORDS.get(code, code) for code in codes]
    return Position(place, labels, mines), Truth(near, codes, mines)


def _spoil(codes: list[int], random: Random) -> None:
    """Sometimes a number is wrong."""
    counts = [cell for cell, code in enumerate(codes) if code >= 0]
    if counts and random.random() < 0.2:
        codes[random.choice(counts)] = random.randint(0, 9)
