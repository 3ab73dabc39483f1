"""Many positions at once: the same answers as one by one, in the same order."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import combinations, repeat
from pathlib import Path
from random import Random
from threading import Thread
from typing import IO, Any, Literal

import click
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import demine
from demine import (
    Board,
    InvalidPosition,
    NoLegalAssignment,
    Position,
    Timeout,
    Verdict,
    _native,
)
from demine.alarm import HAS_TIMER
from demine.cli import batch as batches
from demine.cli import commands
from demine.cli.batch import answers
from interrupt import PLENTY, wide
from processes import ended
from strategies import graphs, labellings, random_graph

# An alarm may ring while Hypothesis watches the garbage collector: Python drops that ring, and says
# so, and there will be another. The command line hushes it.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def codes(position: Position) -> list[int]:
    return [int(code) for code in position.codes]


def check(board: Board, rows: list[Position], found: demine.Analyses) -> None:
    assert len(found) == len(rows)
    for i, position in enumerate(rows):
        try:
            analysis = position.analyze(cache=False)
        except NoLegalAssignment:
            assert found.verdicts[i] == Verdict.IMPOSSIBLE
            assert found.log_count[i] == -math.inf
            assert np.isnan(found.probabilities[i]).all()
            assert not found.safe[i].any()
            assert not found.mined[i].any()
            continue
        assert found.verdicts[i] == Verdict.ANSWERED
        np.testing.assert_array_equal(found.probabilities[i], analysis.probabilities)
        assert frozenset(np.flatnonzero(found.safe[i]).tolist()) == analysis.safe
        assert frozenset(np.flatnonzero(found.mined[i]).tolist()) == analysis.mined
        assert found.log_count[i] == pytest.approx(math.log(analysis.count), abs=1e-9)


@given(st.data())
def test_the_answers_are_those_of_each_position(data: st.DataObject) -> None:
    board = data.draw(graphs(7))
    mines = st.none() | st.integers(0, len(board))
    rows = [Position(board, data.draw(labellings(board)), data.draw(mines)) for _ in range(4)]
    numbers = [-1 if p.mines is None else p.mines for p in rows]
    labels = np.array([codes(p) for p in rows], np.int8).reshape(4, len(board))
    check(board, rows, demine.analyze_many(board, labels, numbers, workers=2))


def expert_positions(count: int) -> tuple[Board, list[Position]]:
    """Positions in the middle of games of the safest strategy."""
    rows: list[Position] = []
    for seed in range(count):
        game = demine.Game.preset("expert", seed=seed)
        game.open(0)
        for _ in range(6):
            if game.status == "playing":
                safe = game.position.analyze().safe
                [game.open(cell) for cell in sorted(safe)[:5]]
        if game.status == "playing":
            rows.append(game.position)
    return rows[0].board, rows


def test_expert_positions_on_any_number_of_threads() -> None:
    board, rows = expert_positions(70)
    labels = [codes(position) for position in rows]
    alone = demine.analyze_many(board, labels, 99, workers=1)
    shared = demine.analyze_many(board, labels, 99, workers=3)
    check(board, rows, alone)
    for name in ("probabilities", "safe", "mined", "log_count", "verdicts"):
        np.testing.assert_array_equal(getattr(alone, name), getattr(shared, name))


def test_labels_may_be_text_and_shaped_like_the_board() -> None:
    board = demine.grid(2, 3)
    rows = [Position(board, ["?", "?", "?", 1, "□", "*"]), Position(board, ["?"] * 6)]
    shaped = [[list(p.labels[:3]), list(p.labels[3:])] for p in rows]
    check(board, rows, demine.analyze_many(board, shaped))


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64])
def test_the_engine_reads_a_copy_that_nobody_can_change(
    kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels, mines = np.full((3, 9), -1, kind), np.full(3, 2, np.int64)
    read: list[Any] = []

    def spy(graph: Any, codes: Any, known: Any, *rest: Any) -> None:
        read.append((np.shares_memory(codes, labels), np.shares_memory(known, mines)))
        analyze(graph, codes, known, *rest)

    analyze = _native.analyze_many
    monkeypatch.setattr(_native, "analyze_many", spy)
    assert demine.analyze_many(demine.grid(3, 3), labels, mines).verdicts.tolist() == [0] * 3
    assert read == [(False, False)]


def test_no_positions_at_all() -> None:
    found = demine.analyze_many(demine.grid(2, 2), np.zeros((0, 4), np.int32))
    assert len(found) == 0
    assert found.probabilities.shape == (0, 4)
    assert repr(found) == "<Analyses of 0 positions: none>"


def wide_board() -> tuple[Board, list[int]]:
    """A random graph that no small budget can count."""
    random = Random(5)
    board = demine.from_edges(200, random_graph(200, 600, random))
    mined = {cell for cell in board.cells if random.random() < 0.3}
    return board, [
        sum(v in mined for v in board.neighbours(cell))
        if cell not in mined and random.random() < 0.3
        else -1
        for cell in board.cells
    ]


def test_one_that_is_too_wide_is_marked_and_the_others_are_answered() -> None:
    board, wide = wide_board()
    covered = [-1] * len(board)
    found = demine.analyze_many(board, [covered, wide, covered], states=100)
    assert found.verdicts.tolist() == [Verdict.ANSWERED, Verdict.TOO_WIDE, Verdict.ANSWERED]
    assert np.isnan(found.log_count[1])
    assert np.isnan(found.probabilities[1]).all()
    assert found.log_count[2] == pytest.approx(200 * math.log(2))
    assert repr(found) == "<Analyses of 3 positions: 2 answered, 1 too wide>"


def test_what_was_answered_in_time_stays_and_the_rest_is_marked() -> None:
    hard = wide()
    rows = [["?"] * len(hard.board), hard.labels, ["?"] * len(hard.board)]
    found = demine.analyze_many(hard.board, rows, workers=1, states=PLENTY, total_seconds=3)
    assert found.verdicts.tolist() == [Verdict.ANSWERED, Verdict.TIMEOUT, Verdict.TIMEOUT]
    assert found.probabilities[0].tolist() == [0.5] * len(hard.board)
    assert np.isnan(found.probabilities[1:]).all()
    assert np.isnan(found.log_count[1:]).all()
    assert not found.safe.any()


@pytest.mark.parametrize("engine", ["local", "dask"])
def test_no_time_at_all_marks_every_position(engine: Literal["local", "dask"]) -> None:
    board = demine.grid(1, 2)
    options = {"workers": 1, "total_seconds": 0.0}
    found = demine.analyze_many(board, [[-1, -1]] * 100, engine=engine, **options)  # type: ignore[arg-type]
    assert repr(found) == "<Analyses of 100 positions: 100 timeout>"
    with pytest.raises(ValueError, match="total_seconds is -1: expected at least 0"):
        demine.analyze_many(board, [[-1, -1]], total_seconds=-1)


@pytest.mark.parametrize(
    ("labels", "mines", "said"),
    [
        ([[-1, -4]], None, "position 0: cell 1 is labelled -4"),
        ([[-1, -1], [0, -1]], [1, 3], "position 1: 3 mines"),
        ([[-1, -1]], -1, "-1 mines: the number of mines is at least 0"),
        ([[-1, -1]], [1, 1], "2 numbers of mines for 1 positions"),
        ([[-1, -1]], 0.5, "mines: expected an int"),
        ([[-1, -1, -1]], None, "labels of shape (1, 3): expected (positions, 2)"),
        ([-1, -1], None, "labels of shape (2,)"),
        ([[0.5, 1.0]], None, "labels of type float64"),
        ([["?", "x"]], None, "a cell is labelled 'x'"),
        ([["?", "٣"]], None, "a cell is labelled '٣'"),
    ],
)
def test_what_is_no_position_is_named(labels: object, mines: object, said: str) -> None:
    board = demine.from_edges(2, [(0, 1)])
    with pytest.raises(InvalidPosition) as caught:
        demine.analyze_many(board, labels, mines)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_workers_and_engines_are_checked() -> None:
    board = demine.grid(1, 1)
    with pytest.raises(ValueError, match="workers is 0"):
        demine.analyze_many(board, [[-1]], workers=0)
    with pytest.raises(ValueError, match="engine is 'moon'"):
        demine.analyze_many(board, [[-1]], engine="moon")  # type: ignore[arg-type]


def test_progress_ends_with_all_positions() -> None:
    seen: list[int] = []
    demine.analyze_many(demine.grid(1, 2), [[-1, -1]] * 20_000, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 20_000


class Enough(Exception):
    """Nobody wants to see more."""


def test_progress_is_told_while_slow_positions_are_being_answered() -> None:
    """All of them would take a minute or more; what `progress` raises ends them."""
    board, wide = wide_board()

    def tell(done: int) -> None:
        assert 0 <= done < 16_000
        raise Enough

    with pytest.raises(Enough):
        demine.analyze_many(board, np.tile(wide, (16_000, 1)), states=3_000_000, progress=tell)


def test_labels_are_converted_piece_by_piece() -> None:
    """All at once they would take room for a copy, and seconds in which Ctrl-C is not heard."""

    def stop(done: int) -> None:
        raise Enough

    rows = np.full((300_000, 9), -1, np.int8)
    answers = 10 * rows.size + 17 * len(rows)
    tracemalloc.start()
    try:
        with pytest.raises(Enough):
            demine.analyze_many(demine.grid(3, 3), rows, 2, progress=stop)
        assert tracemalloc.get_traced_memory()[1] < answers + rows.size
    finally:
        tracemalloc.stop()


def test_a_cluster_gives_the_same_answers() -> None:
    board, rows = expert_positions(12)
    labels = [codes(position) for position in rows] * 400
    here = demine.analyze_many(board, labels, 99)
    there = demine.analyze_many(board, labels, 99, engine="dask", workers=2)
    for name in ("probabilities", "safe", "mined", "log_count", "verdicts"):
        np.testing.assert_array_equal(getattr(here, name), getattr(there, name))


def batch(text: str, *options: str) -> list[dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-m", "demine", "solve", "--batch", "-", *options],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def test_a_batch_answers_line_by_line() -> None:
    mine = json.dumps("3x2x1\nHHH\nH1H\n")
    graph = json.dumps({"vertices": 2, "edges": [[0, 1]], "labels": ["?", 2], "mines": None})
    lines = [mine, "", graph, '"3x', "{}", mine, "\x1b[31m", '"9x9x10"']
    found = batch("\n".join(lines))
    assert [answer["line"] for answer in found] == [1, 3, 4, 5, 6, 7, 8]
    assert [answer.get("verdict") for answer in found] == (
        ["answered", "impossible", None, None, "answered", None, None]
    )
    floats = found[0]["floats"]
    assert isinstance(floats, list)
    assert floats == pytest.approx([0.2, 0.2, 0.2, 0.2, 0.0, 0.2])
    assert math.exp(float(str(found[0]["log_count"]))) == pytest.approx(5)
    assert all("error" in answer for answer in found if "verdict" not in answer)


def batch_process(*options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "demine", "solve", "--batch", "-", *options]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def test_a_batch_keeps_what_it_answered_when_time_is_over() -> None:
    easy, hard = json.dumps("1x1x1\nH"), json.dumps(json.loads(demine.dumps(wide(), "graph")))
    with ended(batch_process("--seconds", "4", "--states", str(PLENTY))) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        asked.stdin.write(f"{easy}\n")
        asked.stdin.flush()
        assert json.loads(asked.stdout.readline())["verdict"] == "answered"
        printed, said = asked.communicate(f"{hard}\n\n{easy}\n" + "nonsense\n" * 9000, timeout=60)
    late = [json.loads(line) for line in printed.splitlines()]
    assert late == [{"line": i, "verdict": "timeout"} for i in (2, *range(4, 9005))]
    assert asked.returncode == 3
    assert said == "demine: no answer to 9002 of the lines within the budget of 4 seconds\n"


@pytest.mark.skipif(not HAS_TIMER, reason="this system has no such timer")
@pytest.mark.parametrize("begun", ["", '"1x1x1'])
def test_a_batch_waits_for_no_line_when_time_is_over(begun: str) -> None:
    with ended(batch_process("--seconds", "0.5")) as asked:
        assert asked.stdin is not None
        asked.stdin.write(begun)
        asked.stdin.flush()
        assert asked.wait(timeout=60) == 3
        _, said = asked.communicate()
    assert said == "demine: no more lines within the budget of 0.5 seconds\n"


@pytest.mark.skipif(not HAS_TIMER, reason="this system has no such timer")
def test_a_line_that_takes_too_long_to_read_is_marked() -> None:
    wide = {"vertices": 3000, "edges": list(combinations(range(3000), 2)), "labels": ["?"] * 3000}
    lines = [json.dumps(wide | {"mines": None}), '"1x1x1\\nH"']
    signals = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    began, found = time.process_time(), answers(lines, seconds=0.01)
    assert [json.loads(next(found))["verdict"] for _ in lines] == ["timeout"] * 2
    assert time.process_time() - began < 3
    with pytest.raises(Timeout, match="no answer to 2 of the lines within"):
        next(found)
    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == signals


def test_no_line_of_a_long_batch_is_lost() -> None:
    lines = 9000
    found = batch('"1x1x1\\nH"\n' * lines)
    assert [answer["line"] for answer in found] == list(range(1, lines + 1))


def answered(lines: Iterable[str | bytes], seconds: float | None = None) -> list[dict[str, Any]]:
    """The answers that there are; the `Timeout` behind them is left out."""
    found: list[dict[str, Any]] = []
    with suppress(Timeout):
        found.extend(map(json.loads, answers(lines, seconds)))
    return found


LINE = b'"1x1x1\\nH"'


@pytest.mark.parametrize("piece", [1, 2, 3, 5, 1 << 16])
@pytest.mark.parametrize("last", [b"", b"\n", b"\r\n", b"\n\n"])
def test_how_lines_of_a_batch_may_end(
    piece: int, last: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "_PIECE", piece)
    lines = [LINE, b"", LINE + b"\r", b"\r", b"\0", b'"\xff"', " \u2003".encode(), b"\xff", LINE]
    data = b"\xef\xbb\xbf" + b"\n".join(lines) + last
    (tmp_path / "lines").write_bytes(data)
    with (tmp_path / "lines").open("rb") as file:
        found = answered(file)
    assert [answer["line"] for answer in found] == [1, 3, 5, 6, 8, 9]
    assert ["error" in answer for answer in found] == [False, False, True, True, True, False]
    assert answered(BytesIO(data)) == found


@contextmanager
def fed(write: Callable[[IO[bytes]], object]) -> Iterator[IO[bytes]]:
    """A pipe into which another thread writes; it stops when the block is over."""

    def feed() -> None:
        with suppress(BrokenPipeError), os.fdopen(into, "wb", buffering=0) as pipe:
            write(pipe)

    out, into = os.pipe()
    writer = Thread(target=feed)
    writer.start()
    with os.fdopen(out, "rb") as lines:
        yield lines
    writer.join()


@pytest.mark.skipif(not HAS_TIMER, reason="this system has no such timer")
@pytest.mark.parametrize("seed", range(8))
def test_no_line_of_a_slow_pipe_is_lost_when_time_is_over(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "_PATIENCE", 600.0)  # how slow the other thread is says nothing
    random = Random(seed)
    data = (LINE + b"\n") * 300

    def write(pipe: IO[bytes]) -> None:
        begin = 0
        while begin < len(data):
            begin += pipe.write(data[begin : begin + random.randint(1, 30)])
            time.sleep(0.0005)

    with fed(write) as lines:
        found = answered(lines, seconds=random.uniform(0.02, 0.1))
    assert [answer["line"] for answer in found] == list(range(1, 301))
    assert found[-1]["verdict"] == "timeout"


@pytest.mark.skipif(not HAS_TIMER, reason="this system has no such timer")
def test_a_slow_pipe_uses_up_the_patience_with_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "_PATIENCE", 0.3)

    def write(pipe: IO[bytes]) -> None:
        for _ in range(600):
            pipe.write(LINE + b"\n")
            time.sleep(0.1)

    with fed(write) as lines:
        found = answered(lines, seconds=0.01)
    assert [answer["line"] for answer in found] == list(range(1, len(found) + 1))
    assert len(found) < 300


def test_lines_without_end_use_up_the_patience_with_a_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batches, "_PATIENCE", 0.01)
    found = answers(repeat("nonsense"), seconds=0.01)
    with pytest.raises(Timeout, match="lines within the budget of"):
        [None for _ in found]


@pytest.mark.parametrize("patience", [0.0, 1.0])
def test_without_any_time_every_line_of_a_file_is_marked(
    patience: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "_PATIENCE", patience)
    (tmp_path / "lines").write_bytes((LINE + b"\n") * 20_000)
    with (tmp_path / "lines").open("rb") as file:
        found = answered(file, seconds=1e-9)
    assert found == [{"line": i, "verdict": "timeout"} for i in range(1, 20_001)]


def test_every_line_has_an_answer_when_time_is_over_before_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading and opening may take longer than a small budget: no line is forgotten then."""
    open_file = click.open_file

    def open_slowly(*arguments: Any) -> IO[Any]:
        time.sleep(0.8)
        return open_file(*arguments)

    monkeypatch.setattr(click, "open_file", open_slowly)
    (tmp_path / "lines").write_bytes((LINE + b"\n") * 3)
    asked = ["solve", "--batch", "--seconds", "0.5", str(tmp_path / "lines")]
    done = CliRunner().invoke(commands, asked)
    assert [json.loads(line)["line"] for line in done.stdout.splitlines()] == [1, 2, 3]


