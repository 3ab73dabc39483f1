"""Perfect play on small boards, beside our strategies: the table of docs/perfect-play.md.

    python benches/strength/perfect.py --minutes 30        searches, then writes the page
    make perfect                                           the same without a limit of time

For each board, number of mines and first-click rule: the exact winning probability of perfect play
with the best first cell, and the winning rates of strategies that begin there, estimated without
deaths (`demine.arena.estimate`, seeds 1 to 400). Few mines and many are searched, until a search
takes more than the states given. The page lists the boards in between, which are left out.

Each result is a line of perfect.jsonl, written as soon as it is known. A later run continues there.
With more states it also repeats the searches that were too wide.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import demine
from demine import Board, Position, arena
from demine.cli.progress import bar
from demine.game import First

ROOT: Final = Path(__file__).parents[2]
RESULTS: Final = Path(__file__).with_suffix(".jsonl")
PAGE: Final = ROOT / "docs" / "perfect-play.md"
STATES: Final = 5_000_000
GAMES: Final = 400
RULES: Final[tuple[First, ...]] = ("safe", "opening")
STRATEGIES: Final = ("ratio", "csp", "safest", "strongest")
HEAD: Final = """# Perfect play on small boards

The table compares the exact winning probability of perfect play with the winning rates of four
strategies, in percent. Every player starts at the best first cell of perfect play, in the column
*cell*. The rates are conditional estimates with 95 % intervals (seeds 1 to {games}).

The column *uniform* is perfect play if the first cell may be mined as well. All cells are then
equally risky at first, so it is the value of `safe` times the share of free cells.

