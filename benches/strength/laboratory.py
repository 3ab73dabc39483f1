"""The laboratory: runs `demine-lab`, the program for experiments with the engine.

Cargo builds the program when it is first needed. No wheel ships it.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine.arena.contest import Contest

ROOT: Final = Path(__file__).parents[2]
KEYS: Final = 3
VALUES: Final = 10
"""Reached, value, boards, risk, look-ahead, values by halves, chosen, opened cells, score."""

Judged = tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.float32]]


def judge(
    contest: Contest,
    seed: int,
    games: int,
    boards: int,
    *,
    overruled: bool = False,
    workers: int = 1,
    profile: str = "release",
) -> Judged:
    """Per candidate of a decision: game, turn and cell; `VALUES` numbers; its features.

    With `overruled`, only decisions against the best score, and of these only the chosen cell and
    the one with that score.
    """
    start = "-" if contest.start is None else contest.start
    which = "overruled" if overruled else "all"
    arguments = [contest.strategy, contest.mines, contest.first, start, contest.effort]
    arguments += [seed, games, workers, boards, which]
    edges = contest.board.graph.edges.tolist()
    board = "\n".join([str(len(contest.board)), *(f"{a} {b}" for a, b in edges)])
    return _read(_run(profile, "judge", *map(str, arguments), board=board))


def _run(profile: str, *arguments: str, board: str) -> bytes:
    command = [_build(profile), *arguments]
    done = subprocess.run(command, input=board.encode(), stdout=subprocess.PIPE, check=True)
    return done.stdout


def _build(profile: str) -> str:
    """The path of the program.

    For the package alone, cargo would choose other features of the libraries than `cargo test` does
    for the workspace, and compile the engine once more.
    """
    command = ["cargo", "build", "--quiet", "--locked", "--profile", profile, "--workspace"]
    command += ["--bin", "demine-lab", "--message-format", "json-render-diagnostics"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    built = [json.loads(line).get("executable") for line in done.stdout.splitlines()]
    return next(str(path) for path in built if path)


def _read(output: bytes) -> Judged:
    rows, columns = np.frombuffer(output, "<u8", 2).tolist()
    at, keys = 16, rows * KEYS
    values, features = rows * VALUES, rows * columns
    return (
        np.frombuffer(output, "<u8", keys, at).reshape(rows, KEYS),
        np.frombuffer(output, "<f8", values, at + 8 * keys).reshape(rows, VALUES),
        np.frombuffer(output, "<f4", features, at + 8 * (keys + values)).reshape(rows, columns),
    )
