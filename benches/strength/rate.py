"""Winning rates in long runs that survive a kill, with a control on the same games and on more.

    python benches/strength/rate.py play DIR strongest --games 100000 --seed 30000001
    python benches/strength/rate.py play DIR safest --games 500000 --seed 30000001
    python benches/strength/rate.py tell DIR

A chunk of games is a file `DIR/CONTEST.STRATEGY.SEED.npz`: per game how likely it is won
(`demine.arena.estimate` says how), and the seconds of processor time; chunks that are there are not
played again. `tell` gives each strategy's rate with its 95 % interval: by its own games alone, and
less the luck of its boards, which `safest` on the same games and on all others tells.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import numpy as np
from judge import add_games, board_of
from numpy.typing import NDArray

from demine import Board, _native
from demine.arena.contest import Contest
from demine.arena.survival import CONTROL, remove_luck
from demine.game import First

CHUNK: Final = 250

Chances = dict[int, tuple[NDArray[np.float64], float]]
"""By the first seed of a chunk: how likely each game is won, and the processor time."""


def play(
    folder: Path, name: str, board: Board, mines: int, first: str, strategy: str, seeds: range
) -> None:
    """Play the chunks that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    start = _native.start(board.graph, first, "strongest")
    contest = Contest(board, mines, cast(First, first), strategy=strategy, start=start)
    for seed in seeds[::CHUNK]:
        file = folder / f"{name}-{mines}-{first}.{strategy}.{seed}.npz"
        if file.exists():
            continue
        began = time.process_time()
        chances, _, _ = _native.survive(contest, seed, CHUNK, 1)
        partial = file.with_suffix(".part")
        with partial.open("wb") as out:
            np.savez(out, chances=chances, seconds=time.process_time() - began)
        partial.rename(file)


def load(folder: Path) -> dict[str, dict[str, Chances]]:
    """By contest and strategy."""
    found: dict[str, dict[str, Chances]] = defaultdict(lambda: defaultdict(dict))
    for file in sorted(folder.glob("*.npz")):
        contest, strategy, seed, _ = file.name.split(".")
        chunk = np.load(file)
        found[contest][strategy][int(seed)] = chunk["chances"], float(chunk["seconds"])
    return found


def tell(folder: Path) -> Iterator[str]:
    """A line per contest and strategy."""
    for contest, by_strategy in load(folder).items():
        control = by_strategy.get(CONTROL, {})
        for strategy, chunks in by_strategy.items():
            yield f"{contest} {strategy}: {_said(chunks, {} if strategy == CONTROL else control)}"


def _said(chunks: Chances, control: Chances) -> str:
    values = np.concatenate([chances for chances, _ in chunks.values()])
    error = float(values.std(ddof=1)) / np.sqrt(len(values))
    cost = 1000 * sum(seconds for _, seconds in chunks.values()) / len(values)
    said = f"{len(values)} games from {min(chunks)}, {100 * values.mean():.3f} ± {196 * error:.3f}"
    both = [seed for seed in chunks if seed in control]
    if both:
        luck = [control[seed][0] for seed in both]
        luck += [chances for seed, (chances, _) in control.items() if seed not in chunks]
        same = np.concatenate([chunks[seed][0] for seed in both])
        rate, error = remove_luck(same, np.concatenate(luck))
        gain = same - np.concatenate(luck[: len(both)])
        more, spread = 100 * gain.mean(), 196 * gain.std() / np.sqrt(len(gain))
        said += f"; with control {100 * rate:.3f} ± {196 * error:.3f} ({len(same)} games)"
        said += f"; {more:+.3f} ± {spread:.3f} over {CONTROL}"
    return f"{said}; {cost:.1f} ms"


def main() -> None:
    """Play, or tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("what", choices=["play", "tell"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("strategy", nargs="?", default="strongest")
    add_games(parser, games=1000, seed=30_000_001)
    given = parser.parse_args()
    if given.what == "play":
        name, board, mines = board_of(given.preset, given.board, given.mines)
        seeds = range(given.seed, given.seed + given.games)
        play(given.folder, name, board, mines, given.first, given.strategy, seeds)
        return
    for line in tell(given.folder):
        print(line)


if __name__ == "__main__":
    main()
