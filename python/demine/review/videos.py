"""Replays from files: our own, RAWVF, and videos of other programs as ms_toollib reads them.

A video has the mines and a stream of mouse events. Each change of the board becomes a move: a
click that opens its cell is an opening, a click on a number that opens others is a chord, and
the rest are flags.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from demine.arguments import check
from demine.board import grid
from demine.errors import FormatError, MissingExtra
from demine.files import Source, decode, read_as
from demine.game import Game, Move, Replay, Stopwatch
from demine.review import rawvf

_VIDEOS: Final = {".avf": "AvfVideo", ".evf": "EvfVideo", ".rmv": "RmvVideo", ".mvf": "MvfVideo"}
"""Suffixes of videos, and what reads them."""

# How ms_toollib writes a cell of a board that is played.
_COVERED: Final = 10
_FLAGGED: Final = 11
_MOST_SECONDS: Final = 60.0
"""The time limit for reading a video; a real one takes less than a second."""


def read_replays(source: Source) -> list[Replay]:
    """The replays in a file: JSON lines of ours or RAWVF, or a video, told by its suffix."""
    if isinstance(source, str | os.PathLike) and Path(source).suffix.lower() in _VIDEOS:
        return [_read_video(source)]
    return read_as(source, _loads)


def replays_of(name: str, data: bytes, seconds: float | None = None) -> list[Replay]:
    """The replays in the content of a file of this name, as `read_replays` reads them.

    A video that takes longer than `seconds` (by default a minute) cannot be read.
    """
    check(name, str, "name")
    check(data, bytes, "data")
    suffix = Path(name).suffix.lower()
    if suffix not in _VIDEOS:
        return _loads(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"video{suffix}"
        path.write_bytes(data)
        return [_read_video(path, name, seconds)]


def _loads(data: str | bytes) -> list[Replay]:
    text = decode(data)
    if rawvf.is_rawvf(text):
        return [Replay.of(rawvf.parse(text))]
    return Replay.loads_all(text)


def _read_video(
    path: str | os.PathLike[str], name: str | None = None, seconds: float | None = None
) -> Replay:
    """The game of a video, called by this name; needs ms_toollib (the extra `videos`)."""
    if find_spec("ms_toollib") is None:
        raise MissingExtra("videos of other programs need ms_toollib: pip install ms-toollib")
    Path(path).open("rb").close()  # raises the same error as for any other file
    told = _read_in_process(os.path.abspath(path), seconds)
    if told is None:
        raise FormatError(f"{name or os.fspath(path)}: ms_toollib cannot read this video")
    return Replay.of(_play(json.loads(told)))


def _read_in_process(path: str, seconds: float | None) -> str | None:
    """The output of a separate process, since a malformed file can crash the library.

    The library also leaves a log of its crash in the working directory.
    """
    import subprocess

    program = "import sys; from demine.review.videos import tell; tell(sys.argv[1])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [sys.executable, "-c", program, path],
                capture_output=True,
                encoding="utf-8",
                cwd=folder,
                env=environment,
                timeout=_MOST_SECONDS if seconds is None else seconds,
            )
        except subprocess.TimeoutExpired:
            return None
    return done.stdout if done.returncode == 0 else None


def tell(path: str) -> None:
    """Print what a video holds, as JSON: rows, columns, mines and moves."""
    _bound_time()
    import ms_toollib

    parsed = getattr(ms_toollib, _VIDEOS[Path(path).suffix.lower()])(path)
    parsed.parse()
    parsed.analyse()
    cells = [int(value) for line in parsed.board for value in line]
    mined = [cell for cell, value in enumerate(cells) if value == -1]
    moves = [[move.kind, move.cell, move.at] for move in _moves(parsed)]
    shape = [int(parsed.row), int(parsed.column)]
    print(json.dumps({"shape": shape, "mined": mined, "moves": moves}))


def _bound_time() -> None:
    """End this process in time, even if nobody is left who waits for it."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    most = int(_MOST_SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def _play(told: dict[str, Any]) -> Game:
    """The game that the moves of a video played."""
    now = 0.0
    stopwatch = Stopwatch(lambda: now)
    game = Game.from_mines(grid(*told["shape"]), told["mined"], first="safe", stopwatch=stopwatch)
    for kind, cell, at in told["moves"]:
        now = max(now, at)
        game.make(Move(kind, cell, at))
    return game


def _moves(parsed: Any) -> Iterator[Move]:
    """The moves that changed the board, each at the time of its event."""
    columns, size = int(parsed.column), int(parsed.pix_size)
    before: list[int] | None = None
    for event in parsed.events:
        mouse = event.event.unwrap_mouse() if event.event.is_mouse() else None
        if mouse is None or event.next_game_board is None:
            continue
        after = [int(value) for line in event.next_game_board.game_board for value in line]
        cell = int(mouse.y) // size * columns + int(mouse.x) // size
        if before is None:
            before = [_COVERED] * len(after)
        yield from _change(before, after, cell, float(event.time))
        before = after


def _change(before: list[int], after: list[int], cell: int, at: float) -> Iterator[Move]:
    opened = [v for v, (a, b) in enumerate(zip(before, after, strict=True)) if _is_opened(a, b)]
    for v, (old, new) in enumerate(zip(before, after, strict=True)):
        if {old, new} == {_COVERED, _FLAGGED}:
            yield Move("flag", v, at)
    if opened:
        is_chord = cell < len(before) and before[cell] < _COVERED
        clicked = cell if is_chord or cell in opened else opened[0]
        yield Move("chord" if is_chord else "open", clicked, at)


def _is_opened(before: int, after: int) -> bool:
    return before >= _COVERED and after < _COVERED
