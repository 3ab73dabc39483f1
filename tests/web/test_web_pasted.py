"""What is pasted beside a game or on a review, and the wasted clicks of a review; in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import demine
from browser import cell, create, finish, kinds, ready, wait_for_opened

pytestmark = pytest.mark.browser

_PASTE = """(text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    dispatchEvent(new ClipboardEvent("paste", {clipboardData: data}));
}"""
_ELSEWHERE = "https://mines.example/demine/"


def paste(page: Page, text: str) -> None:
    page.evaluate(_PASTE, text)


def test_the_id_of_a_game_in_a_terminal_begins_it(page: Page) -> None:
    page.goto("/")
    ready(page)
    paste(page, "grid-7x8-9-safe.mercy-18446744073709551615")
    page.wait_for_url("**/?seed=18446744073709551615*")
    ready(page)
    expect(page.locator("#game-line")).to_contain_text("Grid 7 × 8 · 9 mines")


def test_the_link_of_a_seed_begins_its_game_on_every_page(page: Page) -> None:
    link = "?seed=5&board=grid-9x9&mines=10&first=opening&start=40"
    for path in ("/", "/analyse", "/review"):
        page.goto(path)
        ready(page)
        paste(page, _ELSEWHERE + link)
        page.wait_for_selector('body[data-status="playing"]')
        expect(page.locator("#game-line")).to_contain_text("chosen board")
        expected = demine.Game(demine.grid(9, 9), 10, seed=5, first="opening")
        expected.open(40)
        assert sum("open" in kind for kind in kinds(page)) == 81 - expected.position.labels.count(
            "?"
        )


def test_a_link_to_a_review_is_followed(page: Page) -> None:
    key = create(page, preset="beginner", first="opening")
    page.click(cell(40))
    wait_for_opened(page, 40)
    finish(page, "grid-9x9", 10)
    paste(page, f"{_ELSEWHERE}review?game={key}")
    page.wait_for_url("**/review?game=*")
    ready(page)
    expect(page.locator("#verdict")).to_contain_text("3BV")


def test_a_layout_is_played_from_its_first_cell(page: Page) -> None:
    board = demine.grid(9, 9)
    mines = [8, 17, 26, 35, 44, 53, 62, 71, 79, 80]
    labels = ["*" if v in mines else len({*board.neighbours(v)} & {*mines}) for v in board.cells]
    page.goto("/")
    ready(page)
    paste(page, demine.dumps(demine.Position(board, labels, mines=10), format="ptta"))
    expect(page.locator("#game-line")).to_contain_text("practice")
    assert set(kinds(page)) == {"cell covered"}
    page.click(cell(0))
    page.wait_for_selector('body[data-status="won"]')


def test_a_position_is_analysed(page: Page) -> None:
    page.goto("/")
    ready(page)
    paste(page, "3x1x1\nH1H\n")
    page.wait_for_url("**/analyse#*")
    ready(page)
    expect(page.locator("#count")).to_have_text("2")


def test_other_texts_get_a_sentence(page: Page) -> None:
    page.goto("/")
    ready(page)
    paste(page, "https://elsewhere.example/game?board=30x16x99&seed=5")
    expect(page.locator("#notices")).to_contain_text("random numbers")


def test_a_replay_is_pasted_on_the_review(page: Page) -> None:
    game = demine.Game(demine.grid(4, 4), 3, seed=1)
    for number in game.board.cells:
        if not game.is_over:
            game.open(number)
    page.goto("/review")
    ready(page)
    paste(page, demine.Replay.of(game).dumps())
    expect(page.locator("#verdict")).to_contain_text("Forced guesses")


def test_the_review_shows_wasted_clicks_and_their_moves(page: Page) -> None:
    create(page, preset="beginner", first="opening", seed=7)
    page.click(cell(40))
    wait_for_opened(page, 40)
    covered = next(v for v, kind in enumerate(kinds(page)) if kind == "cell covered")
    for left in (9, 10):
        page.click(cell(covered), button="right")
        expect(page.locator("#left")).to_have_text(str(left))
    finish(page, "grid-9x9", 10)
    page.get_by_text("Review the game").click()
    ready(page)
    card = page.locator("#wasted-card")
    expect(card).to_contain_text(re.compile(r"2 on flags that were removed again"))
    card.get_by_role("button", name="3", exact=True).click()
    expect(page.locator("#move")).to_contain_text("Wasted clicks: 2 on flags")
    expect(page.locator("#place")).to_contain_text("move 3 of")
