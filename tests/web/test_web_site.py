"""The pages without a server, in a real browser: from a plain file server, then with no network."""

from __future__ import annotations

import gzip
import os
import re
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

import demine
from browser import (
    PATIENCE,
    broken,
    cell,
    finish,
    follow,
    hinted,
    is_over,
    kinds,
    labels,
    paste,
    ready,
    status,
    wait_for_opened,
)
from command import answer
from demine import FormatError, Game, Replay
from demine.formats import board_of
from demine.game import GameSetup, daily_seed, middle
from demine.proof import Certificate
from demine.web import site as writer
from demine.web.script import ENGINE
from demine.web.site import write_site
from demine.words import catalogue
from fileserver import serve_files
from less_memory import with_memory

pytestmark = pytest.mark.browser

MOST_FIRST_LOAD = 70_000
"""Bytes of the first page with everything that it loads but the engine, compressed."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a plain file server has the site: below a path."""
    folder = tmp_path_factory.mktemp("site") / "below"
    write_site(folder)
    with serve_files(folder) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone with a touch screen, which has never seen the site."""
    phone = browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True
    )
    yield phone
    phone.close()


def visit(page: Page, url: str) -> None:
    page.goto(url)
    ready(page)


_SERVED = """async () => {
    const {serviceWorker} = navigator;
    await serviceWorker.ready;
    const served = new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
    if (!serviceWorker.controller) await served;
}"""


def install(page: Page, address: str) -> None:
    """Visit the site until its service worker has all files and answers for this page."""
    visit(page, f"{address}/")
    page.evaluate(_SERVED)


def test_a_whole_visit_in_flight_mode(page: Page, context: BrowserContext, address: str) -> None:
    install(page, address)
    context.set_offline(True)
    visit(page, f"{address}/")
    expect(page.get_by_text("These pages have no server")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Click to open")
    expect(page.get_by_text("you get the proof at the end")).to_be_hidden()
    page.tap(cell(40))
    wait_for_opened(page, 40)
    finish(page, "grid-9x9", 10)
    expect(page.locator("#said")).to_contain_text("the mines were in your own browser")
    follow(page, "#said a.button")
    expect(page.locator("#verdict strong")).to_contain_text(re.compile("Won|Lost"))
    expect(page.locator("#luck svg")).to_be_visible()
    visit(page, f"{address}/")
    # The game, its end and the settings are kept.
    assert status(page) == "ready"
    page.click("#records")
    expect(page.locator("dialog tbody tr")).to_have_count(1)
    with page.expect_download() as download:
        page.click("#save-kept")
    page.set_input_files("#kept", download.value.path())
    expect(page.locator("dialog")).to_contain_text("0 games added.")


def choose_honeycomb(page: Page) -> None:
    """Begin a game without guesses on a board that no menu lists."""
    page.tap("#choose")
    page.check('input[name="kind"][value="own"]')
    page.select_option("#topology", "hexagonal")
    page.fill("#size", "7x6")
    page.fill("#mines", "8")
    page.check("#no-guess")
    page.tap("#play-it")
    page.tap(cell(20))
    expect(page.locator("#said-title")).to_have_text("Board found")


def test_a_board_without_guesses_is_won_by_proofs(
    page: Page, context: BrowserContext, address: str
) -> None:
    install(page, address)
    context.set_offline(True)
    choose_honeycomb(page)
    for _ in range(2):
        number = hinted(page)
        page.tap(cell(number))
        wait_for_opened(page, number)
    page.reload()  # in the middle of the game
    ready(page)
    finish(page, "hexagonal-7x6", 8)
    assert status(page) == "won"
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("certificate", re.I)).tap()
    certificate = Certificate.read(download.value.path())
    assert certificate.verify().board == board_of("hexagonal-7x6")
    follow(page, "#said a.button")
    expect(page.locator("#verdict strong")).to_have_text("Won without a guess.")


def test_an_expert_game_without_guesses_is_dealt_certified_and_won(
    page: Page, context: BrowserContext, address: str
) -> None:
    install(page, address)
    context.set_offline(True)
    page.tap('[data-preset="expert"]')
    page.tap("#chip-no-guess")
    page.tap(cell(200))
    expect(page.locator("#said-title")).to_have_text("Board found")
    wait_for_opened(page, 200)
    for _ in range(3):
        number = hinted(page)
        page.tap(cell(number))
        wait_for_opened(page, number)
    finish(page, "grid-16x30", 99)
    assert status(page) == "won"
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("certificate", re.I)).tap()
    won = Certificate.read(download.value.path()).verify()
    assert (won.board, won.mines, won.status) == (board_of("grid-16x30"), 99, "won")


def test_the_daily_board_is_that_of_python(
    page: Page, context: BrowserContext, address: str
) -> None:
    install(page, address)
    context.set_offline(True)
    page.tap("#chip-daily")
    page.tap('[data-daily="intermediate any"]')
    expect(page.locator("body")).to_have_attribute("data-status", re.compile("playing|won"))
    day = date.fromisoformat(str(page.evaluate("new Date().toLocaleDateString('sv')")))
    setup = GameSetup(demine.grid(16, 16), 40, "opening")
    game = setup.game(daily_seed(day, setup))
    game.open(middle(setup.board))
    assert labels(page) == list(game.position.labels)


def test_menus_are_in_the_order_of_python(page: Page, address: str) -> None:
    visit(page, f"{address}/")
    page.tap("#choose")
    expect(page.locator('input[name="kind"]').first).to_be_attached()
    found = page.locator('input[name="kind"]').evaluate_all("all => all.map(one => one.value)")
    assert found[:4] == [name for name, preset in demine.PRESETS.items() if preset.in_menus]


def test_a_pasted_position_is_explained(page: Page, context: BrowserContext, address: str) -> None:
    install(page, address)
    context.set_offline(True)
    visit(page, f"{address}/analyse.html")
    paste(page, "4x2x?\nHSHH\n1S2S\n")
    page.tap(cell(0))
    said = "The 1 at a2 has only one covered neighbour left, a1, so it is a mine."
    expect(page.locator("#cell-body .steps")).to_have_text(said)
    paste(page, "3x3x2\nHHH\nH2H\nHHH\n")
    expect(page.locator("#best-move")).to_contain_text("Best:")


def test_a_game_survives_a_reload(page: Page, context: BrowserContext, address: str) -> None:
    install(page, address)
    context.set_offline(True)
    page.tap(cell(40))
    expect(page.locator("body")).to_have_attribute("data-status", re.compile("playing|won"))
    before = page.evaluate(
        "[...document.querySelectorAll('[data-cell]')].map(c => c.className.baseVal)"
    )
    page.reload()
    ready(page)
    after = page.evaluate(
        "[...document.querySelectorAll('[data-cell]')].map(c => c.className.baseVal)"
    )
    assert after == before
    page.tap("#undo")
    expect(page.locator("#said")).to_contain_text("undone")
    page.tap("#risks")
    expect(page.locator("#risks")).to_have_attribute("aria-pressed", "true")


def test_a_guess_is_not_called_the_least_risky_if_it_is_not(
    page: Page, address: str, tmp_path: Path
) -> None:
    game = next(game for game in map(careless, range(100)) if game.status == "lost")
    (tmp_path / "game.jsonl").write_text(Replay.of(game).dumps())
    visit(page, f"{address}/review.html")
    expect(page.get_by_role("heading", name="Guesses")).to_be_hidden()
    page.set_input_files("#file", tmp_path / "game.jsonl")
    page.wait_for_selector('html[data-reviewed="yes"]', state="attached")
    expect(page.get_by_role("heading", name="Guesses")).to_be_visible()
    expect(page.locator("#move")).to_contain_text("33.3 % chance of a mine")
    expect(page.locator("#move")).to_contain_text("risky: no cell was safe, but another one")
    expect(page.locator("#move")).not_to_contain_text("none was less risky")


def careless(seed: int) -> Game:
    """A game that begins next to one mine and guesses there: elsewhere the risk is lower."""
    game = Game.preset("beginner", seed=seed)
    game.open("a1")
    if game.position.labels[0] == 1:
        game.open("b1")
    return game


def test_presets_are_in_the_order_of_their_mines(page: Page, address: str) -> None:
    visit(page, f"{address}/")
    page.click("#chip-own")
    page.wait_for_selector(".choice input", state="attached")
    names = page.locator(".choice input").evaluate_all("(all) => all.map((one) => one.value)")
    assert names[:4] == ["beginner", "classic", "intermediate", "expert"]


def test_the_end_does_not_call_flags_openings(page: Page, address: str) -> None:
    visit(page, f"{address}/")
    number = 40
    while not is_over(page):
        page.click(cell(number))
        wait_for_opened(page, number)
        number = next((n for n, kind in enumerate(kinds(page)) if "covered" in kind.split()), -1)
    expect(page.locator("#said")).to_contain_text("Clicks")
    expect(page.locator("#said")).not_to_contain_text("flag 0")


def test_the_analyser_in_flight_mode(page: Page, context: BrowserContext, address: str) -> None:
    install(page, address)
    context.set_offline(True)
    visit(page, f"{address}/analyse.html")
    expect(page.locator("#count")).to_contain_text("×")
    expect(page.locator("#curve svg")).to_be_visible()
    page.locator("#examples button").nth(1).click()
    expect(page.locator("#result .good")).not_to_have_text("0")
    # A number that cannot be: the contradiction is found.
    page.goto(f"{address}/analyse.html#b=grid-3x3&m=1&l=....2....")
    page.reload()
    ready(page)
    expect(page.locator("#result .bad")).to_be_visible()
    said = "The mine counter says that one mine is under eight covered cells."
    expect(page.locator("#conflict-body .steps li").first).to_have_text(said)


def test_that_pictures_are_not_read_is_said_plainly(page: Page, address: str) -> None:
    said = "Pictures are read by `demine serve` or `demine read`, not by these pages."
    about = page.request.get(f"{address}/static/about.json").json()
    assert "picture" not in about["offers"]
    assert about["not_offered"] == {"picture": said}
    visit(page, f"{address}/analyse.html")
    expect(page.locator("#result")).to_be_visible()
    expect(page.get_by_text(said, exact=True)).to_be_visible()
    page.evaluate(
        """() => { const held = new DataTransfer();
        held.items.add(new File(["x"], "board.png", {type: "image/png"}));
        dispatchEvent(new DragEvent("drop", {dataTransfer: held, cancelable: true})); }"""
    )
    expect(page.locator(".notice")).to_contain_text(said)


def test_work_that_hangs_is_cancelled(page: Page, address: str) -> None:
    """The worker is replaced by one that never answers, once."""
    endless = "self.onmessage = () => { for (;;); };"
    page.route(
        "**/worker.js",
        lambda route: route.fulfill(body=endless, content_type="text/javascript"),
        times=1,
    )
    page.goto(f"{address}/")
    page.click("#cancel-work")
    expect(page.locator("#notices")).to_contain_text("You cancelled this question")
    page.click("#new")
    expect(page.locator("[data-cell]")).to_have_count(81)


@pytest.mark.parametrize("code", ["en", "de"])
def test_an_engine_that_traps_is_started_again(browser: Browser, address: str, code: str) -> None:
    failing = "self.onmessage = () => self.postMessage({failure: 'unreachable'});"
    with browser.new_context(locale=code) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.route(
            "**/worker.js",
            lambda route: route.fulfill(body=failing, content_type="text/javascript"),
            times=1,
        )
        page.goto(f"{address}/")
        expect(page.locator("#notices")).to_contain_text(catalogue(code).text("desk.failed"))
        page.click("#new")
        expect(page.locator("[data-cell]")).to_have_count(81)


_LARGE_BOARD = """(module) => import(module).then((engine) => engine.board("grid-100x100"))
    .then(() => "shown", (error) => error.message)"""


def test_an_engine_without_memory_ends_and_the_game_goes_on(page: Page, address: str) -> None:
    """The engine of this page really runs out of memory: a large board does not fit."""
    small = with_memory(ENGINE.read_bytes(), 8)
    page.route(
        "**/engine.wasm",
        lambda route: route.fulfill(body=small, content_type="application/wasm"),
        times=1,
    )
    page.goto(f"{address}/")
    ready(page)
    page.tap(cell(40))
    wait_for_opened(page, 40)
    before = labels(page)
    module = f"{address}/static/engine.js"
    assert page.evaluate(_LARGE_BOARD, module) == catalogue("en").text("desk.failed")
    assert page.evaluate(_LARGE_BOARD, module) == "shown"
    page.tap("#hint")
    expect(page.locator(".tiers .done")).to_have_count(1)
    assert labels(page) == before


def test_a_browser_that_keeps_nothing_is_told(page: Page, address: str) -> None:
    refusing = "indexedDB.open = () => { throw new Error('full'); };\n"

    def refuse(route: Route) -> None:
        route.fulfill(response=(answer := route.fetch()), body=refusing + answer.text())

    page.route("**/worker.js", refuse)
    page.goto(f"{address}/")
    said = catalogue("en").text("desk.not_kept")
    expect(page.locator("#notices")).to_contain_text(said)
    page.tap(cell(40))  # the game goes on
    expect(page.locator("body")).to_have_attribute("data-status", re.compile("playing|won"))


_UPDATED = """async () => {
    const known = await navigator.serviceWorker.ready;
    while (!known.waiting) {
        await known.update(); // the browser may have looked by itself before
        await new Promise((done) => setTimeout(done, 50));
    }
}"""
_STATES = "async () => (await (await fetch('static/about.json')).json()).limits.states"
_TAKES_OVER = """async (scope) => {
    const known = await navigator.serviceWorker.getRegistration(scope);
    while (known.waiting || known.active.state !== "activated") {
        await new Promise((done) => setTimeout(done, 20));
    }
}"""


def _make_newer(folder: Path) -> None:
    """Date all files later: a host tells changes by whole seconds, and all this takes less."""
    later = time.time() + 10
    for file in folder.rglob("*"):
        os.utime(file, (later, later))


def test_an_update_never_mixes_two_versions(
    context: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The budget stands for any file: the old pages have the old one until they are closed."""
    folder = tmp_path / "site"
    write_site(folder)
    with serve_files(folder) as address:
        old = context.new_page()
        install(old, address)
        assert old.evaluate(_STATES) == 4_000_000
        monkeypatch.setitem(writer._PHONE, "states", 5_000_000)
        write_site(folder)
        _make_newer(folder)
        old.evaluate(_UPDATED)
        visit(old, f"{address}/help.html")
        assert old.evaluate(_STATES) == 4_000_000
        old.close()
        new = context.new_page()
        new.goto(f"{address}-is-not-here")  # outside the site, so it keeps no version alive
        new.evaluate(_TAKES_OVER, f"{address}/")
        visit(new, f"{address}/")
        assert new.evaluate(_STATES) == 5_000_000


