"""Links to positions on other pages and on ours, and rows with something between the cells."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import demine
from command import answer, run
from demine import FormatError, Position
from strategies import positions

PTTA = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
LLAMASWEEPER = "https://llamasweeper.com/#/game/zini-explorer"
BITS = "b=2&m=2op8000009p4i40p0g94288s001g30g624088g002o980i015g90"


@st.composite
def grids(draw: st.DrawFn) -> tuple[int, int, list[bool]]:
    """Rows, columns and mines of a king grid."""
    rows, columns = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    cells = rows * columns
    return rows, columns, draw(st.lists(st.booleans(), min_size=cells, max_size=cells))


def solved(rows: int, columns: int, mined: list[bool]) -> Position:
    board = demine.grid(rows, columns)
    mines = [cell for cell, is_mine in enumerate(mined) if is_mine]
    count = [sum(mined[near] for near in board.neighbours(cell)) for cell in board.cells]
    return Position(board, ["*" if c in mines else count[c] for c in board.cells], len(mines))


def test_a_known_link_of_ptta() -> None:
    """The first digits are 2, o and p: 00010 11000 11001."""
    position = demine.loads(f"{PTTA}?{BITS}")
    assert position.board == demine.grid(16, 16)
    assert [cell for cell in range(15) if position.labels[cell] == "*"] == [3, 5, 6, 10, 11, 14]
    assert position == demine.loads(f"{LLAMASWEEPER}?{BITS}") == demine.loads(f"?{BITS}\n")
    assert demine.dumps(position, "ptta") == f"{PTTA}?{BITS}\n"
    assert demine.dumps(position, "llamasweeper") == f"{LLAMASWEEPER}?{BITS}\n"


def test_sides_of_different_lengths() -> None:
    position = demine.loads(f"{PTTA}?b=4005&m=vvvvvvvv000000010000000194i94i95vvvvvvvv")
    assert position.board == demine.grid(5, 40)
    assert all(label == "*" for label in position.labels[:40])
    assert "?b=100005&m=" in demine.dumps(solved(5, 100, [False] * 500), "ptta")


@given(grids())
def test_mines_come_back(drawn: tuple[int, int, list[bool]]) -> None:
    position = solved(*drawn)
    for format in ("ptta", "llamasweeper"):
        assert demine.loads(demine.dumps(position, format)) == position


def test_a_known_link_of_jsminesweeper() -> None:
    """Three columns, two rows, one mine; a flag, which every number leaves out; three covered."""
    flag, hidden, nought, one = "2", "U", "b", "l"
    text = f"https://davidnhill.github.io/JSMinesweeper/index.html?analysis=adacaaab{flag}"
    position = demine.loads(f"{text}{nought}{one}{hidden}", trust_flags=True)
    assert position == Position(demine.grid(2, 3), ["*", 1, 1, "?", "?", "?"], 1)
    assert demine.loads(f"{text}{nought}{one}{hidden}").labels[0] == "?"


@given(grids(), st.randoms(use_true_random=False))
def test_a_position_comes_back_from_jsminesweeper(
    drawn: tuple[int, int, list[bool]], random: Random
) -> None:
    whole = solved(*drawn)
    covered = {cell: "?" for cell in whole.board.cells if random.random() < 0.5}
    position = whole.with_labels(covered)
    text = demine.dumps(position, "jsminesweeper")
    assert demine.loads(text, trust_flags=True) == position


def test_a_known_puzzle_of_puzz_link() -> None:
    for page in (
        "https://puzz.link/p?mines",
        "https://pzv.jp/p.html?mines",
        "pzprxs://x/p?mines/v:",
    ):
        position = demine.loads(f"{page}/5/5/g2m13l13g0j")
        assert position.board == demine.grid(5, 5)
        assert [c for c, label in enumerate(position.labels) if label != "?"] == [
            1,
            9,
            10,
            17,
            18,
            20,
        ]
        assert position.mines is None
    assert demine.loads("https://puzz.link/p?mines/2/1/.1").labels == ("□", 1)


@given(grids(), st.randoms(use_true_random=False))
def test_a_puzzle_comes_back(drawn: tuple[int, int, list[bool]], random: Random) -> None:
    whole = solved(*drawn)
    others: tuple[str | int, ...] = ("?", "□", 3)
    labels = [random.choice(others) if label == "*" else label for label in whole.labels]
    position = Position(whole.board, labels)
    assert demine.loads(demine.dumps(position, "puzzlink")) == position


@given(positions())
def test_our_own_link_holds_any_position(position: Position) -> None:
    text = demine.dumps(position, "link")
    assert demine.loads(f"https://example.org/demine/{text}") == demine.loads(text) == position


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("https://puzz.link/p?mines/5/5/g2m", "9 cells found, expected 5x5"),
        ("https://puzz.link/p?mines/2/1/9.", "'9', expected 0-8 . or g-z"),
        ("https://puzz.link/p?mines/9999/9999/z", "20 cells found, expected 9999x9999"),
        ("https://a.b/?b=99&m=zz", "'z' is no digit, expected 0-9 or a-v"),
        ("https://a.b/?b=0909&m=" + "v" * 18, "18 digits for 9x9 cells, expected at most 17"),
        ("https://a.b/?b=11&m=1", "a mine behind the last cell"),
        ("https://a.b/?b=909&m=0", "the board of the link is '909'"),
        ("https://a.b/?analysis=abc", "3 letters found, expected at least 8"),
        ("https://a.b/?analysis=adacaaab2", "1 cells found, the board has 6"),
        ("https://a.b/?analysis=aaaaaaaaW", "0x0 cells, expected 1 to"),
        ("https://a.b/?analysis=adacaaab-", "'-' found"),
        ("https://a.b/?analysis=adacaaab" + "9" * 50, "more cells found, the board has 6"),
        ("https://a.b/?seed=3", "depend on that page's random numbers"),
        ("https://a.b/?game=3", "open it in a browser, or play the game's id"),
        ("https://a.b/", "the link holds no position: expected ?b="),
        ("https://a.b/#b=grid-2x2&m=1&l=....q", "'q' is no label"),
        ("https://a.b/#b=grid-2x2&m=1&l=.~9-", "more cells, the board has 4"),
        ("https://a.b/#b=grid-2x2&m=1&l=...", "3 cells, the board has 4"),
        ("https://a.b/#b=grid-2x2&m=x&l=....", "the mines of the link are 'x'"),
        ("https://a.b/#m=1&l=....", "the link names no board"),
    ],
)
def test_a_wrong_link_gets_a_sentence(link: str, said: str) -> None:
    with pytest.raises(FormatError) as refused:
        demine.loads(link)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("format", "labels", "mines", "said"),
    [
        ("ptta", ["?", 1], None, "the ptta format needs to know every mine"),
        ("jsminesweeper", ["?", 1], None, "the number of mines is unknown"),
        ("jsminesweeper", ["□", 1], 1, "labelled □"),
        ("puzzlink", ["?", 1], 1, "holds no number of mines"),
        ("puzzlink", ["*", 1], None, "labelled *"),
        ("link", [-1, 1], None, "a link holds no such label"),
    ],
)
def test_what_a_link_cannot_hold(
    format: str, labels: list[str | int], mines: int | None, said: str
) -> None:
    with pytest.raises(FormatError) as refused:
        demine.dumps(Position(demine.grid(1, 2), labels, mines), format)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "H H 1\n1 2 H\n",
        "# # 1\n1 2 #\n",
        "H,H,1\n1,2,H\n",
        "| ? | ? | 1 |\n| 1 | 2 | ? |\n",
        "HH1\n12H\n",
        "3x2x?\nH H 1\n1 2 H\n",
        "x x 1\n1 2 x\n",
    ],
)
def test_rows_with_something_between(text: str) -> None:
    assert demine.loads(text) == Position(demine.grid(2, 3), ["?", "?", 1, 1, 2, "?"])


def test_two_columns_of_numbers_are_points() -> None:
    assert len(demine.loads("0 1\n2 3\n5 1\n").board) == 3


def test_an_arbiter_board(tmp_path: Path) -> None:
    """`.abf` files are those that we call mbf."""
    position = demine.loads(f"{PTTA}?{BITS}")
    path = tmp_path / "board.abf"
    demine.write(position, path)
    assert demine.read(path) == position
    assert demine.dumps(position, "mbf") == path.read_bytes()


def test_the_command_reads_and_writes_links() -> None:
    link = f"{PTTA}?{BITS}\n"
    assert run("convert", "-", "-", "--to", "llamasweeper", stdin=link).stdout.endswith(f"{BITS}\n")
    assert answer("convert", "examples/intermediate.mbf", "-", "--to", "ptta").startswith(PTTA)
