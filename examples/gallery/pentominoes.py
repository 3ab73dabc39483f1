"""The twelve pentominoes in a rectangle: 9,356 ways in 6 × 10, four times 2,339 (Haselgrove 1960).

python examples/gallery/pentominoes.py 3 20
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


def packings(rows: int, columns: int) -> demine.Position:
    """A covered cell per place of a piece; a number 1 per piece and per square."""
    choices = []
    for piece in PIECES:
        for shape in sorted(orientations(piece)):
            for r in range(rows):
                for c in range(columns):
                    squares = [(r + i, c + j) for i, j in shape]
                    if all(y < rows and x < columns for y, x in squares):
                        choices.append([piece, *squares])
    return exact_cover(choices)


if __name__ == "__main__":
    print(packings(int(sys.argv[1]), int(sys.argv[2])).count())
