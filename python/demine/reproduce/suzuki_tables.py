"""Tables 1–4 of Suzuki, Hao and Minato: seconds and numbers of solutions on random boards.

The paper draws one board per class and does not publish it. Here each class has twenty boards with
seeds 1 to 20, so the tables show medians and the worst case. Every method must give the same count
on a board, which is checked. Seconds are processor times.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb, inf
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final

from demine.errors import FormatError, Timeout, TooWide
from demine.files import append_lines, content_lines, decode, read_as, records
from demine.reproduce import minefields
from demine.reproduce.minefields import MINE_SHARES, NUMBER_SHARES, FieldClass, FieldKind
from demine.reproduce.plot import svg_plot
from demine.reproduce.tables import Done, Item, align
from demine.solutions import METHODS, Sets, subgraphs

SEEDS: Final = range(1, 21)

# Time limit in seconds per method and board.
_RUN_SECONDS: Final = 30.0
_QUICK_SECONDS: Final = 1.0

# A single short run says more about the machine than about the method. So runs are repeated, at
# most _RUNS times, until they have taken _SPENT seconds.
_RUNS: Final = 5
_SPENT: Final = 0.05

# The paper's zdd and dc, its edges after deduction, and our default.
COLUMNS: Final = ("intersection", "degree", "subgraphs", "cells")

_ROWS: Final = [
    line.split()
    for line in Path(__file__).with_name("suzuki_2015.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
_PRINTED: Final[dict[FieldKind, list[list[str]]]] = {"grid": _ROWS[:9], "graph": _ROWS[9:]}
PRINTED_SECONDS: Final = {
    kind: [tuple(map(float, row[:6])) for row in rows] for kind, rows in _PRINTED.items()
}
PRINTED_COUNTS: Final = {kind: [tuple(row[6:]) for row in rows] for kind, rows in _PRINTED.items()}

TABLES: Final[dict[FieldKind, tuple[int, int, str]]] = {
    "grid": (1, 2, "30×30 grids"),
    "graph": (3, 4, "random graphs with 300 vertices and 900 edges"),
}

# The class of grids where the paper's dc loses to zdd.
_LOST: Final = FieldClass("grid", mines=30, numbers=40)

_SCHEMA: Final = {
    "kind": records.one_of("grid", "graph"),
    "mines": records.one_of(*MINE_SHARES),
    "numbers": records.one_of(*NUMBER_SHARES),
    "seed": records.whole(),
    "limit": records.number(0, inf),
    "count": records.text(),
    "seconds": records.list_of(records.number(-1, inf), len(COLUMNS), len(COLUMNS)),
}


@dataclass(frozen=True)
class Measured:
    """One board: its class, its number of solutions, each method's seconds (inf: not finished)."""

    about: FieldClass
    seed: int
    count: int
    seconds: dict[str, float]


def measure_all(quick: bool, folder: Path | None = None) -> Iterator[Done | Measured]:
    """Every board of every class, with the progress; quick: one board per class.

    Boards that a file of the folder holds are not measured again; the others are appended to it.
    """
    limit = _QUICK_SECONDS if quick else _RUN_SECONDS
    file = None if folder is None else folder / "suzuki-2015-tables.jsonl"
    kept = {} if file is None else _read(file, limit)
    seeds = SEEDS[:1] if quick else SEEDS
    boards = [(a, seed) for kind in TABLES for a in minefields.classes(kind) for seed in seeds]
    for done, (about, seed) in enumerate(boards):
        yield Done(done, len(boards))
        found = kept.get((about, seed))
        if found is None:
            found = measure(about, seed, limit)
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                append_lines(file, _line(found, limit))
        yield found


def measure(about: FieldClass, seed: int, limit: float) -> Measured:
    """Time all methods on one board; their counts must agree."""
    position = about.position(seed)
    count = position.solutions(loose=False).count()
    methods: dict[str, Callable[[], Sets[Any, Any]]] = {
        method: partial(position.solutions, method, loose=False, seconds=limit, cache=False)
        for method in METHODS
    }
    methods["subgraphs"] = partial(subgraphs, *position.degree_model(), seconds=limit)
    seconds = {method: best_seconds(methods[method], count) for method in COLUMNS}
    return Measured(about, seed, count, seconds)


def best_seconds(construct: Callable[[], Sets[Any, Any]], count: int) -> float:
    """The best time to construct the set, as in the paper; inf if a limit was reached."""
    seconds: list[float] = []
    while not seconds or (len(seconds) < _RUNS and sum(seconds) < _SPENT):
        start = process_time()
        try:
            found = construct()
        except (Timeout, TooWide):
            return inf
        seconds.append(process_time() - start)
        if found.count() != count:
            raise AssertionError(f"{found.count()} solutions found, expected {count}")
    return min(seconds)


