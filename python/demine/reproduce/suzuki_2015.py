"""H. Suzuki, S. Hao, S. Minato, *Generating all solutions of Minesweeper problem*: Tables 1–4.

The paper's boards are random and not published, so its figures stand beside those of other boards
of the same class: neither times nor counts can agree digit by digit, and no verdict is given. What
must agree is the count of all three methods on each board, and that is checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from demine.errors import Timeout, TooWide
from demine.position import Position
from demine.reproduce import suzuki_2015_items
from demine.reproduce.minefields import (
    HINT_SHARES,
    MINE_SHARES,
    SEED,
    FieldClass,
    FieldKind,
    classes,
)
from demine.reproduce.plot import svg_plot, try_to_draw
from demine.reproduce.progress import Done
from demine.reproduce.tables import align, list_items
from demine.solutions import METHODS, Method

# Seconds per method and board before it is given up.
_RUN_SECONDS: Final = 30.0
_QUICK_SECONDS: Final = 1.0

# A short run says more about the machine than about the method: it is repeated so many times at
# most, until so many seconds are spent.
_RUNS: Final = 9
_SPENT: Final = 0.1

# Tables 1 and 3 as printed, a row per share of hints: zdd and dc at 10, 20 and 30 % mines.
PRINTED_SECONDS: Final[dict[FieldKind, list[tuple[float, ...]]]] = {
    "grid": [
        (3.602, 0.006, 2.917, 0.006, 2.872, 0.005),
        (15.306, 0.023, 16.124, 0.095, 16.921, 0.024),
        (19.812, 0.149, 23.974, 0.732, 22.268, 3.472),
        (24.636, 0.051, 34.478, 1.226, 36.521, 79.872),
        (23.334, 0.041, 33.440, 0.331, 37.740, 1.884),
        (18.915, 0.033, 23.872, 0.065, 35.572, 0.273),
        (11.826, 0.028, 17.801, 0.031, 23.063, 0.035),
        (6.013, 0.019, 12.659, 0.024, 18.790, 0.030),
        (1.788, 0.013, 6.128, 0.018, 11.642, 0.023),
    ],
    "graph": [
        (0.171, 0.001, 0.629, 0.002, 52.186, 0.001),
        (0.816, 0.004, 89.602, 0.024, 82.493, 0.141),
        (1.156, 0.008, 100.224, 0.025, 49.926, 0.650),
        (5.859, 0.012, 12.410, 0.071, 60.105, 2.592),
        (1.189, 0.008, 81.190, 0.007, 65.981, 0.017),
        (0.917, 0.006, 2.065, 0.007, 147.352, 0.234),
        (0.461, 0.006, 0.799, 0.008, 2.206, 0.008),
        (0.203, 0.005, 0.500, 0.008, 0.737, 0.007),
        (0.051, 0.003, 0.184, 0.005, 0.398, 0.005),
    ],
}

# Tables 2 and 4 as printed, a row per share of hints.
PRINTED_COUNTS: Final[dict[FieldKind, list[tuple[str, str, str]]]] = {
    "grid": [
        ("1.53e30", "6.33e47", "1.92e55"),
        ("3.76e30", "1.35e55", "8.41e71"),
        ("1.12e20", "8.29e37", "2.81e51"),
        ("4.09e7", "5.24e21", "5.90e39"),
        ("512", "1.73e7", "6.89e25"),
        ("16", "65536", "3.52e6"),
        ("1", "64", "6912"),
        ("1", "2", "4"),
        ("2", "1", "1"),
    ],
    "graph": [
        ("10251360", "3.63e9", "1.23e15"),
        ("2419200", "7.65e10", "1.75e14"),
        ("4", "7.97e7", "7.15e10"),
        ("90", "11520", "1.28e8"),
        ("4", "12", "864"),
        ("1", "4", "4"),
        ("1", "1", "2"),
        ("1", "1", "1"),
        ("1", "1", "1"),
    ],
}

_TABLES: Final[dict[FieldKind, tuple[int, int, str]]] = {
    "grid": (1, 2, "30×30 grids"),
    "graph": (3, 4, "random graphs with 300 vertices and 900 edges"),
}


@dataclass(frozen=True)
class Measured:
    """One board: its class, how many solutions, the seconds of each method (None: given up)."""

    about: FieldClass
    count: int
    seconds: dict[Method, float | None]


def report(quick: bool, figures: Path) -> Iterator[str | Done]:
    """Tables 1–4 beside the paper's, a plot, and the seeds."""
    patience = _QUICK_SECONDS if quick else _RUN_SECONDS
    yield from suzuki_2015_items.figures(figures)
    yield ""
    yield from list_items(list(suzuki_2015_items.items()))
    yield ""
    yield f"One board per class, seed {SEED}; a method is given up after {patience:g} s ('–')."
    yield f"Seconds are the best of up to {_RUNS} runs, as far as {_SPENT:g} s allow."
    yield "zdd and dc are the paper's seconds; intersection and degree are its methods in demine."
    measured: dict[FieldKind, list[Measured]] = {}
    boards = {kind: classes(kind) for kind in _TABLES}
    total, done = sum(map(len, boards.values())), 0
    for kind, (times, counts, words) in _TABLES.items():
        measured[kind] = []
        for about in boards[kind]:
            yield Done(done, total)
            measured[kind].append(measure(about, patience))
            done += 1
        yield ""
        yield f"Table {times}. Seconds to find all solutions, {words}."
        yield from align(_seconds_table(kind, measured[kind]))
        yield ""
        yield f"Table {counts}. Number of solutions, {words}."
        yield from align(_counts_table(kind, measured[kind]))
    yield ""
    yield from try_to_draw("The times are", partial(draw, measured), figures / "suzuki-2015.svg")


