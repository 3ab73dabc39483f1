"""H. Suzuki, S. Hao, S. Minato, *Generating all solutions of Minesweeper problem*: Tables 1–4.

The paper's boards are random and not published. Its results are shown beside those of other boards
of the same class, without a verdict, since neither times nor counts can agree exactly. The three
methods must give the same count on each board, which is checked.

The paper calls the numbers of opened cells hints.
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
from demine.reproduce import minefields, suzuki_2015_items
from demine.reproduce.minefields import MINE_SHARES, NUMBER_SHARES, FieldClass, FieldKind
from demine.reproduce.plot import svg_plot, try_to_draw
from demine.reproduce.tables import Done, align, list_items
from demine.solutions import METHODS, Method

# Time limit in seconds per method and board.
_RUN_SECONDS: Final = 30.0
_QUICK_SECONDS: Final = 1.0

# A single short run says more about the machine than about the method. So runs are repeated, at
# most _RUNS times, until they have taken _SPENT seconds.
_RUNS: Final = 9
_SPENT: Final = 0.1

_ROWS: Final = [
    line.split()
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
_PRINTED: Final[dict[FieldKind, list[list[str]]]] = {"grid": _ROWS[:9], "graph": _ROWS[9:]}
PRINTED_SECONDS: Final = {
    kind: [tuple(map(float, row[:6])) for row in rows] for kind, rows in _PRINTED.items()
}
PRINTED_COUNTS: Final = {kind: [tuple(row[6:]) for row in rows] for kind, rows in _PRINTED.items()}

_TABLES: Final[dict[FieldKind, tuple[int, int, str]]] = {
    "grid": (1, 2, "30×30 grids"),
    "graph": (3, 4, "random graphs with 300 vertices and 900 edges"),
}


@dataclass(frozen=True)
class Measured:
    """One board: its class, its number of solutions, each method's seconds (None: out of time)."""

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
    yield f"One board per class, seed {minefields.SEED}. '–' is a method that took more than"
    yield f"{patience:g} s. Seconds are the best of up to {_RUNS} runs within {_SPENT:g} s."
    yield "zdd and dc are the paper's seconds; intersection and degree are its methods in demine."
    measured: dict[FieldKind, list[Measured]] = {}
    boards = {kind: minefields.classes(kind) for kind in _TABLES}
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
    """Time all methods on the board of a class; their counts must agree."""
    position = about.position()
    count = position.solutions(loose=False).count()
    return Measured(
        about, count, {method: _seconds(position, method, count, patience) for method in METHODS}
    )


def _seconds(position: Position, method: Method, count: int, patience: float) -> float | None:
    """The best time to construct the set, as in the paper; None if the time limit was reached."""
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
    """Per share of numbers and of mines: the paper's two methods, then ours."""
    ours: tuple[Method, ...] = ("intersection", "degree", "cells")
    rows: list[tuple[str, ...]] = [("numbers", "mines", "zdd", "dc", *ours)]
    for found in measured:
        row, column = _entry(found.about)
        printed = PRINTED_SECONDS[kind][row][2 * column : 2 * column + 2]
        times = (found.seconds[method] for method in ours)
        words = ("–" if seconds is None else f"{seconds:.6f}" for seconds in times)
        rows.append((*_shares(found.about), *(f"{seconds:.3f}" for seconds in printed), *words))
    return rows


def _counts_table(kind: FieldKind, measured: Sequence[Measured]) -> list[tuple[str, ...]]:
    """Per share of numbers and of mines: the paper's count, then that of our board."""
    rows: list[tuple[str, ...]] = [("numbers", "mines", "paper", "demine")]
    for found in measured:
        row, column = _entry(found.about)
        paper = PRINTED_COUNTS[kind][row][column]
        rows.append((*_shares(found.about), paper, short(found.count)))
    return rows


def _entry(about: FieldClass) -> tuple[int, int]:
    """The row and the column of a class in the paper's tables."""
    return NUMBER_SHARES.index(about.numbers), MINE_SHARES.index(about.mines)


def _shares(about: FieldClass) -> tuple[str, str]:
    return f"{about.numbers} %", f"{about.mines} %"


def short(count: int) -> str:
    """A count in the style of the paper: up to eight digits, else three digits and a power."""
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
        panel.semilogy(NUMBER_SHARES, printed, "--", alpha=0.5, label=f"paper: {name}")
    for method, marker in zip(METHODS, "os^", strict=True):
        seconds = [(m.about.numbers, m.seconds[method]) for m in found]
        done = [(numbers, time) for numbers, time in seconds if time is not None]
        panel.semilogy(*zip(*done, strict=True), marker=marker, label=f"demine: {method}")
    panel.set(title=f"{kind}, {mines} % mines", xlabel="numbers (%)", ylabel="seconds")
