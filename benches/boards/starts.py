"""Where to begin: what `safest` wins from each of some first cells, the page docs/starts.md.

    python benches/boards/starts.py --games 10000 > docs/starts.md                   (make starts)

The same seeds for every cell, plain games, Wilson's intervals. Under the rule `risky` every rate is
that of `safe` times the chance that the first cell is free, so that it needs no games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import demine
from demine import Tally
from demine.board import PRESETS, cell_at
from demine.board.presets import Preset
from demine.game import First

RULES: tuple[First, ...] = ("safe", "opening")
HEAD = """# Where to begin

The tables show how many games `safest` wins from each first cell, in percent, with 95 % intervals.
Each cell has {games:,} games (seeds 1 to {games}). The best cell of each preset and rule is bold,
and so is every cell whose interval overlaps the interval of the best one.

Under `safe` the first cell is free. Under `opening` its neighbours are free as well. Under `risky`,
multiply the rate of `safe` by the chance that the first cell is free, 1 − mines/cells. The same
cell is best.

Command: `python benches/boards/starts.py --games {games}` (`make starts`). For one cell:
`demine simulate --strategy safest --preset expert --first opening --start d4 \
--games {games} --seed 1`.
"""


def starts(preset: Preset) -> list[str]:
    """The corner, the edge from there to its middle, the diagonal, and the middle of the board."""
    rows, columns = preset.rows, preset.columns
    edge = [(0, 0), (0, 1), (0, 2), (0, 3), (0, columns // 2)]
    diagonal = [(i, i) for i in range(1, min(rows, 10) // 2)]
    places = [*edge, *diagonal, (rows // 2, columns // 2)]
    return [preset.board.address(row * columns + column) for row, column in dict.fromkeys(places)]


def played(preset: str, first: First, start: str, games: int) -> Tally:
    """The games of the first seeds from this cell."""
    cell = cell_at(PRESETS[preset].board, start)
    tally = demine.simulate(
        "safest", preset=preset, first=first, start=cell, games=games, seed=1, workers=1
    )
    if sys.stderr.isatty():
        print(f"{preset} {first} {start}: {tally}", file=sys.stderr)
    return tally


def page(games: int) -> Iterator[str]:
    """The page, line by line."""
    yield HEAD.format(games=games)
    for name, preset in PRESETS.items():
        yield f"## {name.capitalize()}, {preset.rows}×{preset.columns} with {preset.mines} mines\n"
        yield f"| first cell | {' | '.join(f'`{rule}`' for rule in RULES)} |"
        yield "|---" * (1 + len(RULES)) + "|"
        yield from _rows(name, starts(preset), games)
        yield ""


def _rows(preset: str, cells: list[str], games: int) -> Iterator[str]:
    found = {rule: [played(preset, rule, cell, games) for cell in cells] for rule in RULES}
    best = {rule: max(tallies, key=lambda tally: tally.wins) for rule, tallies in found.items()}
    for i, cell in enumerate(cells):
        shown = [_shown(found[rule][i], best[rule]) for rule in RULES]
        yield f"| {cell} | {' | '.join(shown)} |"


def _shown(tally: Tally, best: Tally) -> str:
    low, high = (100 * bound for bound in tally.interval())
    rate = f"{100 * tally.rate:.2f}"
    bold = f"**{rate}**" if tally.interval()[1] >= best.interval()[0] else rate
    return f"{bold} ({low:.2f} to {high:.2f})"


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=10_000, help="from each cell")
    for line in page(parser.parse_args().games):
        print(line, flush=True)


if __name__ == "__main__":
    main()
