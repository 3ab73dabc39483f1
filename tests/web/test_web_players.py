"""What players expect of the pages, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser import analyser, cell, kinds

pytestmark = pytest.mark.browser


class TestLooking:
    def test_a_click_changes_nothing_at_first(self, page: Page) -> None:
        analyser(page, "#b=grid-3x3&m=-&l=1........")
        expect(page.locator(".cell.n1")).to_have_count(1)
        expect(page.locator("[aria-checked=true]")).to_have_attribute("data-brush", "look")
        before, link = kinds(page), page.url
        for button in ("left", "right"):
            page.click(cell(0), button=button)
        page.keyboard.press("Enter")
        page.mouse.wheel(0, -100)
        expect(page.locator("#cell-title")).to_contain_text("a1")
        expect(page.locator("#cell-body")).to_contain_text("1")
        assert (kinds(page), page.url) == (before, link)
        page.click('[data-brush="?"]')
        page.click(cell(0))
        expect(page.locator(".cell.n1")).to_have_count(0)

    def test_one_best_move_on_the_board_and_in_the_table(self, page: Page) -> None:
        analyser(page, "#b=grid-4x4&m=4&l=1.~15-")
        best = page.locator("#guesses .best-row")
        expect(best).to_have_count(1)
        expect(page.locator(".ring.best")).to_have_count(1)
        at = best.locator("th").inner_text()
        place = page.locator(f'[data-cell][aria-label^="{at}"]').get_attribute("transform")
        assert page.locator(".rings-best:not(.tags) > g").get_attribute("transform") == place
        reason = page.locator("#best-move")
        expect(reason).to_have_text(re.compile(rf"^Best: {at}\. Its chance of winning is"))
        expect(reason).to_contain_text(" %")

    def test_an_estimate_has_its_margin(self, page: Page) -> None:
        analyser(page, "#b=grid-16x16&m=40&l=.~120-1.~135-")
        expect(page.locator("#best-move")).to_have_text(re.compile(r"estimated .* ± \d+\.\d %"))
