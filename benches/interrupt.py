"""How soon Ctrl-C ends a question that would never end by itself.

python benches/interrupt.py [--quick]
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from random import Random
from statistics import median

import demine
from demine import Position

CELLS, HINTS = 2000, 1000
QUESTIONS = ("count", "counts_by_mines", "analyze")

# Larger than any work that a machine can do, so that only the interrupt ends it.
PLENTY = 2**62


def hopeless() -> Position:
    """A thousand hints of 3 on random cells, 3 mined and 3 free: an expander, and no method counts.

    Half of the cells of every hint are mined, so that no rule decides the first cell.
    """
    random = Random(1)
    mined, free = range(CELLS // 2), range(CELLS // 2, CELLS)
    edges = [
        (hint, cell)
        for hint in range(CELLS, CELLS + HINTS)
        for cell in random.sample(mined, 3) + random.sample(free, 3)
    ]
    board = demine.from_edges(CELLS + HINTS, edges)
    return Position(board, [*["?"] * CELLS, *[3] * HINTS])


def latency(question: str, after: float = 0.5) -> float:
    """Seconds from the signal to KeyboardInterrupt in a process that asks a hopeless question.

    The process must also answer another question afterwards.
    """
    command = [sys.executable, __file__, "--ask", question]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as asker:
        assert asker.stdout is not None
        assert asker.stdout.readline() == "asking\n"
        time.sleep(after)
        sent = time.monotonic()
        asker.send_signal(signal.SIGINT)
        interrupted = asker.stdout.readline().split()
        assert asker.stdout.readline() == "3\n", "the process does not answer any more"
    assert asker.returncode == 0
    assert interrupted[0] == "interrupted"
    return float(interrupted[1]) - sent


def ask(question: str) -> None:
    """Ask the hopeless question, say when it was interrupted, and ask an easy one."""
    position = hopeless()
    print("asking", flush=True)
    try:
        getattr(position, question)(states=PLENTY, cache=False)
    except KeyboardInterrupt:
        print("interrupted", time.monotonic(), flush=True)
    print(Position(demine.grid(2, 2), [1, "?", "?", "?"]).count(), flush=True)


def main() -> None:
    """Print the latency of each question."""
    times = 3 if "--quick" in sys.argv else 10
    print(f"{'question':16} {'median ms':>10} {'worst ms':>10}")
    for question in QUESTIONS:
        taken = [1000 * latency(question, 0.2 + 0.1 * i) for i in range(times)]
        print(f"{question:16} {median(taken):10.1f} {max(taken):10.1f}")
        assert max(taken) < 100, "Ctrl-C is promised within 0.1 s"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--ask"]:
        ask(sys.argv[2])
    else:
        main()
