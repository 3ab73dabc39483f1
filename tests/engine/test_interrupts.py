"""Ctrl-C ends every long question at once, wherever it is: in Rust, on threads, in Python."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from processes import ended, wait_for_work

# Each question would take minutes. It has to end by KeyboardInterrupt, in a process of its own: an
# interrupt that comes too early or too late must never reach the one that runs the tests.
BEFORE = """
import signal
from random import Random
import demine
from demine.arena import estimate
from demine.cli.batch import answers
from demine.puzzles import minimal

def opened(board, mines, share, seed):
    random = Random(seed)
    mined = set(random.sample(range(len(board)), mines))
    shown = [cell not in mined and random.random() < share for cell in board.cells]
    return [
        len(mined & set(board.neighbours(cell))) if shown[cell] else "?" for cell in board.cells
    ]

def random_graph(cells, edges, seed):
    random = Random(seed)
    pairs = {tuple(sorted(random.sample(range(cells), 2))) for _ in range(edges)}
    return demine.from_edges(cells, pairs)

PLENTY = {"states": 10**15, "bytes": 10**15}
graph = random_graph(600, 2400, 1)
wide = demine.Position(graph, opened(graph, 150, 0.3, 1), 150)
box = demine.box((12, 12, 12))
hard = demine.Position(box, opened(box, 330, 0.2, 3), 330)
long = demine.Position(demine.grid(250, 250), opened(demine.grid(250, 250), 18750, 0.4, 1), 18750)
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "alarm"):
    signal.alarm(600)  # the end of a question whose test was killed before it could interrupt it
cube = demine.box((7, 7, 7))
knotted = demine.Position(cube, opened(cube, 103, 0.5, 1))
dense = demine.Position(box, opened(box, 500, 0.1, 3), 500)
print("ready", flush=True)
"""

QUESTIONS = {
    "count": "wide.count(**PLENTY)",
    "counts by mines": "wide.counts_by_mines(**PLENTY)",
    "analyze": "wide.analyze(**PLENTY)",
    "solutions": "wide.solutions(**PLENTY)",
    "many positions": "demine.analyze_many(graph, [wide.labels] * 10**6, 150)",
    # At least 109 are needed, which neither counting nor the solver sees soon.
    "is_consistent": "wide.with_mines(105).is_consistent(**PLENTY)",
    "certain cells by the solver": "hard.analyze()",
    # A hint takes three seconds: no number and no pair of numbers proves a cell.
    "hint by the solver": "while True: demine.hint(dense, cache=False)",
    "explain by the solver": "hard.explain(hard.labels.index('?'))",
    "conflict by the solver": "hard.conflict()",
    # A proof takes a second or two, so one is asked for after the other.
    "proofs of many numbers": "while True: knotted.explain(0, cache=False)",
    "density": "wide.with_density('1/5').analyze(**PLENTY)",
    "density per cell": "wide.with_density([0.1, 0.3] * 300).analyze(**PLENTY)",
    "density per cell by the solver": "hard.with_density([0.1, 0.3] * 864).analyze()",
    "count with known mines": "long.count(**PLENTY)",
    "no guess": "demine.no_guess(demine.Game(demine.grid(24, 24), 200, seed=1), tries=10**9)",
    "no guess, repaired": (
        "demine.no_guess(demine.Game(demine.grid(40, 40), 1100, seed=1), tries=10**9, repair=True)"
    ),
    "optimal": "demine.Position(demine.grid(6, 6), ['?'] * 36, 9).optimal(**PLENTY)",
    "games": "demine.simulate('strongest', preset='expert', games=10**6, seed=1)",
    "games of two": "demine.compare('strongest', 'safest', preset='expert', games=10**6, seed=1)",
    "estimated games": "estimate('strongest', preset='expert', games=10**6, seed=1)",
    "candidates": "demine.Position(box, ['?'] * 1728, 300).analyze().candidates(boards=10**6)",
    "minimal puzzles": "minimal(demine.grid(60, 60), 500, seed=1)",
    "sample": "demine.Position(box, ['?'] * 1728, 9).solutions().sample(10**8, seed=1)",
    "product of sets": (
        "sets = [demine.Position(box, ['?'] * 1728, k).solutions() for k in (700, 800)]\n"
        "sets[0].product(sets[1], **PLENTY)"
    ),
    "batch": "list(answers([demine.dumps(hard, format='graph')] * 10**6))",
    "batch with seconds": "list(answers([demine.dumps(hard, format='graph')] * 10**6, 600.0))",
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_interrupt_ends_the_question(question: str) -> None:
    script = f"{BEFORE}\n{QUESTIONS[question]}\n"
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", script]
    with ended(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)) as asked:
        assert asked.stdout is not None
        assert asked.stdout.readline() == "ready\n"
        wait_for_work(asked.pid)  # into the question; any moment will do
        asked.send_signal(signal.SIGINT)
        _, said = asked.communicate(timeout=60)
    assert said.rstrip().endswith("KeyboardInterrupt"), said
