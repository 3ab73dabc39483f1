"""Hard graphs: counting beside building the diagram of all solutions, Graphillion, TdZdd and Ganak.

    python benches/hard_graphs.py [--quick] [--graphs N] [--no-peers] [--tdzdd HEADERS]

200 random graphs of 200 to 500 cells: G(n, m) of average degree 3 to 8, random cubic and
small-world graphs, random geometric graphs and hypercubes, 10 to 50 % mined, 10 to 50 % of the
free cells opened. On each of them the bench computes the count, the counts by mines and the
diagram, without a cache, and compares all answers. It reports and omits graphs on which no method
finishes within the budget.

The promise: `count` takes at most as long as building the diagram, `counts_by_mines` at most twice
as long. It applies to the totals and to every graph on which the diagram takes a millisecond.
Graphillion and TdZdd get simplified constraints and their best order, outside their times, as in
`suzuki.py`; Ganak gets the position as a formula. Each runs in a process of its own with a time
limit. TdZdd is built from its headers, which Graphillion's source package has in
`src/subsetting`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import median
from subprocess import CalledProcessError
from time import process_time

import networkx as nx

import bench

import demine
import peers
import tdzdd
from demine import Position, Timeout, TooWide
from truth import glance, random_truth

BUDGET = 20_000_000
PATIENCE = 20.0
NOTICEABLE = 1e-3

# Times of equal work differ by this much on a busy machine.
TOLERANCE = 1.1


@dataclass(frozen=True)
class Instance:
    """A position on a graph, and the kind of the graph."""

    kind: str
    name: str
    position: Position


def graph(kind: str, random: Random) -> nx.Graph:
    """One graph of a kind."""
    cells, seed = random.randint(200, 500), random.randrange(1 << 30)
    match kind:
        case "gnm":
            degree = random.uniform(3, 8)
            return nx.gnm_random_graph(cells, round(cells * degree / 2), seed)
        case "cubic":
            return nx.random_regular_graph(3, cells // 2 * 2, seed)
        case "small world":
            return nx.watts_strogatz_graph(cells, 4, random.choice((0.1, 0.3)), seed)
        case "geometric":
            radius = (random.uniform(3, 8) / (3.14159 * cells)) ** 0.5
            return nx.random_geometric_graph(cells, radius, seed=seed)
        case _:
            return nx.convert_node_labels_to_integers(nx.hypercube_graph(random.choice((7, 8))))


KINDS = ("gnm", "gnm", "gnm", "gnm", "cubic", "cubic", "small world", "geometric", "hypercube")


def instances(number: int) -> Iterator[Instance]:
    """Positions, the same on every machine."""
    for seed in range(number):
        random = Random(seed)
        kind = KINDS[seed % len(KINDS)]
        drawn = graph(kind, random)
        board = demine.from_edges(len(drawn), [(int(u), int(v)) for u, v in drawn.edges])
        mined, opened = random.uniform(0.1, 0.5), random.uniform(0.1, 0.5)
        position = glance(random_truth(board, mined, random), opened, random)
        name = f"{kind} {seed}: {len(board)} cells, {mined:.0%} mined, {opened:.0%} opened"
        yield Instance(kind, name, position)


Peer = Callable[[Position], tuple[float, int]]


@dataclass(frozen=True)
class Times:
    """Seconds per question, and of each peer; None for a peer that did not finish."""

    count: float
    by_mines: float
    diagram: float
    peers: dict[str, float | None]


def measure(instance: Instance, asked: dict[str, Peer], patience: float) -> Times | None:
    """Every question about one position; None if it exceeds the budget."""
    position = instance.position
    repeat = 3
    try:
        diagram, found = bench.time_call(lambda: position.solutions(states=BUDGET), repeat)
        expected = found.count()
        if diagram > 0.2:
            repeat = 1
        count, answer = bench.time_call(lambda: position.count(cache=False, states=BUDGET), repeat)
        by_mines, counts = bench.time_call(
            lambda: position.counts_by_mines(cache=False, states=BUDGET), repeat
        )
    except (TooWide, Timeout):
        return None
    assert answer == expected == sum(counts), instance.name
    theirs = {name: beside(peer, position, answer, patience) for name, peer in asked.items()}
    return Times(count, by_mines, diagram, theirs)


def swept(position: Position) -> tuple[peers.Sweep, int]:
    """The constraints of a position in their best order, and the cells next to none."""
    edges = [(int(u), int(v)) for u, v in position.board.edges]
    codes = [int(code) for code in position.codes]
    constraints = peers.constraints_of(codes, edges)
    near = {cell for _, cells in constraints for cell in cells}
    loose = sum(code == -1 and cell not in near for cell, code in enumerate(codes))
    return peers.sweep(peers.propagate(constraints)), loose


def by_graphillion(position: Position) -> tuple[float, int]:
    """Seconds and the count of Graphillion."""
    sweep, loose = swept(position)
    seconds, count = bench.time_call(lambda: peers.graphillion_by_cells(sweep))
    return seconds, count << loose


def by_tdzdd(program: Path, position: Position) -> tuple[float, int]:
    """Seconds and the count of TdZdd."""
    sweep, loose = swept(position)
    seconds, count = tdzdd.count(program, sweep)
    return seconds, count << loose


def by_ganak(position: Position) -> tuple[float, int]:
    """Seconds and the count of Ganak."""
    formula = demine.dumps(position, format="cnf")
    return bench.time_call(lambda: peers.ganak(formula))


def beside(peer: Peer, position: Position, expected: int, patience: float) -> float | None:
    """Seconds of a peer in a process of its own; its answer must be ours."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_answer, args=(peer, position, theirs, patience))
    child.start()
    theirs.close()
    try:
        seconds, count = ours.recv()
    except EOFError:
        return None
    finally:
        child.kill()
        child.join()
    assert count == expected, (peer, count, expected)
    return float(seconds)


