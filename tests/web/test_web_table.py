"""The play page as players expect it: start, look, controls, phone, end; in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import demine
from browser import (
    broken,
    cell,
    create,
    finish,
    is_over,
    kinds,
    labels,
    ready,
    rings,
    status,
    wait_for_opened,
)
from webserver import Server

pytestmark = pytest.mark.browser

PREFER = """(wanted) => localStorage.setItem("demine.preferences", JSON.stringify(wanted))"""

_NAMES_IN_VIEW = """() => {
    const view = document.getElementById("viewport");
    const name = document.querySelectorAll(".top-rim text")[15].getBoundingClientRect();
    const below = name.y - view.getBoundingClientRect().y;
    return view.scrollTop > 200 && -2 <= below && below <= 30;
}"""
_NOTE_REFUSALS = """() => {
    window.refused = 0;
    const note = () => (refused = Math.max(refused, document.querySelectorAll(".refused").length));
    new MutationObserver(note).observe(document.querySelector(".overlay"), {childList: true});
}"""
_DONE = """async () => (await import("/static/playing.js")).now.busy"""
_PRESSED = """(cell) => {
    addEventListener("pointerdown", () => (window.pressed = performance.now()), true);
    const look = () => cell.matches(".flag") && (window.held ??= performance.now() - pressed);
    new MutationObserver(look).observe(cell, {attributes: true});
}"""


def prefer(page: Page, **wanted: Any) -> None:
    """Keep preferences in the browser, before the page is opened again."""
    page.goto("/help")
    page.evaluate(PREFER, wanted)


def numbered(page: Page) -> tuple[int, list[int]]:
    """A number on the board, and its covered neighbours, in a game on a 6×6 grid."""
    board, shown = demine.grid(6, 6), labels(page)
    for number, label in enumerate(shown):
        if isinstance(label, int) and label > 0:
            return number, [v for v in board.neighbours(number) if shown[v] == "?"]
    raise AssertionError("no number is open")


def begun(page: Page) -> tuple[int, list[int]]:
    """A game on a 6×6 grid that has begun and is not over."""
    while True:
        create(page, board="grid-6x6", mines=6, first="opening")
        page.click(cell(14))
        wait_for_opened(page, 14)
        if not is_over(page):
            return numbered(page)


def refused(page: Page, number: int, button: Any) -> int:
    """How many neighbours flash when a number is clicked: for a moment, so the page counts them."""
    page.evaluate(_NOTE_REFUSALS)
    page.click(cell(number), button=button)
    page.evaluate(_DONE)
    return int(page.evaluate("refused"))


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=server.url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    yield context
    context.close()


class TestStart:
    def test_chips_begin_games(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        for name, cells in (("intermediate", 256), ("expert", 480), ("beginner", 81)):
            page.click(f"[data-preset={name}]")
            expect(page.locator("[data-cell]")).to_have_count(cells)
            chip = page.locator(f"[data-preset={name}]")
            expect(chip).to_have_attribute("aria-pressed", "true")
        page.click("#chip-no-guess")
        expect(page.locator("#game-line")).to_have_text(re.compile("^No guesses"))
        page.click(cell(40))
        wait_for_opened(page, 40)
        expect(page.locator("#game-line")).to_contain_text("no guess needed")
        page.click("#chip-no-guess")
        expect(page.locator("#game-line")).not_to_contain_text("no guess")
        page.click("#chip-own")
        expect(page.locator("dialog")).to_be_visible()

    def test_no_frame_says_click_here_until_a_key_is_pressed(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        assert rings(page, "focus") == 0
        page.keyboard.press("ArrowRight")
        assert rings(page, "focus") == 1
        page.click(cell(0))
        wait_for_opened(page, 0)
        assert rings(page, "focus") == 0

    @pytest.mark.parametrize("theme", ["light", "dark", "classic"])
    def test_themes_have_relief_and_no_fault(self, page: Page, theme: str) -> None:
        prefer(page, theme=theme)
        begun(page)
        assert page.locator("html").get_attribute("data-theme") == theme
        shown = "(element) => getComputedStyle(element).display"
        covered = kinds(page).index("cell covered")
        assert page.eval_on_selector(f"{cell(covered)} > .shade", shown) == "inline"
        assert page.eval_on_selector(f"{cell(14)} > .shade", shown) == "none"
        assert broken(page) == []

    def test_fit_shows_the_whole_board(self, page: Page) -> None:
        page.set_viewport_size({"width": 1280, "height": 800})
        create(page, board="grid-30x30", mines=150)
        page.click("#zoom-fit")
        board, view = (page.locator(name).bounding_box() for name in (".board", "#viewport"))
        assert board is not None
        assert view is not None
        assert board["height"] <= view["height"] + 1
        assert board["width"] <= view["width"] + 1

    def test_names_stay_in_view_while_the_board_scrolls(self, page: Page) -> None:
        create(page, board="grid-30x30", mines=150)
        page.click("#names")
        for _ in range(4):
            page.click("#zoom-in")
        page.evaluate("document.getElementById('viewport').scrollTo(300, 300)")
        page.wait_for_function(_NAMES_IN_VIEW)


class TestControls:
    def test_question_marks_follow_flags(self, page: Page) -> None:
        prefer(page, question=True)
        create(page, preset="beginner")
        for kind in ("flag", "question", "covered"):
            page.click(cell(30), button="right")
            page.wait_for_selector(f".{kind}{cell(30)}")
        expect(page.locator("#left")).to_have_text("10")

    def test_a_flag_is_drawn_without_the_server(self, page: Page) -> None:
        create(page, preset="beginner")
        held: list[Any] = []
        page.route("**/moves", lambda route: held.append(route))
        page.click(cell(30), button="right")
        assert "flag" in kinds(page)[30]
        expect(page.locator("#left")).to_have_text("9")
        while not held:
            page.wait_for_timeout(20)
        with page.expect_response("**/moves"):
            held[0].continue_()
        page.unroute("**/moves")
        page.reload()
        ready(page)
        assert "flag" in kinds(page)[30]

    def test_a_refused_chord_shows_the_neighbours(self, page: Page) -> None:
        number, around = begun(page)
        assert refused(page, number, "left") == len(around)
        expect(page.locator("#live")).to_contain_text("0 flags are around it")
        page.wait_for_selector(".ring.refused", state="detached")

    @pytest.mark.parametrize(("mode", "works"), [("click", True), ("both", False), ("off", False)])
    def test_a_click_chords_if_the_player_wants_it(
        self, page: Page, mode: str, works: bool
    ) -> None:
        prefer(page, chord=mode)
        number, _ = begun(page)
        assert (refused(page, number, "left") > 0) is works
        page.wait_for_selector(".ring.refused", state="detached")
        assert (refused(page, number, "middle") > 0) is (mode != "off")

    def test_proved_mines_get_flags(self, page: Page) -> None:
        prefer(page, autoflag=True)
        begun(page)
        expect(page.locator("#game-line")).to_contain_text("with help")
        position = demine.Position(demine.grid(6, 6), labels(page), 6)
        for mined in position.analyze().mined:
            page.wait_for_selector(f".flag{cell(mined)}")

    def test_keys_can_be_changed(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        page.keyboard.press("s")
        page.click("#key-flag")
        page.keyboard.press("c")
        expect(page.locator("dialog .bad")).to_contain_text("in use")
        page.click("#key-flag")
        page.keyboard.press("e")
        expect(page.locator("#key-flag")).to_have_text("e")
        page.keyboard.press("Escape")
        page.focus(cell(3))
        page.keyboard.press("e")
        page.wait_for_selector(f".flag{cell(3)}")
        page.keyboard.press("f")
        assert "flag" in kinds(page)[3]

    def test_sound_and_full_screen_are_there_for_those_who_want_them(self, page: Page) -> None:
        page.add_init_script(
            "window.notes = 0; const start = OscillatorNode.prototype.start;"
            "OscillatorNode.prototype.start = function (at) { notes++; start.call(this, at); };"
        )
        for sound in (False, True):
            prefer(page, sound=sound)
            create(page, board="grid-4x4", mines=1, first="opening")
            finish(page, "grid-4x4", 1)
            page.wait_for_selector("#again")
            assert (page.evaluate("notes") > 0) is sound
        page.keyboard.press("s")
        page.click("#full-screen")
        expect(page.locator(":fullscreen")).to_have_count(1)

    def test_vi_motions_leap(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        page.keyboard.press("s")
        page.check("#vi")
        page.keyboard.press("Escape")
        page.focus(cell(40))
        for keys, at in (("$", 44), ("0", 36), ("G", 72), ("gg", 0), ("l", 1), ("h", 0)):
            for key in keys:
                page.keyboard.press(key)
            assert int(page.evaluate("document.activeElement.dataset.cell")) == at, keys

    def test_clicks_are_counted_live_and_at_the_end(self, page: Page) -> None:
        prefer(page, live=True)
        begun(page)
        expect(page.locator("#live-line")).to_contain_text("3BV 1")
        finish(page, "grid-6x6", 6)
        expect(page.locator("#said dl")).to_contain_text("ZiNi")
        expect(page.locator("#said dl")).to_contain_text("open")


class TestPhone:
    def test_cells_are_large_and_two_fingers_zoom(self, phone: BrowserContext) -> None:
        page = phone.new_page()
        create(page, preset="expert")
        before = page.locator(cell(0)).bounding_box()
        assert before is not None
        assert before["width"] >= 34
        faded = "document.getElementById('viewport').style.getPropertyValue('--right')"
        assert page.evaluate(faded) == "26px"
        touch = phone.new_cdp_session(page)
        for kind, gap in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80)):
            points = [{"x": 180 - gap, "y": 350, "id": 0}, {"x": 180 + gap, "y": 350, "id": 1}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        wide = f"document.querySelector('{cell(0)}').getBoundingClientRect().width"
        page.wait_for_function(f"() => {wide} > {1.7 * before['width']}")
        assert set(kinds(page)) == {"cell covered"}

    def test_a_beginner_board_fits(self, phone: BrowserContext) -> None:
        page = phone.new_page()
        create(page, preset="beginner")
        wide = "(view) => view.scrollWidth - view.clientWidth"
        assert page.eval_on_selector("#viewport", wide) <= 0

    def test_hints_lie_over_the_board(self, phone: BrowserContext) -> None:
        page = phone.new_page()
        create(page, preset="intermediate", first="opening")
        page.tap(cell(34))
        wait_for_opened(page, 34)
        page.tap("#hint")
        page.wait_for_selector("body[data-sheet]")
        sheet = page.locator("#said").bounding_box()
        assert sheet is not None
        assert sheet["y"] + sheet["height"] <= 741
        assert sheet["y"] >= 370
        assert broken(page) == []
        page.tap("#close-sheet")
        expect(page.locator("body[data-sheet]")).to_have_count(0)

    def test_the_press_time_is_the_players(self, phone: BrowserContext) -> None:
        page = phone.new_page()
        prefer(page, press=900)
        create(page, preset="beginner")
        box = page.locator(cell(30)).bounding_box()
        assert box is not None
        touch = phone.new_cdp_session(page)
        point = {"x": box["x"] + 10, "y": box["y"] + 10}
        page.eval_on_selector(cell(30), _PRESSED)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        page.wait_for_selector(f".flag{cell(30)}")
        assert page.evaluate("held") > 800
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def test_on_its_side_the_tools_stand_beside_the_board(
        self, browser: Browser, server: Server
    ) -> None:
        with browser.new_context(
            base_url=server.url,
            viewport={"width": 740, "height": 360},
            has_touch=True,
            is_mobile=True,
        ) as phone:
            page = phone.new_page()
            create(page, preset="beginner")
            board, tools = (page.locator(name).bounding_box() for name in ("#viewport", ".tools"))
            assert board is not None
            assert tools is not None
            assert tools["x"] >= board["x"] + board["width"] - 1
            assert board["height"] > 240
            assert broken(page) == []


class TestEnd:
    def test_the_same_board_again_is_practice(self, page: Page) -> None:
        begun(page)
        finish(page, "grid-6x6", 6)
        mines = {
            n for n, kind in enumerate(kinds(page)) if {"flag", "mine", "hit"} & {*kind.split()}
        }
        page.click("#again")
        expect(page.locator("#game-line")).to_contain_text("practice")
        wait_for_opened(page, 14)
        finish(page, "grid-6x6", 6)
        again = {
            n for n, kind in enumerate(kinds(page)) if {"flag", "mine", "hit"} & {*kind.split()}
        }
        assert again == mines
        expect(page.locator("#said")).to_contain_text("This was practice")

    def test_a_copied_link_begins_the_same_game(
        self, page: Page, browser: Browser, server: Server
    ) -> None:
        begun(page)
        opened = labels(page)
        finish(page, "grid-6x6", 6)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.click("#copy-link")
        expect(page.locator("#copy-link")).to_have_text("Copied")
        link = str(page.evaluate("navigator.clipboard.readText()"))
        assert "seed=" in link
        with browser.new_context(base_url=server.url) as other:
            guest = other.new_page()
            guest.goto(link)
            ready(guest)
            assert labels(guest) == opened
            expect(guest.locator("#game-line")).to_contain_text("chosen board")

    def test_a_daily_board_is_begun_from_its_dialog(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        page.click("#chip-daily")
        expect(page.locator(".daily li")).to_have_count(6)
        page.click('[data-daily="beginner any"]')
        expect(page.locator("#game-line")).to_contain_text("daily")
        assert status(page) in ("playing", "won")
        page.keyboard.press("d")
        page.click('[data-daily="beginner no-guess"]')
        expect(page.locator("#game-line")).to_contain_text("no guess needed")
        finish(page, "grid-9x9", 10)
        assert status(page) == "won"
        page.keyboard.press("d")
        expect(page.locator(".daily li").first).to_contain_text("streak 1 day")

    def test_a_fair_game_is_chosen_with_the_board(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        page.keyboard.press("o")
        page.check("[value=beginner]")
        page.select_option("#fair", "lenient")
        expect(page.locator("dialog")).to_contain_text("A needless guess hits a mine")
        page.click("#play-it")
        expect(page.locator("#game-line")).to_contain_text("fair")
        finish(page, "grid-9x9", 10)
        assert status(page) == "won"
        expect(page.locator("#said .good")).to_contain_text("Seed and moves decide the mines")

    def test_a_grade_is_chosen_with_a_board_without_guesses(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        page.keyboard.press("o")
        expect(page.locator("#grade")).to_be_disabled()
        page.check("#no-guess")
        expect(page.locator("#fair")).to_be_disabled()
        page.select_option("#grade", "medium")
        page.click("#play-it")
        page.click(cell(40))
        wait_for_opened(page, 40)
        expect(page.locator("#game-line")).to_contain_text("no guess needed")
