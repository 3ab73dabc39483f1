"""Many: the analyses of many positions on one board, as arrays, in one call of the engine.

For training networks and for studying positions by the million. Each position has its own budget.
A position that exceeds it is marked, and the others are answered. So are positions that are left
when the seconds for all of them are over.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, SupportsIndex, cast, overload

import numpy as np

from demine import _native
from demine.arguments import check, number_of
from demine.board import Board, Cell
from demine.density import Density, Probability, density_of
from demine.errors import InvalidPosition
from demine.many import chances, weighted
from demine.many.given import UNKNOWN, codes_of, mines_of, positions_of
from demine.meter import Budget, Limits, Meter, seconds_of
from demine.position import Analysis, Position
from demine.tabled import Tabled

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_SLICE: Final = 1 << 14
_SLICE_LABELS: Final = 1 << 24
"""Positions per call of the engine: enough that the call itself costs nothing. Their labels are
copied, so there are fewer positions on a large board."""

_PARCEL: Final = 1 << 12
"""Positions that are sent to a process of a cluster together."""

_MOST_THREADS: Final = 1024
"""More threads than cores of any machine only cost memory."""

_Columns = tuple[Any, Any, Any, Any, Any]


class Verdict(IntEnum):
    """Whether a position was answered, and if not, why."""

    ANSWERED = 0
    IMPOSSIBLE = 1
    TOO_WIDE = 2
    TIMEOUT = 3


class _Asked(NamedTuple):
    """The positions of some analyses."""

    board: Board
    codes: NDArray[Any]
    mines: NDArray[np.int64]
    density: Density | None = None

    def cut(self, rows: slice) -> _Asked:
        return self._replace(codes=self.codes[rows], mines=self.mines[rows])

    def log_counts(self, variants: NDArray[Any], rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """The logarithms of the counts of variants of the positions in these rows."""
        return analyze_many(self.board, variants, self.mines[rows]).log_count

    def position(self, row: int) -> Position:
        codes, mines = self.codes[row], int(self.mines[row])
        known = None if mines < 0 else mines
        return Position.from_codes(self.board, codes, known, density=self.density)


@dataclass(frozen=True, eq=False)
class Analyses(Tabled):
    """A row per position.

    A position without an answer has NaN for probabilities and no certain cells.
    """

    probabilities: NDArray[np.float64]
    """How likely each cell is to be mined: exactly 0 and 1 only where certain."""
    safe: NDArray[np.bool_]
    """The unopened cells that are free in every legal assignment."""
    mined: NDArray[np.bool_]
    """The cells that are mined in every legal assignment."""
    log_count: NDArray[np.float64]
    """The natural logarithm of the number of legal assignments: minus infinity where there is
    none, NaN where it is not known."""
    verdicts: NDArray[np.uint8]
    """A `Verdict` per position."""
    asked: _Asked | None = None
    """The positions themselves, for `position` and `analyses[i]`."""

    @classmethod
    def blank(cls, positions: int, cells: int) -> Analyses:
        """Rows with any content, to be overwritten."""
        rows = (positions, cells)
        return cls(
            np.empty(rows), np.empty(rows, bool), np.empty(rows, bool),
            np.empty(positions), np.empty(positions, np.uint8),
        )  # fmt: skip

    @property
    def columns(self) -> _Columns:
        """All arrays, in the order above."""
        return self.probabilities, self.safe, self.mined, self.log_count, self.verdicts

    @overload
    def __getitem__(self, rows: slice) -> Analyses: ...
    @overload
    def __getitem__(self, rows: SupportsIndex) -> Analysis: ...

    def __getitem__(self, rows: slice | SupportsIndex) -> Analyses | Analysis:
        """The `Analysis` of one position, made anew; or, of a slice, rows that share the arrays."""
        if isinstance(rows, slice):
            asked = self.asked and self.asked.cut(rows)
            return replace(Analyses(*(column[rows] for column in self.columns)), asked=asked)
        return self.position(rows).analyze()

    def __iter__(self) -> Iterator[Analysis]:
        return (self[row] for row in range(len(self)))

    def position(self, row: SupportsIndex) -> Position:
        """The position of a row; negative rows count from the end."""
        asked, count = self._known(), len(self)
        return asked.position(number_of("row", row, -count, count - 1, error=IndexError))

    @property
    def log10_count(self) -> NDArray[np.float64]:
        """The decimal logarithm of the number of legal assignments, as `log_count`."""
        return np.divide(self.log_count, np.log(10))

    def entropy(self) -> NDArray[np.float64]:
        """The bits that tell which legal assignment is true, per position, as `log_count`."""
        if self.asked is not None and self.asked.density is not None:
            return weighted.ask_each(self, lambda analysis: analysis.entropy())
        return np.divide(self.log_count, np.log(2))

    def shows(self, cell: Cell) -> NDArray[np.float64]:
        """What the cell shows if it is opened: a row of probabilities per position.

        Column n is for the number n, the last one for a mine. NaN where there is no answer.
        """
        asked = self._known()
        place = asked.board.index(cell)
        degree = asked.board.graph.degree(place)
        if asked.density is not None:
            ask = partial(weighted.shown, cell=place, degree=degree)
            return weighted.ask_each(self, ask, (degree + 2,))
        return chances.shows(asked.codes, place, degree, self.log_count, asked.log_counts)

    def joint(self, x: Cell, y: Cell) -> NDArray[np.float64]:
        """The probability that both cells are mined, per position."""
        asked = self._known()
        index = asked.board.index
        if asked.density is not None:
            return weighted.ask_each(self, lambda analysis: analysis.joint(x, y))
        return chances.joint(asked.codes, index(x), index(y), self.log_count, asked.log_counts)

    def information(self, cell: Cell) -> NDArray[np.float64]:
        """The expected bits that opening the cell tells, per position."""
        return chances.information(self.shows(cell))

    def _known(self) -> _Asked:
        if self.asked is None:
            raise ValueError("these analyses do not know their positions: expected analyze_many's")
        return self.asked

    @property
    def table(self) -> dict[str, Any]:
        """The columns of `to_pandas`, `to_arrow` and `to_parquet`: a row per position and cell."""
        positions, cells = self.probabilities.shape
        names = np.array([verdict.name.lower() for verdict in Verdict])
        return {
            "position": np.repeat(np.arange(positions), cells),
            "cell": np.tile(np.arange(cells), positions),
            "probability": self.probabilities.ravel(),
            "safe": self.safe.ravel(),
            "mined": self.mined.ravel(),
            "log_count": np.repeat(self.log_count, cells),
            "verdict": np.repeat(names[self.verdicts], cells),
        }

    def copy_from(self, other: Analyses) -> None:
        """Copy the rows of the same number of positions."""
        check(other, Analyses, "other")
        for column, theirs in zip(self.columns, other.columns, strict=True):
            column[:] = theirs

    def __len__(self) -> int:
        return len(self.verdicts)

    def __repr__(self) -> str:
        tally = np.bincount(self.verdicts, minlength=len(Verdict))
        counts = (f"{tally[v]} {v.name.lower().replace('_', ' ')}" for v in Verdict if tally[v])
        return f"<Analyses of {len(self)} positions: {', '.join(counts) or 'none'}>"


def analyze_many(
    board: Board,
    labels: ArrayLike | Sequence[Position],
    mines: int | ArrayLike | None = None,
    *,
    density: Probability | Iterable[Probability] | None = None,
    workers: int | None = None,
    states: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    total_seconds: float | None = None,
    progress: Callable[[int], object] | None = None,
    engine: Literal["local", "dask"] = "local",
    scheduler: str | None = None,
) -> Analyses:
    """Analyse a row of labels per position.

    `labels` has the shape (positions, cells), or any shape with as many cells per position. A label
    is a number, or −1 for `?`, −2 for `□`, −3 for `*`; text works, too, and so do positions of this
    board, with their own numbers of mines unless `mines` is given. `mines` is one number for
    all, one per position (−1 where it is unknown), or None. A `density` for all, one number or one
    for each cell, stands instead of mines; such positions are analysed one by one.

    `workers` threads share the work; the default is all cores. `states`, `seconds` and `bytes` are
    for each position. `total_seconds` is for all together: positions without an answer by then get
    `Verdict.TIMEOUT`. `progress` is called with the number of positions that are done, at least
    every half second, or on a cluster after every parcel. The engine `"dask"` uses the processes of
    a Dask cluster: that of `scheduler`, or a new one of `workers` processes on this machine.
    """
    check(board, Board, "board")
    if isinstance(labels, list | tuple) and any(isinstance(row, Position) for row in labels):
        given = positions_of(board, labels)
        labels = np.stack([position.codes for position in given])
        if mines is None and density is None:
            density = weighted.common_density(given)
        if mines is None and density is None:
            mines = [UNKNOWN if p.mines is None else p.mines for p in given]
    codes = codes_of(board, cast("ArrayLike", labels))
    # The time of day, which the machines of a cluster share.
    until = (
        None if total_seconds is None else time.time() + seconds_of("total_seconds", total_seconds)
    )
    known = mines_of(mines, len(codes))
    every = _Work(slice(0, len(codes)), board, codes, known, _threads(workers), until)
    if engine not in ("local", "dask"):
        raise ValueError(f"engine is {engine!r}: expected 'local' or 'dask'")
    limits = Meter(states, seconds, bytes, threads=every.threads)
    each = None if density is None else density_of(density, len(board))
    if each is not None and (mines is not None or engine != "local"):
        raise InvalidPosition("a density is given: expected no mines, and the engine 'local'")
    answer = partial(_answer, limits=(limits.states, limits.seconds, None, None))
    analyses = replace(
        Analyses.blank(len(codes), len(board)), asked=_Asked(board, codes, known, each)
    )
    report = progress or (lambda done: None)
    if each is not None:
        budget: Budget = {"states": states, "seconds": seconds, "bytes": bytes}
        weighted.answer_each(analyses, Verdict, budget, every.threads, until, report)
    elif engine == "local":
        for work in every.cut(max(1, min(_SLICE, _SLICE_LABELS // max(1, len(board))))):
            answer(work, analyses[work.rows], report=_counting_from(work.rows.start, report))
            report(work.rows.stop)
    else:
        _answer_on_cluster(every, answer, analyses, report, scheduler)
    return analyses


class _Work(NamedTuple):
    """Positions for one call of the engine."""

    rows: slice
    board: Board
    codes: NDArray[Any]
    mines: NDArray[np.int64]
    threads: int
    until: float | None

    @property
    def left(self) -> float | None:
        """Seconds that are left for all positions, at least 0; None for no limit."""
        return None if self.until is None else max(0.0, self.until - time.time())

    def cut(self, length: int) -> Iterator[_Work]:
        """The positions in slices of a length, as the engine takes them; at least one slice."""
        positions = len(self.codes)
        for start in range(0, max(positions, 1), length):
            rows = slice(start, min(start + length, positions))
            yield self._replace(rows=rows, codes=_narrow(self.codes[rows]), mines=self.mines[rows])


def _answer_on_cluster(
    every: _Work,
    answer: Callable[[_Work], tuple[slice, Analyses]],
    analyses: Analyses,
    report: Callable[[int], object],
    scheduler: str | None,
) -> None:
    """Answer by the processes of a cluster, which work on several parcels at a time."""
    from demine.arena import connect, run_all

    done = 0
    pieces = [work._replace(threads=1) for work in every.cut(_PARCEL)]
    with connect(scheduler, every.threads) as client:
        for rows, answers in run_all(client, answer, pieces):
            analyses[rows].copy_from(answers)
            done += len(answers)
            report(done)


def _counting_from(start: int, report: Callable[[int], object]) -> Callable[[int], object]:
    """Turns reports on a slice into reports on all positions."""
    return lambda done: report(start + done)


def _answer(
    work: _Work,
    into: Analyses | None = None,
    *,
    limits: Limits,
    report: Callable[[int], object] | None = None,
) -> tuple[slice, Analyses]:
    """Write the answers into these rows; without them, as on a cluster, into new ones."""
    answers = into or Analyses.blank(len(work.codes), len(work.board))
    given = (work.board.graph, work.codes, work.mines, work.threads)
    together = (None, work.left, None, None)
    _native.analyze_many(*given, answers.columns, (limits, together), report)
    return work.rows, answers


def _narrow(codes: NDArray[Any]) -> NDArray[np.int32]:
    """A copy of the codes of a slice: the engine reads it while other threads may change theirs.

    Copying all at once would take seconds without an interrupt.
    """
    limits = np.iinfo(np.int32)
    if codes.dtype.itemsize >= 4 and codes.dtype != np.int32:
        # Values beyond 32 bits are neither possible numbers nor codes; clipped, they still are not.
        codes = codes.clip(limits.min, limits.max)
    return np.array(codes, np.int32, order="C")


def _threads(workers: int | None) -> int:
    if workers is None:
        return os.cpu_count() or 1
    return min(number_of("workers", workers, 1, error=ValueError), _MOST_THREADS)
