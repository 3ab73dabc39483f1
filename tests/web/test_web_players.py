"""What players expect of the pages, in a real browser."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from browser import analyser, cell, create, kinds, wait_for_opened

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


class TestFitting:
    def test_a_board_of_30_rows_fits_at_once_and_with_its_names(self, page: Page) -> None:
        page.set_viewport_size({"width": 1280, "height": 800})
        create(page, board="grid-30x30", mines=150)
        hidden = "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)"
        overflow = f"{hidden}(document.getElementById('viewport'))"
        assert page.evaluate(overflow) <= 0
        for button in ("#zoom-fit", "#names"):
            page.click(button)
            assert page.evaluate(overflow) <= 0

    def test_gaps_between_cells_are_alike(self, page: Page) -> None:
        page.set_viewport_size({"width": 1280, "height": 800})
        create(page, preset="expert")
        lefts = page.evaluate("""[...document.querySelectorAll('[data-cell]')].slice(0, 30)
            .map((cell) => cell.querySelector('.ground').getBoundingClientRect().left)""")
        steps = {round(b - a, 2) for a, b in pairwise(lefts)}
        assert len(steps) == 1
        assert steps.pop() % 1 == 0

    def test_the_names_of_a_hint_can_be_read(self, page: Page) -> None:
        page.set_viewport_size({"width": 1280, "height": 800})
        create(page, preset="expert", first="opening", seed=1)
        page.click(cell(200))
        wait_for_opened(page, 200)
        for tier in (1, 2, 3):
            page.keyboard.press("h")
            expect(page.locator(".tiers .done")).to_have_count(tier)
        tall = page.locator(".tag").first.bounding_box()
        assert tall is not None
        assert tall["height"] > 10
