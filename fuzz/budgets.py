"""Budgets and interrupts: nothing takes twice its seconds, and Ctrl-C is seen at once."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable
from random import Random
from types import FrameType

import demine
from demine import Position, Timeout, TooWide
from fuzz.findings import Finding

_SLACK = 1.0
"""Seconds of work that may be added to any call. Work, not time: a busy machine takes that."""


def budgets(random: Random) -> int:
    """Calls that would take long, with little time."""
    seconds = random.choice([0.0, 0.01, 0.05, 0.2])
    name, call = random.choice(_calls(random))
    began = time.process_time()
    with contextlib.suppress(Timeout, TooWide):
        call(seconds)
    took = time.process_time() - began
    if took > 2 * seconds + _SLACK:
        raise Finding(f"{name} took {took:.2f} seconds of {seconds}", seconds)
    return 1


class Interrupt(BaseException):
    """What the alarm raises in the place of Ctrl-C."""


def interrupts(random: Random) -> int:
    """An interrupt in the middle of anything; afterwards the engine answers as ever."""
    name, call = random.choice(_calls(random))
    rung: list[float] = []

    def ring(number: int, frame: FrameType | None) -> None:
        rung.append(time.process_time())
        raise Interrupt

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, random.uniform(0.001, 0.1))
        call(2.0)
    except (Interrupt, Timeout, TooWide):
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if rung and time.process_time() - rung[0] > _SLACK:
        raise Finding(f"{name} went on for {time.process_time() - rung[0]:.2f} seconds", name)
    if Position(demine.grid(1, 3), ["?", 1, "?"]).count() != 2:
        raise Finding("wrong after an interrupt", name)
    return 1


Call = Callable[[float], object]


def _calls(random: Random) -> list[tuple[str, Call]]:
    """Questions about a wide position, each with its seconds."""
    cells = random.choice([400, 900, 2500])
    side = int(cells**0.5)
    board = demine.grid(side, side)
    game = demine.Game(board, cells // 5, seed=random.randrange(1 << 40), first="opening")
    game.open(cells // 2)
    for _ in range(cells):
        game.open(random.randrange(cells))
        if game.is_over:
            game.undo()
    asked = game.position
    graph = demine.from_edges(
        60, [(u, v) for v in range(60) for u in range(v) if random.random() < 0.2]
    )
    dense = Position(graph, ["?" if random.random() < 0.7 else 3 for _ in range(60)])
    return [
        ("count", lambda s: asked.count(seconds=s, cache=False)),
        ("analyze", lambda s: asked.analyze(seconds=s, cache=False)),
        ("counts by mines", lambda s: asked.counts_by_mines(seconds=s, cache=False)),
        ("dense count", lambda s: dense.count(seconds=s, cache=False)),
        ("solutions", lambda s: asked.solutions(seconds=s)),
        ("dense solutions", lambda s: dense.solutions("degree", seconds=s)),
        ("decomposition", lambda s: asked.decomposition(seconds=s)),
        ("hint", lambda s: demine.hint(asked, seconds=s)),
        ("explain", lambda s: asked.explain(_count_covered(asked), seconds=s)),
        (
            "no guess",
            lambda s: _none(
                lambda: demine.no_guess(demine.Game(demine.grid(9, 9), 20, seed=1), seconds=s)
            ),
        ),
    ]


def _count_covered(position: Position) -> int:
    return int((position.codes == -1).argmax())


def _none(call: Callable[[], object]) -> None:
    with contextlib.suppress(demine.NotFound):
        call()
