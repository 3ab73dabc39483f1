"""Perfect play on small boards, beside our strategies: the table of docs/perfect-play.md.

    python benches/strength/perfect.py > docs/perfect-play.md          (make perfect)

For each board, number of mines and first-click rule: the exact winning probability of perfect play
with the best first cell, and the winning rates of strategies that begin there, estimated without
deaths (`demine.arena.estimate`, seeds 1 to 400). Few mines and many are searched, until a search
takes more than the states given. The page lists the boards in between, which are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import demine
from demine import Board, Position, arena
from demine.game import First

GAMES: Final = 400
STRATEGIES: Final = ("ratio", "csp", "safest", "strongest")
HEAD: Final = """# Perfect play on small boards

The table compares the exact winning probability of perfect play with the winning rates of four
strategies, in percent. Every player starts at the best first cell of perfect play, in the column
*cell*. The rates are conditional estimates with 95 % intervals (seeds 1 to {games}).
Command: `python benches/strength/perfect.py --states {states} --cells {cells}` (`make perfect`).
"""
GRIDS: Final = [
    (rows, columns)
    for cells in range(4, 26)
    for rows in range(2, 6)
    for columns in range(rows, cells // rows + 1)
    if rows * columns == cells
]
"""From two rows on, by size."""


class Shape(NamedTuple):
    """A board, and first cells of which every other is a mirror image."""

    name: str
    board: Board
    starts: tuple[int, ...]


def grid(rows: int, columns: int) -> Shape:
    """A grid, with a quarter of its cells."""
    corner = [
        row * columns + column
        for row in range((rows + 1) // 2)
        for column in range((columns + 1) // 2)
        if rows != columns or row <= column
    ]
    return Shape(f"{rows}×{columns}", demine.grid(rows, columns), tuple(corner))


def shapes() -> Iterator[Shape]:
    """The boards, smallest first."""
    for rows, columns in GRIDS:
        yield grid(rows, columns)
    for side in (3, 4, 5):
        torus = demine.grid(side, side, torus=True)
        yield Shape(f"{side}×{side} torus", torus, (0,))
    for side in (3, 4, 5):
        board = demine.hexagonal(side, side)
        yield Shape(f"{side}×{side} hexagonal", board, tuple(board.cells))


def begin(board: Board, mines: int, first: First, start: int) -> Position | None:
    """The position that the rule promises; None if the mines do not fit."""
    free = {start, *(board.neighbours(start) if first == "opening" else ())}
    if mines > len(board) - len(free):
        return None
    return Position(board, ["□" if cell in free else "?" for cell in board.cells], mines)


def best(shape: Shape, mines: int, first: First, states: int) -> tuple[Fraction, int] | None:
    """The winning probability of perfect play, and where it begins; None if nothing fits."""
    values = []
    for start in shape.starts:
        position = begin(shape.board, mines, first, start)
        if position is not None:
            values.append((position.optimal(states=states).probability, -start))
    return (max(values)[0], -max(values)[1]) if values else None


def row(shape: Shape, mines: int, first: First, found: tuple[Fraction, int]) -> str:
    """A line of the table."""
    value, start = found
    rates = [
        arena.estimate(
            name, board=shape.board, mines=mines, first=first, start=start,
            games=GAMES, seed=1, control=None, workers=1,
        )
        for name in STRATEGIES
    ]  # fmt: skip
    shown = [f"{100 * rate.rate:.2f} ± {196 * rate.error:.2f}" for rate in rates]
    exact = f"{value.numerator}/{value.denominator} = {100 * float(value):.3f}"
    return f"| {shape.name} | {mines} | {first} | {exact} | {start} | {' | '.join(shown)} |"


def search(
    shape: Shape, first: First, counts: range, states: int
) -> dict[int, tuple[Fraction, int] | None]:
    """By number of mines, in this order, until a search is out of reach."""
    found: dict[int, tuple[Fraction, int] | None] = {}
    for mines in counts:
        try:
            found[mines] = best(shape, mines, first, states)
        except demine.TooWide:
            break
    return found


def rows(shape: Shape, first: First, states: int) -> tuple[list[str], str | None]:
    """The lines of a board and a rule, and the numbers of mines that are left out."""
    counts = range(1, len(shape.board) - 1)
    found = search(shape, first, counts, states)
    missing = counts[len(found) :]
    found |= search(shape, first, missing[::-1], states)
    left = [mines for mines in missing if mines not in found]
    lines = [row(shape, mines, first, one) for mines, one in sorted(found.items()) if one]
    return lines, _gap(shape.name, first, left) if left else None


def _gap(name: str, first: First, mines: list[int]) -> str:
    """A board, and the numbers of mines that are left out on it."""
    span = f"{mines[0]} to {mines[-1]}" if len(mines) > 1 else f"{mines[0]}"
    return f"{name} with {span} mines, first click `{first}`"


def table(states: int, cells: int) -> Iterator[str]:
    """The page, line by line."""
    yield HEAD.format(games=GAMES, states=states, cells=cells)
    yield f"| board | mines | first click | perfect play | cell | {' | '.join(STRATEGIES)} |"
    yield "|---" * (5 + len(STRATEGIES)) + "|"
    beyond: list[str] = []
    for shape in (shape for shape in shapes() if len(shape.board) <= cells):
        for first in ("safe", "opening"):
            lines, left = rows(shape, first, states)
            yield from lines
            beyond += [left] if left else []
    yield f"\n## Boards left out\n\nThe search needs more than {states:,} states on these boards:\n"
    yield from (f"- {left}" for left in beyond)


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--states", type=int, default=200_000, help="of one search")
    parser.add_argument("--cells", type=int, default=25, help="of the largest board")
    given = parser.parse_args()
    for line in table(given.states, given.cells):
        print(line, flush=True)


if __name__ == "__main__":
    main()
