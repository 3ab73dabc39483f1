"""Files that are wrong in every format: one clear message for each, whatever the bytes."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

import demine
from demine import FormatError, Position
from paths import EXAMPLES

FILES = sorted(p for p in EXAMPLES.iterdir() if p.is_file())
RING = next(path for path in FILES if path.name == "ring.json")

TINY = Position(demine.grid(2, 3), [1, 1, "?", "?", "?", "?"], 1)
SOLVED = Position(demine.grid(2, 3), [1, 1, 0, "*", 1, 0], 1)
GRAPH = '{"vertices": 2, "edges": [[0, 1]], "labels": ["?", 1], "mines": 1}'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        # What it could be.
        ("", "the text is empty: expected a position"),
        ("hello", "line 1: 'hello' begins no known format"),
        ("\n\n[1]", "line 3: '[1]' begins no known format"),
        (b"\xff\xfe", "byte 0 is not UTF-8 text, and the whole is not an mbf board"),
        (b"3x1x1\nHH\xe9", "byte 8 is not UTF-8 text"),
        ("3x1x1\nHH\ud800", "character 8 is half of a pair: expected text"),
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
        ("3x2x1\n11H\nH9F", "line 3, column 2: '9' is not a cell: expected H, F, M, S or 0 to 8"),
        ("3x2x1\n11H\nHHF ", "line 3, column 4: ' ' is not a cell"),
        ("\n\n3x2x1\n11h\nHHF", "line 4, column 3: 'h' is not a cell"),
        ("3x2x7\n11H\nHHF", "7 mines on a board of 6 cells"),
        # graph
        ("{", "line 1, column 2: not JSON"),
        ('{"vertices": 1,\n "edges": [}', "line 2, column 12: not JSON"),
        ("{}", 'the key "vertices" is missing'),
        ('{"vertices": 1, "vertices": 1}', "the key 'vertices' is given twice"),
        ('{"a": ' + "[" * 100_000, "the JSON is nested too deeply"),
        ('{"vertices": ' + "9" * 5000 + "}", "digits: expected at most 400"),
        (GRAPH + "x", "not JSON"),
        (GRAPH.replace("2", "NaN"), "NaN is not a JSON number"),
        (GRAPH.replace("2", "-Infinity"), "-Infinity is not a JSON number"),
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
        (GRAPH.replace("[0, 1]", "[0, 1e400]"), "is too large, expected a smaller number"),
        (GRAPH.replace("[0, 1]", "[0, " + "9" * 30 + "]"), "not on the board"),
        (GRAPH.replace("[0, 1]", "[0, 1], [1, 0]"), "given twice"),
        (GRAPH.replace("[0, 1]", "[1, 1]"), "joins cell 1 to itself"),
        (GRAPH.replace('"?", 1', '"?"'), '"labels" has 1 entries, expected 2'),
        (GRAPH.replace('"?", 1', '"?", true'), '"labels": cell 1 is labelled True'),
        (GRAPH.replace('"?", 1', '"?", -2'), '"labels": cell 1 is labelled -2'),
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
        ("p cnf 3 2", "line 1: cnf is only written, not read: expected a position"),
        ("p tw 3", "line 1: 'p tw 3' found"),
        ("c x\n1 2\np tw 3 2", "line 2: '1 2' found, expected 'p tw"),
        ("p tw 999999999 0", "line 1: 999999999 vertices, expected at most 8388608"),
        ("p tw 3 1\n1 x", "line 2: '1 x' found, expected an edge: two vertices"),
        ("p tw 3 1\n\n1 2", "line 2: '' found, expected an edge"),
        ("p tw 3 1\n0 2", "line 2: vertex 0, expected 1 to 3"),
        ("p tw 3 1\n1 4", "line 2: vertex 4, expected 1 to 3"),
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
        (Position(demine.hexagonal(2, 3), "******"), "mbf", "the only boards of the mbf format"),
        (
            Position(demine.grid(1, 256), "?" * 256),
            "mbf",
            "1x256 cells: the mbf format holds sides",
        ),
        (TINY, "mbf", "0 of 1 mines are known"),
        (
            TINY.with_mines(None),
            "mbf",
            "cell (0, 2) is covered: the mbf format needs to know every mine",
        ),
        (SOLVED.with_labels({0: 2}), "mbf", "cell (0, 0) is labelled 2 with 1 mined neighbour:"),
        (SOLVED, "gr", "1 mines: the gr format holds the graph alone"),
        (SOLVED.with_mines(None), "gr", "cell a1 is labelled 1: the gr format holds the graph"),
        (
            TINY,
            "xml",
            "format 'xml' is not known: expected one of mine, graph, mbf, gr",
        ),
    ],
)
def test_what_a_format_cannot_hold_gets_a_sentence(
    position: Position, format: str, said: str
) -> None:
    with pytest.raises(FormatError) as raised:
        demine.dumps(position, format=format)
    assert said in str(raised.value)


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """An example with a few bytes cut out, repeated, or replaced by others."""
    data = draw(st.sampled_from(FILES)).read_bytes()
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


READING = """
import sys
from pathlib import Path

import demine
from demine.errors import DemineError

def read_all():
    for text in texts:
        for read in (demine.loads, demine.Replay.loads, demine.Game.from_id):
            try:
                read(str(text) if read == demine.Game.from_id else text)
            except DemineError:
                pass

CODE = "__import__('os').system('echo ran')"
texts = [path.read_bytes() for path in Path(sys.argv[1]).iterdir() if path.is_file()]
texts += [CODE, f'{{"vertices": {CODE}}}', f"1x1x1\\n{CODE}", "!!python/name:os.system"]
texts += [b"\\x80\\x04cos\\nsystem\\n(S'echo ran'\\ntR."]
read_all()  # the modules of the formats are imported here
sys.addaudithook(lambda event, arguments: event in FORBIDDEN and sys.exit(event))
FORBIDDEN = {"compile", "exec", "import", "pickle.find_class", "os.system", "os.exec", "open",
             "subprocess.Popen", "os.posix_spawn", "os.fork", "socket.connect", "ctypes.dlopen"}
read_all()
print(len(texts))
"""


def test_no_code_of_a_file_runs() -> None:
    """Python tells of every module, program, file and piece of code that it runs or opens."""
    words = [sys.executable, "-c", READING, str(EXAMPLES)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{len(FILES) + 5}\n", "")


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
    content = json.loads(RING.read_bytes())
    place: Any = content
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(ANYTHING)
    loads_or_says_why(json.dumps(content))


def test_json_is_no_format_and_the_error_names_the_one_that_is_json() -> None:
    position = demine.Position(demine.grid(1, 2), ["?", 1])
    with pytest.raises(FormatError, match="graph is JSON"):
        demine.dumps(position, format="json")
    assert json.loads(demine.dumps(position, format="graph"))["labels"] == ["?", 1]
