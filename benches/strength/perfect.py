"""Perfect play on small boards, beside our strategies: the table of docs/perfect-play.md.

    python benches/strength/perfect.py --seconds 20 > docs/perfect-play.md          (make perfect)

For each board, number of mines and first-click rule: the exact winning probability of perfect play
with the best first cell, and the winning rates of strategies that begin there, estimated without
deaths (`demine.arena.estimate`, seeds 1 to 400). What takes longer than the seconds given is left
out, and said.
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
    for rows, columns in ((2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (4, 4), (3, 5), (4, 5), (5, 5)):
        yield grid(rows, columns)
    for side in (3, 4):
        torus = demine.grid(side, side, torus=True)
        yield Shape(f"{side}×{side} torus", torus, (0,))
    for side in (3, 4):
        board = demine.hexagonal(side, side)
        yield Shape(f"{side}×{side} hexagonal", board, tuple(board.cells))


def begin(board: Board, mines: int, first: First, start: int) -> Position | None:
    """What the rule promises; None if there is no room for the mines."""
    free = {start, *(board.neighbours(start) if first == "opening" else ())}
    if mines > len(board) - len(free):
        return None
    return Position(board, ["□" if cell in free else "?" for cell in board.cells], mines)


def best(shape: Shape, mines: int, first: First, seconds: float) -> tuple[Fraction, int] | None:
    """The winning probability of perfect play, and where it begins; None if nothing fits."""
    values = []
    for start in shape.starts:
        position = begin(shape.board, mines, first, start)
        if position is not None:
            values.append((position.optimal(seconds=seconds).probability, -start))
    return (max(values)[0], -max(values)[1]) if values else None


def row(shape: Shape, mines: int, first: First, seconds: float) -> str | None:
    """A line of the table; None if there is nothing to say."""
    found = best(shape, mines, first, seconds)
    if found is None:
        return None
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


def table(seconds: float, cells: int) -> Iterator[str]:
    """The page, line by line."""
    yield "# Perfect play on small boards\n"
    yield "Winning probabilities in percent: of perfect play, exactly, with its best first cell; of"
    yield f"strategies that begin there (conditional estimates, seeds 1 to {GAMES}, 95 %). Made by"
    script = f"`python benches/strength/perfect.py --seconds {seconds:g} --cells {cells}`"
    yield f"{script}; what took longer is left out.\n"
    yield f"| board | mines | first click | perfect play | cell | {' | '.join(STRATEGIES)} |"
    yield "|---" * (5 + len(STRATEGIES)) + "|"
    beyond: list[str] = []
    for shape in (shape for shape in shapes() if len(shape.board) <= cells):
        for first in ("safe", "opening"):
            for mines in range(1, len(shape.board) - 1):
                try:
                    line = row(shape, mines, first, seconds)
                except (demine.Timeout, demine.TooWide):
                    beyond.append(f"{shape.name} {first} from {mines} mines on")
                    break
                if line is not None:
                    yield line
    yield f"\nOut of reach: {'; '.join(beyond) or 'nothing'}."


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--cells", type=int, default=25, help="of the largest board")
    given = parser.parse_args()
    for line in table(given.seconds, given.cells):
        print(line, flush=True)


if __name__ == "__main__":
    main()