@pytest.mark.skipif(not HAS_TIMER, reason="this system has no such timer")
def test_a_batch_does_not_wait_for_ever_until_somebody_writes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    command = [sys.executable, "-m", "demine", "solve", "--batch", "--seconds", "0.5"]
    done = subprocess.run([*command, tmp_path / "pipe"], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr == b"demine: no answer within the budget of 0.5 seconds\n"


@pytest.mark.parametrize("mines", [2**64 - 1, np.array([2**64 - 1], np.uint64)])
def test_mines_beyond_all_numbers(mines: Any) -> None:
    with pytest.raises(InvalidPosition, match="18446744073709551615 mines"):
        demine.analyze_many(demine.grid(2, 2), [[-1, -1, -1, 1]], mines)


def test_a_row_is_an_analysis_that_can_be_shown() -> None:
    board = demine.grid(2, 2)
    many = demine.analyze_many(board, [[1, -1, -1, -1], [0, -1, -1, -1]], [1, -1])
    assert many.position(0) == Position(board, [1, "?", "?", "?"], 1)
    assert many.position(-1) == Position(board, [0, "?", "?", "?"])
    assert 3 * many[0].probability(1) == 1
    assert "33" in str(many[0])
    assert "<svg" in many[0].svg()
    assert many[1:][0].safe == {1, 2, 3}
    assert [len(one.safe) for one in many] == [0, 3]
    with pytest.raises(IndexError, match="row is 2: expected -2 to 1"):
        many[2]
    with pytest.raises(IndexError, match="expected a whole number"):
        many["x"]  # type: ignore[call-overload]


def test_logarithms_in_other_units() -> None:
    many = demine.analyze_many(demine.grid(1, 3), [[-1, -1, -1], [-1, 1, -1]])
    assert many.entropy() == pytest.approx([3, 1])
    assert many.log10_count == pytest.approx([math.log10(8), math.log10(2)])


def test_a_table_for_pandas() -> None:
    many = demine.analyze_many(demine.grid(1, 3), [[-1, 1, -1], [0, 1, 0]])
    table = many.to_pandas()
    assert list(table.columns) == [
        "position", "cell", "probability", "safe", "mined", "log_count", "verdict",
    ]  # fmt: skip
    assert len(table) == 6
    assert table[table.position == 0].probability.tolist() == [0.5, 0, 0.5]
    assert table.verdict.tolist() == ["answered"] * 3 + ["impossible"] * 3


def test_positions_are_rows_with_their_mines() -> None:
    board = demine.grid(2, 3)
    rows = [demine.Position(board, [1, *"?????"], mines) for mines in (1, 2, None)]
    many = demine.analyze_many(board, rows)
    for row, position in enumerate(rows):
        alone = position.analyze()
        assert np.allclose(many.probabilities[row], alone.probabilities)
        assert many[row].count == alone.count
    same = demine.analyze_many(board, rows, mines=2)
    assert np.allclose(same.probabilities, rows[1].analyze().probabilities)
    other = demine.Position(demine.grid(3, 2), ["?"] * 6)
    with pytest.raises(demine.InvalidPosition, match="row 1 is not a position on"):
        demine.analyze_many(board, [rows[0], other])
