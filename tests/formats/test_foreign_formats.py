"""What people bring from other tools: graphs, boards and ids in other programs' formats."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import demine
from command import answer
from demine import FormatError, Position, formats
from demine.formats import graph6
from strategies import graphs

TATHAM = "9x9n10:4,4,m750a781f936c7f3d39ec8"
MINESWEEPR = "...2x\n.113x\n.2*xx\n13*xx\nxxxxx\n"
GECODE = "..2.3.\n2.....\n..24.3\n1.34..\n.....3\n.3.3..\n"


@given(graphs())
def test_graph6_is_that_of_networkx(board: demine.Board) -> None:
    position = Position(board, ["?"] * len(board))
    text = demine.dumps(position, "graph6")
    theirs = nx.to_graph6_bytes(board.to_networkx(), header=False).decode()
    assert text == theirs
    assert demine.loads(f">>graph6<<{text}") == position
    if len(board):
        assert demine.loads(text) == position


@given(st.integers(63, 90), st.integers(0, 2**32))
def test_graph6_of_more_vertices(vertices: int, seed: int) -> None:
    graph = nx.gnm_random_graph(vertices, 100, seed=seed)
    board = demine.loads(nx.to_graph6_bytes(graph, header=False)).board
    assert board == demine.from_networkx(graph)


def test_dimacs() -> None:
    path = demine.from_edges(3, [(0, 1), (1, 2)])
    assert demine.loads("c a path\np edge 3 2\ne 1 2\ne 2 3\n").board == path
    assert demine.loads("p col 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n").board == path
    assert demine.loads("p edge 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n").board == path


def test_minesweepr() -> None:
    position = demine.loads(MINESWEEPR)
    assert position.board == demine.grid(5, 5)
    assert position.labels[:5] == (0, 0, 0, 2, "?")
    assert position.labels[12] == "*"


def test_gecode() -> None:
    position = demine.loads(GECODE)
    assert position.labels[:6] == ("?", "?", 2, "?", 3, "?")
    assert position.count() == 1


def test_a_game_of_tathams_mines() -> None:
    position = demine.loads(TATHAM)
    assert (position.board, position.mines) == (demine.grid(9, 9), 10)
    assert position.labels.count("*") == 10
    # The square that was opened first has no mine around it.
    assert position.labels[4 * 9 + 4] == 0
    plain = "3x3n1:0,0,u008"
    assert demine.loads(plain).labels == (0, 0, 0, 0, 1, 1, 0, 1, "*")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9x9n10:r10,u,b5985f51ca", "not dealt yet"),
        ("9x9n10", "not dealt yet"),
        ("9x9n11:4,4,m750a781f936c7f3d39ec8", "10 mines, the id promises 11"),
        ("9x9n10:4,4,m750a", "4 digits, expected 21"),
        ("..2\n..\n", "2 cells, the first row has 3"),
        ("..2\n..H\n", "'H' is not a cell"),
        ("p edge 3 2\n1 2\n2 3\n", "e and two vertices"),
        ("p edge 3 5\ne 1 2\n", "the header promises 5"),
        (">>graph6<<B", "0 characters after the number of vertices, expected 1"),
        (">>graph6<<B\x01", "from \\? to ~"),
        (">>graph6<<", "from \\? to ~"),
        (">>graph6<<~?", "a graph6 graph of at most 40000 vertices"),
        ("3x2\nHHH\n", "expected COLSxROWSxMINES"),
        ("hello there", "begins no known format"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        demine.loads(text)


class TestPoints:
    """Points, a line each: a board of their Voronoi cells, by any command that takes a board."""

    @pytest.mark.parametrize(
        "text",
        ["0 0\n1 0\n0 1\n1 1.5\n", "x,y\n0, 0\n1, 0\n0,1\n1,1.5\n", "0;0\n1e0;0\n0;1\n1;1.5"],
    )
    def test_points_become_cells(self, text: str) -> None:
        position = demine.loads(text)
        assert position.board == demine.voronoi([(0, 0), (1, 0), (0, 1), (1, 1.5)])
        assert set(position.labels) == {"?"}

    def test_the_command_line_plays_them(self, tmp_path: Path) -> None:
        file = tmp_path / "points.csv"
        file.write_text("x,y\n" + "".join(f"{i * 7 % 10},{i * 3 % 8}.5\n" for i in range(20)))
        id = answer("generate", "--board", str(file), "--mines", "3", "--seed", "1")
        assert id.startswith("graph-")
        assert answer("convert", str(file), "-", "--to", "graph").startswith('{\n"vertices": 20,')

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("0 0\n1 one\n", "line 2"),
            ("0 0\n1 1\n0 0\n", "given twice"),
            ("0 0\n1e30 1\n", "beyond 10⁹"),
        ],
    )
    def test_what_is_no_point_is_said(self, text: str, said: str) -> None:
        with pytest.raises(demine.FormatError, match=said):
            demine.loads(text)


class TestForeignFiles:
    def test_pace_allows_loops_and_edges_twice(self) -> None:
        position = demine.loads("c hello\np tw 3 5\n1 2\n2 1\n1 2\n3 3\n2 3\n")
        assert position.board.edges.tolist() == [[0, 1], [1, 2]]

    def test_pace_counts_its_lines(self) -> None:
        with pytest.raises(FormatError, match="2 edges, the header promises 1"):
            demine.loads("p tw 2 1\n1 2\n1 2\n")

    def test_too_many_vertices(self) -> None:
        with pytest.raises(FormatError, match="expected at most 8388608"):
            demine.loads("p tw 16777216 0\n")

    def test_mine_files_of_other_programs(self) -> None:
        text = "4x2x2\n?HO1\nI11F\n"
        assert demine.loads(text).labels == ("?", "?", "?", 1, "?", 1, 1, "?")
        trusted = demine.loads(text, trust_flags=True).labels
        assert trusted == ("?", "?", "*", 1, "*", 1, 1, "*")

    def test_mines_are_written_as_ever(self) -> None:
        assert demine.dumps(demine.loads("2x1x?\n?F\n"), "mine") == "2x1x?\nHH\n"


def test_long_graph6() -> None:
    board = demine.from_edges(100, [(v, v + 1) for v in range(99)])
    position = Position(board, ["?"] * 100)
    text = demine.dumps(position, "graph6")
    assert text.startswith("~")
    assert demine.loads(text).board == board


def test_graphs_too_large_for_graph6_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    covered = Position(demine.from_edges(9, []), ["?"] * 9)
    text = formats.dumps(covered, "graph6")
    assert isinstance(text, str)
    monkeypatch.setattr(graph6, "_MOST_READ", 8)
    with pytest.raises(FormatError, match="9 cells: graph6 is written for at most 8"):
        formats.dumps(covered, "graph6")
    with pytest.raises(FormatError, match="a graph6 graph of at most 8 vertices"):
        graph6.parse(text.strip())