def measure(about: FieldClass, patience: float) -> Measured:
    """All methods on the board of a class; their counts must agree."""
    position = about.position()
    count = position.solutions(loose=False).count()
    return Measured(
        about, count, {method: _seconds(position, method, count, patience) for method in METHODS}
    )


def _seconds(position: Position, method: Method, count: int, patience: float) -> float | None:
    """To construct the set, as in the paper: the best of some runs. None if it was given up."""
    seconds: list[float] = []
    while not seconds or (len(seconds) < _RUNS and sum(seconds) < _SPENT):
        start = perf_counter()
        try:
            found = position.solutions(method, loose=False, seconds=patience)
        except (Timeout, TooWide):
            return None
        seconds.append(perf_counter() - start)
        if found.count() != count:
            raise AssertionError(f"{method} finds {found.count()} solutions, expected {count}")
    return min(seconds)


def _seconds_table(kind: FieldKind, measured: Sequence[Measured]) -> list[tuple[str, ...]]:
    """Per share of hints and of mines: the paper's two methods, then ours."""
    rows: list[tuple[str, ...]] = [
        ("hints", "mines", "zdd", "dc", "intersection", "degree", "cells")
    ]
    for found in measured:
        hints, mines = HINT_SHARES.index(found.about.hints), MINE_SHARES.index(found.about.mines)
        printed = PRINTED_SECONDS[kind][hints][2 * mines : 2 * mines + 2]
        ours = (found.seconds[method] for method in ("intersection", "degree", "cells"))
        words = ("–" if seconds is None else f"{seconds:.6f}" for seconds in ours)
        rows.append((*_shares(found.about), *(f"{seconds:.3f}" for seconds in printed), *words))
    return rows


def _counts_table(kind: FieldKind, measured: Sequence[Measured]) -> list[tuple[str, ...]]:
    """Per share of hints and of mines: the paper's count, then ours, of another board."""
    rows: list[tuple[str, ...]] = [("hints", "mines", "paper", "demine")]
    for found in measured:
        hints, mines = HINT_SHARES.index(found.about.hints), MINE_SHARES.index(found.about.mines)
        paper = PRINTED_COUNTS[kind][hints][mines]
        rows.append((*_shares(found.about), paper, short(found.count)))
    return rows


def _shares(about: FieldClass) -> tuple[str, str]:
    return f"{about.hints} %", f"{about.mines} %"


def short(count: int) -> str:
    """As the paper writes it: in full up to eight digits, else to three digits and a power."""
    if count < 10**8:
        return str(count)
    digits, power = f"{count:.2e}".split("e+")
    return f"{digits}e{int(power)}"


def draw(measured: dict[FieldKind, list[Measured]], path: Path) -> None:
    """A panel per kind of board and share of mines; `ImportError` without matplotlib."""
    shape = len(measured), len(MINE_SHARES)
    with svg_plot(path, *shape, figsize=(12, 7), sharey=True) as panels:
        for row, (kind, found) in zip(panels, measured.items(), strict=True):
            for panel, mines in zip(row, MINE_SHARES, strict=True):
                _draw_panel(panel, kind, mines, [m for m in found if m.about.mines == mines])
        panels[0][0].legend(fontsize="small")


def _draw_panel(panel: Any, kind: FieldKind, mines: int, found: Sequence[Measured]) -> None:
    column = MINE_SHARES.index(mines)
    for offset, name in enumerate(("zdd", "dc")):
        printed = [row[2 * column + offset] for row in PRINTED_SECONDS[kind]]
        panel.semilogy(HINT_SHARES, printed, "--", alpha=0.5, label=f"paper: {name}")
    for method, marker in zip(METHODS, "os^", strict=True):
        seconds = [(m.about.hints, m.seconds[method]) for m in found]
        done = [(hints, time) for hints, time in seconds if time is not None]
        panel.semilogy(*zip(*done, strict=True), marker=marker, label=f"demine: {method}")
    panel.set(title=f"{kind}, {mines} % mines", xlabel="hints (%)", ylabel="seconds")