def _line(found: Measured, limit: float) -> str:
    # JSON has no infinity: −1 is a method that did not finish.
    times = [-1 if (s := found.seconds[method]) == inf else s for method in COLUMNS]
    about = {"kind": found.about.kind, "mines": found.about.mines, "numbers": found.about.numbers}
    rest = {"seed": found.seed, "limit": limit, "count": str(found.count), "seconds": times}
    return json.dumps(about | rest) + "\n"


def _read(file: Path, limit: float) -> dict[tuple[FieldClass, int], Measured]:
    """The boards of earlier runs with the same limit; none if there is no file."""
    if not file.exists():
        return {}
    lines = read_as(file, lambda data: content_lines(decode(data)))
    found = [_parse(file, number, line) for number, line in lines]
    return {(one.about, one.seed): one for one, its_limit in found if its_limit == limit}


def _parse(file: Path, number: int, line: str) -> tuple[Measured, float]:
    try:
        row = records.read(line, _SCHEMA, "a measured board")
    except FormatError as error:
        raise FormatError(f"{file}: line {number}: {error}") from None
    times = [inf if seconds < 0 else seconds for seconds in row["seconds"]]
    about = FieldClass(row["kind"], row["mines"], row["numbers"])
    seconds = dict(zip(COLUMNS, times, strict=True))
    return Measured(about, row["seed"], int(row["count"]), seconds), row["limit"]


def tables(measured: Sequence[Measured]) -> Iterator[str]:
    """Tables 1–4: the paper's figures, then the median and the worst of our boards."""
    for kind, (times, counts, words) in TABLES.items():
        found = [one for one in measured if one.about.kind == kind]
        yield ""
        yield f"Table {times}. Seconds to find all solutions, {words}."
        yield from align(_seconds_table(kind, found))
        yield ""
        yield f"Table {counts}. Number of solutions, {words}."
        yield from align(_counts_table(kind, found))


def _seconds_table(kind: FieldKind, measured: Sequence[Measured]) -> list[tuple[str, ...]]:
    """Per share of numbers and of mines: the paper's two methods, then ours."""
    rows: list[tuple[str, ...]] = [("numbers", "mines", "zdd", "dc", *COLUMNS)]
    for about in minefields.classes(kind):
        row, column = _entry(about)
        printed = PRINTED_SECONDS[kind][row][2 * column : 2 * column + 2]
        own = [one for one in measured if one.about == about]
        ours = (_spread([one.seconds[method] for one in own]) for method in COLUMNS)
        rows.append((*_shares(about), *(f"{seconds:.3f}" for seconds in printed), *ours))
    return rows


def _spread(seconds: Sequence[float]) -> str:
    """The median and the worst, and how many boards were not finished."""
    if not seconds:
        return "–"
    lost = sum(one == inf for one in seconds)
    words = [_short_seconds(median(seconds))]
    words += [_short_seconds(max(seconds))] if len(seconds) > 1 and not lost else []
    words += [f"– ({lost} of {len(seconds)})"] if lost and len(seconds) > 1 else []
    return " … ".join(words)


def _short_seconds(seconds: float) -> str:
    return "–" if seconds == inf else f"{seconds:#.2g}"


