"""RAWVF: games of other programs as text; what the buttons do, and a round trip."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import demine
from command import answer
from demine import FormatError, Game
from demine.game import Replay
from demine.review import rawvf, read_replays, replays_of

HEAD = "RawVF_Version: Rev6.2\nProgram: x\nWidth: 4\nHeight: 3\nMines: 2\n"
BOARD = "Board:\n*000\n0000\n000*\nEvents:\n"


def game(events: str, head: str = "") -> Game:
    return rawvf.parse(f"{HEAD}{head}{BOARD}{events}")


def made(events: str, head: str = "") -> list[tuple[str, int, float]]:
    return [(move.kind, move.cell, move.at) for move in game(events, head).moves]


def test_left_opens_where_it_is_released() -> None:
    """It is pressed on the mine at the upper left, and released at the upper right."""
    events = "0.00 lc 1 1 (3 3)\n0.10 mv 4 1 (50 3)\n0.25 lr 4 1 (50 3)\n"
    assert made(events) == [("open", 3, 0.0)]
    assert made(events.replace("0.25 lr 4 1 (50 3)", "1.25 lr 9 9 (500 3)")) == []


def test_right_flags_where_it_is_pressed() -> None:
    assert made("0.00 rc 1 1 (3 3)\n0.10 rr 4 1 (50 3)\n") == [("flag", 0, 0.0)]


CHORDS = {
    "both": "0.5 lc 2 2 (20 20)\n0.6 rc 2 2 (20 20)\n0.7 rr 2 2 (20 20)\n0.8 lr 2 2 (20 20)\n",
    "left up first": "0.5 lc 2 2 (20 20)\n0.5 rc 2 2\n0.7 lr 2 2 (20 20)\n0.8 rr 2 2\n",
    "middle": "0.5 mc 2 2 (20 20)\n0.7 mr 2 2 (20 20)\n",
    "shift": "0.5 sc 2 2 (20 20)\n0.7 lr 2 2 (20 20)\n",
}
START = "0.1 rc 1 1 (3 3)\n0.1 rr 1 1 (3 3)\n0.2 lc 2 2 (20 20)\n0.2 lr 2 2 (20 20)\n"


@pytest.mark.parametrize("name", CHORDS)
def test_a_chord(name: str) -> None:
    kinds = [kind for kind, _, _ in made(START + CHORDS[name])]
    assert kinds == ["flag", "open", "chord"]
    assert game(START + CHORDS[name]).status == "won"


def test_left_chords_where_the_head_says_so() -> None:
    again = "0.5 lc 2 2 (20 20)\n0.5 lr 2 2 (20 20)\n"
    assert len(made(START + again)) == 2
    assert len(made(START + again, "SuperClick: On\n")) == 3


def test_question_marks() -> None:
    right = "0.1 rc 1 1 (3 3)\n0.1 rr 1 1 (3 3)\n"
    assert len(made(right * 4)) == 4
    assert len(made(right * 4, "Marks: On\n")) == 3  # flag, mark, nothing, flag


def test_columns_are_used_where_there_are_no_pixels() -> None:
    assert made("0.00 lc 4 1\n0.00 lr 4 1\n") == [("open", 3, 0.0)]


def test_the_side_of_a_cell() -> None:
    assert made("0 lc 0 0 (200 9)\n0 lr 0 0 (200 9)\n", "SquareSize: 64\n") == [("open", 3, 0.0)]


@given(st.integers(0, 2**32), st.lists(st.integers(0, 2), min_size=4, max_size=40))
def test_a_game_comes_back(seed: int, kinds: list[int]) -> None:
    played = Game(demine.grid(6, 7), 6, seed=seed, first="opening")
    for place, kind in enumerate(kinds):
        played.move(("open", "flag", "chord")[kind], (seed + 13 * place) % 42)
    for cell in range(42):
        if not played.is_over and cell in played.flags:
            played.flag(cell)
        played.open(cell)
    again = rawvf.parse(rawvf.write(played))
    assert (again.mined, again.status) == (played.mined, played.status)
    assert [(m.kind, m.cell) for m in again.moves] == [(m.kind, m.cell) for m in played.moves]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, "expected a line Board:"),
        (HEAD.replace("Width: 4", "Width: x") + BOARD, "Width is 'x'"),
        (HEAD.replace("4", "999999").replace("3", "999999") + BOARD, "cells: expected 1 to"),
        (HEAD + "nonsense\n" + BOARD, "line 6: 'nonsense', expected KEY: VALUE"),
        (HEAD + BOARD.replace("*000\n", "*0\n"), "line 7: expected 4 cells"),
        (HEAD + BOARD.replace("Events:", "Event"), "expected Events: behind it"),
        (HEAD + BOARD + "0.x lc\n", "line 11: '0.x lc', expected TIME EVENT COLUMN ROW"),
    ],
)
def test_a_wrong_file_gets_a_sentence(text: str, said: str) -> None:
    with pytest.raises(FormatError) as refused:
        rawvf.parse(text)
    assert said in str(refused.value)


def test_what_is_not_written() -> None:
    with pytest.raises(FormatError, match="the game is ready"):
        rawvf.write(Game(demine.grid(4, 4), 3, seed=1))
    with pytest.raises(FormatError, match="king grids"):
        rawvf.write(Game(demine.hexagonal(4, 4), 3, seed=1))


def test_the_commands(tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    path.write_text(f"{HEAD}{BOARD}{START}0.9 lc 1 1\n", encoding="utf-8")
    (replay,) = read_replays(path)
    assert replays_of("game.rawvf", path.read_bytes()) == [replay]
    assert isinstance(replay, Replay)
    played = Game(demine.grid(4, 4), 3, seed=1)
    for cell in range(16):
        played.open(cell)
    saved, out = tmp_path / "game.jsonl", tmp_path / "out.rawvf"
    Replay.of(played).write(saved)
    assert played.status in answer("review", str(saved), "--rawvf", str(out))
    assert read_replays(out)[0].verify().status == played.status
