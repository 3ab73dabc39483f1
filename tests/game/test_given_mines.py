"""Games on given mines, the help that games remember, and reviews that teach."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import demine
from command import answer, complaint
from demine import Game, InvalidGame, Replay
from demine.game import HELPS
from rules import three_bv
from strategies import boards

# One mine in the corner: after e5 opens everything else, nothing is left to guess.
CORNER = demine.grid(5, 5)


def needless() -> Game:
    """Lost at c1, a coin flip, although the one mine is not in the columns a and b."""
    game = Game.from_mines(demine.grid(2, 5), ["c1"], first="safe")
    game.open("e1")
    game.open("c1")
    return game


class TestGivenMines:
    @given(boards().filter(lambda board: len(board) > 1), st.data())
    def test_the_mines_are_those_given(self, board: demine.Board, data: st.DataObject) -> None:
        most = len(board) - 1
        mined = data.draw(st.sets(st.sampled_from(list(board.cells)), max_size=most))
        game = Game.from_mines(board, mined)
        assert game.mined == mined
        assert game.three_bv == three_bv(board, frozenset(mined))
        for cell in board.cells:
            if cell not in mined:
                game.open(cell)
        assert game.status == ("won" if len(mined) < len(board) else "ready")
        assert Game.from_id(game.id).mined == mined

    def test_cells_by_any_of_their_names(self) -> None:
        game = Game.from_mines(CORNER, ["a1", (0, 1), 2])
        assert game.mined == {0, 1, 2}
        assert game.mines == 3
        game.open("e5")
        assert str(game.position).splitlines()[2] == "1 │  ?  ?  ?  1  ·"

    @pytest.mark.parametrize(
        ("mines", "said"),
        [
            (["f1"], "'f1' is not on the board: expected a1 to e5"),
            ([25], "cell 25 is not on a board of 25 cells"),
            ([0, "a1"], "cell 0 is given twice"),
            (range(25), "at least one free cell"),
            ([None], "expected an int"),
        ],
    )
    def test_mines_that_make_no_game(self, mines: list[demine.board.Cell], said: str) -> None:
        with pytest.raises(InvalidGame) as raised:
            Game.from_mines(CORNER, mines)
        assert said in str(raised.value)

    def test_a_replay_keeps_given_mines_and_graphs(self) -> None:
        board = demine.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4)])
        game = Game.from_mines(board, [4])
        game.open(0)
        text = Replay.of(game).dumps()
        assert len(game.id) < 100
        assert "board" in json.loads(text.splitlines()[0])
        assert Replay.loads(text).verify().status == "won"


class TestHelp:
    def test_nothing_is_no_help(self) -> None:
        game = Game.preset("beginner", seed=1)
        game.open(0)
        assert not game.helped

    def test_every_help_is_remembered(self) -> None:
        game = Game.preset("beginner", seed=1)
        game.open(0)
        game.hint()
        game.undo()
        game.open(0)
        game.ask_solver(lambda game: ("open", 0))
        assert game.helps == {"hint", "undo", "solver"}
        assert game.again().helps == {"seen"}
        assert Replay.loads(Replay.of(game).dumps()).verify().helps == {"hint", "undo", "solver"}

    def test_risks_are_a_hint(self) -> None:
        game = Game.preset("beginner", seed=1)
        game.open(0)
        game.risks()
        assert game.helps == {"hint"}
        assert set(HELPS) == {"hint", "solver", "undo", "seen"}

    def test_a_board_not_begun_is_not_seen(self) -> None:
        assert not Game.preset("beginner", seed=1).again().helped
        assert Game.from_mines(CORNER, [0]).helps == {"seen"}


class TestReview:
    def test_a_needless_loss_is_named_with_its_proof(self) -> None:
        found = needless().review()
        (guess,) = found.guesses
        assert guess.number == 2
        assert guess.is_hit
        assert guess.needless
        assert found.blunder is guess
        assert found.turning_point is guess
        assert guess.proof is not None
        assert guess.proof.cell in guess.safe
        assert guess.proof.holds()
        assert "Lost by a needless guess: move 2 opened c1" in found.verdict
        assert (
            f"while {found.game.board.address(guess.proof.cell)} could be proved" in found.verdict
        )

    def test_a_forced_loss_is_bad_luck(self) -> None:
        game = Game.from_mines(demine.grid(1, 3), [0], first="safe")
        game.open(1)
        game.open(0)
        found = game.review()
        assert found.blunder is None
        assert found.luck == Fraction(1, 2)
        said = "a forced guess: move 2 opened a1, with a 50.0 % (1/2) chance of a mine"
        assert said in found.verdict

    def test_the_curve_is_the_luck_after_each_move(self) -> None:
        game = Game.from_mines(demine.grid(1, 3), [0], first="risky")
        game.open(1)
        game.flag(0)
        game.open(2)
        found = game.review()
        assert found.curve == (Fraction(2, 3), Fraction(2, 3), Fraction(1, 3))
        assert found.curve[-1] == found.luck
        assert found.bits == pytest.approx(1.585, abs=1e-3)
        assert found.verdict.startswith("Won with luck 33.3 % (1/3)")

    def test_a_game_without_guesses(self) -> None:
        game = Game.from_mines(CORNER, [0], first="opening")
        game.open(24)
        found = game.review()
        assert found.guesses == ()
        assert found.turning_point is None
        assert found.luck == 1
        assert found.verdict == "Won without a guess."
        assert "<svg" in found.svg()
        assert "every move was safe" in found.html()

    def test_the_record_is_plain_json(self) -> None:
        record = json.loads(json.dumps(needless().review().to_dict()))
        (guess,) = record["guesses"]
        assert record["blunder"] == record["turning_point"] == 2
        assert guess["address"] == "c1"
        assert Fraction(guess["risk"]) + Fraction(record["luck"]) == 1
        assert guess["proof"]["sentences"]

    def test_pictures_are_whole(self, tmp_path: Path) -> None:
        found = needless().review()
        ElementTree.fromstring(found.svg())
        found.png(tmp_path / "review.png")
        assert (tmp_path / "review.png").read_bytes().startswith(b"\x89PNG")
        assert found._repr_svg_() == found.svg()
        game = needless()
        ElementTree.fromstring(game.svg(tmp_path / "game.svg"))
        assert (tmp_path / "game.svg").read_text() == game.svg()


class TestCommand:
    @pytest.fixture
    def saved(self, tmp_path: Path) -> Path:
        path = tmp_path / "game.jsonl"
        Replay.of(needless()).write(path)
        return path

    def test_text_json_and_files(self, saved: Path, tmp_path: Path) -> None:
        page, drawing = tmp_path / "review.html", tmp_path / "review.svg"
        said = answer("review", str(saved), "--html", str(page), "--svg", str(drawing))
        assert "move 2, open c1: needless guess" in said
        assert "Lost by a needless guess" in said
        assert json.loads(answer("review", "--json", str(saved)))["needless"] == 1
        ElementTree.fromstring(drawing.read_text())
        html = page.read_text()
        assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
        assert 'type="range"' in html

    def test_several_games_in_one_file(self, saved: Path) -> None:
        Replay.of(needless()).append(saved)
        assert answer("review", str(saved)).count("Lost by") == 2
        assert answer("review", "--nth", "2", str(saved)).count("Lost by") == 1
        assert "expected at most 2" in complaint(2, "review", "--nth", "3", str(saved))
        assert "choose one" in complaint(2, "review", "--html", "x.html", str(saved))

    def test_what_is_no_replay(self, tmp_path: Path) -> None:
        path = tmp_path / "x.jsonl"
        path.write_text("hello\n")
        assert "line 1" in complaint(2, "review", str(path))
        assert "No such file" in complaint(2, "review", str(tmp_path / "none.jsonl"))
        bad = tmp_path / "x.avf"
        bad.write_bytes(b"no video")
        assert "cannot read this video" in complaint(2, "review", str(bad))
