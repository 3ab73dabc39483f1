"""`demine solve --batch`: a position per line in, an answer per line out."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator
from itertools import groupby, islice
from math import log
from typing import Any, Final, NamedTuple

import numpy as np

from demine.alarm import Alarm, can_ring
from demine.board import Board
from demine.errors import (
    FormatError,
    InvalidBoard,
    InvalidPosition,
    NoLegalAssignment,
    Timeout,
    TooWide,
)
from demine.formats import loads
from demine.many import Analyses, Verdict, analyze_many
from demine.meter import Meter
from demine.position import Position

_TOGETHER: Final = 4096
"""Lines at the most that are read before any is answered."""

_PATIENCE: Final = 1.0
"""Seconds to wait for another line when time is over: what remains of a file or pipe is there."""

_UNKNOWN: Final = -1
_IN_LINE: Final = re.compile("^line 1(:|,) ")


class _Line(NamedTuple):
    """A position, or what is wrong with it; neither if time was over before it was read."""

    number: int
    position: Position | None
    error: str | None


def answers(
    lines: Iterable[str], seconds: float | None = None, **budget: Any
) -> Generator[str, None, None]:
    """A JSON object per line that is not empty, in the order of the lines.

    The seconds are for all: when they are over, each line that is left has the verdict "timeout".
    In the end that is a `Timeout`.
    """
    with _Reader(lines, seconds) as reader:
        late = 0
        for together in _chunks(iter(reader.take, None)):
            for (board, _), group in groupby(together, key=_board):
                for answer in _answer(board, list(group), reader.meter, budget):
                    late += answer.get("verdict") == "timeout"
                    yield json.dumps(answer)
    if late or reader.gave_up:
        missing = f"no answer to {late} of the lines" if late else "no more lines"
        raise Timeout(f"{missing} within the budget of {seconds:g} seconds")


class _Reader:
    """Lines, each read while there is time; what is left when it is over is not looked at.

    An alarm ends the reading of a long line, and waiting for one that does not come. It is heard in
    `_read_next` alone, so that every line that was taken is answered.
    """

    def __init__(self, lines: Iterable[str], seconds: float | None) -> None:
        self._lines = enumerate(lines, 1)
        self._number, self._line = 0, ""
        self._is_late = self.gave_up = False
        self.meter = Meter(seconds=seconds)
        within = _Reader._read_next.__code__
        rings = seconds is not None and can_ring()
        self._alarm = Alarm(seconds or 0.0, Timeout, within) if rings else None

    def __enter__(self) -> _Reader:
        if self._alarm is not None:
            self._alarm.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        if self._alarm is not None:
            self._alarm.__exit__()

    def take(self) -> _Line | None:
        """The next line that is not empty; None if there is none, or none comes in time."""
        self._is_late = self._is_late or self.meter.is_over
        if self._is_late and self._alarm is not None:
            self._alarm.put_off(_PATIENCE)
        self._line = ""
        try:
            return self._read_next()
        except Timeout:
            return self._go_on()

    def _read_next(self) -> _Line | None:
        # A loop keeps a line before anything can interrupt it; a call of `next` might lose one.
        lines = self._lines
        for self._number, self._line in lines:
            if self._line.strip():
                late = _Line(self._number, None, None)
                return late if self._is_late else _read(self._number, self._line)
        return None

    def _go_on(self) -> _Line | None:
        """Time was over while a line was read, or while none came."""
        if self._line.strip():
            return _Line(self._number, None, None)
        self.gave_up = self._is_late
        self._is_late = True
        return None if self.gave_up else self.take()


def _chunks(lines: Iterator[_Line]) -> Iterator[list[_Line]]:
    """One line, then twice as many, and so on: the first are answered before the last have come."""
    together = 1
    while chunk := list(islice(lines, together)):
        yield chunk
        together = min(2 * together, _TOGETHER)


def _board(line: _Line) -> tuple[Board | None, bool]:
    """What lines that are answered together share: a board, and whether mines have a density."""
    position = line.position
    return (None, False) if position is None else (position.board, position.density is not None)


def _read(number: int, line: str) -> _Line:
    """A line is a JSON object as in `graph`, or a JSON string with the text of any format."""
    try:
        return _Line(number, loads(_text(line.strip())), None)
    except (FormatError, InvalidBoard, InvalidPosition) as error:
        # An object is one line: that it is the first of its text says nothing.
        said = str(error) if line.lstrip().startswith('"') else _IN_LINE.sub("", str(error))
        return _Line(number, None, said)


def _text(line: str) -> str:
    if not line.lstrip().startswith('"'):
        return line
    try:
        text = json.loads(line)
    except ValueError:
        raise FormatError("expected a JSON object or a JSON string") from None
    assert isinstance(text, str), "it begins with a quotation mark"
    return text


def _answer(
    board: Board | None, lines: list[_Line], meter: Meter, budget: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    if board is None:
        yield from map(_without_position, lines)
        return
    positions = [line.position for line in lines if line.position is not None]
    if positions[0].density is not None:
        for line, position in zip(lines, positions, strict=True):
            yield {"line": line.number, **_analyse_weighted(position, meter, budget)}
        return
    codes = np.stack([position.codes for position in positions])
    mines = [_UNKNOWN if p.mines is None else p.mines for p in positions]
    analyses = analyze_many(board, codes, mines, total_seconds=meter.left, **budget)
    for row, line in enumerate(lines):
        yield {"line": line.number, **_object(analyses, row)}


def _without_position(line: _Line) -> dict[str, Any]:
    said = {"verdict": "timeout"} if line.error is None else {"error": line.error}
    return {"line": line.number, **said}


def _object(analyses: Analyses, row: int) -> dict[str, Any]:
    verdict = Verdict(analyses.verdicts[row])
    said: dict[str, Any] = {"verdict": verdict.name.lower().replace("_", " ")}
    if verdict is not Verdict.ANSWERED:
        return said
    return said | {
        "safe": np.flatnonzero(analyses.safe[row]).tolist(),
        "mined": np.flatnonzero(analyses.mined[row]).tolist(),
        "log_count": float(analyses.log_count[row]),
        "floats": analyses.probabilities[row].tolist(),
    }


def _analyse_weighted(position: Position, meter: Meter, budget: dict[str, Any]) -> dict[str, Any]:
    """The same of a position with a density, which is analysed alone."""
    try:
        analysis = position.analyze(cache=False, seconds=meter.left, **budget)
        log_count = log(analysis.count)
    except NoLegalAssignment:
        return {"verdict": "impossible"}
    except TooWide:
        return {"verdict": "too wide"}
    except Timeout:
        return {"verdict": "timeout"}
    certain = {"safe": sorted(analysis.safe), "mined": sorted(analysis.mined)}
    floats = analysis.probabilities.tolist()
    return {"verdict": "answered", **certain, "log_count": log_count, "floats": floats}
