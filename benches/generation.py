"""All solutions: our default method beside Graphillion, and beside each of our other methods.

    python benches/generation.py [--full]

Graphillion solves the paper's own model (`GraphSet.graphs` with degree constraints), after unit
propagation and with a good order of the edges; its time excludes both. Graphillion and our default
each run in a process of its own, and the bench prints the growth of its memory beside the time.

Then our three methods run in turns on every system, on the boards of `demine reproduce
suzuki-2015`, on Expert positions from the middle of a game, and on small and trivial boards. The
default must not be slower than another method by more than the stated tolerance, neither to
construct a set nor to construct and count it.

Times are processor times, the median of up to nine runs where one is short. Every count is
asserted. The bench takes every fourth position, or all of them with `--full`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from multiprocessing.connection import Connection
from random import Random
from statistics import median
from time import process_time

from bench import pretty, ratio, table

import data
import demine
import peers
from data import System
from demine import Position, Timeout, TooWide
from demine.labels import Label
from demine.reproduce import minefields
from demine.solutions import METHODS, Method

PATIENCE = 10.0
WORST = "grid_m30_h40"
NOTICEABLE = 0.010

# Runs are repeated at most nine times, until they have taken this many seconds.
TURNS, SPENT = 9, 0.05

# Timer and allocator make equal work differ by up to a tenth and five microseconds.
TOLERANCE, LEAST = 1.1, 5e-6

Tool = Callable[[System], tuple[float, int]]


def cells(system: System) -> tuple[float, int]:
    """Our default: seconds, and the count."""
    position = system.position()
    started = process_time()
    count = position.solutions().count()
    return process_time() - started, count


def graphillion(system: System) -> tuple[float, int]:
    """The paper's model in Graphillion."""
    sweep = peers.sweep(peers.propagate(system.constraints))
    started = process_time()
    count = peers.graphillion_by_degrees(sweep)
    return process_time() - started, count


