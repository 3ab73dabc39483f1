"""Weighted: many positions under one density, answered one after the other on several threads.

Each has its own weights, so the engine takes them one by one; it is free while it works.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import inf, log, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from demine.errors import InvalidPosition, NoLegalAssignment, Timeout, TooWide
from demine.meter import Budget
from demine.position import Analysis, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from demine.density import Density
    from demine.many.analyses import Analyses, Verdict


def common_density(positions: Iterable[Position]) -> Density | None:
    """The density of all positions; `InvalidPosition` if they differ."""
    found = {position.density for position in positions}
    if len(found) > 1:
        raise InvalidPosition("the positions have several densities: expected the same for all")
    return found.pop() if found else None


def answer_each(
    analyses: Analyses,
    verdicts: type[Verdict],
    budget: Budget,
    threads: int,
    until: float | None,
    report: Callable[[int], object],
) -> None:
    """Write the answer of every position into its row."""

    def answer(row: int) -> None:
        found, verdict = _ask(analyses.position(row), verdicts, budget, until)
        analyses.verdicts[row] = verdict
        analyses.safe[row] = analyses.mined[row] = False
        if found is None:
            analyses.probabilities[row] = nan
            analyses.log_count[row] = -inf if verdict == verdicts.IMPOSSIBLE else nan
            return
        analyses.probabilities[row] = found.probabilities
        analyses.safe[row, list(found.safe)] = True
        analyses.mined[row, list(found.mined)] = True
        analyses.log_count[row] = log(found.count)

    with _pool_of(threads) as pool:
        for done, _ in enumerate(pool.map(answer, range(len(analyses))), start=1):
            report(done)


def ask_each(
    analyses: Analyses, ask: Callable[[Analysis], Any], shape: tuple[int, ...] = ()
) -> NDArray[np.float64]:
    """What each position answers to a question: a number, or a row of that shape."""
    found = np.full((len(analyses), *shape), nan)
    for row in np.flatnonzero(np.isfinite(analyses.log_count)).tolist():
        found[row] = ask(analyses[row])
    return found


def shown(analysis: Analysis, cell: int, degree: int) -> list[float]:
    """The chances that the cell shows 0, 1, …, and last that it is mined."""
    chances = analysis.shows(cell)
    return [float(chances.get(outcome, 0)) for outcome in (*range(degree + 1), "*")]


@contextmanager
def _pool_of(threads: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that give up what waits when they are left by an exception, such as Ctrl-C."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _ask(
    position: Position, verdicts: type[Verdict], budget: Budget, until: float | None
) -> tuple[Analysis | None, Verdict]:
    left = _seconds(budget.get("seconds"), until)
    if left is not None and left <= 0:
        return None, verdicts.TIMEOUT
    limits: Budget = {**budget, "seconds": left}
    try:
        found = position.analyze(**limits)
    except NoLegalAssignment:
        return None, verdicts.IMPOSSIBLE
    except TooWide:
        return None, verdicts.TOO_WIDE
    except Timeout:
        return None, verdicts.TIMEOUT
    return (found, verdicts.ANSWERED) if found.exact else (None, verdicts.TOO_WIDE)


def _seconds(each: float | None, until: float | None) -> float | None:
    """What a position may take: its own seconds, or what is left of those of all."""
    left = inf if until is None else until - time.time()
    return each if left == inf else min(left, inf if each is None else each)
