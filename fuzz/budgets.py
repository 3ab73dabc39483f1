"""Budgets and interrupts: no call takes twice its seconds, and Ctrl-C takes effect at once.

Time is that of the processor, so that a busy machine is nobody's fault; where all cores work, each
second of the clock is as many of these.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable
from functools import cache
from random import Random
from types import FrameType
from typing import Any

from click.testing import CliRunner

import demine
from demine import Game, NotFound, Position, Timeout, TooWide, onemine
from demine.cli import commands as group
from demine.proof.noguess import certify, is_no_guess
from fuzz.findings import Finding

_SLACK = 0.3
"""Extra seconds for any call, for the time that Python takes."""
_HEARD = 1.0
"""Allowed seconds of work after an interrupt; `benches/interrupt.py` measures them."""

Call = Callable[[float], object]


def budgets(random: Random) -> int:
    """Long questions with little time, and commands on hostile files."""
    seconds = random.choice([0.0, 0.01, 0.05, 0.2])
    name = random.choice([*QUESTIONS, *COMMANDS])
    took = take(name, seconds, random.randrange(1 << 40))
    if took > allowed(seconds):
        raise Finding(f"{name} took {took:.2f} seconds of {seconds}", seconds)
    return 1


def allowed(seconds: float) -> float:
    """Twice its seconds, on as many cores as there are."""
    return 2 * seconds * (os.cpu_count() or 1) + _SLACK


def take(name: str, seconds: float, seed: int) -> float:
    """The work of a question or a command within so many seconds, without its preparation."""
    if name in COMMANDS:
        return _measure(lambda: _command(name, max(seconds, 0.01)))
    subject, _ = Subject(seed), _large()
    return _measure(lambda: QUESTIONS[name](subject, seconds))


def _measure(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


class Subject:
    """Things to ask about: a game on a wide board, a dense graph, and a set of solutions."""

    def __init__(self, seed: int) -> None:
        """The same seed makes the same things."""
        random = Random(seed)
        side = random.choice([20, 30, 50])
        self.game = Game(demine.grid(side, side), side * side // 5, seed=seed, first="opening")
        self.game.open(side * side // 2)
        for _ in range(side * side):
            self.game.open(random.randrange(side * side))
            if self.game.is_over:
                self.game = self.game.practice()
        self.position = self.game.position
        pairs = [(u, v) for v in range(60) for u in range(v) if random.random() < 0.2]
        self.dense = _random_position(demine.from_edges(60, pairs), random)
        self.free = Position(demine.grid(40, 40), ["?"] * 1600, mines=300)
        self.deal = Game(demine.grid(16, 30), 130, seed=seed, first="opening")
        self.analysis = self.position.analyze(cache=False)
        self.set = Position(demine.grid(12, 12), ["?"] * 144, mines=40).solutions()

    @property
    def covered(self) -> int:
        """A covered cell of the position."""
        return int((self.position.codes == -1).argmax())


def _random_position(board: demine.Board, random: Random) -> Position:
    """A third of the cells mined, a third of the others opened."""
    mined = {cell for cell in board.cells if random.random() < 0.3}
    opened = {cell for cell in board.cells if cell not in mined and random.random() < 0.3}
    counts = (len(mined.intersection(board.neighbours(cell))) for cell in board.cells)
    return Position(board, [n if cell in opened else "?" for cell, n in enumerate(counts)])


@cache
def _large() -> demine.Board:
    return demine.grid(700, 700)


def _ask(question: Callable[[Subject, float], object]) -> Callable[[Subject, float], object]:
    """The question; it may raise that its budget is exceeded."""

    def ask(subject: Subject, seconds: float) -> None:
        with contextlib.suppress(Timeout, TooWide, NotFound):
            question(subject, seconds)

    return ask


QUESTIONS: dict[str, Callable[[Subject, float], object]] = {
    name: _ask(question)
    for name, question in {
        "count": lambda w, s: w.position.count(seconds=s, cache=False),
        "is consistent": lambda w, s: w.dense.is_consistent(seconds=s, cache=False),
        "analyze": lambda w, s: w.position.analyze(seconds=s, cache=False),
        "counts by mines": lambda w, s: w.position.counts_by_mines(seconds=s, cache=False),
        "dense count": lambda w, s: w.dense.count(seconds=s, cache=False),
        "dense analyze": lambda w, s: w.dense.analyze(seconds=s, cache=False),
        "solutions": lambda w, s: w.position.solutions(seconds=s),
        "dense solutions": lambda w, s: w.dense.solutions("degree", seconds=s),
        "intersection": lambda w, s: w.position.solutions("intersection", seconds=s),
        "sample": lambda w, s: w.set.sample(10**6, seed=1, seconds=s),
        "cheapest": lambda w, s: _exhaust(w.set.cheapest_iter([1] * 144, seconds=s)),
        "probability": lambda w, s: w.set.probability(7, seconds=s),
        "minimal": lambda w, s: w.set.minimal(seconds=s),
        "reveal": lambda w, s: w.set.reveal(77, 3, seconds=s),
        "decomposition": lambda w, s: w.position.decomposition(seconds=s),
        "hint": lambda w, s: demine.hint(w.position, seconds=s),
        "explain": lambda w, s: w.position.explain(w.covered, seconds=s),
        "conflict": lambda w, s: w.dense.conflict(seconds=s),
        "optimal": lambda w, s: w.free.optimal(seconds=s),
        "candidates": lambda w, s: w.analysis.candidates(seconds=s, boards=10**4),
        "no guess": lambda w, s: demine.no_guess(w.deal, seconds=s),
        "repaired": lambda w, s: demine.no_guess(w.deal, seconds=s, repair=True),
        "is no guess": lambda w, s: is_no_guess(w.deal, 0, seconds=s),
        "certify": lambda w, s: certify(w.deal, 0, seconds=s),
        "one mine": lambda w, s: onemine.win_probability(_large(), seconds=s),
        "one mine, guesses": lambda w, s: onemine.optimal_guesses(_large(), seconds=s),
        "one mine, components": lambda w, s: onemine.guess_components(_large(), seconds=s),
    }.items()
}


def _exhaust(items: Any) -> None:
    for _ in items:
        pass


def _hostile() -> dict[str, str]:
    """Small files that cause much work, and large files that cause little."""
    knots = [[u, v] for v in range(200) for u in range(v) if (u * v + u) % 7 == 0]
    labels = ["?" if v % 3 else 9 for v in range(200)]
    graph = f'{{"vertices": 200, "edges": {knots}, "labels": {labels}, "mines": null}}'
    return {
        "knots": graph.replace("'", '"'),
        "vertices": "p tw 3000000 0\n",
        "field": "300x300x20000\n" + ("H" * 300 + "\n") * 300,
        "weights": "".join(f"+{1 + i % 90} x{i} " for i in range(1, 999)) + "= 20000 ;\n",
    }


_LINES = {
    "count": ["count", "-"],
    "counts by mines": ["count", "-", "--by-mines"],
    "solve": ["solve", "-"],
    "sample": ["solutions", "-", "--sample=100000000"],
    "list": ["solutions", "-", "--list=100000000"],
    "explain": ["explain", "-"],
    "onemine": ["onemine", "-"],
    "decompose": ["decompose", "-"],
}
COMMANDS = {f"{line} of {file}": (line, file) for line in _LINES for file in _hostile()}


def _command(name: str, seconds: float) -> None:
    line, file = COMMANDS[name]
    words = [*_LINES[line], f"--seconds={seconds}"]
    found = CliRunner().invoke(group, words, input=_hostile()[file], standalone_mode=False)
    if found.exception is not None and not isinstance(found.exception, Exception | SystemExit):
        raise found.exception


class Interrupt(BaseException):
    """Raised by the alarm instead of Ctrl-C."""


def interrupts(random: Random) -> int:
    """Interrupt any call; afterwards the engine must answer as before."""
    name, subject = random.choice([*QUESTIONS]), Subject(random.randrange(1 << 40))
    rung: list[float] = []

    def ring(number: int, frame: FrameType | None) -> None:
        rung.append(time.process_time())
        raise Interrupt

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, random.uniform(0.001, 0.1))
        QUESTIONS[name](subject, 2.0)
    except Interrupt:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if rung and time.process_time() - rung[0] > _HEARD:
        raise Finding(f"{name} went on for {time.process_time() - rung[0]:.2f} seconds", name)
    if Position(demine.grid(1, 3), ["?", 1, "?"]).count() != 2:
        raise Finding("wrong after an interrupt", name)
    return 1
