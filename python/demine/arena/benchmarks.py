"""Benchmarks: a strategy on boards for which others have published winning rates.

`golan` are the three boards of Programmer's Minesweeper (PGMS), the first move safe (Golan 2014,
§1). The paper quotes two programs in whole percent, without intervals: the equation strategy of
PGMS (Ramsdell), and a constraint solver (CSP, Studholme).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Unpack

from demine.arena.simulation import Run, simulate
from demine.arena.tally import Tally
from demine.arguments import show
from demine.board import PRESETS
from demine.errors import InvalidGame
from demine.strategies import Strategy

BENCHMARKS: Final[dict[str, dict[str, dict[str, int]]]] = {
    "golan": {
        "golan-beginner": {"PGMS": 71, "CSP": 80},
        "golan-intermediate": {"PGMS": 36, "CSP": 44},
        "golan-expert": {"PGMS": 26, "CSP": 34},
    }
}
"""Of each benchmark the presets, and of each preset the published percentages by program."""


@dataclass(frozen=True)
class Benchmarked:
    """The games of a strategy on one preset, and the percentages that others published for it."""

    preset: str
    tally: Tally
    published: dict[str, int]

    def place(self, program: str) -> str:
        """Where a published percentage lies: `below`, `within` or `above` our interval.

        A percentage was rounded, so it stands for everything up to half a point away.
        """
        low, high = (100 * end for end in self.tally.interval())
        percentage = self.published[program]
        if percentage + 0.5 < low:
            return "below"
        return "above" if percentage - 0.5 > high else "within"

    @property
    def size(self) -> str:
        """Columns, rows and mines, as the paper writes them: 30×16/99."""
        preset = PRESETS[self.preset]
        return f"{preset.columns}×{preset.rows}/{preset.mines}"

    @property
    def record(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return {"preset": self.preset, **self.tally.record, "published": self.published}

    def __str__(self) -> str:
        others = [f"{name} {rate} % ({self.place(name)})" for name, rate in self.published.items()]
        return f"{self.preset} {self.size}: {self.tally}; {', '.join(others)}"


def benchmark(
    strategy: str | Strategy,
    name: str = "golan",
    *,
    watch: Callable[[Tally, Tally], object] | None = None,
    **run: Unpack[Run],
) -> Iterator[Benchmarked]:
    """Play a strategy on every preset of a benchmark; each result comes when its games are over.

    The arguments are those of `simulate`: every preset gets `games` games from `seed` on, and its
    own folder in `resume`.
    """
    if not isinstance(name, str) or name not in BENCHMARKS:
        expected = f"expected one of {', '.join(BENCHMARKS)}"
        raise InvalidGame(f"benchmark {show(name)}: {expected}")
    if missing := sorted({"games", "seed"} - run.keys()):
        raise TypeError(f"benchmark without {', '.join(missing)}: expected games=… and seed=…")
    return (
        _play(strategy, preset, published, watch, run)
        for preset, published in BENCHMARKS[name].items()
    )


def _play(
    strategy: str | Strategy,
    preset: str,
    published: dict[str, int],
    watch: Callable[[Tally, Tally], object] | None,
    run: Run,
) -> Benchmarked:
    folder = run.get("resume")
    own: Run = run if folder is None else {**run, "resume": Path(folder) / preset}
    tally = simulate(strategy, preset=preset, watch=watch, **own)
    return Benchmarked(preset, tally, published)