def _counts_table(kind: FieldKind, measured: Sequence[Measured]) -> list[tuple[str, ...]]:
    """Per share of numbers and of mines: the paper's count, then those of our boards."""
    rows: list[tuple[str, ...]] = [("numbers", "mines", "paper", "least", "median", "largest")]
    for about in minefields.classes(kind):
        row, column = _entry(about)
        counts = sorted(one.count for one in measured if one.about == about)
        ours = (counts[0], counts[len(counts) // 2], counts[-1]) if counts else ()
        rows.append((*_shares(about), PRINTED_COUNTS[kind][row][column], *map(short, ours)))
    return rows


def items(measured: Sequence[Measured]) -> Iterator[Item]:
    """The statements about Tables 1–4. With one board per class there is no verdict."""
    for kind, (times, counts, _) in TABLES.items():
        found = [one for one in measured if one.about.kind == kind]
        is_enough = len(found) == len(minefields.classes(kind)) * len(SEEDS)
        yield _winners(kind, times, found, is_enough)
        yield _counts_item(kind, counts, found, is_enough)
    yield _fastest(measured)


def _winners(kind: FieldKind, table: int, found: Sequence[Measured], is_enough: bool) -> Item:
    """Whether dc wins in the median of every class, and where it loses on single boards."""
    classes = minefields.classes(kind)
    own = {about: [one for one in found if one.about == about] for about in classes}
    won = [
        about
        for about in classes
        if _typical(own[about], "degree") < _typical(own[about], "intersection")
    ]
    lost = {about: sum(map(_is_lost, own[about])) for about in classes}
    most = max(classes, key=lambda about: lost[about])
    shares = f"{most.mines} % mines, {most.numbers} % numbers"
    here = f"degree wins in the median of {len(won)} of {len(classes)} classes"
    here += f", and loses on {sum(lost.values())} of {len(found)} boards"
    here += f": most often at {shares}, on {lost[most]}" if lost[most] else ""
    here += f" (30 % mines, 40 % numbers: {lost.get(_LOST, 0)})" if kind == "grid" else ""
    is_met = len(won) == len(classes) and (kind == "graph" or lost.get(_LOST, 0) > 0)
    claim = "all classes" if kind == "graph" else "all classes but 30 % mines, 40 % numbers"
    return Item(f"Table {table}: dc beats zdd in {claim}", here, is_met if is_enough else None)


def _typical(boards: Sequence[Measured], method: str) -> float:
    return median(one.seconds[method] for one in boards)


def _is_lost(one: Measured) -> bool:
    return one.seconds["degree"] > one.seconds["intersection"]


def _counts_item(kind: FieldKind, table: int, found: Sequence[Measured], is_enough: bool) -> Item:
    """A further board of a class is below the least or above the largest of n in 2 of n + 1 cases.

    So the number of classes in which the paper's board is outside has a known distribution. The
    verdict is no if so many or more are outside with a chance below 1 %.
    """
    classes = minefields.classes(kind)
    outside = 0
    for about in classes:
        row, column = _entry(about)
        counts = [one.count for one in found if one.about == about]
        printed = float(PRINTED_COUNTS[kind][row][column])
        # The paper rounds to three digits.
        outside += not 0.995 * min(counts) <= printed <= 1.005 * max(counts)
    here = f"{len(classes) - outside} of {len(classes)} are between the least and the largest"
    expected = tail(len(classes), 2 / (len(SEEDS) + 1), outside) >= 0.01
    claim = f"Table {table}: its counts are those of boards like ours"
    return Item(claim, f"{here} count of our boards", expected if is_enough else None)


def tail(n: int, chance: float, least: int) -> float:
    """The probability of at least so many successes in n trials."""
    return sum(comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(least, n + 1))


def _fastest(measured: Sequence[Measured]) -> Item:
    ratios = [
        (one.seconds["intersection"] / one.seconds["degree"], one)
        for one in measured
        if one.seconds["degree"] < inf and one.seconds["intersection"] < inf
    ]
    most, where = max(ratios, key=lambda pair: pair[0])
    name = f"{where.about.kind}, {where.about.mines} % mines, {where.about.numbers} % numbers"
    here = f"at most {most:.0f} times ({name}, seed {where.seed})"
    return Item("§5: 100 times as fast as our `intersection`, which has better orders", here, None)


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


def draw(measured: Sequence[Measured], path: Path) -> None:
    """A panel per kind of board and share of mines; `ImportError` without matplotlib."""
    with svg_plot(path, len(TABLES), len(MINE_SHARES), figsize=(12, 7), sharey=True) as panels:
        for row, kind in zip(panels, TABLES, strict=True):
            for panel, mines in zip(row, MINE_SHARES, strict=True):
                own = [m for m in measured if (m.about.kind, m.about.mines) == (kind, mines)]
                _draw_panel(panel, kind, mines, own)
        panels[0][0].legend(fontsize="small")


def _draw_panel(panel: Any, kind: FieldKind, mines: int, found: Sequence[Measured]) -> None:
    column = MINE_SHARES.index(mines)
    for offset, name in enumerate(("zdd", "dc")):
        printed = [row[2 * column + offset] for row in PRINTED_SECONDS[kind]]
        panel.semilogy(NUMBER_SHARES, printed, "--", alpha=0.5, label=f"paper: {name}")
    for method, marker in zip(COLUMNS, "os^d", strict=True):
        seconds = [
            (share, [m.seconds[method] for m in found if m.about.numbers == share])
            for share in NUMBER_SHARES
        ]
        shown = [
            (share, median(times)) for share, times in seconds if times and median(times) < inf
        ]
        panel.semilogy(*zip(*shown, strict=True), marker=marker, label=f"demine: {method}")
    panel.set(title=f"{kind}, {mines} % mines", xlabel="numbers (%)", ylabel="seconds (median)")
