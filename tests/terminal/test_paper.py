"""`demine play --paper`: the five screens of Garg 2019 §VI, from the paper's own board.

The golden screens are as wide as the paper's terminal, 58 columns. In our text of the paper, runs
of spaces are one space, two screens lack the row of letters, and nine rows of the last screen have
one entry too many.
"""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

import demine
from command import answer, complaint, run
from demine import Game, grid
from demine.game import GameSetup, Stopwatch
from demine.terminal import SOLVERS, Paper
from paths import DATA

FOLDER = DATA / "paper"
BOARD = str(FOLDER / "board.mine")
WIDTH = 58

FIRST = dedent("""\
    Type the column followed by the row (eg. a5). To put or re
    move a flag, add 'f' to the cell (eg. a5f).For help type '
    hint' or to automatically solve type 'auto' Type 'help' to
    show this message again.

    Enter the cell (10 mines left):""")
THIRD = """
1 | 0 | 0 | 0 | 0 | 1 | | | | | |
2 | 0 | 0 | 0 | 0 | 2 | | | | | |
3 | 0 | 0 | 0 | 0 | 2 | | | | | |
4 | 0 | 0 | 0 | 0 | 1 | 1 | 2 | 1 | 2 | |
5 | 0 | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 1 | 1 |
6 | 0 | 2 | | 2 | 0 | 0 | 0 | 0 | 0 | 0 |
7 | 0 | 2 | | 2 | 0 | 0 | 1 | 1 | 1 | 0 |
8 | 1 | 2 | | 2 | 1 | 1 | 1 | | 1 | 0 |
9 | | | | | | | | | 2 | 0 |
10 | | | | | | | | | 1 | 0 |
"""
LAST = """
1 | 0 | 0 | 0 | 0 | 1 | 1 | 1 | 0 | 0 | 0 |
2 | 0 | 0 | 0 | 0 | 0 | 2 | x | 3 | 1 | 1 | 0 |
3 | 0 | 0 | 0 | 0 | 0 | 2 | x | 3 | x | 2 | 1 |
4 | 0 | 0 | 0 | 0 | 0 | 1 | 1 | 2 | 1 | 2 | x |
5 | 0 | 1 | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 1 | 1 |
6 | 0 | 2 | x | 2 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
7 | 0 | 2 | x | 2 | 0 | 0 | 1 | 1 | 1 | 1 | 0 |
8 | 1 | 2 | 2 | 2 | 1 | 1 | 1 | 1 | x | 1 | 0 |
9 | 1 | x | 1 | 1 | 1 | x | 1 | 2 | 2 | 2 | 0 |
10 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | x | 1 | 0 |
"""


def screens(typed: list[str]) -> list[str]:
    """The terminal at each prompt, and again with the answer: what it shows since the last one."""
    mines = [cell for cell, mark in enumerate("".join(board_rows())) if mark == "M"]
    watch = Stopwatch(lambda: 0.0, passed=68.0)
    game = Game.from_mines(grid(10, 10), mines, stopwatch=watch)
    shown: list[str] = []
    lines: list[str] = []
    answers = iter(typed)

    def read(prompt: str) -> str:
        shown.append(wrap("\n".join([*lines, prompt.rstrip()])))
        lines.clear()
        answer = next(answers)
        shown.append(f"{shown[-1]} {answer}")
        return answer

    Paper(GameSetup.of(game), SOLVERS["ratio"], read, lines.append).play(game)
    return shown


def board_rows() -> list[str]:
    return (FOLDER / "board.mine").read_text().splitlines()[1:]


def wrap(text: str) -> str:
    """Lines as a narrow terminal shows them."""
    pieces = [re.findall(f".{{1,{WIDTH}}}", line) or [""] for line in text.split("\n")]
    return "\n".join(piece for line in pieces for piece in line)


def golden(number: int) -> str:
    return (FOLDER / f"screen-{number}.txt").read_text(encoding="utf-8")


