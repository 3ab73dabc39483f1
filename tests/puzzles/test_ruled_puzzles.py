"""Puzzles under rules: one solution and no number too many, by brute force, and their sheets."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import pytest

import demine
from command import answer, complaint
from demine import rules
from demine.puzzles import Puzzle, sheet, under_rules

BOARDS = {
    "Q": (4, 4, 5),
    "T": (3, 4, 4),
    "D": (4, 4, 4),
    "B": (4, 4, 4),
    "M": (3, 3, 3),
    "L": (3, 4, 3),
    "N": (3, 3, 3),
    "W": (3, 4, 4),
    "P": (3, 4, 3),
    "capacity=2": (3, 3, 4),
    "liar": (3, 4, 3),
    "parity": (3, 3, 1),
    "orthogonal=2": (3, 3, 3),
    "within=1": (3, 4, 1),
    "capacity=2,T": (3, 3, 3),
}


def first_puzzle(text: str, counter: bool = True) -> Puzzle:
    rows, columns, mines = BOARDS[text]
    for seed in range(60):
        try:
            board = demine.grid(rows, columns)
            return under_rules(board, mines, text, seed=seed, counter=counter)
        except demine.NotFound:
            continue
    raise AssertionError(f"no puzzle under {text}")


def solutions(puzzle: Puzzle, text: str, labels: list[str | int]) -> list[tuple[int, ...]]:
    """All fillings with the number of mines, by trying every one."""
    board, cells = puzzle.board, len(puzzle.board)
    kept = demine.Position(board, labels, **rules.parse(board, text))
    sums = kept.variant.sums
    assert kept.rules is not None
    most = kept.rules.capacity[0]
    mines = puzzle.position.mines
    free = [cell for cell, label in enumerate(labels) if label == "?"]
    found = []
    assert mines is not None
    for chosen in combinations_with_replacement(free, mines):
        filling = tuple(chosen.count(cell) for cell in range(cells))
        if max(filling) <= most and all(
            sum(weight * filling[cell] for cell, weight in terms) in values
            for terms, values in sums
        ):
            found.append(filling)
    return found


@pytest.mark.parametrize("text", BOARDS)
def test_a_puzzle_has_one_solution_and_needs_every_number(text: str) -> None:
    puzzle = first_puzzle(text)
    labels = list(puzzle.position.labels)
    assert solutions(puzzle, text, labels) == [puzzle.filling]
    for cell, label in enumerate(labels):
        if label != "?":
            fewer = [*labels[:cell], "?", *labels[cell + 1 :]]
            assert len(solutions(puzzle, text, fewer)) > 1
    assert puzzle.rules == rules.describe(text)
    assert all(said.endswith(".") for said in puzzle.rules)


def test_a_sheet_states_the_rule_and_shows_several_mines() -> None:
    puzzle = first_puzzle("capacity=2")
    given, solved = sheet([puzzle])
    assert "A cell holds up to 2 mines." in repr(given.shapes)
    assert puzzle.filling is not None
    signs = repr(solved.shapes)
    assert all(f"words='{held}', size=15" in signs for held in set(puzzle.filling) - {0}), signs


def test_the_command_prints_rules(tmp_path: Path) -> None:
    out = tmp_path / "quad.svg"
    answer(
        "print", "--rules", "Q,liar", "--board", "grid-4x4", "--mines", "6", "--count", "1",
        "--seed", "1", "--no-solutions", "-o", str(out),
    )  # fmt: skip
    text = out.read_text(encoding="utf-8")
    assert "There is a mine in every square" in text
    assert "one too large or one too small" in text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--rules", "Q", "--mines", "1"], "no board has 1 mine under the rules Q"),
        (["--rules", "C", "--mines", "1"], "cannot be stated as sums"),
        (["--rules", "Q", "--grade", "easy"], "leave out"),
    ],
)
def test_the_command_refuses_in_one_line(given: list[str], said: str) -> None:
    assert said in complaint(2, "print", *given, "--board", "grid-4x4")
