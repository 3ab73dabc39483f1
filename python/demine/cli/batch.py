"""`demine solve --batch`: a position per line in, an answer per line out."""

from __future__ import annotations

import json
import os
import re
import stat
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from io import FileIO
from itertools import groupby, islice
from math import log
from select import select
from typing import Any, Final, NamedTuple

import numpy as np

from demine.alarm import FOREVER, HAS_TIMER, Alarm, can_ring
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
"""Most lines to read before answering any of them."""

_PATIENCE: Final = 1.0
"""Total seconds to wait for more lines after the time limit: a pipe may still hold some."""

_PIECE: Final = 1 << 16
"""Bytes per read: as much as a pipe holds."""

_UNKNOWN: Final = -1
_IN_LINE: Final = re.compile("^line 1(:|,) ")


class _Line(NamedTuple):
    """A position, or an error message; neither if time ran out before the line was parsed."""

    number: int
    position: Position | None
    error: str | None


def answers(
    lines: Iterable[str | bytes], seconds: float | None = None, **budget: Any
) -> Generator[str, None, None]:
    """A JSON object per line that is not empty, in the order of the lines.

    The seconds apply to all lines together. After that, each line gets the verdict "timeout", and
    the generator ends with a `Timeout`. For an open binary file, it waits at most one more second
    for lines to arrive. It cannot limit the time that other iterables take.
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
    """Reads and parses lines while there is time; later lines are read but not parsed.

    Reading waits only up to a limit. An alarm interrupts parsing, and only inside `_read`, so no
    line is lost.
    """

    def __init__(self, lines: Iterable[str | bytes], seconds: float | None) -> None:
        descriptor = _descriptor(lines)
        self._lines: _Items | _File = _Items(lines) if descriptor is None else _File(descriptor)
        self._number, self._patience = 0, _PATIENCE
        self._is_late = self.gave_up = False
        self.meter = Meter(seconds=seconds)
        rings = seconds is not None and can_ring()
        self._alarm = Alarm(seconds or 0.0, Timeout, _read.__code__) if rings else None

    def __enter__(self) -> _Reader:
        if self._alarm is not None:
            self._alarm.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        if self._alarm is not None:
            self._alarm.__exit__()

    def take(self) -> _Line | None:
        """The next line that is not empty; None if there is none, or none arrives in time."""
        while (raw := self._take_in()) is not None:
            self._number += 1
            line = _decode(raw, is_first=self._number == 1)
            if line.strip():
                return self._read_in_time(line)
        return None

    def _take_in(self) -> str | bytes | None:
        """The next raw line. Waiting after the time limit uses up the patience."""
        left = self.meter.left
        if left is None:
            return self._lines.take(None)
        over = time.monotonic() + left
        try:
            return self._lines.take(over + self._patience)
        except Timeout:
            self.gave_up = True
            return None
        finally:
            self._patience -= max(0.0, time.monotonic() - over)

    def _read_in_time(self, line: str) -> _Line:
        if not self._is_late and not self.meter.is_over:
            try:
                return _read(self._number, line)
            except Timeout:
                pass
        self._is_late = True
        return _Line(self._number, None, None)


class _Items:
    """The lines of an iterable. A wait for the next line cannot be interrupted."""

    def __init__(self, lines: Iterable[str | bytes]) -> None:
        self._lines = iter(lines)

    def take(self, until: float | None) -> str | bytes | None:
        """The next line, or None; `Timeout` if the time is past `until` already."""
        if until is not None and time.monotonic() >= until:
            raise Timeout
        return next(self._lines, None)


class _File:
    """The lines of an open file, read through its descriptor.

    Python's file objects lose data if a signal handler raises at a bad moment, and they cannot
    limit the time of a read.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        # Windows has neither timers nor `select` for files, so reads have no time limit there.
        is_whole = stat.S_ISREG(os.fstat(descriptor).st_mode)
        self._is_waited_for = HAS_TIMER and not is_whole
        self._lines: deque[bytes] = deque()
        self._begun = bytearray()
        self._is_over = False

    def take(self, until: float | None) -> bytes | None:
        """The next line, or None; `Timeout` if none arrives before `until`.

        A file on disk never waits, so its lines are read even after `until`.
        """
        while not self._lines and not self._is_over:
            if self._is_waited_for and not self._comes(until):
                raise Timeout
            self._keep(os.read(self._descriptor, _PIECE))
        return self._lines.popleft() if self._lines else None

    def _comes(self, until: float | None) -> bool:
        """Whether data or the end of the file arrives before `until`."""
        left = None if until is None else min(until - time.monotonic(), FOREVER)
        return (left is None or left > 0) and bool(select([self._descriptor], [], [], left)[0])

    def _keep(self, piece: bytes) -> None:
        """Split the data into lines. Empty data means the end of the file and of its last line."""
        self._is_over = not piece
        *ends, begun = (piece or b"\n").split(b"\n")
        for end in ends:
            self._lines.append(bytes(self._begun + end))
            self._begun.clear()
        self._begun += begun


def _descriptor(lines: object) -> int | None:
    """The descriptor of an open binary file; None for other objects and text files."""
    raw = getattr(lines, "raw", None)
    return raw.fileno() if isinstance(raw, FileIO) else None


def _decode(line: str | bytes, is_first: bool) -> str:
    """Decode any bytes as text; the first line may begin with a byte order mark."""
    if isinstance(line, str):
        return line
    return line.decode("utf-8-sig" if is_first else "utf-8", errors="replace")


def _chunks(lines: Iterator[_Line]) -> Iterator[list[_Line]]:
    """Chunks of 1, 2, 4, … lines, so that the first answers do not wait for the last lines."""
    together = 1
    while chunk := list(islice(lines, together)):
        yield chunk
        together = min(2 * together, _TOGETHER)


def _board(line: _Line) -> tuple[Board | None, bool]:
    """The key of lines that are answered together: the board, and whether each is alone."""
    position = line.position
    return (None, False) if position is None else (position.board, _is_alone(position))


def _is_alone(position: Position) -> bool:
    """Whether the position has a density or rules: only others are analysed many at a time."""
    return position.density is not None or position.rules is not None


def _read(number: int, line: str) -> _Line:
    """Parse a line: a JSON object as in `graph`, or a JSON string with the text of any format."""
    try:
        return _Line(number, loads(_text(line.strip())), None)
    except (FormatError, InvalidBoard, InvalidPosition) as error:
        # The text of an object has one line only, so its line number is noise.
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
    if _is_alone(positions[0]):
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
    """The answer for a position with a density; these cannot be analysed many at a time."""
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
