"""What players bring along, in a browser: screenshots on Analyse, files of others on Review."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import demine
from browser import analyser, cell, choice, create, is_over, kinds, labels, ready, wait_for_opened
from demine.review import write_rawvf
from recordings import WRITERS, Recording, clicks
from skins import SKINS, draw, played
from webserver import Server

pytestmark = pytest.mark.browser

_GIVE = """async ([kind, name, type, data]) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const held = new DataTransfer();
    held.items.add(new File([bytes], name, {type}));
    const event = kind === "paste" ? new ClipboardEvent("paste", {clipboardData: held})
        : new DragEvent("drop", {dataTransfer: held, cancelable: true});
    dispatchEvent(event);
}"""


def give(page: Page, kind: str, name: str, type: str, data: bytes) -> None:
    """Paste or drop a file on the page."""
    page.evaluate(_GIVE, [kind, name, type, base64.b64encode(data).decode()])


def shown(page: Page) -> list[str | int]:
    """The labels of the analyser, flags as well."""
    flags = ["flag" in kind.split() for kind in kinds(page)]
    return ["F" if flag else label for flag, label in zip(flags, labels(page), strict=True)]


@pytest.mark.parametrize("theme", ["light", "dark", "classic"])
def test_a_screenshot_of_our_own_page_is_pasted(page: Page, theme: str) -> None:
    page.goto("/")
    page.evaluate(f"localStorage.setItem('demine.preferences', '{{\"theme\": \"{theme}\"}}')")
    create(page, preset="intermediate", first="opening", seed=4)
    for _ in range(12):
        if is_over(page):
            break
        number = choice(page, "grid-16x16", 40)
        page.click(cell(number))
        wait_for_opened(page, number)
    page.mouse.move(1, 1)
    page.wait_for_function("() => document.getAnimations().length === 0")  # cells fade in
    expected, picture = labels(page), page.screenshot()
    analyser(page)
    give(page, "paste", "image.png", "image/png", picture)
    expect(page.locator("[data-cell]")).to_have_count(256)
    page.click('[data-brush="look"]')
    numbers = [label if isinstance(label, int) else "?" for label in shown(page)]
    assert numbers == [label if isinstance(label, int) else "?" for label in expected]


def test_a_picture_of_another_program_is_dropped(page: Page, tmp_path: Path) -> None:
    board = played(4)
    draw(board, SKINS["classic"], 24, 10).save(tmp_path / "board.png")
    analyser(page)
    give(page, "drop", "board.png", "image/png", (tmp_path / "board.png").read_bytes())
    expect(page.locator("[data-cell]")).to_have_count(sum(map(len, board)))
    found = [label for label in shown(page) if isinstance(label, int)]
    assert found == [label for row in board for label in row if isinstance(label, int)]


def test_what_was_read_wrong_is_explained_and_doubts_are_marked(page: Page, tmp_path: Path) -> None:
    rows: list[list[str | int]] = [["?", 1, 0], ["?", 7, 1], ["?", "?", "?"]]
    picture = draw([[*row, *row[::-1]] for row in rows], SKINS["demine light"], 30, 10)
    picture.save(tmp_path / "board.png")
    analyser(page)
    give(page, "drop", "board.png", "image/png", (tmp_path / "board.png").read_bytes())
    expect(page.locator("#conflict")).to_be_visible()
    expect(page.locator(".ring.conflict")).not_to_have_count(0)


def test_what_is_no_picture_of_a_board(page: Page) -> None:
    analyser(page)
    before = page.url
    give(page, "drop", "torn.png", "image/png", b"\x89PNG torn")
    expect(page.locator(".notice")).to_contain_text("cannot be opened")
    blank = page.screenshot(clip={"x": 0, "y": 0, "width": 40, "height": 40})
    give(page, "paste", "blank.png", "image/png", blank)
    expect(page.locator(".notice")).to_contain_text("no board found")
    assert page.url == before


GAME = Recording(4, 5, [(0, 0), (3, 3)], clicks(("l", 0, 4), ("r", 0, 0), ("l", 3, 4)))


@pytest.mark.parametrize("kind", WRITERS)
def test_videos_are_dropped_on_the_review(page: Page, kind: str) -> None:
    page.goto("/review")
    ready(page)
    give(page, "drop", f"won.{kind}", "", WRITERS[kind](GAME))
    page.wait_for_selector('html[data-reviewed="yes"]', state="attached")
    expect(page.locator("#slider")).to_have_attribute("max", "3")
    expect(page.locator("#verdict")).to_contain_text("Won")


def test_rawvf_is_opened_on_the_review(page: Page, tmp_path: Path) -> None:
    game = demine.Game.from_mines(demine.grid(4, 5), [0, 18], first="safe")
    game.open(4)
    game.open(19)
    path = tmp_path / "won.rawvf"
    path.write_text(write_rawvf(game), encoding="utf-8")
    page.goto("/review")
    ready(page)
    page.set_input_files("#file", path)
    page.wait_for_selector('html[data-reviewed="yes"]', state="attached")
    expect(page.locator("#verdict")).to_contain_text("Won")


def test_a_file_that_is_no_game(page: Page) -> None:
    page.goto("/review")
    ready(page)
    give(page, "drop", "won.avf", "", b"no video")
    expect(page.locator(".notice")).to_contain_text("ms_toollib cannot read this video")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"width": 2, "height": 2, "pixels": "!"}, '"pixels": expected base64'),
        ({"width": 2, "height": 2, "pixels": "AAAA"}, '"pixels": expected deflated bytes'),
        ({"width": 9000, "height": 9000, "pixels": ""}, "expected at most 9000000 in all"),
        ({"width": 0, "height": 2, "pixels": ""}, '"width": expected a whole number'),
        ({"width": 3, "height": 2, "pixels": "eJxjYIACAAAJAAE="}, "expected 18 bytes"),
    ],
)
def test_pixels_that_are_none(server: Server, given: dict[str, object], said: str) -> None:
    with server.client() as client:
        answer = client.post("/api/picture", json=given)
    assert answer.status_code == 422
    assert said in json.loads(answer.text)["error"]
