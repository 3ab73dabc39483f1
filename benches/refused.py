"""Questions that the default budget refuses although they would have ended soon.

    python benches/refused.py [--graphs 400] [--first SEED] [--quick]

The random graphs of `hard_graphs.py` with other seeds, and every eighth a G(400, 1200) with 30 %
mined and 30 % opened. Each question is asked with the default budget and plenty of seconds. If it
is refused (`TooWide`, or an analysis that is not exact), a process of its own asks again with four
times the states. A refusal is *too early* if that ends within `SECONDS` of processor time and
`BYTES` of memory. The operating system ends what takes longer.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from random import Random
from time import process_time

import networkx as nx

from bench import QUICK, table

import demine
from demine import Position, Timeout, TooWide
from hard_graphs import KINDS, graph
from truth import glance, random_truth

SECONDS = 5
PATIENCE = 120.0
BYTES = 1_600_000_000
STATES = 400_000_000


def analyze(position: Position, **budget: int | float | bool | None) -> None:
    """Every probability, or `TooWide`."""
    if not position.analyze(**budget).exact:  # type: ignore[arg-type]
        raise TooWide("the probabilities are estimates")


QUESTIONS: dict[str, Callable[..., object]] = {
    "is_consistent": Position.is_consistent,
    "count": Position.count,
    "counts_by_mines": Position.counts_by_mines,
    "analyze": analyze,
    "solutions": Position.solutions,
}


def positions(first: int, graphs: int) -> Iterator[tuple[str, Position]]:
    """Random graphs, the same on every machine."""
    for seed in range(first, first + graphs):
        random = Random(seed)
        kind, mined, opened = KINDS[seed % len(KINDS)], 0.3, 0.3
        if seed % 8:
            drawn = graph(kind, random)
            mined, opened = random.uniform(0.1, 0.5), random.uniform(0.1, 0.5)
        else:
            kind, drawn = "G(400, 1200)", nx.gnm_random_graph(400, 1200, seed)
        board = demine.from_edges(len(drawn), [(int(u), int(v)) for u, v in drawn.edges])
        name = f"{kind} {seed}: {len(board)} cells, {mined:.0%} mined, {opened:.0%} opened"
        yield name, glance(random_truth(board, mined, random), opened, random)


def ask(name: str, position: Position, **budget: int | float) -> str:
    """How a question ends: answered, refused or late."""
    caching = {} if name == "solutions" else {"cache": False}
    try:
        QUESTIONS[name](position, seconds=PATIENCE, **caching, **budget)
    except TooWide:
        return "refused"
    except Timeout:
        return "late"
    return "answered"


def ask_again(name: str, position: Position) -> tuple[str, float, int]:
    """The end, the processor time and the peak memory of a question with a large budget."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_answer, args=(name, position, theirs))
    child.start()
    theirs.close()
    try:
        end, seconds, peak = ours.recv()
    except EOFError:
        end, seconds, peak = "late", SECONDS, 0
    child.join()
    return end, seconds, peak


def _answer(name: str, position: Position, result: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS + 1, SECONDS + 1))
    begin = process_time()
    end = ask(name, position, states=STATES)
    peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result.send((end, process_time() - begin, peak))


def main() -> None:
    """A row per question, and a line per refusal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", type=int, default=16 if QUICK else 400)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    ends = {name: {"answered": 0, "late": 0, "refused": 0, "too early": 0} for name in QUESTIONS}
    for name, position in positions(chosen.first, chosen.graphs):
        for question, seen in ends.items():
            end = ask(question, position)
            seen[end] += 1
            if end == "refused":
                again, seconds, peak = ask_again(question, position)
                early = again == "answered" and seconds <= SECONDS and peak <= BYTES
                seen["too early"] += early
                said = f"{again} in {seconds:.1f} s with {peak / 1e6:.0f} MB"
                print(f"{name}: {question} {'refused too early' if early else end}, {said}")
    head = ["question", "answered", "late", "refused", "of these too early"]
    table(head, ([name, *map(str, seen.values())] for name, seen in ends.items()))


if __name__ == "__main__":
    main()
