"""What newcomers stumbled over on the pages: nothing stale, nothing lost, everything in reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import demine
from browser import (
    CHROMIUM,
    MISSING,
    analyser,
    cell,
    choice,
    create,
    is_over,
    paste,
    wait_for_opened,
)
from demine.game import First

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

IMPOSSIBLE = "5x3x?\nHHHHH\n12111\n00000\n"


def finish(page: Page, board: str, mines: int) -> None:
    """Play on as the exact engine would."""
    while not is_over(page):
        number = choice(page, board, mines)
        page.click(cell(number))
        wait_for_opened(page, number)


# The analyser.


def test_a_contradiction_leaves_nothing_of_the_position_before(page: Page) -> None:
    analyser(page)
    page.hover(cell(0))
    expect(page.locator("#slide-line")).to_contain_text("Possible with")
    paste(page, IMPOSSIBLE)
    expect(page.locator("#result")).to_contain_text("Impossible")
    expect(page.locator("#slide-line")).to_have_text("")
    expect(page.locator("#slide")).to_be_disabled()
    expect(page.locator("#cell-title")).to_have_text("Cell")
    expect(page.locator("#cell-body")).not_to_contain_text("assignment")


def test_a_paste_is_taken_back_with_its_board(page: Page) -> None:
    analyser(page, "#b=grid-3x3&m=-&l=....2....")
    expect(page.locator("#count")).to_have_text("28")
    paste(page, IMPOSSIBLE)
    expect(page.locator("[data-cell]")).to_have_count(15)
    page.keyboard.press("Control+z")
    expect(page.locator("[data-cell]")).to_have_count(9)
    expect(page.locator("#count")).to_have_text("28")
    page.click("#redo")
    expect(page.locator("#result")).to_contain_text("Impossible")


# Fair play.


@pytest.mark.parametrize(
    ("first", "line"),
    [("opening", "the mines follow from it and your first cell"), ("risky", "mines with it")],
)
def test_the_promise_names_the_seed(page: Page, first: str, line: str) -> None:
    create(page, board="grid-4x4", mines=2, first=first)
    finish(page, "grid-4x4", 2)
    expect(page.locator("#said .good")).to_contain_text("the seed was fixed before your first move")
    expect(page.locator("#said .good")).to_contain_text(line)


def dealt(first: First, start: int) -> frozenset[int]:
    """The mines of a game that begins with a cell."""
    game = demine.Game(demine.grid(4, 4), 4, seed=5, first=first)
    for place in [start, *range(16)]:
        if not game.is_over:
            game.open(place)
    return frozenset(game.mined)


@pytest.mark.parametrize(("first", "alone"), [("risky", True), ("safe", False), ("opening", False)])
def test_mines_follow_from_the_seed_alone_where_the_first_cell_is_risky(
    first: First, alone: bool
) -> None:
    assert (len({dealt(first, start) for start in range(16)}) == 1) is alone