def test_the_five_screens() -> None:
    *found, _ = screens(["hint", "auto", "n"])
    assert [screen + "\n" for screen in found] == [golden(number) for number in range(1, 6)]


def squeeze(text: str) -> list[str]:
    """The lines with single spaces, without the row of letters."""
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    return [line for line in lines if line != "a b c d e f g h i j"]


def test_the_golden_screens_are_the_papers() -> None:
    empty = [f"{row} {'| ' * 10}|" for row in range(1, 11)]
    assert squeeze(golden(1)) == [*empty, "", *squeeze(FIRST)]
    assert golden(2) == golden(1).removesuffix("\n") + " hint\n"
    prompt = "Enter the cell (10 mines left):"
    assert squeeze(golden(3)) == ["Move made: a1", *squeeze(THIRD), "", prompt]
    assert golden(4) == golden(3).removesuffix("\n") + " auto\n"
    first, made, *rows, again = squeeze(golden(5))
    assert first == "You Win. It took you 1 minutes and 8 seconds."
    assert made == "Move made: h10f"
    assert again == "Play again? (y/n):"
    assert len(rows) == 10
    surplus = [is_surplus(theirs, ours) for theirs, ours in zip(squeeze(LAST), rows, strict=True)]
    assert surplus == [False] + [True] * 9


def is_surplus(printed: str, right: str) -> bool:
    """Whether the printed row is the right one with an entry more; otherwise they are equal."""
    if printed == right:
        return False
    entries = printed.split(" | ")
    rest = [" | ".join([*entries[:i], *entries[i + 1 :]]) for i in range(1, len(entries))]
    assert right in rest
    return True


def test_the_command_shows_them_too() -> None:
    shown = answer("play", BOARD, "--paper", stdin="hint\nauto\nn\n")
    assert "Enter the cell (10 mines left): Move made: a1\n" in shown
    assert shown.count("Move made") == 2
    assert re.search(
        r"You Win\. It took you \d+ minutes and \d+ seconds\.\nMove made: h10f\n", shown
    )
    assert shown.endswith("Play again? (y/n): ")


def test_the_board_is_the_papers_unless_another_is_named() -> None:
    shown = answer("play", "--paper", "--seed", "3", stdin="a1\n")
    assert "(10 mines left)" in shown
    assert "\n10 |" in shown
    assert "(3 mines left)" in answer(
        "play", "--paper", "--rows", "4", "--cols", "4", "--mines", "3"
    )
    assert "(10 mines left)" in answer("play", "beginner", "--paper")


def test_flagging_exactly_the_mines_wins() -> None:
    game = Game.from_mines(grid(2, 3), [0, 5])
    said: list[str] = []
    moves = iter(["a2f", "c2f", "a2f", "a1f", "n"])
    Paper(GameSetup.of(game), SOLVERS["ratio"], lambda _: next(moves), said.append).play(game)
    *before, last = said
    assert not any("You Win" in text for text in before)
    assert last.startswith("You Win.")
    assert "Move made" not in last


def test_a_wrong_flag_does_not_win() -> None:
    game = Game.from_mines(grid(1, 3), [0])
    said: list[str] = []
    moves = iter(["b1f", "b1", "zz", "why", "q"])

    def read(prompt: str) -> str:
        said.append(prompt)
        return next(moves, "quit")

    Paper(GameSetup.of(game), SOLVERS["ratio"], read, said.append).play(game)
    text = "\n".join(said)
    assert "Enter the cell (0 mines left): " in said
    assert "b1 is flagged" in text
    assert text.count("is not a cell") == 3
    assert game.status == "ready"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--no-guess"], "--paper has no boards without guesses"),
        (["--rows", "3"], "expected"),
    ],
)
def test_bad_options(arguments: list[str], message: str) -> None:
    assert message in complaint(2, "play", "--paper", *arguments)


def test_a_mine_ends_the_game() -> None:
    done = run("play", BOARD, "--paper", stdin="f2\nn\n")
    assert done.returncode == 0
    assert "Game Over. It took you" in done.stdout
    assert isinstance(demine.read(BOARD).count(), int)
