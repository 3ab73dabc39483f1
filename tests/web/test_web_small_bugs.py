"""What stumbled over on the pages, in a real browser: each was wrong once."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser import (
    alone_with_server,
    analyser,
    cell,
    create,
    kinds,
    labels,
    paste,
    ready,
    rings,
    wait_for_opened,
)
from webserver import Server


def test_wrong_addresses_are_pages_for_people_and_json_for_programs(server: Server) -> None:
    with server.client() as client:
        for path in ("/nowhere", "/play/nowhere"):
            page = client.get(path, headers={"Accept": "text/html,*/*"})
            assert (page.status_code, page.headers["content-type"]) == (
                404,
                "text/html; charset=utf-8",
            )
            assert 'href="/"' in page.text
            assert client.get(path).json()["kind"] == "NotFound"
        api = client.get("/api/nowhere", headers={"Accept": "text/html"})
        assert api.json()["kind"] == "NotFound"
        moved = client.get("/play?game=x")
        assert (moved.is_redirect, moved.headers["location"]) == (True, "/?game=x")


def test_icons_are_kept(server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        assert "max-age" in client.get("/static/icon.svg").headers["cache-control"]
        assert client.get("/static/play.js").headers["cache-control"] == "no-cache"


@pytest.mark.browser
class TestTouch:
    def test_two_fingers_flag_nothing(self, browser: Browser, server: Server) -> None:
        with browser.new_context(
            base_url=server.url,
            viewport={"width": 390, "height": 844},
            has_touch=True,
            is_mobile=True,
        ) as phone:
            page = phone.new_page()
            create(page, preset="beginner")
            points = [middle(page, number) for number in (30, 50)]
            touch = phone.new_cdp_session(page)
            send_touch(touch, "touchStart", points[:1])
            send_touch(touch, "touchStart", points)
            page.wait_for_timeout(600)  # longer than a long press
            send_touch(touch, "touchEnd", [])
            page.wait_for_timeout(100)
            assert set(kinds(page)) == {"cell covered"}


def middle(page: Page, number: int) -> dict[str, float]:
    box = page.locator(cell(number)).bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def send_touch(session: Any, kind: str, points: list[dict[str, float]]) -> None:
    numbered = [{**point, "id": number} for number, point in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": numbered})


@pytest.mark.browser
class TestPlaying:
    def test_risks_end_with_the_game(self, page: Page) -> None:
        create(page, preset="intermediate", first="opening")
        page.click(cell(120))
        wait_for_opened(page, 120)
        page.click("#risks")
        expect(page.locator("#risks")).to_have_attribute("aria-pressed", "true")
        page.click("#new")
        page.wait_for_selector("body[data-status=ready]")
        expect(page.locator("#risks")).to_have_attribute("aria-pressed", "false")
        page.click(cell(0))
        wait_for_opened(page, 0)
        expect(page.locator("#game-line")).not_to_contain_text("with help")

    def test_risks_clear_the_marks_of_a_hint(self, page: Page) -> None:
        create(page, preset="intermediate", first="opening")
        page.click(cell(120))
        wait_for_opened(page, 120)
        for tier in (1, 2, 3, 4):
            page.keyboard.press("h")
            expect(page.locator(".tiers .done")).to_have_count(tier)
        assert rings(page, "target") == 1
        page.click("#risks")
        expect(page.locator("#said-title")).to_have_text("Risks")
        assert (rings(page, "target"), rings(page, "cited")) == (0, 0)

    def test_a_hint_says_that_its_cell_has_a_flag(self, page: Page) -> None:
        shown: list[str | int] = [0]
        while shown[0] == 0:  # the game is won at once
            create(page, board="grid-1x3", mines=1, first="safe")
            page.click(cell(0))
            wait_for_opened(page, 0)
            shown = labels(page)
        safe = 2
        page.click(cell(safe), button="right")
        page.wait_for_selector(f".flag{cell(safe)}")
        for tier in (1, 2, 3):
            page.keyboard.press("h")
            expect(page.locator(".tiers .done")).to_have_count(tier)
        expect(page.locator("#said .bad")).to_have_text("You have a flag there. Remove it first.")

    def test_an_unknown_game_is_said_and_another_shown(self, page: Page) -> None:
        page.goto("/?game=aaaaaaaaaaaaaaaaaaaaaaaa")
        ready(page)
        expect(page.locator("#notices")).to_contain_text("There is no such game")
        expect(page.locator("[data-cell]")).to_have_count(81)

    def test_the_rules_of_a_game_without_guesses_stay_with_it(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        page.click("#choose")
        page.check("#no-guess")
        page.click("#play-it")
        expect(page.locator("dialog")).to_have_count(0)
        page.click("#choose")
        page.uncheck("#no-guess")
        expect(page.locator("#first")).to_have_value("safe")

    def test_no_number_is_not_zero_mines(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        page.click("#choose")
        page.check("[value=own]")
        page.fill("#mines", "")
        page.click("#play-it")
        expect(page.locator("dialog .bad")).to_contain_text("expected a whole number")

    def test_the_chosen_tool_is_seen_in_forced_colours(self, page: Page) -> None:
        page.emulate_media(forced_colors="active")
        page.goto("/")
        ready(page)
        style = "getComputedStyle(document.getElementById('flagging')).outlineStyle"
        assert page.evaluate(style) == "none"
        page.click("#flagging")
        assert page.evaluate(style) == "solid"


@pytest.mark.browser
class TestAnalysing:
    def test_a_slow_answer_is_dimmed_and_can_be_cancelled(self, page: Page) -> None:
        alone_with_server(page)
        analyser(page, "#b=grid-3x3&m=-&l=.........")
        expect(page.locator("#count")).to_have_text("512")
        held: list[Route] = []
        page.route("**/api/analyse", lambda route: held.append(route))
        page.click(cell(4))
        below = page.locator("#mines").bounding_box()
        page.keyboard.press("2")
        expect(page.locator("body.stale .working")).to_contain_text("Working")
        assert page.locator("#mines").bounding_box() == below
        page.click("#cancel-work")
        expect(page.locator("#result")).to_contain_text("Cancelled")
        expect(page.locator("body")).not_to_have_class(re.compile("stale"))
        page.unroute("**/api/analyse")
        page.keyboard.press("3")
        expect(page.locator("#count")).to_have_text("56")

    def test_estimates_when_time_is_over(self, page: Page) -> None:
        alone_with_server(page)
        analyser(page, "#b=grid-3x3&m=-&l=.........")
        expect(page.locator("#count")).to_have_text("512")
        asked: list[dict[str, Any]] = []

        def answer(route: Route) -> None:
            asked.append(json.loads(route.request.post_data or "{}"))
            if "states" in asked[-1]:
                route.continue_()
            else:
                route.fulfill(status=422, json={"error": "too long", "kind": "Timeout"})

        page.route("**/api/analyse", answer)
        page.click(cell(4))
        page.keyboard.press("2")
        expect(page.locator("#count")).to_have_text("28")
        assert ["states" in one for one in asked] == [False, True]

    def test_one_is_no_plural(self, page: Page) -> None:
        analyser(page)
        paste(page, "3x1x?\nH1M\n")
        expect(page.locator("#slide-line")).to_have_text("1 mine is the only possibility.")
        expect(page.locator("#slide")).to_be_disabled()
        page.click("#sample")
        expect(page.locator("#solutions")).to_contain_text("50 drawn, 1 in all")
        page.get_by_role("button", name="Back to the analysis").click()
        expect(page.locator("#solutions")).to_be_empty()
        expect(page.locator(".cell.safe")).to_have_count(1)

    def test_an_error_cannot_be_copied(self, page: Page) -> None:
        analyser(page, "#b=hexagonal-3x3&m=-&l=.........")
        page.click("#save")
        page.select_option("#format", "mine")
        expect(page.locator("dialog .bad")).not_to_be_empty()
        expect(page.locator("#copy")).to_be_disabled()
        page.select_option("#format", "graph")
        expect(page.locator("#copy")).to_be_enabled()
        expect(page.locator("dialog .bad")).to_be_empty()

    def test_a_late_answer_for_another_format_changes_nothing(self, page: Page) -> None:
        analyser(page, "#b=hexagonal-3x3&m=-&l=.........")
        held: list[Route] = []

        def hold_mine(route: Route) -> None:
            if json.loads(route.request.post_data or "{}")["format"] == "mine":
                held.append(route)
            else:
                route.continue_()

        page.route("**/api/write", hold_mine)
        page.click("#save")
        page.select_option("#format", "mine")
        page.select_option("#format", "graph")
        expect(page.locator("#copy")).to_be_enabled()
        for route in held:
            with page.expect_response("**/api/write"):
                route.continue_()
        page.wait_for_timeout(100)
        expect(page.locator("#copy")).to_be_enabled()
        expect(page.locator("dialog .bad")).to_be_empty()
