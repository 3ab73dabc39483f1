"""Files with rules on the command line and on the server: answered, or refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import demine
from command import answer, complaint
from demine.errors import FormatError, InvalidPosition
from demine.web.reading import Asked

# Two cells that hold three mines together, and one more next to the second number.
GIVEN = {
    "vertices": 5,
    "edges": [[0, 1], [1, 2], [2, 3], [3, 4]],
    "labels": ["?", 3, "?", 2, "?"],
    "mines": None,
    "capacity": 2,
    "values": [[3, [1, 2]]],
}
TEXT = json.dumps(GIVEN)


def test_count() -> None:
    assert answer("count", "-", stdin=TEXT) == "3\n"
    assert answer("count", "--mines", "4", "-", stdin=TEXT) == "1\n"
    assert answer("count", "--by-mines", "-", stdin=TEXT) == "3 2\n4 1\n"


def test_solve() -> None:
    assert "mined cells: 0 2\n" in answer("solve", "-", stdin=TEXT)
    found = json.loads(answer("solve", "--json", "-", stdin=TEXT))
    assert found["probabilities"] == ["1/1", "0/1", "1/1", "0/1", "1/3"]
    expected = [{"1": "1/3", "2": "2/3"}, {"0": "1/1"}, {"1": "2/3", "2": "1/3"}]
    assert found["distributions"][:3] == expected
    line = json.loads(answer("solve", "--batch", "-", stdin=TEXT))
    assert (line["verdict"], line["mined"]) == ("answered", [0, 2])


def test_the_mines_of_a_cell_may_be_certain() -> None:
    full = json.dumps({**GIVEN, "labels": ["?", 4, "?", "□", "□"], "values": []})
    assert "with mines:  0:2 2:2\n" in answer("solve", "-", stdin=full)


def test_solutions_list_a_cell_once_for_each_of_its_mines() -> None:
    assert answer("solutions", "-", stdin=TEXT) == "3\n"
    assert answer("solutions", "--list", "9", "-", stdin=TEXT) == "0 2 2\n0 0 2\n0 0 2 4\n"
    assert json.loads(answer("solutions", "--json", "--list", "1", "-", stdin=TEXT)) == [[0, 2, 2]]
    single = json.dumps({**GIVEN, "capacity": 1, "labels": ["?", 2, "?", 2, "?"]})
    assert "nodes" in answer("solutions", "--stats", "-", stdin=single)


def test_explain_says_how_many_mines_a_cell_can_hold() -> None:
    position = {"vertices": 3, "edges": [[0, 1], [1, 2]], "labels": ["?", 1, "?"], "capacity": 2}
    path = json.dumps(position)
    assert answer("explain", "-", "0", stdin=path).startswith("0 holds at most one mine.\n")
    found = json.loads(answer("explain", "--json", "-", "0", stdin=path))
    assert (found["verdict"], found["mines"], found["sums"]) == ("undecided", [0, 1], [])
    full = json.dumps({**position, "labels": ["?", 3, "?"]})
    assert answer("explain", "-", "0", stdin=full).startswith("0 holds at least one mine.\n")
    assert answer("explain", "-", stdin=path).startswith("The best guess is 0, by least risk.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("print", "-"), "supports only the classic rules"),
        (("solve", "--candidates", "-"), "supports only the classic rules"),
        (("solve", "--density", "0.2", "-"), "supports only the classic rules"),
        (("count", "--method", "sweep", "-"), "supports only the classic rules"),
        (("solutions", "--method", "degree", "-"), "supports only the classic rules"),
        (("solutions", "--dot", "-"), "cells may hold several mines"),
        (("convert", "--to", "cnf", "-", "-"), "the cnf format holds none"),
    ],
    ids=lambda part: part[0] if isinstance(part, tuple) else "",
)
def test_commands_that_refuse(arguments: tuple[str, ...], said: str) -> None:
    assert said in complaint(2, *arguments, stdin=TEXT)


def test_no_command_is_advised_that_refuses() -> None:
    impossible = json.dumps({**GIVEN, "labels": ["□", 3, "□", 2, "?"]})
    said = complaint(1, "solve", "-", stdin=impossible)
    assert said.endswith("no legal assignment, so it has no probabilities\n")


def test_a_game_needs_classic_rules(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text(
        json.dumps({**GIVEN, "labels": ["*", *["□"] * 4], "values": []}), encoding="utf-8"
    )
    assert "supports only the classic rules" in complaint(2, "play", "--plain", str(file))


def test_the_browser_refuses() -> None:
    with pytest.raises(InvalidPosition, match="the browser supports only the classic rules"):
        Asked({"text": TEXT}).position()


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("capacity", "2", "\"capacity\" holds '2', expected a whole number"),
        ("capacity", [1, 2], "2 capacities for a board of 5 cells"),
        ("values", [3], '"values" holds 3, expected pairs'),
        ("values", [[3, 1]], '"values" holds 1, expected a list of whole numbers'),
        ("values", [[0, [1]]], "values for cell 0, which shows no number"),
        ("weights", [[1, 0]], '"weights" holds [1, 0], expected a list of 3 whole numbers'),
        ("weights", [[1, 3, 2]], "a weight for cells 1 and 3: expected neighbours"),
        ("sums", [[[[9, 1]], [0]]], "cell 9 is not on a board of 5 cells"),
        ("sums", [[4, [0]]], '"sums" holds 4, expected a list of cells and weights'),
        ("mines", 11, "the number of mines is 11: expected 0 to 10"),
    ],
)
def test_wrong_files(key: str, value: object, said: str) -> None:
    with pytest.raises(FormatError) as error:
        demine.loads(json.dumps({**GIVEN, key: value}))
    assert said in str(error.value)
