"""How hard boards are: the grades of certified boards, the page docs/grades.md and its figure.

    python benches/boards/grades.py --games 1000 > docs/grades.md                    (make grades)

Seeds 1 to N of each preset: each seed has its own board that needs no guess from a1 on, all of them
equally likely (`demine generate --no-guess`), and each is graded by its hardest step.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import demine
from demine.board import PRESETS
from demine.puzzles import GRADES, Grade, grade_game

FIGURE = Path(__file__).parents[2] / "figures" / "grades.svg"
# From light to dark, so that they can be told apart in grey.
SHADES = ("#fde725", "#5ec962", "#21918c", "#3b1f5c")
HEAD = """# How hard boards are

The first table grades {games:,} boards of each preset that need no guess (seeds 1 to {games}, start
at a1). Shares are in percent. A grade is the hardest step that a person cannot avoid: one number
(`easy`), two together (`medium`), three or more (`hard`), or the number of mines left (`expert`).
Command: `python benches/boards/grades.py --games {games}` (`make grades`).
"""
SIZES = """
![Shares of the grades, a bar per preset](../figures/grades.svg)

The next table counts boards by how many numbers the smallest proof of their hardest step cites.
`counter` means that the proof needs the number of mines left. demine looks for proofs of eight
cells at a time, so a person may sometimes find a smaller one.
"""


def graded(preset: str, games: int) -> list[Grade]:
    """The grades of the boards of the first seeds."""
    found = []
    for seed in range(1, games + 1):
        game = demine.Game.preset(preset, seed=seed, first="opening")
        found.append(grade_game(demine.no_guess(game, 0).game, 0))
        if sys.stderr.isatty():
            print(f"\r{preset} {seed}", end="", file=sys.stderr)
    return found


def page(grades: Mapping[str, list[Grade]], games: int) -> Iterator[str]:
    """The page, line by line."""
    yield HEAD.format(games=games)
    yield f"| preset | {' | '.join(GRADES)} |"
    yield "|---" * (1 + len(GRADES)) + "|"
    for preset, found in grades.items():
        names = Counter[str](grade.name for grade in found)
        shares = [f"{100 * names[name] / len(found):.1f}" for name in GRADES]
        yield f"| {preset} | {' | '.join(shares)} |"
    yield SIZES
    sizes = sorted({_size(grade) for found in grades.values() for grade in found})
    yield f"| preset | {' | '.join(map(_named, sizes))} |"
    yield "|---" * (1 + len(sizes)) + "|"
    for preset, found in grades.items():
        counted = Counter(map(_size, found))
        yield f"| {preset} | {' | '.join(str(counted[size]) for size in sizes)} |"
    command = "demine generate --grade hard --count 5 --json intermediate --seed 1"
    yield f"\n`{command}` makes boards of one grade."


def _size(grade: Grade) -> int:
    """Numbers that the hardest step cites; those that need the counter stand behind all others."""
    return 1000 if grade.counter else grade.size


def _named(size: int) -> str:
    return "counter" if size == 1000 else str(size)


def draw(grades: Mapping[str, list[Grade]], path: Path) -> None:
    """A bar per preset, a part per grade."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams.update({"svg.hashsalt": "demine", "svg.fonttype": "none"})
    figure, panel = pyplot.subplots(figsize=(8, 2.8))
    for i, found in enumerate(grades.values()):
        _bar(panel, i, Counter(grade.name for grade in found), len(found))
    panel.set_yticks(range(len(grades)), list(grades))
    panel.invert_yaxis()
    panel.set(xlabel="percent of the boards", xlim=(0, 100))
    panel.spines[["top", "right"]].set_visible(False)
    patches = [matplotlib.patches.Patch(color=shade) for shade in SHADES]
    panel.legend(patches, GRADES, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1),
                 frameon=False)  # fmt: skip
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def _bar(panel: Any, row: int, names: Mapping[str, int], games: int) -> None:
    left = 0.0
    for name, shade in zip(GRADES, SHADES, strict=True):
        share = 100 * names[name] / games
        panel.barh(row, share, left=left, color=shade, edgecolor="white")
        if share >= 4:
            ink = "white" if shade in SHADES[2:] else "black"
            panel.text(left + share / 2, row, f"{share:.0f}", ha="center", va="center", color=ink)
        left += share


def main() -> None:
    """Print the page and draw the figure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000, help="boards of each preset")
    parser.add_argument("--figure", type=Path, default=FIGURE)
    given = parser.parse_args()
    grades = {preset: graded(preset, given.games) for preset in PRESETS}
    draw(grades, given.figure)
    for line in page(grades, given.games):
        print(line)


if __name__ == "__main__":
    main()
