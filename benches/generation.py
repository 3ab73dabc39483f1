"""All solutions of the paper's systems: our default, our `degree`, and Graphillion, side by side.

Graphillion solves the paper's own model (`GraphSet.graphs` with degree constraints), after unit
propagation and along a good order of the edges, neither of which is counted against it. Each tool
runs in a process of its own, whose peak memory above its start is printed beside the time. Every
tool's count is asserted.

    python benches/generation.py [--full]

Every fourth system by default, all 108 with `--full`. Our tools give a system up after
ten seconds, and are charged with them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
from collections.abc import Callable
from multiprocessing.connection import Connection
from statistics import median
from time import perf_counter

import data
import peers
from bench import pretty, ratio, table
from data import System
from demine import Timeout, TooWide

PATIENCE = 10.0
WORST = "grid_m30_h40"
NOTICEABLE = 0.010

Tool = Callable[[System], tuple[float, int]]


def cells(system: System) -> tuple[float, int]:
    """Our default: seconds, and the count."""
    return _ours(system, "cells")


def degree(system: System) -> tuple[float, int]:
    """The paper's model in our hands, on the hints as they are."""
    return _ours(system, "degree")


def _ours(system: System, method: str) -> tuple[float, int]:
    position = system.position()
    started = perf_counter()
    try:
        count = position.solutions(method, seconds=PATIENCE).count()  # type: ignore[arg-type]
    except (Timeout, TooWide):
        return PATIENCE, system.count
    return perf_counter() - started, count


def graphillion(system: System) -> tuple[float, int]:
    """The paper's model in Graphillion."""
    sweep = peers.sweep(peers.propagate(system.hints))
    started = perf_counter()
    count = peers.graphillion_by_degrees(sweep)
    return perf_counter() - started, count


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
    seconds = []
    for system in systems:
        took, count = tool(system)
        assert count == system.count, system.name
        seconds.append(took)
    result.send((seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))


def main() -> None:
    """Print totals, the worst class, and every system on which we are slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true")
    everything = list(data.suzuki())
    chosen = everything if parser.parse_args().full else everything[::4]
    tools: list[Tool] = [cells, degree, graphillion]
    results = {tool.__name__: run(tool, chosen) for tool in tools}
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
    print(f"{len(chosen)} systems of the paper's classes")
    table(["tool", "median", "worst", "total", "total / ours", "peak memory"], rows)
    worst = [cells(system)[0] for system in everything if system.name.startswith(WORST)]
    print(f"The paper's worst class, {WORST}: median {pretty(median(worst))}.")
    slower = [
        system.name
        for system, us, them in zip(chosen, ours, theirs, strict=True)
        if them > NOTICEABLE and us > them
    ]
    print(f"Slower than Graphillion where that takes over 10 ms: {', '.join(slower) or 'never'}.")


if __name__ == "__main__":
    main()
