"""Percolation of Minesweeper (Mossel 2002): how far one gets without a guess, by density.

For each density, games from consecutive seeds, and the share of them in which each player of
`reach.py` gets as far as a distance. A threshold is estimated where half of the games that get as
far as R also get as far as 2R. Far below the threshold all of them do, far above it none; so the
estimates approach the threshold as R grows.

A full run appends each finished chunk of games to `percolation.jsonl` beside the figure, and
continues there after a stop.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from demine import files
from demine.files import records
from demine.reproduce.plot import svg_plot, try_to_draw
from demine.reproduce.reach import Reach, reach
from demine.reproduce.tables import Done, align

SEED: Final = 1
RADII: Final = (8, 16, 32, 64)
PLAYERS: Final = Reach._fields
NAMES: Final = {
    "opening": "first opening",
    "single": "single numbers",
    "exact": "all that can be proved",
}
_CHUNK: Final = 20
_FEWEST: Final = 10
"""Games that must reach a distance before their share counts."""

_RESAMPLES: Final = 400
_CHECKED: Final = records.list_of(records.whole(0, _CHUNK))
_SCHEMA: Final[records.Schema] = {
    "density": records.text(40),
    "seed": records.whole(),
    "games": records.whole(1, _CHUNK),
    **dict.fromkeys(PLAYERS, _CHECKED),
}


@dataclass(frozen=True)
class Plan:
    """The densities, the number of games at each, and the distances."""

    densities: tuple[Fraction, ...]
    games: int
    radii: tuple[int, ...]

    def chunks(self) -> list[tuple[Fraction, int, int]]:
        """The density, first seed and number of games of each chunk."""
        return [
            (density, SEED + done, min(_CHUNK, self.games - done))
            for done in range(0, self.games, _CHUNK)
            for density in self.densities
        ]


QUICK: Final = Plan(tuple(Fraction(p, 100) for p in range(6, 35, 4)), 20, RADII[:3])
FULL: Final = Plan(tuple(Fraction(p, 100) for p in range(6, 35, 2)), 400, RADII)

Counts = dict[tuple[str, Fraction], Any]
"""For each player and density: the games, then those that get as far as each distance."""


def report(quick: bool, figures: Path | None) -> Iterator[str | Done]:
    """The shares at the largest distance, the estimated thresholds, and a figure."""
    plan = QUICK if quick else FULL
    yield f"{plan.games} games for each density; the seeds start at {SEED}."
    counts: Counts = {}
    file = None if quick or figures is None else figures / "percolation.jsonl"
    for found in _measure(plan, file):
        if isinstance(found, Done):
            yield found
        else:
            counts = found
    yield f"Games in percent that get as far as {plan.radii[-1]} cells without a guess:"
    yield from align(list(_shares(plan, counts)))
    yield ""
    yield "Estimated thresholds: the density at which half of the games get from R to 2R,"
    yield "with 95 % intervals."
    yield from align(list(_thresholds(plan, counts)))
    draw = partial(_draw, plan, counts)
    yield from try_to_draw("Figure", draw, figures, "percolation.svg")


def _measure(plan: Plan, file: Path | None) -> Iterator[Done | Counts]:
    """The counts of all chunks; those in the file are not played again."""
    kept = _read(file, plan) if file is not None else {}
    chunks = plan.chunks()
    counts: Counts = {
        (player, density): np.zeros(len(plan.radii) + 1, dtype=np.int64)
        for player in PLAYERS
        for density in plan.densities
    }
    for number, (density, seed, games) in enumerate(chunks):
        yield Done(number, len(chunks))
        found = kept.get((density, seed)) or _play(density, seed, games, plan.radii)
        if file is not None and (density, seed) not in kept:
            _write(file, density, seed, games, found)
        for player in PLAYERS:
            counts[player, density] += [games, *found[player]]
    yield counts


def _play(density: Fraction, seed: int, games: int, radii: Sequence[int]) -> dict[str, list[int]]:
    """How many games of a chunk get as far as each distance, for each player."""
    found = [reach(density, seed + game, radii[-1]) for game in range(games)]
    return {
        player: [sum(getattr(one, player) >= radius for one in found) for radius in radii]
        for player in PLAYERS
    }


def _write(
    file: Path, density: Fraction, seed: int, games: int, found: Mapping[str, list[int]]
) -> None:
    line = {"density": str(density), "seed": seed, "games": games, **found}
    file.parent.mkdir(parents=True, exist_ok=True)
    files.append_lines(file, f"{json.dumps(line)}\n")


def _read(file: Path, plan: Plan) -> dict[tuple[Fraction, int], dict[str, list[int]]]:
    """The finished chunks in a file; a torn last line is ignored."""
    if not file.exists():
        return {}
    lines = files.read_as(file, lambda text: files.decode(text).splitlines())
    read = [records.read(line, _SCHEMA, "a chunk of games") for line in lines if line[-1:] == "}"]
    return {
        (Fraction(line["density"]), line["seed"]): {player: line[player] for player in PLAYERS}
        for line in read
        if len(line["exact"]) == len(plan.radii)
    }


def _shares(plan: Plan, counts: Counts) -> Iterator[tuple[str, ...]]:
    yield ("density", *NAMES.values())
    for density in plan.densities:
        shares = (counts[player, density][-1] / plan.games for player in PLAYERS)
        yield (f"{float(density):.2f}", *(f"{100 * share:.1f}" for share in shares))


def _thresholds(plan: Plan, counts: Counts) -> Iterator[tuple[str, ...]]:
    steps = range(1, len(plan.radii))
    yield ("player", *(f"{plan.radii[at - 1]} to {plan.radii[at]}" for at in steps))
    for player in PLAYERS:
        yield (NAMES[player], *(_say(threshold(plan, counts, player, at)) for at in steps))


def threshold(
    plan: Plan, counts: Counts, player: str, at: int
) -> tuple[float, float, float] | None:
    """Where half of the games get from one distance to the next, with a 95 % interval."""
    table = np.array([counts[player, density] for density in plan.densities])
    reached, further = table[:, at], table[:, at + 1]
    middle = _crossing(plan, reached, further)
    if middle is None:
        return None
    random = np.random.default_rng(SEED)
    shares = further / np.maximum(reached, 1)
    samples = (random.binomial(reached, shares) for _ in range(_RESAMPLES))
    crossings = [_crossing(plan, reached, sample) for sample in samples]
    low, high = np.quantile([one for one in crossings if one is not None], [0.025, 0.975])
    return middle, float(low), float(high)


def _crossing(plan: Plan, reached: Any, further: Any) -> float | None:
    """The first density at which the share falls to one half, between two measured ones."""
    enough = np.flatnonzero(reached >= _FEWEST)
    densities = np.array([float(plan.densities[at]) for at in enough])
    shares = further[enough] / reached[enough]
    below = np.flatnonzero(shares < 0.5)
    if len(below) == 0 or below[0] == 0:
        return None
    high = int(below[0])
    part = (shares[high - 1] - 0.5) / (shares[high - 1] - shares[high])
    return float(densities[high - 1] + part * (densities[high] - densities[high - 1]))


def _say(found: tuple[float, float, float] | None) -> str:
    if found is None:
        return "–"
    middle, low, high = found
    return f"{middle:.3f} ({low:.3f} to {high:.3f})"


def _draw(plan: Plan, counts: Counts, path: Path) -> None:
    """One panel for each player: the share of games that get as far as each distance."""
    densities = [float(density) for density in plan.densities]
    with svg_plot(path, 1, 3, letters="none", figsize=(12, 4), sharey=True) as panels:
        for panel, player in zip(panels, PLAYERS, strict=True):
            for at, radius in enumerate(plan.radii, start=1):
                shares = [counts[player, p][at] / plan.games for p in plan.densities]
                panel.plot(densities, shares, marker="o", markersize=3, label=f"{radius} cells")
            panel.set(title=NAMES[player], xlabel="density of mines")
            panel.grid(alpha=0.3)
        panels[0].set_ylabel("share of games that get so far")
        panels[0].legend(fontsize="small")
