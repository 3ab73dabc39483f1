"""The online problem (Suzuki et al., §7): won Expert games replayed, revealed against rebuilt.

Both sides get every opening of a game. One adds the new numbers to its set, the other builds the
set of the whole position again. Both counts of solutions must be equal to the engine's.

    python benches/online.py [--games N] [--seed S] [--large]

`--large` also replays a game on a board of 64×64 cells with 600 mines. Times are per opening, the
best of a few runs. Rebuilding needs the new position first: the bench prints the shares without and
with its construction.
"""

from __future__ import annotations

import argparse
from functools import partial
from random import Random

from bench import pretty, table, time_call

import demine
from demine import Board, Position, Solutions
from demine.board.board import Cell

ROWS, COLUMNS, MINES = 16, 30, 99
LARGE = (64, 64, 600)
REPEAT = 3

Opening = dict[Cell, int]


def game(
    seed: int, rows: int = ROWS, columns: int = COLUMNS, mines: int = MINES
) -> tuple[Board, list[Opening]]:
    """A won game: the numbers that each opening shows, until every free cell is open."""
    board = demine.grid(rows, columns)
    random = Random(seed)
    first = random.randrange(len(board))
    mined = set(random.sample([cell for cell in board.cells if cell != first], mines))
    position = Position(board, ["?"] * len(board), mines)
    openings: list[Opening] = []
    while cells := _next_cells(position, mined, first, random):
        for cell in cells:
            shown = _open(board, mined, position, cell)
            if shown:
                openings.append(shown)
                position = position.with_labels({**shown})
    return board, openings


def _next_cells(position: Position, mined: set[int], first: int, random: Random) -> list[int]:
    """A lucky player: the safe cells, or else the free cell that is least likely mined."""
    covered = [cell for cell in position.board.cells if position.codes[cell] == -1]
    if len(covered) == len(position.board):
        return [first]
    free = [cell for cell in covered if cell not in mined]
    if not free:
        return []
    analysis = position.analyze()
    safe = sorted(analysis.safe)
    return safe or [min(free, key=lambda cell: (analysis.probabilities[cell], random.random()))]


def _open(board: Board, mined: set[int], position: Position, start: int) -> Opening:
    """The numbers that opening a cell shows; with a 0 also those of its neighbours."""
    shown: Opening = {}
    queue = [start]
    for cell in queue:
        if cell not in shown and position.codes[cell] == -1:
            shown[cell] = sum(near in mined for near in board.neighbours(cell))
            if shown[cell] == 0:
                queue.extend(board.neighbours(cell))
    return shown


def positions(board: Board, openings: list[Opening], mines: int | None) -> list[Position]:
    """The position after each opening."""
    seen: list[Position] = []
    position = Position(board, ["?"] * len(board), mines)
    for opening in openings:
        position = position.with_labels({**opening})
        seen.append(position)
    return seen


def rebuilt(seen: list[Position]) -> list[int]:
    """The number of solutions of each position."""
    return [position.solutions().count() for position in seen]


def reveal(start: Solutions, openings: list[Opening]) -> list[int]:
    """The number of solutions after each opening."""
    counts: list[int] = []
    for opening in openings:
        start = start.reveal_all(opening)
        counts.append(start.count())
    return counts


def row(games: list[tuple[Board, list[Opening]]], mines: int | None) -> list[object]:
    """All games of one kind in one line, answers asserted."""
    revealing = rebuilding = writing = 0.0
    for board, openings in games:
        start = Position(board, ["?"] * len(board), mines).solutions()
        took, ours = time_call(partial(reveal, start, openings), REPEAT)
        revealing += took
        took, seen = time_call(partial(positions, board, openings, mines), REPEAT)
        writing += took
        took, theirs = time_call(partial(rebuilt, seen), REPEAT)
        rebuilding += took
        assert ours == theirs == [position.count() for position in seen]
    openings_shown = sum(len(openings) for _, openings in games)
    times = (revealing, rebuilding, writing + rebuilding)
    return [
        f"{len(games[0][0])} cells, {mines or 'unknown'} mines",
        openings_shown,
        *(pretty(seconds / openings_shown) for seconds in times),
        f"{revealing / rebuilding:.2f}",
        f"{revealing / (writing + rebuilding):.2f}",
    ]


def main() -> None:
    """Print a row per kind of game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    expert = [game(options.seed + i) for i in range(options.games)]
    rows = [row(expert, MINES), row(expert, None)]
    if options.large:
        large = [game(options.seed, *LARGE)]
        rows += [row(large, LARGE[2]), row(large, None)]
    columns = ["won games", "openings", "revealed", "rebuilt", "… with its position"]
    table([*columns, "share of the set", "share of both"], rows)


if __name__ == "__main__":
    main()