def run(tool: Tool, systems: list[System]) -> tuple[list[float], int]:
    """The seconds of each system, and the kilobytes by which the process grew."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_run, args=(tool, systems, theirs))
    child.start()
    theirs.close()
    seconds, kilobytes = ours.recv()
    child.join()
    return seconds, kilobytes


def _run(tool: Tool, systems: list[System], result: Connection) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds = [_seconds(tool, system) for system in systems]
    result.send((seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))


def _seconds(tool: Tool, system: System) -> float:
    """The median of some runs."""
    seconds: list[float] = []
    while is_to_be_repeated(seconds):
        took, count = tool(system)
        assert count == system.count, system.name
        seconds.append(took)
    return median(seconds)


def is_to_be_repeated(seconds: Sequence[float]) -> bool:
    """Whether the runs so far were few and short."""
    return not seconds or (len(seconds) < TURNS and sum(seconds) < SPENT)


def beside_graphillion(systems: list[System]) -> None:
    """Print totals, the worst class, and every system on which we are slower."""
    results = {tool.__name__: run(tool, systems) for tool in (cells, graphillion)}
    ours, theirs = results["cells"][0], results["graphillion"][0]
    rows = [
        [
            name,
            pretty(median(seconds)),
            pretty(max(seconds)),
            pretty(sum(seconds)),
            ratio(sum(seconds), sum(ours)),
            f"{kilobytes / 1024:.1f} MB",
        ]
        for name, (seconds, kilobytes) in results.items()
    ]
    print(f"{len(systems)} systems of the paper's classes\n")
    table(["tool", "median", "worst", "total", "total / ours", "peak memory"], rows)
    worst = [s for s, system in zip(ours, systems, strict=True) if system.name.startswith(WORST)]
    if worst:
        print(f"The paper's worst class, {WORST}: median {pretty(median(worst))}.")
    slower = [
        system.name
        for system, us, them in zip(systems, ours, theirs, strict=True)
        if them > NOTICEABLE and us > them
    ]
    print(f"Slower than Graphillion where that takes over 10 ms: {', '.join(slower) or 'never'}.")


@dataclass(frozen=True)
class Named:
    """A position with its name, and its number of solutions if another tool counted them."""

    name: str
    position: Position
    count: int | None = None


def paper_sized() -> Iterator[Named]:
    """The committed systems, and the boards of the reproduction."""
    for system in data.suzuki():
        yield Named(system.name, system.position(), system.count)
    for kind in ("grid", "graph"):
        for about in minefields.classes(kind):
            name = f"reproduced {kind}_m{about.mines}_h{about.numbers}"
            yield Named(name, about.position())


def experts() -> Iterator[Named]:
    """From the middle of a game, with and without the number of mines."""
    for kind in ("stuck", "guess"):
        for i, position in enumerate(data.expert(kind)):
            yield Named(f"{kind} {i}", position)
            yield Named(f"{kind} {i}, any number of mines", position.with_mines(None))


def small() -> Iterator[Named]:
    """No number, one number, one class, long chains, and random boards of a few cells."""
    for rows, columns in ((1, 1), (3, 3), (9, 9), (16, 30), (100, 100)):
        board, middle = demine.grid(rows, columns), rows * columns // 2
        covered: list[Label] = ["?"] * len(board)
        yield Named(f"{board!r}, no number", Position(board, covered))
        for count in {min(len(board.neighbours(middle)), count) for count in (0, 1, 4, 8)}:
            labels: list[Label] = [*covered[:middle], count, *covered[middle + 1 :]]
            yield Named(f"{board!r}, one number of {count}", Position(board, labels))
    for leaves in (2, 10, 300):
        star = demine.from_edges(leaves + 1, [(0, leaf) for leaf in range(1, leaves + 1)])
        yield Named(f"star {leaves}", Position(star, [leaves // 2, *["?"] * leaves]))
    for cells in (5, 101, 1001):
        path = demine.from_edges(cells, [(i, i + 1) for i in range(cells - 1)])
        labels = [1 if cell % 2 else "?" for cell in path.cells]
        yield Named(f"path {cells}", Position(path, labels))
    random = Random(1)
    for side, mines, numbers in product((2, 3, 5, 8), (10, 25), (20, 50, 90)):
        yield from _random(random, side, mines, numbers)


def _random(random: Random, side: int, mines: int, numbers: int) -> Iterator[Named]:
    """Three boards with so many mines and numbers, in percent."""
    board = demine.grid(side, side)
    for number in range(3):
        mined = {cell for cell in board.cells if random.random() < mines / 100}
        labels = [
            len(mined.intersection(board.neighbours(cell)))
            if cell not in mined and random.random() < numbers / 100
            else "?"
            for cell in board.cells
        ]
        yield Named(f"{board!r} m{mines}_h{numbers} {number}", Position(board, labels))


Seconds = tuple[float, float]
"""To construct, and to construct and count."""

Times = dict[Method, Seconds | None]
"""None for a method that reached its limit."""


def once(position: Position, method: Method) -> tuple[Seconds, int] | None:
    """One run of a method, and the count; None if it reaches its limit."""
    started = process_time()
    try:
        found = position.solutions(method, seconds=PATIENCE)
    except (Timeout, TooWide):
        return None
    built = process_time()
    count = found.count()
    return (built - started, process_time() - started), count


def in_turns(named: Named) -> Times:
    """Median seconds of each method."""
    runs: dict[Method, list[Seconds]] = {method: [] for method in METHODS}
    counts = set() if named.count is None else {named.count}
    for _, method in product(range(TURNS), METHODS):
        if method in runs and is_to_be_repeated([both for _, both in runs[method]]):
            if (run := once(named.position, method)) is None:
                del runs[method]
            else:
                runs[method].append(run[0])
                counts.add(run[1])
    assert len(counts) == 1, (named.name, counts)
    return {method: _medians(runs[method]) if method in runs else None for method in METHODS}


def _medians(runs: Sequence[Seconds]) -> Seconds:
    return median(built for built, _ in runs), median(both for _, both in runs)


def is_slower(ours: Seconds, theirs: Seconds) -> bool:
    """Whether we are beyond the tolerance, in one of the two times."""
    return any(us > TOLERANCE * them + LEAST for us, them in zip(ours, theirs, strict=True))


def method_by_method(kinds: dict[str, Iterable[Named]]) -> None:
    """Print the totals of each kind of position, and every position on which our default loses."""
    rows, slower, positions = [], [], 0
    for kind, instances in kinds.items():
        times = {named.name: in_turns(named) for named in instances}
        positions += len(times)
        rows += [[kind, method, *_summary(method, times.values())] for method in METHODS]
        slower += [
            f"{name}: {_words(ours)}, {method} {_words(theirs)}"
            for name, by_method in times.items()
            for method, theirs in by_method.items()
            if (ours := by_method["cells"]) is None or (theirs and is_slower(ours, theirs))
        ]
    print(f"\n{positions} positions, our three methods in turns\n")
    table(["positions", "method", "total", "… and count", "total / ours", "not finished"], rows)
    print(
        f"`cells` slower than another method by more than {100 * (TOLERANCE - 1):.0f} % and "
        f"{pretty(LEAST)}: {len(slower) or 'never'}."
    )
    for line in slower:
        print(f"  {line}")


def _summary(method: Method, times: Iterable[Times]) -> list[str]:
    """Totals where the method finished, as a share of ours there, and where it did not."""
    pairs = [(found[method], found["cells"]) for found in times]
    done = [(theirs, ours) for theirs, ours in pairs if theirs and ours]
    built, both, ours = (
        sum(theirs[0] for theirs, _ in done),
        sum(theirs[1] for theirs, _ in done),
        sum(ours[1] for _, ours in done),
    )
    return [pretty(built), pretty(both), ratio(both, ours), str(len(pairs) - len(done))]


def _words(times: Seconds | None) -> str:
    return (
        "given up" if times is None else f"{pretty(times[0])} ({pretty(times[1])} with the count)"
    )


def main() -> None:
    """Both comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true")
    step = 1 if parser.parse_args().full else 4
    beside_graphillion(list(data.suzuki())[::step])
    kinds = {"paper-sized": paper_sized, "Expert": experts, "small": small}
    method_by_method({kind: list(make())[::step] for kind, make in kinds.items()})


if __name__ == "__main__":
    main()
