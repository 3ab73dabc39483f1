"""Formats: round trips over every example, sentences for everything that is wrong, broken bytes."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import networkx as nx
import pytest
from hypothesis import example, given, settings

import demine
from demine import FormatError, Position
from demine.formats import FORMATS
from strategies import positions, small_grids

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").iterdir())
NAMES = [path.name for path in EXAMPLES]
READABLE = {".mine": "mine", ".json": "graph", ".mbf": "mbf", ".gr": "gr"}

TINY = "3x2x1\n11H\nHHF\n"


def tiny(mines: int | None = 1) -> Position:
    return Position(demine.grid(2, 3), [1, 1, "?", "?", "?", "?"], mines)


def solved() -> Position:
    return Position(demine.grid(2, 3), [1, 1, 0, "*", 1, 0], 1)


def as_bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data


@pytest.mark.parametrize("path", EXAMPLES, ids=NAMES)
def test_an_example_is_written_as_it_was_read(path: Path) -> None:
    position = demine.read(path)
    assert as_bytes(demine.dumps(position, format=READABLE[path.suffix])) == path.read_bytes()


@pytest.mark.parametrize("path", EXAMPLES, ids=NAMES)
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


@pytest.mark.parametrize("path", EXAMPLES, ids=NAMES)
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
    assert demine.loads(data) == solved()
    assert demine.dumps(solved(), format="mbf") == data


def test_mbf_is_written_when_every_mine_is_known() -> None:
    rest_is_free = Position(demine.grid(2, 3), [1, "?", "?", "*", "□", "?"], 1)
    assert demine.loads(demine.dumps(rest_is_free, format="mbf")) == solved()


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
    lines = demine.dumps(tiny(), format="cnf").splitlines()
    assert "c variable 1 is cell 2 (0, 2)" in lines
    assert lines[6] == "p cnf 11 29"
    assert len(lines) == 7 + 29


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


@pytest.mark.parametrize(("label", "expected"), [(0, 1), (1, 0)])
def test_exports_without_variables(label: int, expected: int) -> None:
    position = Position(demine.from_edges(1, []), [label])
    assert models(demine.dumps(position, format="cnf")) == expected
    lines = demine.dumps(position, format="opb").splitlines()
    assert ("+1 x1 = 2 ;" in lines) == (expected == 0)


GRAPH = '{"vertices": 2, "edges": [[0, 1]], "labels": ["?", 1], "mines": 1}'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        # What it could be.
        ("", "line 1: '' begins no known format: expected COLSxROWSxMINES (mine)"),
        ("hello", "line 1: 'hello' begins no known format"),
        ("\n\n[1]", "line 3: '[1]' begins no known format"),
        (b"\xff\xfe", "byte 0 is not UTF-8 text, and the whole is not an mbf board"),
        (b"3x1x1\nHH\xe9", "byte 8 is not UTF-8 text"),
        # mine
        ("3x2", "line 1: '3x2' found, expected COLSxROWSxMINES"),
        ("3x2x-1\n", "line 1: '3x2x-1' found"),
        ("3x2x1 \nHHH\nHHH", "line 1: '3x2x1 ' found"),
        ("٣x2x1\nHHH\nHHH", "found, expected COLSxROWSxMINES"),
        ("0x2x0", "line 1: 0x2 cells, expected at least 1x1"),
        ("1000000000x1000000000x1\nH", "found, expected COLSxROWSxMINES"),
        ("999999999x999999999x1\nH", "line 2: the header promises 999999999 rows, found 1"),
        ("999999999x1x1\nH", "line 2: 1 cells, the header promises 999999999"),
        ("3x2x1\n11H\nHHF\nHHH", "line 4: the header promises 2 rows, found 3"),
        ("3x2x1\n11H\n\nHHF", "line 4: the header promises 2 rows, found 3"),
        ("3x2x1\n\n11HH\nHHF", "line 4: the header promises 2 rows, found 3"),
        ("3x2x1\n11HH\nHHF", "line 2: 4 cells, the header promises 3"),
        ("3x2x1\n11H\nH9F", "line 3, column 2: '9' is no cell: expected H, F, M, S or 0 to 8"),
        ("3x2x1\n11H\nHHF ", "line 3, column 4: ' ' is no cell"),
        ("\n\n3x2x1\n11h\nHHF", "line 4, column 3: 'h' is no cell"),
        ("3x2x7\n11H\nHHF", "7 mines on a board of 6 cells"),
        # graph
        ("{", "line 1, column 2: not JSON"),
        ('{"vertices": 1,\n "edges": [}', "line 2, column 12: not JSON"),
        ("{}", 'the key "vertices" is missing'),
        ('{"vertices": 1, "vertices": 1}', "the key 'vertices' is given twice"),
        ('{"a": ' + "[" * 100_000, "the JSON is nested too deeply"),
        ('{"vertices": ' + "9" * 5000 + "}", "a number in the JSON is too long"),
        (GRAPH + "x", "not JSON"),
        (GRAPH.replace("2", "NaN"), "NaN is no JSON number"),
        (GRAPH.replace("2", "-Infinity"), "-Infinity is no JSON number"),
        (GRAPH.replace("2", "2.0"), '"vertices" is 2.0, expected a whole number'),
        (GRAPH.replace("2", "true"), '"vertices" is True'),
        (GRAPH.replace("2", "-2"), '"vertices" is -2'),
        (GRAPH.replace("2", '"2"'), "\"vertices\" is '2'"),
        (GRAPH.replace("2", "10" * 20), '"labels" has 2 entries, expected 1010'),
        (GRAPH.replace("[[0, 1]]", "{}"), '"edges" is {}, expected a list'),
        (GRAPH.replace("[0, 1]", "[0]"), "edge [0]: expected a pair"),
        (GRAPH.replace("[0, 1]", "[0, true]"), "edge [0, True]: expected a pair"),
        (GRAPH.replace("[0, 1]", "[0, 1.0]"), "edge [0, 1.0]: expected a pair"),
        (GRAPH.replace("[0, 1]", "[0, 2]"), "edge (0, 2) names a cell that is not on the board"),
        (GRAPH.replace("[0, 1]", "[0, 1e400]"), "expected a pair"),
        (GRAPH.replace("[0, 1]", "[0, " + "9" * 30 + "]"), "not on the board"),
        (GRAPH.replace("[0, 1]", "[0, 1], [1, 0]"), "given twice"),
        (GRAPH.replace("[0, 1]", "[1, 1]"), "joins cell 1 to itself"),
        (GRAPH.replace('"?", 1', '"?"'), '"labels" has 1 entries, expected 2'),
        (GRAPH.replace('"?", 1', '"?", true'), '"labels": cell 1 is labelled True'),
        (GRAPH.replace('"?", 1', '"?", -1'), '"labels": cell 1 is labelled -1'),
        (GRAPH.replace('"?", 1', '"?", "x"'), "\"labels\": cell 1 is labelled 'x'"),
        (GRAPH.replace('"?", 1', r'"?", "\ud800"'), r"labelled '\ud800'"),
        (GRAPH.replace('"?", 1', '"?", null'), "labelled None"),
        (GRAPH.replace('"?", 1', '"?", [1]'), "labelled [1]"),
        (GRAPH.replace('"?", 1', '"?", ' + "9" * 30), "labelled 999"),
        (GRAPH.replace('"mines": 1', '"mines": 3'), '"mines" is 3, expected at most 2'),
        (GRAPH.replace('"mines": 1', '"mines": 1.5'), '"mines" is 1.5, expected a whole number'),
        (GRAPH.replace('"mines": 1', '"mines": false'), '"mines" is False'),
        # gr
        ("c only a comment", "line 1: the graph ends before its line 'p tw'"),
        ("p cnf 3 2", "line 1: 'p cnf 3 2' found, expected 'p tw VERTICES EDGES'"),
        ("p tw 3", "line 1: 'p tw 3' found"),
        ("c x\n1 2\np tw 3 2", "line 2: '1 2' found, expected 'p tw"),
        ("p tw 999999999 0", "line 1: 999999999 vertices, expected at most 16777216"),
        ("p tw 3 1\n1 x", "line 2: '1 x' found, expected an edge: two vertices"),
        ("p tw 3 1\n\n1 2", "line 2: '' found, expected an edge"),
        ("p tw 3 1\n0 2", "line 2: vertex 0, expected 1 to 3"),
        ("p tw 3 1\n1 4", "line 2: vertex 4, expected 1 to 3"),
        ("p tw 3 1\n2 2", "line 2: vertex 2 is joined to itself"),
        ("p tw 3 2\n1 2\n2 1", "line 3: edge (1, 2) is on line 2 already"),
        ("p tw 3 2\n1 2\n", "line 2: 1 edges, the header promises 2"),
        # mbf
        (bytes([3, 2, 0, 1, 3, 0]), "byte 4: mine (0, 3) is not on 2x3 cells"),
        (bytes([3, 2, 0, 1, 0, 2]), "byte 4: mine (2, 0) is not on 2x3 cells"),
        (bytes([3, 2, 0, 2, 1, 1, 1, 1]), "byte 6: mine (1, 1) is given twice"),
        (bytes([3, 2, 0, 2, 1, 1, 1]), "begins no known format"),
        (bytes([3, 0, 0, 0]), "begins no known format"),
    ],
)
def test_what_is_wrong_gets_a_sentence(data: str | bytes, said: str) -> None:
    with pytest.raises(FormatError) as raised:
        demine.loads(data)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 200


LAYOUT = {"tiling": "square", "shape": [1, 2]}


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (3, '"layout" is 3, expected an object'),
        ({"shape": [1, 2]}, 'the key "tiling" is missing'),
        ({"tiling": "disc", "shape": [2]}, "\"tiling\" is 'disc', expected one of square"),
        ({"tiling": ["square"], "shape": [2]}, "\"tiling\" is ['square']"),
        ({"tiling": "square"}, 'the key "shape" is missing'),
        ({**LAYOUT, "shape": [1, 3]}, '"shape" is [1, 3], expected sides for 2 cells'),
        ({**LAYOUT, "shape": []}, '"shape" is []'),
        ({**LAYOUT, "shape": [1] * 40 + [2]}, '"shape" is [1, 1'),
        ({**LAYOUT, "shape": [10**9, 10**9]}, '"shape" is [1000000000, 1000000000]'),
        ({**LAYOUT, "shape": [True, 2]}, '"shape" is [True, 2], expected a list of whole numbers'),
        ({**LAYOUT, "shape": [-1, -2]}, '"shape" is [-1, -2]'),
        ({"tiling": "hexagon", "shape": [1, 1, 2]}, '"shape" is [1, 1, 2]'),
        ({**LAYOUT, "shape": [1, 3], "holes": 5}, '"holes" is 5, expected a list'),
        ({**LAYOUT, "shape": [1, 3], "holes": [5]}, '"holes": an entry is 5'),
        ({**LAYOUT, "shape": [1, 3], "holes": [[0, 3]]}, '"holes": [0, 3] is outside'),
        ({**LAYOUT, "shape": [1, 3], "holes": [[0]]}, '"holes": [0] is outside'),
        ({**LAYOUT, "shape": [2, 2], "holes": [[0, 0], [0, 0]]}, "graph, layout and names have"),
    ],
)
def test_a_wrong_layout_gets_a_sentence(layout: Any, said: str) -> None:
    with pytest.raises(FormatError) as raised:
        demine.loads(json.dumps({**json.loads(GRAPH), "layout": layout}))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("ab", "\"names\" is 'ab', expected a list"),
        ([1.5, 2], '"names" holds 1.5'),
        (["a", "a"], '"names" holds a name twice'),
        (["a"], "graph, layout and names have"),
    ],
)
def test_wrong_names_get_a_sentence(names: Any, said: str) -> None:
    with pytest.raises(FormatError) as raised:
        demine.loads(json.dumps({**json.loads(GRAPH), "names": names}))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("position", "format", "said"),
    [
        (
            Position(demine.grid(2, 3, torus=True), "??????"),
            "mine",
            "grid(2, 3, torus=True) is not",
        ),
        (Position(demine.hexagonal(2, 3), "??????"), "mine", "use the graph format"),
        (Position(demine.box((6,)), "??????"), "mine", "box((6,)) is not a king grid"),
        (Position(demine.grid(2, 3), [9, *"?????"]), "mine", "cell (0, 0) is labelled 9"),
        (Position(demine.hexagonal(2, 3), "******"), "mbf", "which is all that the mbf format"),
        (
            Position(demine.grid(1, 256), "?" * 256),
            "mbf",
            "1x256 cells: the mbf format holds sides",
        ),
        (tiny(), "mbf", "0 of 1 mines are known"),
        (tiny(None), "mbf", "cell (0, 2) is covered: the mbf format needs to know every mine"),
        (solved().with_labels({0: 2}), "mbf", "cell (0, 0) is labelled 2 with 1 mined neighbours"),
        (solved(), "gr", "1 mines: the gr format holds the graph alone"),
        (solved().with_mines(None), "gr", "cell 0 is labelled 1: the gr format holds the graph"),
        (tiny(), "xml", "format 'xml' is not known: expected one of mine, graph, mbf, gr, td, cnf"),
    ],
)
def test_what_a_format_cannot_hold_gets_a_sentence(
    position: Position, format: str, said: str
) -> None:
    with pytest.raises(FormatError) as raised:
        demine.dumps(position, format=format)
    assert said in str(raised.value)


def test_files_are_named_in_sentences(tmp_path: Path) -> None:
    path = tmp_path / "broken.mine"
    path.write_text("3x2x1\n11Q\nHHH\n")
    with pytest.raises(FormatError) as raised:
        demine.read(path)
    assert str(raised.value).startswith(f"{path}: line 2, column 3: 'Q' is no cell")
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
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"?")))
    with pytest.raises(FormatError, match="standard input: line 1"):
        demine.read("-")


@pytest.mark.parametrize("name", FORMATS)
def test_the_suffix_names_the_format(tmp_path: Path, name: str) -> None:
    position = demine.read(EXAMPLES[NAMES.index("petersen.gr")])
    if name in ("mine", "mbf"):
        position = solved()
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
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        demine.write(tiny(None), path)
    assert demine.read(path) == tiny()
    assert list(tmp_path.iterdir()) == [path]


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


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """An example with a few bytes cut out, repeated, or replaced by others."""
    data = draw(st.sampled_from(EXAMPLES)).read_bytes()
    for _ in range(draw(st.integers(1, 3))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(data))] * 2)))
        end = draw(st.sampled_from([start, min(start + 1, len(data)), end]))
        patch = draw(st.sampled_from([b"", data[start:end] * 2, b"\x00", b"9", b"-", b"\n", b"x"]))
        data = data[:start] + (patch or draw(st.binary(max_size=4))) + data[end:]
    return data


def loads_or_says_why(data: str | bytes) -> None:
    """Read a position, or fail with one short line: nothing else may happen."""
    said = ""
    try:
        position = demine.loads(data)
    except FormatError as error:
        said = str(error)
    else:
        assert len(position.board) > 1000 or demine.loads(demine.dumps(position)) == position
    assert "\n" not in said
    assert len(said) < 200


@settings(max_examples=1500)
@given(broken())
def test_broken_bytes(data: bytes) -> None:
    loads_or_says_why(data)


@given(st.binary(max_size=40) | st.text(max_size=40))
@example(b"\xef\xbb\xbf")
def test_any_bytes(data: str | bytes) -> None:
    loads_or_says_why(data)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=5,
)


@settings(max_examples=400)
@given(st.data())
def test_any_value_in_a_graph(data: st.DataObject) -> None:
    """Some value of a good object, at any depth, is replaced by anything."""
    content = json.loads((EXAMPLES[NAMES.index("ring.json")]).read_bytes())
    place: Any = content
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(ANYTHING)
    loads_or_says_why(json.dumps(content))
