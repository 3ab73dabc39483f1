"""The time from Ctrl-C to the end of a question that would never end by itself.

python benches/interrupt.py [--quick]
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import Final

import numpy as np

import demine
from demine import Position, Solutions
from demine.meter import Meter
from demine.solutions import METHODS, Diagram, Method

POSITIONS = ("count", "counts_by_mines", "analyze")

Question = Callable[[], object]

# More work than any machine can do, so that only the interrupt ends it.
PLENTY = 2**62
UNBOUNDED = Meter(states=PLENTY).limits()


def expander(cells: int, numbers: int) -> Position:
    """Numbers of 3 on random cells, 3 mined and 3 free.

    Half of the cells of every number are mined, so that no rule decides the first cell.
    """
    random = Random(1)
    mined, free = range(cells // 2), range(cells // 2, cells)
    edges = [
        (number, cell)
        for number in range(cells, cells + numbers)
        for cell in random.sample(mined, 3) + random.sample(free, 3)
    ]
    board = demine.from_edges(cells + numbers, edges)
    return Position(board, [*["?"] * cells, *[3] * numbers])


def hopeless() -> Position:
    """An expander that no method can count."""
    return expander(2000, 1000)


def wide() -> Position:
    """An expander with few enough numbers for a sweep, but too many for it to finish."""
    return expander(600, 300)


def long_to_count() -> Solutions:
    """1000 of 2000 cells, by their number of mines: a million nodes, each a million digits."""
    star = demine.from_edges(2001, [(0, leaf) for leaf in range(1, 2001)])
    return Position(star, [1000, *["?"] * 2000], 1000).solutions()


def large_with_mines() -> Solutions:
    """50,000 of 100,000 cells: the diagram of the whole set has billions of nodes."""
    board = demine.from_edges(100_000, [])
    return Position(board, ["?"] * len(board), 50_000).solutions()


def cross(pairs: int = 60) -> tuple[Solutions, Solutions]:
    """One mine in each pair of cells, and any of their first cells, kept along different orders.

    As many solutions; but along the order that takes the first cells first, the first set has
    exponentially many nodes.
    """
    edges = [(2 * pairs + i, cell) for i in range(pairs) for cell in (2 * i, 2 * i + 1)]
    board = demine.from_edges(3 * pairs, edges)
    one_each = Position(board, [*["?"] * 2 * pairs, *[1] * pairs]).solutions()
    order = (*range(0, 2 * pairs, 2), *range(1, 2 * pairs, 2))
    nodes = np.array([(pairs - i, i, i) for i in range(1, pairs + 1)], dtype=np.uint32)
    return (
        Solutions.from_diagram(board, one_each.diagram),
        Solutions.from_diagram(board, Diagram(order, pairs + 1, nodes)),
    )


def ask_position(question: str) -> Question:
    """Of the hopeless position."""
    return partial(getattr(hopeless(), question), states=PLENTY, cache=False)


def ask_method(method: Method) -> Question:
    """All solutions of the wide position."""
    return partial(wide().solutions, method, states=PLENTY)


def ask_both(question: str) -> Question:
    """Two sets with different orders, combined or compared."""
    first, second = (found._native for found in cross())
    if question in ("is_same", "times"):
        return partial(getattr(second, question), first, UNBOUNDED)
    return partial(second.combine, question, first, UNBOUNDED)


# Each question by its name, with its preparation.
QUESTIONS: Final[dict[str, Callable[[], Question]]] = {
    **{name: partial(ask_position, name) for name in POSITIONS},
    **{f"solutions, {method}": partial(ask_method, method) for method in METHODS},
    "solutions.count": lambda: partial(long_to_count().count, states=PLENTY),
    "solutions.nodes": lambda: partial(large_with_mines()._native.size, UNBOUNDED),
    "solutions &": partial(ask_both, "&"),
    "solutions *": partial(ask_both, "times"),
    "solutions ==": partial(ask_both, "is_same"),
}


def latency(question: str, after: float = 0.5) -> float:
    """Seconds from the signal to KeyboardInterrupt in a process that asks a hopeless question.

    The process must also answer another question afterwards.
    """
    command = [sys.executable, __file__, "--ask", question]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as asker:
        try:
            taken = _interrupt(asker, after)
            assert asker.wait(timeout=60) == 0
        finally:
            asker.kill()  # has no effect on a process that has ended
    return taken


def _interrupt(asker: subprocess.Popen[str], after: float) -> float:
    assert asker.stdout is not None
    assert asker.stdout.readline() == "asking\n"
    time.sleep(after)
    sent = time.monotonic()
    asker.send_signal(signal.SIGINT)
    interrupted = asker.stdout.readline().split()
    assert asker.stdout.readline() == "3\n", "the process does not answer any more"
    assert interrupted[0] == "interrupted"
    return float(interrupted[1]) - sent


def ask(name: str) -> None:
    """Ask the hopeless question, print the time of the interrupt, and ask an easy one."""
    question = QUESTIONS[name]()
    # A process started in the background may ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "alarm"):
        signal.alarm(600)  # ends the question if the parent was killed
    print("asking", flush=True)
    try:
        question()
    except KeyboardInterrupt:
        print("interrupted", time.monotonic(), flush=True)
    print(Position(demine.grid(2, 2), [1, "?", "?", "?"]).count(), flush=True)


def main() -> None:
    """Print the latency of each question."""
    times = 3 if "--quick" in sys.argv else 10
    print(f"{'question':24} {'median ms':>10} {'worst ms':>10}")
    for question in QUESTIONS:
        taken = [1000 * latency(question, 0.2 + 0.1 * i) for i in range(times)]
        print(f"{question:24} {median(taken):10.1f} {max(taken):10.1f}", flush=True)
        assert max(taken) < 100, "Ctrl-C is promised within 0.1 s"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--ask"]:
        ask(sys.argv[2])
    else:
        main()
