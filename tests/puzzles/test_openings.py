"""Games without guesses on paper: the first opening, the grade, and solutions to look things up."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import demine
from command import say
from demine import InvalidGame, NotFound, grid
from demine.draw import save_pages, shapes
from demine.puzzles import GRADES, GradeName, Puzzle, grade_game, minimal, opening, sheet

BOARDS = [
    (grid(8, 8), 10),
    (demine.hexagonal(6, 6), 6),
    (grid(7, 7, torus=True), 6),
    (demine.cube(3), 6),
    (demine.box((4, 4, 3)), 6),
]


def texts(path: Path) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text())


@pytest.mark.parametrize(("board", "mines"), BOARDS, ids=lambda value: repr(value))
def test_a_game_can_be_solved_from_its_first_opening(board: demine.Board, mines: int) -> None:
    """A solver who opens safe cells alone, and reads their numbers in the solution, finds all."""
    puzzle = opening(board, mines, seed=3)
    assert (len(puzzle.mined), puzzle.is_game) == (mines, True)
    position = puzzle.position
    while True:
        analysis = position.analyze()
        assert analysis.mined <= puzzle.mined
        covered = [cell for cell in analysis.safe if position.labels[cell] == "?"]
        if not covered:
            break
        position = position.with_labels(
            {cell: len(puzzle.mined.intersection(board.neighbours(cell))) for cell in covered}
        )
    assert analysis.mined == puzzle.mined


@pytest.mark.parametrize("grade", GRADES)
def test_the_grade_is_exact_and_named(grade: GradeName) -> None:
    found = None
    for seed in range(40):
        try:
            found = opening(grid(8, 8), 10, seed=seed, grade=grade)
            break
        except NotFound:
            continue
    assert found is not None
    assert f"10 mines, {grade}, begins at a1" == found.name
    game = demine.Game.from_mines(grid(8, 8), found.mined, first="opening")
    assert grade_game(game, 0).name == grade
    with pytest.raises(InvalidGame, match="expected easy, medium, hard, expert"):
        opening(grid(8, 8), 10, seed=1, grade="odd")  # type: ignore[arg-type]


def test_the_solution_has_every_number(tmp_path: Path) -> None:
    out = tmp_path / "games.svg"
    words = "print --rows 6 --cols 6 --mines 4 --no-guess --count 2 --seed 1 --start b2"
    code, said = say(f"{words} -o {out}")
    assert (code, "2 puzzles on 2 pages" in said) == (0, True)
    shown = texts(out)
    assert sum("begins at b2" in text for text in shown) == 4
    puzzles = [opening(grid(6, 6), 4, seed=seed, start="b2") for seed in (1, 2)]
    digits = sum(text in "012345678" for text in shown if len(text) == 1)
    captions = 4 * 6  # rows on both pages
    given = sum(int((puzzle.position.codes >= 0).sum()) for puzzle in puzzles)
    assert digits == given + 2 * (36 - 4) + captions
    assert any("look its number up" in text for text in shown)


def test_fifty_games_in_one_file(tmp_path: Path) -> None:
    out = tmp_path / "games.pdf"
    options = "--rows 6 --cols 6 --mines 5 --no-guess --count 50 --seed 1 --per-page 12"
    code, said = say(f"print {options} -o {out}")
    assert (code, "50 puzzles on 7 pages" in said) == (0, True)
    assert out.read_bytes().count(b"/Type /Page ") == 7


def test_made_puzzles_say_their_grade(tmp_path: Path) -> None:
    out = tmp_path / "sheet.svg"
    assert say(f"print --rows 5 --cols 5 --mines 5 --count 2 --seed 1 -o {out}")[0] == 0
    named = [text for text in texts(out) if "mines, " in text]
    assert len(named) == 4
    for seed, name in zip((1, 2), named, strict=False):
        made = minimal(grid(5, 5), 5, seed=seed)
        assert demine.puzzles.grade_puzzle(made.position).name in name


@pytest.mark.parametrize(
    ("board", "arrows"), [(grid(4, 4, torus=True), 6), (grid(4, 4), 0), (demine.cube(2), 0)]
)
def test_edges_of_a_torus_have_arrows(board: demine.Board, arrows: int, tmp_path: Path) -> None:
    """One on the left and right, two above and below, on the board and on its solution."""
    puzzle = Puzzle(demine.Position(board, ["?"] * len(board), 2), frozenset({0, 1}))
    save_pages(sheet([puzzle], solutions=False), tmp_path / "x.svg")
    drawn = re.findall(
        r'<polygon points="([^"]*)" fill="#505050"/>', (tmp_path / "x.svg").read_text()
    )
    assert [len(points.split()) for points in drawn] == [3] * arrows


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("print --start a1", "--start needs --no-guess"),
        ("print --no-guess --no-counter", "leave out --no-counter"),
    ],
)
def test_options_that_do_not_fit(words: str, said: str) -> None:
    code, line = say(words)
    assert (code, said in line) == (2, True)


def test_generate_says_how_many_boards_it_tried() -> None:
    options = "--rows 8 --cols 8 --mines 16 --seed 2 --json"
    record = json.loads(say(f"generate {options}")[1])
    assert record["tried"] > 1
    few = record["tried"] - 1
    assert f"{few} were tried" in say(f"generate {options} --tries {few}")[1]
    again = json.loads(say(f"generate {options} --tries {record['tried']}")[1])
    assert again == record


def test_solutions_of_fifty_games_can_be_read() -> None:
    """Solvers look numbers up: a digit of a solution has at least five points."""
    made = opening(grid(16, 16), 40, seed=1)
    pages = sheet([made] * 50)
    solved = [page for page in pages if page.title.endswith(": solutions")]
    boards = [shape for page in solved for shape in page.shapes if isinstance(shape, shapes.At)]
    assert len(boards) == 50
    for board in boards:
        texts = [shape for shape in board.shapes if isinstance(shape, shapes.Text)]
        digits = [shape for shape in texts if shape.words.isdigit() and shape.size > 10]
        assert len(digits) == 16 * 16 - 40
        assert all(shape.size * board.scale >= 5 for shape in digits)
    assert 2 <= len(solved) <= 10
