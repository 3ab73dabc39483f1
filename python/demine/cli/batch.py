"""`demine solve --batch`: a position per line in, an answer per line out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from math import log
from typing import Any, Final, NamedTuple

import numpy as np

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
from demine.position import Position

_TOGETHER: Final = 4096
"""Lines that are read before any is answered."""

_UNKNOWN: Final = -1
_IN_LINE: Final = re.compile("^line 1(:|,) ")


class _Line(NamedTuple):
    number: int
    position: Position | None
    error: str | None


def answers(lines: Iterable[str], **budget: Any) -> Iterator[str]:
    """A JSON object per line that is not empty, in the order of the lines."""
    numbered = ((i, line) for i, line in enumerate(lines, 1) if line.strip())
    read = (_read(i, line) for i, line in numbered)
    for together in _chunks(read):
        for (board, _), group in groupby(together, key=_board):
            yield from map(json.dumps, _answer(board, list(group), budget))


def _chunks(lines: Iterator[_Line]) -> Iterator[list[_Line]]:
    while chunk := [line for line, _ in zip(lines, range(_TOGETHER), strict=False)]:
        yield chunk


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
    board: Board | None, lines: list[_Line], budget: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    if board is None:
        yield from ({"line": line.number, "error": line.error} for line in lines)
        return
    positions = [line.position for line in lines if line.position is not None]
    if positions[0].density is not None:
        for line, position in zip(lines, positions, strict=True):
            yield {"line": line.number, **_analyse_weighted(position, budget)}
        return
    codes = np.stack([position.codes for position in positions])
    mines = [_UNKNOWN if p.mines is None else p.mines for p in positions]
    analyses = analyze_many(board, codes, mines, **budget)
    for row, line in enumerate(lines):
        yield {"line": line.number, **_object(analyses, row)}


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


def _analyse_weighted(position: Position, budget: dict[str, Any]) -> dict[str, Any]:
    """The same of a position with a density, which is analysed alone."""
    try:
        analysis = position.analyze(cache=False, **budget)
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
