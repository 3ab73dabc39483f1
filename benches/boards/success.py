"""How often a random board needs no guess, by size and density: docs/success.md and its figure.

    python benches/boards/success.py --games 1000 > docs/success.md              (make success)

Boards are uniform under the rule `opening`, with the seeds 1 to N, and begin at the corner a1. A
board counts if it can be won from there without a guess. Its proofs may use the mine counter.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from math import sqrt
from pathlib import Path
from typing import Final

import demine
from demine.proof import is_no_guess

FIGURE = Path(__file__).parents[2] / "figures" / "success.svg"
SIZES: Final = ((8, 8), (9, 9), (16, 16), (16, 30), (24, 30))
DENSITIES: Final = (0.10, 0.12, 0.14, 0.16, 0.18, 0.20, 0.22, 0.24)
INKS = ("#3b1f5c", "#31688e", "#21918c", "#5ec962", "#d98b00")

Rates = Mapping[tuple[int, int], list[int]]
"""How many boards need no guess, for each density."""

HEAD = """# How often a board needs no guess

Random boards that can be won from the corner a1 without a guess, in percent of {games:,} boards for
each size and density (first-click rule `opening`, seeds 1 to {games}). In brackets are the boards
to try for one success, on average. An interval of 95 % is at most ± {half:.1f} points wide.
Command: `python benches/boards/success.py --games {games}` (`make success`).
"""
FOOT = """
![Boards without a guess, against density](../figures/success.svg)

`demine generate --no-guess --json` says how many boards it `tried`. For denser boards use
`--repair`, which moves mines; then not all boards are equally likely.
"""


def solvable(rows: int, columns: int, mines: int, games: int) -> int:
    """How many of the boards of the first seeds need no guess."""
    board, found = demine.grid(rows, columns), 0
    for seed in range(1, games + 1):
        game = demine.Game(board, mines, seed=seed, first="opening")
        found += is_no_guess(game, 0)
    if sys.stderr.isatty():
        print(f"\r{rows}×{columns}, {mines} mines: {found}", end="", file=sys.stderr)
    return found


def measure(games: int) -> Rates:
    """The table."""
    return {
        (rows, columns): [
            solvable(rows, columns, round(density * rows * columns), games) for density in DENSITIES
        ]
        for rows, columns in SIZES
    }


def page(rates: Rates, games: int) -> Iterator[str]:
    """The page, line by line."""
    yield HEAD.format(games=games, half=100 * 1.96 * sqrt(0.25 / games))
    yield f"| rows × columns | {' | '.join(f'{100 * d:.0f} % mines' for d in DENSITIES)} |"
    yield "|---" * (1 + len(DENSITIES)) + "|"
    for (rows, columns), found in rates.items():
        cells = " | ".join(cell(count, games) for count in found)
        yield f"| {rows} × {columns} | {cells} |"
    yield FOOT


def cell(found: int, games: int) -> str:
    """A rate, and its inverse."""
    if not found:
        return f"< {100 / games:g}"
    return f"{100 * found / games:.1f} ({games / found:.0f})"


def draw(rates: Rates, games: int, path: Path) -> None:
    """A line per size."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams.update({"svg.hashsalt": "demine", "svg.fonttype": "none"})
    figure, panel = pyplot.subplots(figsize=(7, 3.6))
    for ((rows, columns), found), ink in zip(rates.items(), INKS, strict=True):
        shares = [100 * count / games for count in found]
        densities = [100 * density for density in DENSITIES]
        panel.plot(densities, shares, "o-", color=ink, label=f"{rows} × {columns}")
    panel.set(xlabel="percent of the cells mined", ylabel="percent of the boards", ylim=(0, 100))
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main() -> None:
    """Print the page and draw the figure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000, help="boards for each density")
    parser.add_argument("--figure", type=Path, default=FIGURE)
    given = parser.parse_args()
    rates = measure(given.games)
    draw(rates, given.games, given.figure)
    print("\n".join(page(rates, given.games)).rstrip())


if __name__ == "__main__":
    main()
