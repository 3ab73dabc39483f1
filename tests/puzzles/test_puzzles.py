"""Puzzles: minimal by definition, graded by what a person needs, printed whole."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import demine
from command import answer, complaint, say
from demine import Board, DemineError, Game, InvalidGame, NotFound, Position, grid
from demine.cli import commands
from demine.puzzles import (
    Grade,
    GradeName,
    Puzzle,
    deal_mines,
    grade_game,
    grade_puzzle,
    is_minimal,
    minimal,
    sheet,
)
from refusals import Case, check_refusal

BOARDS = [
    (demine.grid(6, 6), 7),
    (demine.grid(5, 5, torus=True), 4),
    (demine.hexagonal(5, 5), 5),
    (demine.triangular(4, 7), 5),
    (demine.box((3, 3, 3)), 4),
    (demine.cube(2), 4),
    (demine.geodesic(1), 3),
    (demine.voronoi(20), 4),
    (demine.from_edges(10, [(v, (v + 1) % 10) for v in range(10)]), 3),
]


@pytest.mark.parametrize(("board", "mines"), BOARDS, ids=repr)
@pytest.mark.parametrize("counter", [True, False])
def test_no_number_can_be_left_out(board: Board, mines: int, counter: bool) -> None:
    made = 0
    for seed in range(4):
        try:
            puzzle = minimal(board, mines, seed=seed, counter=counter)
        except NotFound:
            assert not counter  # a mine among mines
            continue
        made += 1
        assert list(puzzle.position.solutions()) == [puzzle.mined]
        assert puzzle.mined == deal_mines(board, mines, seed)
        assert is_minimal(puzzle.position)
        assert (puzzle.position.mines is None) != counter
    assert made


def test_a_chosen_number_of_solutions() -> None:
    puzzle = minimal(demine.grid(5, 5), 5, seed=4, solutions=2)
    assert puzzle.position.count() == 2
    assert is_minimal(puzzle.position)
    with pytest.raises(NotFound, match="1000 solutions"):
        minimal(demine.grid(2, 2), 1, seed=1, solutions=1000)


def test_a_grade_is_kept() -> None:
    easy = minimal(demine.grid(7, 7), 8, seed=1, counter=False, grade="easy")
    free = minimal(demine.grid(7, 7), 8, seed=1, counter=False)
    assert grade_puzzle(easy.position).name == "easy"
    assert easy.clues >= free.clues


@pytest.mark.parametrize("grade", ["easy", "medium", "hard"])
def test_a_puzzle_has_exactly_the_grade_that_was_asked_for(grade: GradeName) -> None:
    lines = answer(
        "generate", "--minimal", "--grade", grade, "--count", "4", "--json", "--seed", "1",
        "--rows", "6", "--cols", "6", "--mines", "9",
    ).splitlines()  # fmt: skip
    assert [json.loads(line)["grade"] for line in lines] == [grade] * 4
    made = next(find_graded(grade))
    assert made.name.endswith(grade)
    assert is_minimal(made.position) or grade != "expert"


def find_graded(grade: GradeName) -> Iterator[Puzzle]:
    for seed in range(1, 100):
        with suppress(NotFound):
            yield minimal(demine.grid(6, 6), 9, seed=seed, grade=grade)


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("3x1x?\nH1S\n", Grade(False, 1)),  # its one neighbour that can be
        ("4x2x?\nHHHH\n1221\n", Grade(False, 2)),  # 1-2-2-1 along a wall
        ("3x1x1\nHHS\n", None),
        ("4x1x1\nS1HH\n", Grade(False, 1)),
    ],
)
def test_grades_by_hand(text: str, grade: Grade | None) -> None:
    position = demine.loads(text)
    if grade is None:
        with pytest.raises(NotFound, match="guess"):
            grade_puzzle(position)
    elif position.mines is None:
        assert grade_puzzle(position) == grade
    else:
        assert grade_puzzle(position) >= grade


def test_the_counter_is_the_hardest() -> None:
    position = Position(demine.grid(1, 5), [0, "?", "?", "?", "?"], mines=3)
    assert grade_puzzle(position) == Grade(True, 0)
    assert Grade(True, 0) > Grade(False, 7) > Grade(False, 1)
    assert [Grade(False, n).name for n in (1, 2, 3, 9)] == ["easy", "medium", "hard", "hard"]
    assert Grade(True, 0).name == "expert"


def test_a_game_has_a_grade_exactly_if_it_needs_no_guess() -> None:
    graded = 0
    for seed in range(25):
        game = Game(demine.grid(8, 8), 9, seed=seed, first="opening")
        position = _play_until_stuck(game)
        if position is None:
            graded += 1
            assert grade_game(game, 27).name in ("easy", "medium", "hard", "expert")
        else:
            with pytest.raises(NotFound):
                grade_game(game, 27)
    assert 0 < graded < 25


def _play_until_stuck(game: Game) -> Position | None:
    """Where proof alone ends; None if it wins."""
    twin = game.again()
    twin.open(27)
    while not twin.is_over:
        safe = [v for v in twin.position.analyze().safe if twin.position.labels[v] == "?"]
        if not safe:
            return twin.position
        for cell in safe:
            twin.open(cell)
    return None


class TestSheet:
    def test_pages_hold_everything_once(self) -> None:
        puzzles = [minimal(board, mines, seed=1) for board, mines in BOARDS]
        pages = sheet(puzzles, per_page=4)
        titles = [page.title for page in pages]
        assert len(pages) == 5
        assert [title.rpartition(": ")[2] for title in titles[-2:]] == ["neighbours", "solutions"]
        assert len(sheet(puzzles, per_page=4, solutions=False)) == 4

    def test_a_pdf_is_whole(self, tmp_path: Path) -> None:
        out = tmp_path / "sheet.pdf"
        said = answer("print", "--count", "2", "--seed", "1", "-o", str(out))
        assert said == f"{out}: 2 puzzles on 2 pages\n"
        data = out.read_bytes()
        assert data.startswith(b"%PDF-1.4")
        start = int(re.findall(rb"startxref\n(\d+)", data)[0])
        places = re.findall(rb"(\d{10}) 00000 n", data[start:])
        for number, place in enumerate(places, start=1):
            assert data[int(place) :].startswith(b"%d 0 obj" % number)
        streams = re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
        drawn = [zlib.decompress(stream) for stream in streams]
        assert len(drawn) == 2
        assert b"solutions" in drawn[1]
        assert all(text.count(b"q ") == text.count(b"\nQ") for text in drawn)

    def test_names_that_the_fonts_of_a_pdf_lack_are_numbers(self, tmp_path: Path) -> None:
        names = ["α", "Дом", "Zürich", "Dvořák"]
        graph = {"vertices": 4, "edges": [[0, 1], [1, 2], [2, 3]], "names": names}
        file, out = tmp_path / "named.json", tmp_path / "named.pdf"
        file.write_text(json.dumps({**graph, "labels": ["?", 1, "?", "?"], "mines": 1}))
        done = CliRunner().invoke(commands, ["print", str(file), "-o", str(out)])
        assert "letters that the fonts of a PDF lack are numbers" in done.stderr
        (stream, *_) = re.findall(rb"stream\n(.*?)\nendstream", out.read_bytes(), re.DOTALL)
        drawn = zlib.decompress(stream).decode("cp1252")
        assert all(f"({name})" in drawn for name in ("#0", "#1", "Zürich", "#3"))
        answer("print", str(file), "-o", str(out.with_suffix(".svg")))
        assert all(name in out.with_suffix(".svg").read_text("utf-8") for name in names)

    @pytest.mark.parametrize("board", ["hexagonal-5x5", "cube-2", "voronoi-15-s2", "box-2x3x3"])
    def test_any_topology_as_svg(self, tmp_path: Path, board: str) -> None:
        out = tmp_path / "sheet.svg"
        answer(
            "print", "--board", board, "--mines", "3", "--count", "1", "--seed", "1", "-o", str(out)
        )
        ElementTree.fromstring(out.read_text())

    def test_files_are_printed(self, tmp_path: Path) -> None:
        out = tmp_path / "sheet.svg"
        answer("print", "examples/beginner.mine", "examples/tree.json", "-o", str(out))
        assert "114 solutions" in out.read_text()

    def test_boards_without_a_puzzle_are_not_tried_for_ever(self, tmp_path: Path) -> None:
        """One opened cell has two neighbours at most: of the third mine only the counter tells."""
        out = tmp_path / "x.pdf"
        asked = (
            "--board",
            "grid-1x4",
            "--mines",
            "3",
            "--count",
            "2",
            "--seed",
            "1",
            "-o",
            str(out),
        )
        said = complaint(3, "print", "--no-counter", *asked)
        assert "0 of 2 puzzles found: 40 boards were tried" in said
        assert not out.exists()

    def test_what_cannot_be_printed(self, tmp_path: Path) -> None:
        assert ".pdf, .svg or .png" in complaint(2, "print", "--count", "1", "-o", "x.doc")
        bad = tmp_path / "bad.mine"
        bad.write_text("3x2x1\nHHH\n131\n")
        assert "no legal assignment" in complaint(
            1, "print", str(bad), "-o", str(tmp_path / "x.pdf")
        )


class TestGenerate:
    def test_graded_games(self) -> None:
        lines = answer("generate", "--grade", "easy", "--count", "2", "--json", "--seed", "1")
        found = [json.loads(line) for line in lines.splitlines()]
        assert [game["grade"] for game in found] == ["easy", "easy"]
        assert len({game["id"] for game in found}) == 2
        for game in found:
            dealt = Game.from_id(game["id"])
            assert grade_game(dealt, dealt.board.index(game["start"])).name == "easy"

    def test_several_games(self) -> None:
        ids = answer("generate", "--count", "3", "--seed", "5").splitlines()
        assert [id.rpartition("-")[2] for id in ids] == ["5", "6", "7"]

    def test_clue_puzzles(self) -> None:
        text = answer(
            "generate", "--minimal", "--rows", "5", "--cols", "5", "--mines", "5", "--seed", "1"
        )
        assert is_minimal(demine.loads(text))
        options = ["--board", "hexagonal-4x4", "--mines", "3", "--seed", "1", "--solutions", "2"]
        puzzle = json.loads(answer("generate", "--minimal", "--json", *options))
        assert puzzle["solutions"] == 2
        assert demine.loads(json.dumps(puzzle["position"])).count() == 2

    def test_what_does_not_go_together(self) -> None:
        assert "leave out --no-guess" in complaint(2, "generate", "--minimal", "--no-guess")
        several = complaint(2, "generate", "--count", "2", "--certificate", "x")
        assert "--certificate and --mines-to need a single game: leave out --count 2" in several
        assert "leave out --minimal" in complaint(
            2, "generate", "--minimal", "--mines-to", "x.mine"
        )
        guessed = complaint(2, "generate", "--count", "1", "--certificate", "x")
        assert "--certificate needs --no-guess" in guessed

    @pytest.mark.parametrize("more", [["--json"], ["--grade", "easy"], ["--count", "1", "--json"]])
    def test_the_files_of_a_single_game(self, more: list[str], tmp_path: Path) -> None:
        proof, mines = tmp_path / "game.proof", tmp_path / "game.mine"
        files = ["--certificate", str(proof), "--mines-to", str(mines)]
        asked = ["generate", "--no-guess", "beginner", "--seed", "5", *more, *files]
        (line,) = answer(*asked).splitlines()
        certificate = demine.Certificate.read(proof)
        assert certificate.id == (json.loads(line)["id"] if "--json" in more else line)
        assert certificate.verify().mined == demine.read(mines).analyze().mined


def test_a_certificate_on_a_graph_brings_its_board(tmp_path: Path) -> None:
    ring = demine.from_edges(12, [(v, (v + 1) % 12) for v in range(12)])
    game = Game(ring, 1, seed=1, first="opening")
    text = demine.no_guess(game, 0).dumps()
    assert "board" in json.loads(text)
    assert len(json.loads(text)["id"]) < 110
    assert demine.Certificate.loads(text).verify().status == "won"


def test_proofs_and_hints_draw_themselves(tmp_path: Path) -> None:
    position = demine.read("examples/beginner.mine")
    proof = position.explain("d2")
    assert isinstance(proof, demine.Proof)
    for drawn in (demine.hint(position), proof, demine.grid(3, 3), position):
        ElementTree.fromstring(drawn.svg(tmp_path / "x.svg"))
        assert drawn._repr_svg_() == (tmp_path / "x.svg").read_text()
    assert proof.svg().count("#d97a00") == len(proof.numbers)
    covered = Position(demine.grid(2, 2), ["?"] * 4, mines=1)
    assert "you have to guess" in demine.hint(covered).svg()


@pytest.mark.parametrize("more", [[], ["--count", "2"], ["--json"], ["--grade", "easy"]])
def test_repaired_boards_are_called_so(more: list[str]) -> None:
    asked = ["generate", "--no-guess", "--repair", "beginner", "--seed", "1", *more]
    said = CliRunner().invoke(commands, asked)
    assert said.exit_code == 0, said.output
    assert said.stderr.count("--repair: not all boards without guesses are equally likely") == 1
    assert ('"repaired": true' in said.stdout) == ("--json" in more)


def test_what_is_not_repaired_is_not_called_so() -> None:
    said = CliRunner().invoke(commands, ["generate", "--json", "beginner", "--seed", "1"])
    assert "repaired" not in said.output
    refused = CliRunner().invoke(commands, ["generate", "--repair", "--count", "2", "beginner"])
    assert refused.exit_code == 2
    assert "--repair needs --no-guess" in refused.output


def test_puzzles_on_boards_that_are_no_grids_are_graphs() -> None:
    code, text = say("generate --minimal --board hexagonal-3x3 --mines 2 --seed 1")
    assert code == 0
    assert demine.loads(text).count() == 1


@pytest.mark.parametrize(
    "case",
    [
        (lambda: minimal(grid(3, 3), 2, seed=1, grade="odd"),  # type: ignore[arg-type]
         InvalidGame, "grade 'odd'"),
        (lambda: grade_game(Game.from_mines(grid(2, 2), [0]), 0), NotFound, "the start is a mine"),
        (lambda: minimal(grid(3, 3), 1, seed=1, solutions=0),
         DemineError, "solutions is 0: expected at least 1"),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_named(case: Case) -> None:
    check_refusal(case)
