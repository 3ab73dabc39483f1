"""The pages in a real browser: whole games by mouse, touch and keys; analyser, review, restart."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import demine
from browser import (
    analyser,
    cell,
    choice,
    create,
    finish,
    is_over,
    kinds,
    labels,
    paste,
    ready,
    rings,
    status,
    wait_for_opened,
)
from demine.board.registry import TOPOLOGIES
from paths import EXAMPLES
from webserver import Server

pytestmark = pytest.mark.browser

BOARDS = [
    ("grid-5x6", 4),
    ("grid-5x5-torus", 3),
    ("hexagonal-5x5", 4),
    ("triangular-4x7", 3),
    ("box-3x3x3", 3),
]


# Whole games.


@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_a_game_by_mouse(page: Page, board: str, mines: int) -> None:
    create(page, board=board, mines=mines, first="opening")
    finish(page, board, mines)
    expect(page.locator("#said .good")).to_contain_text("Verified")
    assert page.locator("#said dd").count() >= 4


def test_a_game_on_a_graph_with_names(page: Page) -> None:
    ring = {"vertices": 5, "edges": [[0, 1], [1, 2], [2, 3], [3, 4], [0, 4]]}
    names = {"labels": ["?"] * 5, "mines": None, "names": ["Ada", "Bo", "Cy", "Di", "Ed"]}
    create(page, text=json.dumps({**ring, **names}), mines=1)
    expect(page.locator(cell(1))).to_have_attribute("aria-label", re.compile("Bo"))
    page.hover(cell(1))
    expect(page.locator(".ring.near")).to_have_count(2)
    page.click(cell(1))
    wait_for_opened(page, 1)


def test_a_game_by_keyboard_alone(page: Page) -> None:
    create(page, board="grid-5x5", mines=3, first="opening")
    for _ in range(40):
        if page.evaluate("document.activeElement.hasAttribute('data-cell')"):
            break
        page.keyboard.press("Tab")
    while not is_over(page):
        number = choice(page, "grid-5x5", 3)
        walk(page, number, 5)
        page.keyboard.press("Enter")
        wait_for_opened(page, number)
    page.keyboard.press("n")
    page.wait_for_selector("body[data-status=ready]")


def walk(page: Page, number: int, columns: int) -> None:
    for _ in range(60):
        here = int(page.evaluate("document.activeElement.dataset.cell"))
        if here == number:
            return
        down, right = number // columns - here // columns, number % columns - here % columns
        key = (
            ("ArrowDown" if down > 0 else "ArrowUp")
            if down
            else ("ArrowRight" if right > 0 else "ArrowLeft")
        )
        page.keyboard.press(key)
    raise AssertionError(f"the arrows do not lead to {number}")


def test_a_game_by_touch(browser: Browser, server: Server) -> None:
    with browser.new_context(
        base_url=server.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as phone:
        page = phone.new_page()
        create(page, board="hexagonal-5x5", mines=4, first="opening")
        page.tap(cell(12))
        wait_for_opened(page, 12)
        if is_over(page):
            return
        covered = kinds(page).index("cell covered")
        page.tap("#flagging")
        page.tap(cell(covered))
        page.wait_for_selector(f".flag{cell(covered)}")
        page.tap(cell(covered))
        page.wait_for_selector(f".covered{cell(covered)}")
        page.tap("#flagging")
        while not is_over(page):
            number = choice(page, "hexagonal-5x5", 4)
            page.tap(cell(number))
            wait_for_opened(page, number)


def test_a_long_press_flags(browser: Browser, server: Server) -> None:
    with browser.new_context(
        base_url=server.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as phone:
        page = phone.new_page()
        create(page, preset="beginner")
        box = page.locator(cell(30)).bounding_box()
        assert box is not None
        touch = phone.new_cdp_session(page)
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        page.wait_for_selector(f".flag{cell(30)}")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert "flag" in kinds(page)[30]


def test_right_button_flags_and_a_number_chords(page: Page) -> None:
    key = create(page, board="grid-6x6", mines=3, first="opening")
    page.click(cell(0))
    wait_for_opened(page, 0)
    while not is_over(page):
        position = demine.Position(demine.grid(6, 6), labels(page), 3)
        analysis = position.analyze()
        flagged = {v for v, kind in enumerate(kinds(page)) if "flag" in kind.split()}
        missing = [v for v in analysis.mined if v not in flagged and position.labels[v] == "?"]
        for number in missing:
            page.click(cell(number), button="right")
            page.wait_for_selector(f".flag{cell(number)}")
        flagged |= set(missing)
        chords = [
            v
            for v, label in enumerate(position.labels)
            if isinstance(label, int)
            and label == len(flagged & set(position.board.neighbours(v))) > 0
            and any(
                position.labels[u] == "?" and u not in flagged for u in position.board.neighbours(v)
            )
        ]
        if not chords:
            break
        page.click(cell(chords[0]))
        target = next(
            u
            for u in position.board.neighbours(chords[0])
            if position.labels[u] == "?" and u not in flagged
        )
        wait_for_opened(page, target)
    assert key


# Help, pause, undo.


def test_hints_prove_on_the_board_and_move_nothing(page: Page) -> None:
    create(page, preset="intermediate", first="opening")
    page.click(cell(120))
    wait_for_opened(page, 120)
    before = page.locator(".board").bounding_box()
    page.keyboard.press("h")
    expect(page.locator(".tiers .done")).to_have_count(1)
    page.click("#more")
    expect(page.locator(".tiers .done")).to_have_count(2)
    page.click("#more")
    expect(page.locator(".tiers .done")).to_have_count(3)
    if page.locator("#step-on").count():
        assert rings(page, "cited") > 0
        page.keyboard.press("]")
        expect(page.locator(".steps .now")).to_have_count(1)
        page.keyboard.press("[")
    page.click("#more")
    expect(page.locator(".tiers .done")).to_have_count(4)
    assert rings(page, "target") == 1
    assert page.locator(".board").bounding_box() == before
    expect(page.locator("#game-line")).to_contain_text("with help")


def test_pause_hides_the_board_and_undo_takes_back(page: Page) -> None:
    create(page, preset="expert", first="opening")
    page.click(cell(200))
    wait_for_opened(page, 200)
    page.keyboard.press("p")
    expect(page.locator("#curtain")).to_be_visible()
    expect(page.locator(".board")).to_be_hidden()
    page.click("#go-on")
    expect(page.locator(".board")).to_be_visible()
    page.keyboard.press("u")
    page.wait_for_selector(f".covered{cell(200)}")


def test_a_board_without_guesses_is_searched_from_the_first_cell(page: Page) -> None:
    page.goto("/")
    ready(page)
    page.click("#choose")
    page.check("#no-guess")
    page.click("#play-it")
    expect(page.locator("#game-line")).to_contain_text("waiting")
    page.click(cell(40))
    wait_for_opened(page, 40)
    expect(page.locator("#game-line")).to_contain_text("no guess needed")


def test_every_topology_can_be_chosen(page: Page) -> None:
    page.goto("/")
    ready(page)
    for topology, cells in (("grid-torus", 144), ("triangular", 170), ("box", 120)):
        page.click("#choose")
        page.check("[name=kind][value=own]")
        page.select_option("#topology", topology)
        page.click("#play-it")
        expect(page.locator("[data-cell]")).to_have_count(cells)
    page.click("#choose")
    page.wait_for_selector("#topology")
    offered = [offer.title for row in TOPOLOGIES.values() for offer in row.menu]
    assert page.locator("#topology option").all_text_contents()[: len(offered)] == offered


# Going on.


def test_reload_and_restart_go_on_where_the_game_was(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path / "games.sqlite") as server:
        context = browser.new_context(base_url=server.url)
        page = context.new_page()
        create(page, preset="expert", first="opening")
        page.click(cell(200))
        wait_for_opened(page, 200)
        before = labels(page)
        page.reload()
        ready(page)
        assert labels(page) == before
        server.kill()
        server.start()
        page.reload()
        ready(page)
        assert labels(page) == before
        covered = choice(page, "grid-16x30", 99)
        page.click(cell(covered))
        wait_for_opened(page, covered)
        context.close()


def test_two_clients_play_at_once(browser: Browser, server: Server) -> None:
    contexts = [browser.new_context(base_url=server.url) for _ in range(2)]
    pages = [context.new_page() for context in contexts]
    keys = {create(page, preset="beginner", first="opening") for page in pages}
    assert len(keys) == 2
    for page in pages:
        page.click(cell(40))
    for page in pages:
        wait_for_opened(page, 40)
        assert status(page) in ("playing", "won")
    for context in contexts:
        context.close()


# The analyser.


@pytest.mark.parametrize("name", ["beginner.mine", "torus.json", "petersen.gr", "tree.json"])
def test_positions_are_pasted(page: Page, name: str) -> None:
    analyser(page)
    text = (EXAMPLES / name).read_text()
    paste(page, text)
    position = demine.loads(text)
    expect(page.locator("[data-cell]")).to_have_count(len(position.board))
    expect(page.locator("#count")).to_have_text(f"{position.count():,}")
    safe = [v for v in position.analyze().safe if position.labels[v] == "?"]
    assert page.locator(".cell.safe").count() == len(safe)


def test_files_are_opened(page: Page) -> None:
    analyser(page)
    page.click("#load")
    page.set_input_files("#file", EXAMPLES / "intermediate.mbf")
    expect(page.locator("[data-cell]")).to_have_count(256)


def test_editing_by_keys_with_undo_redo_and_link(page: Page) -> None:
    analyser(page, "#b=grid-3x3&m=-&l=.........")
    expect(page.locator("#count")).to_have_text("512")
    page.click(cell(4))
    page.keyboard.press("2")
    expect(page.locator("#count")).to_have_text("28")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("m")
    expect(page.locator("#count")).to_have_text("7")
    page.keyboard.press("Control+z")
    expect(page.locator("#count")).to_have_text("28")
    page.keyboard.press("Control+y")
    expect(page.locator("#count")).to_have_text("7")
    link = page.url
    page.goto("/help")
    page.goto(link)
    ready(page)
    expect(page.locator("#count")).to_have_text("7")
    page.uncheck("#unknown")
    page.fill("#mines", "2")
    expect(page.locator("#count")).to_have_text("7")
    page.fill("#mines", "1")
    expect(page.locator("#conflict")).to_be_visible()


def test_drawing_by_mouse(page: Page) -> None:
    analyser(page, "#b=grid-4x4&m=-&l=.~16-")
    page.click('[data-brush="1"]')
    first, last = (page.locator(cell(v)).bounding_box() for v in (0, 3))
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=8)
    page.mouse.up()
    expect(page.locator(".cell.n1")).to_have_count(4)
    page.click("#undo")
    expect(page.locator(".cell.n1")).to_have_count(0)
    page.hover(cell(5))
    page.mouse.wheel(0, -100)
    expect(page.locator(f".open{cell(5)}")).to_have_count(1)


def test_what_a_cell_would_show_and_why_it_is_certain(page: Page) -> None:
    analyser(page)
    paste(page, (EXAMPLES / "beginner.mine").read_text())
    page.hover(cell(80))
    expect(page.locator("#cell-title")).to_contain_text("i9")
    expect(page.locator(".shows li").first).to_be_visible()
    expect(page.locator(".fraction")).to_contain_text("/")
    page.hover(cell(4))
    expect(page.locator(".proof")).to_contain_text("e1 is safe")
    expect(page.locator("#guesses tbody tr").first).to_be_visible()
    expect(page.locator("#curve svg")).to_be_visible()


def test_contradictions_are_explained(page: Page) -> None:
    analyser(page)
    paste(page, "5x3x?\nHHHHH\n12111\n00000\n")
    expect(page.locator("#conflict")).to_be_visible()
    expect(page.locator("#result")).to_contain_text("Impossible")
    conflict = demine.loads("5x3x?\nHHHHH\n12111\n00000\n").conflict()
    assert conflict is not None
    expect(page.locator(".ring.conflict")).to_have_count(len(conflict.numbers))
    page.click("#step-on")
    expect(page.locator("#conflict .now")).to_have_count(1)


def test_solutions_and_one_mine_are_shown(page: Page) -> None:
    analyser(page, "#b=grid-3x3&m=2&l=....2....")
    page.click("#sample")
    expect(page.locator(".cell.mined")).to_have_count(2)
    page.click("#next-solution")
    page.click("#diagram")
    expect(page.locator("img.diagram")).to_be_visible()
    page.click("#onemine")
    expect(page.locator("#onemine-body")).to_contain_text("8/9")


def test_every_example_is_one_click_away(page: Page) -> None:
    analyser(page)
    buttons = page.locator("#examples button")
    assert buttons.count() >= 8
    for number in range(buttons.count()):
        count = int(page.evaluate("document.documentElement.dataset.analysed ?? 0"))
        buttons.nth(number).click()
        page.wait_for_selector(f'html:not([data-analysed="{count}"])', state="attached")


# The review.


def test_a_finished_game_is_reviewed(page: Page) -> None:
    board, mines = "grid-6x6", 7
    key = create(page, board=board, mines=mines, first="safe")
    finish(page, board, mines)
    page.goto(f"/review?game={key}")
    ready(page)
    moves = int(page.locator("#slider").get_attribute("max") or 0)
    assert moves > 0
    page.locator("#slider").fill("0")
    assert set(kinds(page)) == {"cell covered"}
    page.locator("#slider").fill(str(moves))
    expect(page.locator("#move")).to_contain_text(re.compile("win|mine"))
    page.keyboard.press("Home")
    if page.locator("#decided").is_enabled():
        page.click("#decided")
        expect(page.locator("#move")).to_contain_text("guess")
    expect(page.locator("#luck svg")).to_be_visible()
