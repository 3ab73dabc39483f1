"""Formats: round trips over every example, exports by their meaning, files."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given

import demine
from demine import DemineError, FormatError, Position, Timeout, TooWide, files, formats, grid
from demine.files import json_object, records, write_decimal
from demine.formats import FORMATS, dumps, loads, names
from demine.latest import Latest
from paths import EXAMPLES
from refusals import Case, check_refusal
from strategies import positions, small_grids

FILES = sorted(p for p in EXAMPLES.iterdir() if p.is_file())
NAMES = [path.name for path in FILES]
READABLE = {".mine": "mine", ".json": "graph", ".mbf": "mbf", ".gr": "gr"}

TINY = "3x2x1\n11H\nHHF\n"


def tiny(mines: int | None = 1) -> Position:
    return Position(demine.grid(2, 3), [1, 1, "?", "?", "?", "?"], mines)


def solve() -> Position:
    return Position(demine.grid(2, 3), [1, 1, 0, "*", 1, 0], 1)


def as_bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_an_example_is_written_as_it_was_read(path: Path) -> None:
    position = demine.read(path)
    assert as_bytes(demine.dumps(position, format=READABLE[path.suffix])) == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_an_example_goes_through_every_format_that_holds_it(path: Path) -> None:
    position = demine.read(path)
    kept = set()
    for name in READABLE.values():
        try:
            data = demine.dumps(position, format=name)
        except FormatError:
            continue
        assert demine.loads(data) == position, name
        kept.add(name)
    assert {"graph", READABLE[path.suffix]} <= kept


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_an_example_has_a_legal_assignment(path: Path) -> None:
    assert demine.read(path).is_consistent()


@given(positions() | small_grids().map(lambda board: Position(board, ["?"] * len(board))))
def test_graph_holds_everything(position: Position) -> None:
    assert demine.loads(demine.dumps(position, format="graph")) == position


def test_graph_keeps_names_and_holes() -> None:
    named = Position(demine.from_networkx(nx.Graph([("b", "a"), ("a", 3)])), "???")
    assert demine.loads(demine.dumps(named)).board.names == ("b", "a", 3)
    holed = Position(demine.grid(2, 2, mask=[[True, False], [True, True]]), "???")
    assert demine.loads(demine.dumps(holed)).board.coordinates(1) == (1, 0)


def test_any_name_can_be_written(tmp_path: Path) -> None:
    named = Position(demine.from_networkx(nx.path_graph(["\ud800", "é\n"])), "??")
    demine.write(named, tmp_path / "named.json")
    assert demine.read(tmp_path / "named.json") == named


def test_graph_ignores_what_it_does_not_know() -> None:
    content = json.loads(demine.dumps(tiny()))
    assert demine.loads(json.dumps({**content, "comment": [None, {"x": 1.5}]})) == tiny()
    del content["mines"]
    assert demine.loads(json.dumps(content)) == tiny(None)


@pytest.mark.parametrize(
    "text",
    [
        TINY.replace("\n", "\r\n"),
        "\ufeff" + TINY,
        "\n \n" + TINY + "\n\n",
        TINY.rstrip("\n"),
        "\ufeff\r\n" + TINY.replace("\n", "\r\n"),
    ],
    ids=["line ends", "byte order mark", "blank lines", "no last line end", "all of them"],
)
def test_harmless_surroundings(text: str) -> None:
    assert demine.loads(text) == demine.loads(text.encode()) == tiny()


def test_flags_are_trusted_on_demand() -> None:
    assert demine.loads(TINY).labels[5] == "?"
    assert demine.loads(TINY, trust_flags=True).labels[5] == "*"


def test_every_symbol_of_mine() -> None:
    text = "13x1x?\nHMS0123456788\n"
    assert demine.loads(text).labels == ("?", "*", "□", 0, 1, 2, 3, 4, 5, 6, 7, 8, 8)
    assert demine.dumps(demine.loads(text), format="mine") == text


def test_mbf_is_the_solved_position() -> None:
    data = bytes([3, 2, 0, 1, 0, 1])
    assert demine.loads(data) == solve()
    assert demine.dumps(solve(), format="mbf") == data


def test_mbf_is_written_when_every_mine_is_known() -> None:
    rest_is_free = Position(demine.grid(2, 3), [1, "?", "?", "*", "□", "?"], 1)
    assert demine.loads(demine.dumps(rest_is_free, format="mbf")) == solve()


def test_the_largest_mbf() -> None:
    cells = 255 * 255
    data = bytes([255, 255, 0, 1, 254, 254])
    position = demine.loads(data)
    assert position.labels[cells - 1] == "*"
    assert demine.dumps(position, format="mbf") == data


def test_gr_is_all_covered() -> None:
    text = "c a path\np tw 3 2\nc between\n2 1\n2 3\n"
    assert demine.loads(text) == Position(demine.from_edges(3, [(0, 1), (1, 2)]), "???")
    assert demine.dumps(demine.loads(text), format="gr") == "p tw 3 2\n1 2\n2 3\n"
    assert demine.loads("p tw 0 0") == Position(demine.from_edges(0, []), "")


def test_cnf_of_a_known_position() -> None:
    position = Position(demine.grid(1, 3), ["?", 1, "?"])
    comments, _, formula = demine.dumps(position, format="cnf").partition("p cnf ")
    assert "c variable 2 is cell 2 (0, 2)\n" in comments
    # 3 ⇔ x₁ ∨ x₂ and 4 ⇔ x₁ ∧ x₂; then 3 and not 4.
    assert formula == "4 8\n1 2 -3 0\n-2 3 0\n-1 3 0\n2 -4 0\n-2 -1 4 0\n1 -4 0\n3 0\n-4 0\n"


def test_opb_of_a_known_position() -> None:
    lines = demine.dumps(tiny(), format="opb").splitlines()
    assert lines[0] == "* #variable= 4 #constraint= 3"
    assert lines[-3:] == [
        "+1 x2 +1 x3 = 1 ;",
        "+1 x1 +1 x2 +1 x3 +1 x4 = 1 ;",
        "+1 x1 +1 x2 +1 x3 +1 x4 = 1 ;",
    ]


def models(cnf: str) -> int:
    """The models of a formula, by trying all assignments."""
    lines = [line.split() for line in cnf.splitlines() if not line.startswith("c")]
    variables, clauses = int(lines[0][2]), [[int(word) for word in line[:-1]] for line in lines[1:]]
    return sum(
        all(any((bits >> abs(literal) - 1 & 1) == (literal > 0) for literal in c) for c in clauses)
        for bits in range(2**variables)
    )


@pytest.mark.parametrize("total", range(-1, 7))
def test_cnf_has_one_model_per_assignment(total: int) -> None:
    star = demine.from_edges(6, [(0, leaf) for leaf in range(1, 6)])
    if total < 0:  # a known mine too many
        position = Position(star, [0, "*", "?", "?", "?", "?"])
    else:
        position = Position(star, [total, "?", "?", "?", "?", "?"])
    expected = [0, 1, 5, 10, 10, 5, 1, 0][total + 1]
    assert models(demine.dumps(position, format="cnf")) == expected == position.count()


def test_a_cnf_is_linear_in_its_cells() -> None:
    position = Position(demine.grid(100, 100), ["?"] * 10_000, mines=1666)
    text = demine.dumps(position, format="cnf", bytes=10**7)
    assert text.count("\n") < 16 * 10_000
    with pytest.raises(TooWide, match="too long for a budget of 1000000 bytes"):
        demine.dumps(position, format="cnf", bytes=10**6)


@pytest.mark.parametrize("format", ["td", "cnf", "opb"])
def test_computed_formats_keep_to_their_seconds(format: str) -> None:
    with pytest.raises(Timeout):
        demine.dumps(Position(demine.grid(9, 9), ["?"] * 81), format=format, seconds=0)


@pytest.mark.parametrize(("label", "expected"), [(0, 1), (1, 0)])
def test_exports_without_variables(label: int, expected: int) -> None:
    position = Position(demine.from_edges(1, []), [label])
    assert models(demine.dumps(position, format="cnf")) == expected
    lines = demine.dumps(position, format="opb").splitlines()
    assert ("+1 x1 = 2 ;" in lines) == (expected == 0)


def test_files_are_named_in_sentences(tmp_path: Path) -> None:
    path = tmp_path / "broken.mine"
    path.write_text("3x2x1\n11Q\nHHH\n")
    with pytest.raises(FormatError) as raised:
        demine.read(path)
    assert str(raised.value).startswith(f"{path}: line 2, column 3: 'Q' is not a cell")
    with pytest.raises(FileNotFoundError):
        demine.read(tmp_path / "missing.mine")


@pytest.mark.parametrize(
    "open_file", [lambda: io.StringIO(TINY), lambda: io.BytesIO(TINY.encode())]
)
def test_open_files_are_read(open_file: Callable[[], Any]) -> None:
    assert demine.read(open_file()) == tiny()


def test_the_dash_is_standard_input_and_output(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TINY.encode())))
    demine.write(demine.read("-"), "-", format="mine")
    assert capfdbinary.readouterr().out == TINY.replace("F", "H").encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"no position\n")))
    with pytest.raises(FormatError, match="standard input: line 1: 'no position' begins no known"):
        demine.read("-")


@pytest.mark.parametrize("name", FORMATS)
def test_the_suffix_names_the_format(tmp_path: Path, name: str) -> None:
    position = demine.read(FILES[NAMES.index("petersen.gr")])
    if name in ("mine", "mbf", "ptta", "llamasweeper", "jsminesweeper", "puzzlink"):
        position = tiny(None) if name == "puzzlink" else solve()
    path = tmp_path / f"position.{name.upper()}"
    demine.write(position, path)
    assert path.read_bytes() == as_bytes(demine.dumps(position, format=name))


def test_an_unknown_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no format has this suffix: expected one of"):
        demine.write(tiny(), tmp_path / "position.txt")
    demine.write(tiny(), tmp_path / "position.txt", format="mine")
    assert [path.name for path in tmp_path.iterdir()] == ["position.txt"]


def test_writing_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "position.mine"
    demine.write(tiny(), path)

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        demine.write(tiny(None), path)
    assert demine.read(path) == tiny()
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "position.mine"
    with pytest.raises(FileNotFoundError) as raised:
        demine.write(tiny(), path)
    assert raised.value.filename == str(path)


def test_permissions_and_links_survive(tmp_path: Path) -> None:
    path, link = tmp_path / "position.mine", tmp_path / "link.mine"
    demine.write(tiny(), path)
    path.chmod(0o640)
    link.symlink_to(path)
    demine.write(tiny(None), link)
    assert link.is_symlink()
    assert demine.read(path) == tiny(None)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_device_is_not_replaced() -> None:
    demine.write(tiny(), "/dev/null", format="mine")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize("bits", [0, 1, 4096, 4097, 50_000])
def test_digits(bits: int) -> None:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        for number in ((1 << bits) - 1, 1 << bits, -(3**bits)):
            assert write_decimal(number) == str(number)
    finally:
        sys.set_int_max_str_digits(limit)


def test_endless_numbers() -> None:
    began = time.process_time()
    with pytest.raises(FormatError, match="1000000 digits"):
        json_object('{"vertices": ' + "1" * 1_000_000 + "}")
    assert time.process_time() - began < 5


def graph(**changed: object) -> str:
    return json.dumps({"vertices": 1, "edges": [], "labels": ["?"]} | changed)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            graph(layout={"tiling": "polygon", "polygons": [[[10**399, 0], [0, 1], [1, 1]]]}),
            "polygons",
        ),
        (
            graph(vertices=0, labels=[], layout={"tiling": "square", "shape": [0, 10**30]}),
            "expected sides for 0 cells",
        ),
        (
            graph(vertices=0, labels=[], layout={"tiling": "square", "shape": [0, 10**12] * 2}),
            "expected sides for 0 cells",
        ),
    ],
)
def test_absurd_layouts(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        formats.loads(text)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        files.append_lines(pipe, "a line\n")
        assert reader.communicate(timeout=60)[0] == "a line\n"


def test_the_oldest_graph_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "_KNOWN", Latest(most_bytes=1 << 20, most=2))
    known = [names.remember(demine.from_edges(size, [])) for size in (3, 4, 5)]
    assert [*names._KNOWN] == known[1:]
    assert len(names.board_of(known[2])) == 5


def test_known_graphs_take_so_many_bytes_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    board = demine.from_edges(100, [])
    monkeypatch.setattr(names, "_KNOWN", Latest(most_bytes=5 * board.nbytes, most=256))
    for size in range(100, 200):
        last = names.remember(demine.from_edges(size, []))
        assert names._KNOWN.bytes <= 5 * board.nbytes
    assert 1 < len(names._KNOWN) < 6
    assert len(names.board_of(last)) == 199


def test_what_is_only_written_and_what_is_empty() -> None:
    position = Position(grid(2, 2), ["?"] * 4, 1)
    for format in ("cnf", "td"):
        with pytest.raises(FormatError, match=f"{format} is only written"):
            loads(dumps(position, format))
    with pytest.raises(FormatError, match="is empty"):
        loads("\n")


@pytest.mark.parametrize(
    "case",
    [
        (lambda: demine.read(7), TypeError, "expected a path or an open file"),  # type: ignore[arg-type]
        (lambda: demine.loads("~??~"), FormatError, "graph6|known format"),
        (lambda: formats.board_of("graph-!!"), FormatError, "not a board id from demine"),
        (lambda: formats.loads('"' + "1" * (records.LONGEST_LINE + 1) + '"'),
         DemineError, "expected"),
        (lambda: records.read("x" * (records.LONGEST_LINE + 1), {}, "a word"),
         DemineError, "a word of at most"),
        (lambda: records.plain_values(1)({"a": 1, "b": 2}), DemineError, "an object of 2 values"),
        (lambda: records.plain_values()({"a": [1]}),
         DemineError, "'a' is \\[1\\], expected a plain value"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(case: Case) -> None:
    check_refusal(case)
