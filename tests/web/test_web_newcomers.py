"""What newcomers stumbled over on the pages: nothing stale, nothing lost, everything in reach."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import demine
from browser import (
    PATIENCE,
    analyser,
    cell,
    create,
    finish,
    paste,
    ready,
    status,
    wait_for_opened,
)
from demine.errors import FormatError
from demine.game import First
from demine.web.store import Store
from webserver import Server

pytestmark = pytest.mark.browser

IMPOSSIBLE = "5x3x?\nHHHHH\n12111\n00000\n"


# The analyser.


def test_a_contradiction_leaves_nothing_of_the_position_before(page: Page) -> None:
    analyser(page)
    page.hover(cell(0))
    expect(page.locator("#slide-line")).to_contain_text("mines are possible")
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


def test_the_best_guesses_fit_a_phone_and_a_tap_tells_the_fraction(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(
        base_url=server.url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as phone:
        page = phone.new_page()
        analyser(page)
        page.wait_for_selector("#guesses tbody tr")
        room = "(box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]"
        assert page.eval_on_selector("#guesses", room) == [0, 0]
        page.tap("#guesses tbody td >> nth=0")
        expect(page.locator(".exactly")).to_have_text(re.compile(r"[a-z]+\d+, Risk: \d+/\d+"))


def test_the_palette_offers_what_the_board_can_show(page: Page) -> None:
    analyser(page, "#b=hexagonal-4x4&m=-&l=.~16-")
    expect(page.locator('[data-brush="6"]')).to_be_enabled()
    expect(page.locator('[data-brush="7"]')).to_be_disabled()
    paste(page, IMPOSSIBLE)
    expect(page.locator('[data-brush="8"]')).to_be_enabled()
    page.hover(cell(5))
    expect(page.locator("#cell-body")).to_contain_text("Open, with 1 mine around it.")


@pytest.mark.parametrize("board", ["grid-3x4", "hexagonal-3x4", "triangular-3x4"])
def test_rows_and_columns_have_the_names_that_addresses_use(page: Page, board: str) -> None:
    analyser(page, f"#b={board}&m=-&l=.~12-")
    names = page.locator(".rim text")
    assert names.all_text_contents() == [*"abcd", *"123"]
    edge = page.locator("svg.board").bounding_box()
    name = names.first.bounding_box()
    assert edge is not None
    assert name is not None
    assert name["y"] >= edge["y"] - 1
    page.click("#names")
    expect(page.locator("#names")).to_have_attribute("aria-pressed", "false")
    page.reload()
    ready(page)
    expect(page.locator("#names")).to_have_attribute("aria-pressed", "false")
    assert (page.locator("svg.board").get_attribute("viewBox") or "").startswith("0 0 ")


# Fair play.


@pytest.mark.parametrize(
    ("first", "line"),
    [
        ("opening", "The mines follow from the seed and your first cell"),
        ("risky", "and so the mines"),
    ],
)
def test_the_promise_names_the_seed(page: Page, first: str, line: str) -> None:
    create(page, board="grid-4x4", mines=2, first=first)
    finish(page, "grid-4x4", 2)
    expect(page.locator("#said .good")).to_contain_text("before your first move")
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


# Keys and dialogs.


def active_cell(page: Page) -> None:
    expect(page.locator("[data-cell]:focus")).to_have_count(1)


def test_keys_reach_the_board_without_a_tab(page: Page) -> None:
    page.goto("/")
    ready(page)
    active_cell(page)
    page.keyboard.press("Enter")
    wait_for_opened(page, 0)
    page.keyboard.press("n")
    page.wait_for_selector("body[data-status=ready]")
    active_cell(page)
    page.keyboard.press("o")
    page.check("[value=classic]")
    page.click("#play-it")
    expect(page.locator("[data-cell]")).to_have_count(64)
    active_cell(page)


def test_a_board_that_cannot_be_keeps_its_dialog(page: Page) -> None:
    page.goto("/")
    ready(page)
    page.click("#choose")
    page.check("[value=own]")
    page.fill("#size", "5x5")
    page.fill("#mines", "99")
    page.check("#no-guess")
    expect(page.locator("#first")).to_have_value("opening")
    expect(page.locator("#first")).to_be_disabled()
    page.click("#play-it")
    expect(page.locator("dialog .bad")).to_contain_text("from 0 to 24")
    expect(page.locator("#size")).to_have_value("5x5")
    page.fill("#mines", "3")
    page.uncheck("#no-guess")
    page.click("#play-it")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("[data-cell]")).to_have_count(25)


def test_after_a_win_no_mine_is_left(page: Page) -> None:
    page.goto("/")
    ready(page)
    while status(page) != "won":
        create(page, board="grid-4x4", mines=1, first="opening")
        finish(page, "grid-4x4", 1)
    expect(page.locator("#left")).to_have_text("0")


# The review.


def replay(seed: int) -> str:
    """A game that is opened from one end to the other until it is over."""
    game = demine.Game(demine.grid(4, 4), 3, seed=seed, first="opening")
    for place in range(16):
        if not game.is_over:
            game.open(place)
    return demine.Replay.of(game).dumps()


def slide(page: Page, place: int, said: str) -> None:
    """Go to a move; again if the game was still being fetched: it begins where it wants to."""
    for _ in range(PATIENCE // 100):
        page.locator("#slider").fill(str(place))
        if page.locator("#place").text_content() == said:
            break
        page.wait_for_timeout(100)
    expect(page.locator("#place")).to_have_text(said)


def test_each_game_of_a_file_can_be_reviewed(page: Page, tmp_path: Path) -> None:
    games = [replay(seed) for seed in (1, 2, 3)]
    (tmp_path / "games.jsonl").write_text("".join(games))
    page.goto("/review")
    ready(page)
    for id in ("back", "on", "slider", "decided", "next-guess", "risks", "zoom-in"):
        expect(page.locator(f"#{id}")).to_be_disabled()
    page.set_input_files("#file", tmp_path / "games.jsonl")
    expect(page.locator("#which option")).to_have_count(3)
    for number in (2, 0):
        moves = len(games[number].splitlines()) - 1
        page.select_option("#which", index=number)
        expect(page.locator("#slider")).to_have_attribute("max", str(moves))
        for place, said in ((0, f"move 1 of {moves}"), (moves, f"end, after move {moves}")):
            slide(page, place, said)


def test_the_cursor_does_not_hide_the_name_of_a_hint(page: Page) -> None:
    create(page, preset="beginner", first="safe")
    page.click(cell(40))
    wait_for_opened(page, 40)
    for tier in (1, 2, 3, 4):
        page.keyboard.press("h")
        expect(page.locator(".tiers .done")).to_have_count(tier)
    expect(page.locator(".overlay .ring.target")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".overlay .ring.focus")).to_have_count(1)
    last = "document.querySelector('.overlay').lastElementChild.classList.contains('tags')"
    assert page.evaluate(last)
    expect(page.locator(".overlay .tag").last).to_be_visible()


# The server.


def test_a_file_that_cannot_be_made_is_not_in_use() -> None:
    with pytest.raises(FormatError, match="cannot store games there"):
        Store("/proc/games.sqlite")
