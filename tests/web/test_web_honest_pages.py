"""The pages of finished, paused and foreign games, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import cell, create, kinds, labels, ready, status, wait_for_opened
from webserver import Server

pytestmark = pytest.mark.browser


def lose(page: Page) -> str:
    """A game that is lost; its key."""
    while True:
        key = create(page, board="grid-1x9", mines=7, first="safe")
        for number in (0, 8, 4, 2, 6, 1):
            if status(page) in ("won", "lost"):
                break
            page.click(cell(number))
            wait_for_opened(page, number)
        if status(page) == "lost":
            return key


def test_undo_after_the_end_is_practice_and_the_loss_stays(page: Page) -> None:
    key = lose(page)
    before = labels(page)
    page.click("#undo")
    expect(page.locator("#said-title")).to_have_text("Practice")
    expect(page.locator("#game-line")).to_contain_text("practice")
    assert status(page) == "playing"
    page.goto(f"/?game={key}")
    ready(page)
    assert (status(page), labels(page)) == ("lost", before)
    expect(page.locator("#said-title")).to_have_text("You hit a mine.")
    page.click("#records")
    expect(page.locator("dialog tbody tr")).to_have_count(1)
    expect(page.locator("dialog tbody td").first).not_to_have_text("0")


def test_a_pause_leaves_no_cell_on_the_page(page: Page) -> None:
    create(page, preset="expert", first="opening")
    page.click(cell(200))
    wait_for_opened(page, 200)
    before = kinds(page)
    page.keyboard.press("p")
    expect(page.locator("#curtain")).to_be_visible()
    assert set(kinds(page)) == {"cell covered"}
    for name in ("undo", "hint", "risks"):
        expect(page.locator(f"#{name}")).to_be_disabled()
    page.reload()
    ready(page)
    expect(page.locator("#curtain")).to_be_visible()
    assert set(kinds(page)) == {"cell covered"}
    page.click("#go-on")
    wait_for_opened(page, 200)
    assert kinds(page) == before


def test_a_shared_link_is_for_looking(page: Page, browser: Browser, server: Server) -> None:
    key = create(page, preset="expert", first="opening")
    page.click(cell(200))
    wait_for_opened(page, 200)
    before = labels(page)
    with browser.new_context(base_url=server.url) as other:
        guest = other.new_page()
        guest.goto(f"/?game={key}")
        ready(guest)
        assert labels(guest) == before
        expect(guest.locator("#said-title")).to_have_text("Another player's game")
        for name in ("undo", "pause", "hint", "risks"):
            expect(guest.locator(f"#{name}")).to_be_disabled()
        guest.click(cell(labels(guest).index("?")))
        for press in ("u", "p", "h", "r"):
            guest.keyboard.press(press)
        guest.reload()
        ready(guest)
        assert labels(guest) == before
        expect(guest.locator("#notices")).to_be_empty()
    page.reload()
    ready(page)
    assert labels(page) == before
    expect(page.locator("#game-line")).not_to_contain_text("with help")
