"""Boards up to a million cells: analysed and counted, with the peak memory of each question.

    python benches/million.py [SIDE …]

Square boards, 30 % mined, 40 % of the free cells opened, no cache; by default with sides of 100,
300, 500 and 1000. Each board is analysed with an unknown and with a known number of mines, and
counted. The count must be that of the analysis, and the probabilities under a known number of mines
must add up to that number. Each question runs in a process of its own, so the peak is that of
Python, the board, the position and this question alone.
"""

from __future__ import annotations

import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable

from bench import QUICK, pretty, table

from demine import Position
from grown import glance

SIDES = (100, 300) if QUICK else (100, 300, 500, 1000)
SEED = 1


def analyze(position: Position) -> Callable[[], object]:
    """The analysis with an unknown number of mines; how to check it, off the clock."""
    found = position.analyze(cache=False)
    return lambda: found.count % (1 << 61)


def analyze_known(position: Position) -> Callable[[], object]:
    """The analysis with a known number of mines."""
    found = position.analyze(cache=False)
    mines = position.mines or 0
    return lambda: math.isclose(found.probabilities.sum(), mines, rel_tol=1e-9)


def count(position: Position) -> Callable[[], object]:
    """The count with an unknown number of mines."""
    found = position.count(cache=False)
    return lambda: found % (1 << 61)


QUESTIONS = {"analyze": analyze, "analyze_known": analyze_known, "count": count}


def measure(question: str, side: int) -> dict[str, object]:
    """Processor and clock time of a question, the peak memory, and what checks its answer."""
    position = glance(side, side, 0.3, 0.4, SEED)
    if question != "analyze_known":
        position = Position.from_codes(position.board, position.codes)
    began, started = time.process_time(), time.monotonic()
    check = QUESTIONS[question](position)
    took = time.process_time() - began, time.monotonic() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {"seconds": took[0], "clock": took[1], "peak": peak, "check": check()}


def ask(question: str, side: int) -> dict[str, float]:
    """The same in a process of its own."""
    command = [sys.executable, __file__, "--ask", question, str(side)]
    found: dict[str, float] = json.loads(subprocess.check_output(command))
    return found


def row(side: int) -> list[str]:
    """One board."""
    found = {question: ask(question, side) for question in QUESTIONS}
    assert found["analyze"]["check"] == found["count"]["check"]
    assert found["analyze_known"]["check"] is True
    cells = [f"{side}×{side}"]
    for each in found.values():
        cells += [f"{pretty(each['seconds'])}, {pretty(each['clock'])}", f"{each['peak']:.0f} MB"]
    ratio = found["analyze_known"]["seconds"] / found["analyze"]["seconds"]
    return [*cells, f"{ratio:.1f}"]


def main() -> None:
    """A row per board, smallest first."""
    if sys.argv[1:2] == ["--ask"]:
        print(json.dumps(measure(sys.argv[2], int(sys.argv[3]))))
        return
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    head = ["board", "analyse: processor, clock", "peak", "mines known", "peak", "count", "peak"]
    table([*head, "known ÷ unknown"], map(row, sorted(given or SIDES)))


if __name__ == "__main__":
    main()