def test_the_first_load_is_small(page: Page, address: str) -> None:
    loaded: dict[str, bytes] = {}
    page.on("response", lambda response: loaded.update({response.url: response.body()}))
    visit(page, f"{address}/")
    sizes = {url: len(gzip.compress(body)) for url, body in loaded.items() if "wasm" not in url}
    assert 10_000 < sum(sizes.values()) < MOST_FIRST_LOAD, sizes


@pytest.mark.parametrize("name", ["", "analyse.html", "review.html", "help.html"])
def test_axe_finds_nothing(page: Page, address: str, name: str) -> None:
    visit(page, f"{address}/{name}")
    assert broken(page, ("minor", "moderate", "serious", "critical")) == []


def test_addresses_are_relative(tmp_path: Path) -> None:
    for name in write_site(tmp_path):
        if name.endswith((".html", ".webmanifest")):
            text = (tmp_path / name).read_text(encoding="utf-8")
            assert re.findall(r'(?:href|src|start_url|scope)"?[=:] ?"/', text) == [], name


def test_a_changed_file_changes_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(tmp_path / "a")
    write_site(tmp_path / "b")
    assert (tmp_path / "a/offline.js").read_text() == (tmp_path / "b/offline.js").read_text()
    engine = tmp_path / "engine.wasm"
    engine.write_bytes(b"another")
    monkeypatch.setattr(writer, "ENGINE", engine)
    write_site(tmp_path / "c")
    assert (tmp_path / "a/offline.js").read_text() != (tmp_path / "c/offline.js").read_text()


def test_a_missing_engine_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "ENGINE", tmp_path / "engine.wasm")
    with pytest.raises(FormatError, match="run `make engine`"):
        write_site(tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_the_command(tmp_path: Path) -> None:
    assert answer("site", str(tmp_path / "site")).endswith("MB\n")
