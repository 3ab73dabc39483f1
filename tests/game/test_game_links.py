"""Links to games begin the games of the page that wrote them."""

from __future__ import annotations

import pytest

import demine
from command import answer, invoke
from demine.errors import FormatError
from demine.formats import is_link
from demine.game import game_of_link, is_game_link

SEEDED = "https://mines.example/?seed=5&board=grid-9x9&mines=10&first=opening&start=40"
LAYOUT = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=1&m=00000000000000010"


def test_the_game_of_a_link_is_that_of_its_seed() -> None:
    expected = demine.Game(demine.grid(9, 9), 10, seed=5, first="opening")
    expected.open(40)
    found = game_of_link(SEEDED)
    assert (found.id, found.position) == (expected.id, expected.position)


@pytest.mark.parametrize(
    ("link", "id"),
    [
        ("?seed=7", "grid-9x9-10-safe-7"),
        ("?seed=7&preset=expert", "grid-16x30-99-safe-7"),
        ("/?seed=7&board=torus-4x4&mines=3", None),
        ("?seed=1&board=hexagonal-5x5&mines=4&first=risky", "hexagonal-5x5-4-risky-1"),
        ("?seed=7&fair=mercy", "grid-9x9-10-safe.mercy-7"),
    ],
)
def test_what_is_left_out_is_as_in_the_browser(link: str, id: str | None) -> None:
    assert is_game_link(link)
    if id is None:
        with pytest.raises(FormatError):
            game_of_link(link)
    else:
        assert game_of_link(link).id == id


@pytest.mark.parametrize(
    "text",
    [LAYOUT, "expert", "game.jsonl", "https://other.example/?board=30x16x99&seed=5", "?a=b", ""],
)
def test_other_texts_are_no_links_to_games(text: str) -> None:
    assert not is_game_link(text)


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("?game=abc", "without its seed"),
        ("?daily=2026-11-19", "--daily"),
        ("?seed=abc", "BOARD-MINES-RULE-SEED"),
        ("?seed=1&start=81", "0 to 80"),
        ("?seed=1&start=-1", "0 to 80"),
        ("?seed=1&board=grid-4x4", "mines=…"),
    ],
)
def test_a_wrong_link_gets_a_sentence(link: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        game_of_link(link)


def test_commands_take_links_like_files() -> None:
    link = demine.dumps(demine.loads("3x1x1\nH1H\n"), format="link").strip()
    assert is_link(link)
    assert invoke("count", link).output == "2\n"
    assert demine.read(link) == demine.loads(link)


def test_a_link_is_played_in_the_terminal() -> None:
    assert "4 | 1 | 2 | 1 | 1 | 0 |" in answer("play", SEEDED, "--plain", stdin="quit\n")
    assert "Enter the cell" in answer("play", LAYOUT, "--plain", stdin="quit\n")
