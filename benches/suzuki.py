"""Paper-sized systems (Suzuki, Hao and Minato 2015): every count, against Graphillion.

    python benches/suzuki.py [--quick]

Graphillion gets its best: constraints simplified by unit propagation, cells as variables, and the
cheapest of 60 sweep orders; its time excludes all of that. Ours starts from the plain position.
"""

from __future__ import annotations

from statistics import median

from bench import QUICK, pretty, ratio, table, time_call

import data
import peers
from data import System

# TdZdd in C++ with its best order, from another run: seconds for 162 systems of the same classes.
TDZDD_SECONDS, TDZDD_SYSTEMS = 2.6, 162

Times = tuple[float, float, float]


def times(system: System) -> Times:
    """Seconds: ours, ours including the construction of board and position, Graphillion's."""
    position = system.position()
    ours, count = time_call(lambda: position.count(cache=False), repeat=3)
    assert count == system.count, system.name
    whole, count = time_call(lambda: system.position().count(cache=False), repeat=3)
    assert count == system.count, system.name
    sweep = peers.sweep(peers.propagate(system.constraints))
    theirs, count = time_call(lambda: peers.graphillion_by_cells(sweep), repeat=3)
    assert count == system.count, system.name
    return ours, whole, theirs


def row(name: str, taken: list[Times]) -> list[str]:
    """Totals, medians and worst cases of a class of systems."""
    ours, whole, theirs = zip(*taken, strict=True)
    return [
        f"{name} ({len(taken)})",
        *(pretty(f(ours)) for f in (sum, median, max)),
        pretty(sum(whole)),
        *(pretty(f(theirs)) for f in (sum, median, max)),
        ratio(sum(theirs), sum(ours)),
    ]


def main() -> None:
    """Time every system; print a row per class."""
    systems = list(data.suzuki())[:: 6 if QUICK else 1]
    taken = {system.name: times(system) for system in systems}
    kinds = sorted({name.rsplit("_", 2)[0] for name in taken})
    rows = [row(kind, [t for name, t in taken.items() if name.startswith(kind)]) for kind in kinds]
    ours = ["ours: total", "median", "worst", "with building"]
    theirs = ["Graphillion: total", "median", "worst"]
    table(
        ["class (systems)", *ours, *theirs, "ratio of totals"],
        [*rows, row("all", list(taken.values()))],
    )
    each = sum(t[0] for t in taken.values()) / len(taken)
    print(
        "not the same run: TdZdd's recorded mean of "
        f"{pretty(TDZDD_SECONDS / TDZDD_SYSTEMS)} per system is "
        f"{ratio(TDZDD_SECONDS / TDZDD_SYSTEMS, each)} our mean of {pretty(each)}"
    )


if __name__ == "__main__":
    main()
