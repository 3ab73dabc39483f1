"""The twelve pentominoes in a rectangle: 9,356 ways in 6 × 10, four times 2,339 (Haselgrove 1960).

python examples/gallery/pentominoes.py 6 10
"""

from __future__ import annotations

import sys

from system import exact_cover

import demine

PIECES = {
    "F": "01 02 10 11 21",
    "I": "00 10 20 30 40",
    "L": "00 10 20 30 31",
    "N": "01 11 20 21 30",
    "P": "00 01 10 11 20",
    "T": "00 01 02 11 21",
    "U": "00 02 10 11 12",
    "V": "00 10 20 21 22",
    "W": "00 10 11 21 22",
    "X": "01 10 11 12 21",
    "Y": "01 10 11 21 31",
    "Z": "00 01 11 21 22",
}

Square = tuple[int, int]

MOST_STATES = 20_000_000_000
"""More than demine allows itself unasked: 6 × 10 takes about 15 seconds and 1.3 GB."""


def orientations(piece: str) -> set[tuple[Square, ...]]:
    """The piece turned and mirrored, each with its upper left corner at the origin."""
    squares = [(int(square[0]), int(square[1])) for square in PIECES[piece].split()]
    found = set()
    for _ in range(4):
        squares = [(c, -r) for r, c in squares]
        for mirrored in (squares, [(r, -c) for r, c in squares]):
            top, left = min(r for r, _ in mirrored), min(c for _, c in mirrored)
            found.add(tuple(sorted((r - top, c - left) for r, c in mirrored)))
    return found


def places(rows: int, columns: int) -> list[tuple[str, frozenset[Square]]]:
    """Every piece in every place: its name and the squares that it covers."""
    found = []
    for piece in PIECES:
        for shape in sorted(orientations(piece)):
            for r in range(rows):
                for c in range(columns):
                    squares = frozenset((r + i, c + j) for i, j in shape)
                    if all(y < rows and x < columns for y, x in squares):
                        found.append((piece, squares))
    return found


def packings(rows: int, columns: int) -> demine.Position:
    """A covered cell per place of a piece; a number 1 per piece and per square."""
    return exact_cover([[piece, *sorted(squares)] for piece, squares in places(rows, columns)])


def count(rows: int, columns: int) -> int:
    """The number of packings, with symmetries.

    Where both sides are even no cross is its own mirror image, so that those with the cross in one
    quarter are a quarter of all. A cross that is known to lie there is a known mine, and makes the
    rest much narrower.
    """
    position = packings(rows, columns)
    if rows % 2 or columns % 2:
        return position.solutions().count()
    quarter = {(r, c) for r in range(rows // 2) for c in range(columns // 2)}
    crosses = [
        cell
        for cell, (piece, squares) in enumerate(places(rows, columns))
        if piece == "X" and _middle(squares) in quarter
    ]
    parts = (position.with_labels({cell: "*"}) for cell in crosses)
    return 4 * sum(part.solutions(states=MOST_STATES).count() for part in parts)


def _middle(squares: frozenset[Square]) -> Square:
    return sorted(squares)[2]


if __name__ == "__main__":
    print(count(int(sys.argv[1]), int(sys.argv[2])))