def _answer(peer: Peer, position: Position, result: Connection, patience: float) -> None:
    # The system ends a process that takes more time, and its children.
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(patience), ceil(patience)))
    with suppress(CalledProcessError):
        result.send(peer(position))


def row(name: str, taken: list[Times]) -> list[str]:
    """Totals of a kind of graph, and their ratios to building the diagram."""
    diagram = sum(t.diagram for t in taken)
    count, by_mines = sum(t.count for t in taken), sum(t.by_mines for t in taken)
    cells = [
        f"{name} ({len(taken)})",
        bench.pretty(diagram),
        bench.pretty(count),
        bench.pretty(by_mines),
    ]
    cells += [f"{count / diagram:.2f}", f"{by_mines / diagram:.2f}"]
    return cells + [beside_cell(taken, peer) for peer in taken[0].peers]


def beside_cell(taken: list[Times], peer: str) -> str:
    """A peer's ratio where it finishes, and how often it does not finish or is faster."""
    pairs = [(t.count, seconds) for t in taken if (seconds := t.peers[peer]) is not None]
    ahead = sum(theirs < ours and ours > NOTICEABLE for ours, theirs in pairs)
    total = (
        bench.ratio(sum(theirs for _, theirs in pairs), sum(ours for ours, _ in pairs))
        if pairs
        else "–"
    )
    return f"{total} ({len(taken) - len(pairs)} unfinished, {ahead} ahead)"


def slow(taken: dict[str, Times]) -> list[str]:
    """The graphs on which counting breaks the promise, with both ratios."""
    return [
        f"{name}: count {t.count / t.diagram:.2f}, by mines {t.by_mines / t.diagram:.2f} "
        f"of {bench.pretty(t.diagram)}"
        for name, t in taken.items()
        if t.diagram > NOTICEABLE
        and (t.count > TOLERANCE * t.diagram or t.by_mines > TOLERANCE * 2 * t.diagram)
    ]


def main() -> None:
    """Measure all graphs; print totals per kind, and every graph that breaks the promise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--graphs", type=int, default=30 if bench.QUICK else 200)
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--tdzdd", type=Path, metavar="HEADERS")
    parser.add_argument(
        "--patience", type=float, default=PATIENCE, help="processor seconds of a peer"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asked: dict[str, Peer] = {} if arguments.no_peers else {"Graphillion": by_graphillion}
        if arguments.tdzdd is not None:
            asked["TdZdd"] = partial(by_tdzdd, tdzdd.build(arguments.tdzdd, Path(folder)))
        if not arguments.no_peers:
            asked["Ganak"] = by_ganak
        report(arguments.graphs, asked, arguments.patience)


def report(graphs: int, asked: dict[str, Peer], patience: float) -> None:
    """Measure all programs on the graphs and print the results."""
    started, taken, kinds, wide = process_time(), dict[str, Times](), dict[str, str](), 0
    for instance in instances(graphs):
        times = measure(instance, asked, patience)
        if times is None:
            wide += 1
            continue
        taken[instance.name], kinds[instance.name] = times, instance.kind
    rows = [
        row(kind, [t for name, t in taken.items() if kinds[name] == kind])
        for kind in dict.fromkeys(kinds.values())
    ]
    head = ["graphs", "diagram", "count", "by mines", "count ÷", "by mines ÷"]
    bench.table([*head, *asked], [*rows, row("all", list(taken.values()))])
    every = taken.values()
    print(
        f"medians: diagram {bench.pretty(median(t.diagram for t in every))}, "
        f"count {bench.pretty(median(t.count for t in every))}, "
        f"by mines {bench.pretty(median(t.by_mines for t in every))}; worst count "
        f"{bench.pretty(max(t.count for t in every))}; {wide} beyond {BUDGET:,} states"
    )
    broken = slow(taken)
    print(f"slower than promised: {len(broken) or 'never'}")
    print("\n".join(f"  {line}" for line in broken))
    print(f"{bench.pretty(process_time() - started)} in all")


if __name__ == "__main__":
    main()
