"""`demine onemine` as a real process."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import demine
from command import answer, complaint, invoke
from demine import onemine
from paths import BEGINNER, EXAMPLES

NINE = "3x3x?\nHHH\nHHH\nHHH\n"


def test_prints_the_probability_the_move_and_the_components() -> None:
    assert answer("onemine", "-", stdin=NINE).splitlines() == [
        "P* = 8/9 = 0.8888888889",
        "first move: a1",
        "guess components:",
        "  series of 9 cells, P* 8/9: b2 and 1 component",
        "    prime of 8 cells, P* 7/8: a1 b1 c1 a2 c2 a3 b3 c3",
    ]


def test_plays_every_game() -> None:
    assert "played: 8 of 9 games won, 8/9\n" in answer("onemine", "--play", "-", stdin=NINE)


@pytest.mark.parametrize("name", ["beginner.mine", "petersen.gr", "tree.json", "triangular.json"])
def test_play_wins_as_promised_on_the_examples(name: str) -> None:
    found = json.loads(answer("onemine", "--play", "--json", str(EXAMPLES / name)))
    assert Fraction(len(found["won"]), found["cells"]) == Fraction(found["probability"])


def test_json_holds_what_the_library_answers() -> None:
    board = demine.grid(3, 3)
    found = json.loads(answer("onemine", "--json", "-", stdin=NINE))
    assert Fraction(found["probability"]) == onemine.win_probability(board)
    assert found["float"] == float(onemine.win_probability(board))
    assert found["first_moves"] == onemine.optimal_guesses(board)
    assert found["modules"][:2] == [
        {"kind": "series", "children": [1, 10]},
        {"kind": "prime", "children": list(range(2, 10))},
    ]
    assert found["modules"][10] == {"kind": "leaf", "cell": 4}


def test_labels_are_ignored() -> None:
    assert answer("onemine", "-", stdin=NINE.replace("HHH", "1H1")) == answer(
        "onemine", "-", stdin=NINE
    )


def test_one_cell_needs_no_move() -> None:
    printed = answer("onemine", "--play", "-", stdin="1x1x1\nH\n")
    assert printed.splitlines()[:3] == [
        "P* = 1 = 1",
        "first move: none, the only cell is the mine",
        "played: 1 of 1 games won, 1",
    ]


def test_a_long_list_is_cut_unless_it_is_wanted() -> None:
    rows = "H" * 60
    file = f"60x2x1\n{rows}\n{rows}\n"
    printed = answer("onemine", "-", stdin=file).splitlines()
    assert printed[-1] == "… and 21 more (--all prints them)"
    assert len(answer("onemine", "--all", "-", stdin=file).splitlines()) == len(printed) + 20


def test_no_cells_are_no_game() -> None:
    empty = json.dumps({"vertices": 0, "edges": [], "labels": [], "mines": None})
    said = complaint(2, "onemine", "-", stdin=empty)
    assert "standard input: no cell is covered" in said


def test_double_edges_are_refused() -> None:
    double = {"vertices": 2, "edges": [[0, 1], [1, 0]], "labels": ["?", "?"], "mines": 1}
    assert "given twice" in complaint(2, "onemine", "-", stdin=json.dumps(double))


def test_a_budget_is_kept() -> None:
    assert "budget of 10 states" in complaint(3, "onemine", "--states", "10", "-", stdin=NINE)


def test_one_mine_on_a_board_by_its_name() -> None:
    assert "P*" in invoke("onemine", "--board", "grid-3x3").output
    assert "and not both" in invoke("onemine", "--board", "grid-3x3", BEGINNER).output


def test_one_mine_trusts_no_flags() -> None:
    assert "--trust-flags" in complaint(2, "onemine", "--trust-flags", str(BEGINNER))
