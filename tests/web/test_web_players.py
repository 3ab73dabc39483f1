"""What players expect of the pages, in a real browser."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import analyser, cell, create, kinds, wait_for_opened
from webserver import Server

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


class TestSheets:
    @pytest.mark.parametrize("sides", [(390, 844), (844, 390)], ids=["upright", "on its side"])
    def test_a_sheet_hides_no_cell_of_its_hint(
        self, browser: Browser, server: Server, sides: tuple[int, int]
    ) -> None:
        wide, high = sides
        with browser.new_context(
            base_url=server.url,
            viewport={"width": wide, "height": high},
            has_touch=True,
            is_mobile=True,
        ) as phone:
            page = phone.new_page()
            create(page, preset="expert", first="opening", seed=9)
            page.tap(cell(130))
            wait_for_opened(page, 130)
            page.tap("#hint")
            for tier in (2, 3):
                page.tap("#more")
                expect(page.locator(".tiers .done")).to_have_count(tier)
            sheet = page.locator("#said").bounding_box()
            rings = page.locator(".ring.cited").all()
            assert sheet is not None
            assert rings
            for ring in rings:
                box = ring.bounding_box()
                assert box is not None
                is_beside = box["x"] >= sheet["x"] + sheet["width"]
                is_beside |= box["x"] + box["width"] <= sheet["x"]
                assert is_beside or box["y"] + box["height"] <= sheet["y"]
                assert box["y"] > 0

    def test_the_end_of_a_game_on_a_phone_offers_the_next(
        self, browser: Browser, server: Server
    ) -> None:
        with browser.new_context(
            base_url=server.url,
            viewport={"width": 390, "height": 844},
            has_touch=True,
            is_mobile=True,
        ) as phone:
            page = phone.new_page()
            create(page, board="grid-2x2", mines=3, first="risky")
            for number in range(4):
                if page.locator("body[data-status=lost]").count() == 0:
                    page.tap(cell(number))
                    page.wait_for_timeout(100)
            page.locator("#said").get_by_role("button", name="New game").tap()
            page.wait_for_selector("body[data-status=ready]")
