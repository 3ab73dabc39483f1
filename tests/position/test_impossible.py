"""The label −1 of Golan (2011, §3): the position has no legal assignment."""

from __future__ import annotations

import pickle

import pytest

import demine
from command import run
from demine import Position
from demine.formats import FORMATS

GRID = demine.grid(2, 2)
POSITION = Position(GRID, [-1, "?", "?", 1])


@pytest.mark.parametrize("labels", [[-1], [-1, "?"], ["?", -1, "*"], [0, -1, "□"], [-1, -1]])
def test_there_is_no_legal_assignment(labels: list[str | int]) -> None:
    cells = len(labels)
    board = demine.from_edges(cells, [(v, v + 1) for v in range(cells - 1)])
    position = Position(board, labels)
    for method in ("auto", "tree", "circuit", "sweep"):
        assert position.count(method=method) == 0
    assert not position.is_consistent()
    assert position.counts_by_mines() == [0] * (cells + 1)
    assert position.solutions().count() == 0
    with pytest.raises(demine.NoLegalAssignment):
        position.analyze()


def test_it_stays_what_it_is() -> None:
    assert POSITION.labels == (-1, "?", "?", 1)
    assert POSITION.with_labels({1: -1}).labels == (-1, -1, "?", 1)
    assert POSITION.with_labels({0: "?"}).labels == ("?", "?", "?", 1)
    assert pickle.loads(pickle.dumps(POSITION)) == POSITION
    assert Position(GRID, [2**31 - 1, "?", "?", 1]) != POSITION
    assert Position(GRID, [2**31 - 1, "?", "?", 1]).labels[0] == 2**31 - 2


def test_it_is_the_conflict() -> None:
    conflict = POSITION.conflict()
    assert conflict is not None
    assert list(conflict) == [0]
    assert "-1" in str(conflict)


def test_it_is_drawn() -> None:
    assert "-1" in str(POSITION)
    assert "-1" in POSITION.svg()


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_keeps_it_or_says_that_it_cannot(name: str) -> None:
    if name == "graph":
        assert demine.loads(demine.dumps(POSITION, name)) == POSITION
        return
    if name in ("cnf", "opb"):
        assert demine.dumps(POSITION, name)  # a contradiction: tests/formats count its models
        return
    if name == "td":
        assert str(demine.dumps(POSITION, name)).startswith("s td ")
        return
    with pytest.raises(demine.FormatError) as refused:
        demine.dumps(POSITION, name)
    assert "\n" not in str(refused.value)


def test_the_command_counts_it() -> None:
    text = demine.dumps(POSITION, "graph")
    done = run("count", "-", stdin=text)
    assert (done.returncode, done.stdout) == (1, "0\n")


@pytest.mark.parametrize("label", [-2, -(10**30)])
def test_other_negative_labels_are_refused(label: int) -> None:
    with pytest.raises(demine.InvalidPosition, match=r"a count is at least -1$"):
        Position(GRID, [label, "?", "?", "?"])
    with pytest.raises(demine.FormatError, match="number from -1 to"):
        demine.loads('{"vertices": 1, "edges": [], "labels": [-2]}')