Command: `python benches/strength/perfect.py` (`make perfect`). It continues from its results,
`benches/strength/perfect.jsonl`. Each line there names the most states that its search could use,
from 200,000 in the first run to 20,000,000 in the last (`--boards 5×5 --states 20000000`). The
rates of `csp` from the first run were estimated again with the present engine.
"""
GRIDS: Final = [
    *(
        (rows, columns)
        for cells in range(4, 26)
        for rows in range(2, 6)
        for columns in range(rows, cells // rows + 1)
        if rows * columns == cells
    ),
    *((side, side) for side in (6, 7, 8)),
]
"""From two rows on, by size."""


class Shape(NamedTuple):
    """A board, and first cells of which every other is a mirror image."""

    name: str
    board: Board
    starts: tuple[int, ...]


class Found(NamedTuple):
    """A search: its board, its result, and the rates of the strategies from the same cell.

    `value` is None if the search was too wide for the states.
    """

    board: str
    mines: int
    first: First
    states: int
    value: str | None = None
    cell: int = 0
    rates: dict[str, list[float]] | None = None

    @property
    def key(self) -> tuple[str, int, First]:
        """The question that it answers."""
        return self.board, self.mines, self.first


class Results:
    """The searches so far, in a file."""

    def __init__(self, file: Path, stop: Callable[[], bool] = lambda: False) -> None:
        """Read the file; `stop` says when to begin no new search."""
        self.file, self.stop = file, stop
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        self.found = {one.key: one for one in (Found(**json.loads(line)) for line in lines)}

    def look_up(self, key: tuple[str, int, First], states: int) -> Found | None:
        """The result of a search, unless more states could change it."""
        one = self.found.get(key)
        return one if one and (one.value or one.states >= states) else None

    def add(self, one: Found) -> None:
        """Keep a result, on the disk as well."""
        self.found[one.key] = one
        lines = (json.dumps(one._asdict(), ensure_ascii=False) for one in self.found.values())
        new = self.file.with_suffix(".new")
        new.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        new.replace(self.file)


def grid(rows: int, columns: int) -> Shape:
    """A grid, with a quarter of its cells."""
    corner = [
        row * columns + column
        for row in range((rows + 1) // 2)
        for column in range((columns + 1) // 2)
        if rows != columns or row <= column
    ]
    return Shape(f"{rows}×{columns}", demine.grid(rows, columns), tuple(corner))


def shapes(cells: int) -> list[Shape]:
    """The boards of at most so many cells: grids first, smallest first."""
    found = [grid(rows, columns) for rows, columns in GRIDS]
    for side in (3, 4, 5):
        torus = demine.grid(side, side, torus=True)
        found.append(Shape(f"{side}×{side} torus", torus, (0,)))
    for side in (3, 4, 5):
        board = demine.hexagonal(side, side)
        found.append(Shape(f"{side}×{side} hexagonal", board, tuple(board.cells)))
    return [shape for shape in found if len(shape.board) <= cells]


def begin(board: Board, mines: int, first: First, start: int) -> Position | None:
    """The position that the rule promises; None if the mines do not fit."""
    free = {start, *(board.neighbours(start) if first == "opening" else ())}
    if mines > len(board) - len(free):
        return None
    return Position(board, ["□" if cell in free else "?" for cell in board.cells], mines)


def best(shape: Shape, mines: int, first: First, states: int) -> tuple[Fraction, int] | None:
    """The winning probability of perfect play, and where it begins; None if nothing fits."""
    board = shape.board
    if first == "safe":
        # If any cell may be mined, all are equally risky at first. So the best first cell is the
        # same, and one search of all of them is cheaper than one for each.
        covered = Position(board, ["?"] * len(board), mines).optimal(states=states)
        return covered.probability * len(board) / (len(board) - mines), min(covered.cells)
    values = []
    for start in shape.starts:
        position = begin(board, mines, first, start)
        if position is not None:
            values.append((position.optimal(states=states).probability, -start))
    return (max(values)[0], -max(values)[1]) if values else None


def rate(shape: Shape, mines: int, first: First, start: int) -> dict[str, list[float]]:
    """The winning rate of each strategy from this cell, and its standard error."""
    rates = {}
    for name in STRATEGIES:
        one = arena.estimate(
            name, board=shape.board, mines=mines, first=first, start=start,
            games=GAMES, seed=1, control=None, workers=1,
        )  # fmt: skip
        rates[name] = [round(one.rate, 6), round(one.error, 6)]
    return rates


def search(shape: Shape, mines: int, first: First, states: int) -> Found | None:
    """Search a board; None if no first cell leaves room for the mines."""
    try:
        found = best(shape, mines, first, states)
    except demine.TooWide:
        return Found(shape.name, mines, first, states)
    if found is None:
        return None
    value, cell = found
    rates = rate(shape, mines, first, cell)
    return Found(
        shape.name, mines, first, states, f"{value.numerator}/{value.denominator}", cell, rates
    )


def run(results: Results, shape: Shape, first: First, states: int) -> None:
    """Search few mines upwards and many downwards, until each becomes too wide."""
    counts = range(1, len(shape.board) - 1)
    for order in (counts, counts[::-1]):
        for mines in order:
            found = results.look_up((shape.name, mines, first), states)
            if found is None:
                if results.stop():
                    return
                found = search(shape, mines, first, states)
                if found is not None:
                    results.add(found)
            if found is not None and found.value is None:
                break


def run_all(results: Results, among: list[Shape], states: int) -> None:
    """Search all boards, with a progress bar."""
    tasks = [(shape, first) for shape in among for first in RULES]
    with bar("boards", len(tasks)) as show:
        for done, (shape, first) in enumerate(tasks):
            show(done, f"{shape.name}, first click {first}")
            run(results, shape, first, states)


def row(shape: Shape, one: Found) -> str:
    """A line of the table."""
    assert one.value is not None
    assert one.rates is not None
    value, cells = Fraction(one.value), len(shape.board)
    uniform = _exact(value * (cells - one.mines) / cells) if one.first == "safe" else "–"
    rates = [
        f"{100 * mean:.2f} ± {196 * error:.2f}"
        for mean, error in (one.rates[name] for name in STRATEGIES)
    ]
    cells_shown = [shape.name, one.mines, one.first, _exact(value), one.cell, uniform, *rates]
    return f"| {' | '.join(map(str, cells_shown))} |"


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator} = {100 * float(value):.3f}"


def _gap(shape: Shape, first: First, found: list[Found]) -> str | None:
    """The numbers of mines without a result, and how many states did not suffice at both ends."""
    solved = {one.mines for one in found if one.value}
    too_wide = {one.mines: one.states for one in found if not one.value}
    left = [
        mines
        for mines in range(1, len(shape.board) - 1)
        if mines not in solved
        and any(begin(shape.board, mines, first, start) for start in shape.starts)
    ]
    if not left:
        return None
    span = f"{left[0]} to {left[-1]}" if len(left) > 1 else f"{left[0]}"
    tried = min(too_wide.get(left[0], 0), too_wide.get(left[-1], 0))
    why = f"more than {tried:,} states" if tried else "not searched yet"
    return f"- {shape.name} with {span} mines, first click `{first}`: {why}"


def page(found: Iterable[Found], among: list[Shape]) -> Iterator[str]:
    """The page, line by line."""
    by_board: dict[tuple[str, First], list[Found]] = {}
    for one in sorted(found, key=lambda one: one.mines):
        by_board.setdefault((one.board, one.first), []).append(one)
    yield HEAD.format(games=GAMES)
    heads = ["board", "mines", "first click", "perfect play", "cell", "uniform", *STRATEGIES]
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    gaps: list[str | None] = []
    for shape, first in ((shape, first) for shape in among for first in RULES):
        own = by_board.get((shape.name, first), [])
        yield from (row(shape, one) for one in own if one.value)
        gaps.append(_gap(shape, first, own))
    yield "\n## Boards left out\n\nThe states that a search takes grow fast on these boards:\n"
    yield from (gap for gap in gaps if gap)


def main() -> None:
    """Continue the search, then write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--states", type=int, default=STATES, help="of one search")
    parser.add_argument("--cells", type=int, default=64, help="of the largest board")
    parser.add_argument("--boards", nargs="*", help="search these only, such as 6×6")
    parser.add_argument("--minutes", type=float, help="begin no search later (default: no limit)")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    end = None if given.minutes is None else monotonic() + 60 * given.minutes
    results = Results(given.results, lambda: end is not None and monotonic() > end)
    among = shapes(given.cells)
    chosen = [shape for shape in among if given.boards is None or shape.name in given.boards]
    run_all(results, chosen, given.states)
    text = "".join(f"{line}\n" for line in page(results.found.values(), among))
    given.page.write_text(text, "utf-8")
    if results.stop():
        print("stopped by --minutes: run the command again to continue", file=sys.stderr)


if __name__ == "__main__":
    main()
