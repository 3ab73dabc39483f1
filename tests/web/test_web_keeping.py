"""Records, reviews and positions that one keeps, plays on or gives away; in a real browser."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import demine
from browser import (
    analyser,
    broken,
    cell,
    create,
    finish,
    follow,
    kinds,
    labels,
    ready,
    rings,
    status,
    wait_for_opened,
)
from fileserver import serve_files
from webserver import Server

pytestmark = pytest.mark.browser


def replay(path: Path, seed: int) -> demine.Game:
    """A replay of a game with guesses, written to a file."""
    game = demine.Game(demine.grid(5, 5), 8, seed=seed, first="safe")
    game.open(12)
    while not game.is_over:
        game.open(demine.hint(game.position).cell)
    demine.Replay.of(game).write(path)
    return game


def lost(path: Path) -> demine.Game:
    for seed in range(100):
        game = replay(path, seed)
        if game.status == "lost" and game.clicks > 4:
            return game
    raise AssertionError("no game was lost")


def open_review(page: Page, path: Path) -> None:
    page.goto("/review")
    ready(page)
    page.set_input_files("#file", path)
    page.wait_for_selector("html[data-reviewed=yes]", state="attached")


class TestRecords:
    def test_rates_streaks_and_csv(
        self, page: Page, browser: Browser, server: Server, tmp_path: Path
    ) -> None:
        for _ in range(3):
            create(page, board="grid-4x4", mines=1, first="opening")
            finish(page, "grid-4x4", 1)
        page.click("#records")
        expect(page.locator("dialog tbody td").first).to_have_text("3")
        expect(page.locator("dialog tbody")).to_contain_text("%")
        assert broken(page) == []
        with page.expect_download() as downloading:
            page.click("#csv-out")
        path = tmp_path / "games.csv"
        downloading.value.save_as(path)
        rows = list(csv.DictReader(path.read_text().splitlines()))
        assert {row["board"] for row in rows} == {"grid-4x4"}
        assert all(int(row["three_bv"]) > 0 and float(row["seconds"]) >= 0 for row in rows)
        with browser.new_context(base_url=server.url) as other:
            guest = other.new_page()
            guest.goto("/")
            ready(guest)
            guest.click("#records")
            for _ in range(2):  # the same games again are merged
                guest.set_input_files("#csv-in", path)
                expect(guest.locator("dialog tbody td").first).to_have_text("3")
            path.write_text("key,board\n")
            guest.set_input_files("#csv-in", path)
            expect(guest.locator("dialog .bad")).to_contain_text("Missing: status, seconds")

    def test_presets_have_their_names(self, page: Page) -> None:
        create(page, preset="beginner")
        page.click(cell(40))
        wait_for_opened(page, 40)
        finish(page, "grid-9x9", 10)
        page.click("#records")
        expect(page.locator("dialog tbody th").first).to_have_text("Beginner")


class TestReview:
    def test_guesses_are_judged_and_explained(self, page: Page, tmp_path: Path) -> None:
        game = lost(tmp_path / "game.jsonl")
        open_review(page, tmp_path / "game.jsonl")
        verdicts = page.locator("#guesses tbody td:last-child").all_text_contents()
        judged = [demine.review.judge(guess) for guess in game.review().guesses]
        assert verdicts == judged
        page.click("#decided")
        expect(page.locator("#move")).to_contain_text("Why here?")
        expect(page.locator("#move tbody tr").first).to_be_visible()
        assert broken(page) == []

    def test_it_plays_by_itself_and_stops(self, page: Page, tmp_path: Path) -> None:
        game = lost(tmp_path / "game.jsonl")
        open_review(page, tmp_path / "game.jsonl")
        page.locator("#slider").fill("0")
        page.select_option("#speed", "20")
        page.click("#autoplay")
        expect(page.locator("#place")).to_have_text(f"end, after move {game.clicks}")
        expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "false")

    def test_practice_goes_on_from_a_move(self, page: Page, tmp_path: Path) -> None:
        game = lost(tmp_path / "game.jsonl")
        open_review(page, tmp_path / "game.jsonl")
        page.locator("#slider").fill("2")
        expect(page.locator("#place")).to_have_text(re.compile("^move 3"))
        follow(page, "#practise")
        expect(page.locator("#game-line")).to_contain_text("practice")
        own = game.again()
        for move in game.moves[:2]:
            own.make(move)
        assert labels(page) == ["?" if x == "?" else x for x in own.position.labels]

    def test_a_position_goes_to_the_analyser(self, page: Page, tmp_path: Path) -> None:
        lost(tmp_path / "game.jsonl")
        open_review(page, tmp_path / "game.jsonl")
        page.locator("#slider").fill("1")
        expect(page.locator("#place")).to_have_text(re.compile("^move 2"))
        shown = [kind for kind in kinds(page) if " n" in kind]
        follow(page, "#analyse-this")
        assert [kind for kind in kinds(page) if " n" in kind] == shown


def choose_in_frame(page: Page) -> None:
    """The proof of a safe cell, in a frame of a page of another origin."""
    frame = page.frame_locator("iframe")
    frame.locator(".cell.safe").first.wait_for()
    frame.locator(cell(3)).click()
    expect(frame.locator(".proof")).to_contain_text("d1 is safe")


class TestPositions:
    def test_a_layout_is_played(self, page: Page) -> None:
        analyser(page, "#b=grid-5x5&m=5&l=1.~24-")
        follow(page, "#play-it")
        assert labels(page)[0] == 1
        expect(page.locator("#game-line")).to_contain_text("practice")
        finish(page, "grid-5x5", 5)
        assert status(page) in ("won", "lost")

    def test_a_position_becomes_a_picture_and_a_table(self, page: Page, tmp_path: Path) -> None:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        analyser(page, "#b=grid-3x3&m=-&l=1........")
        page.wait_for_selector(".cell.risk")
        page.click("#link")
        assert broken(page) == []
        for id, begins in (("save-svg", b"<svg"), ("save-png", b"\x89PNG")):
            with page.expect_download() as downloading:
                page.click(f"#{id}")
            path = tmp_path / id
            downloading.value.save_as(path)
            assert path.read_bytes().startswith(begins)
        page.click("#copy-table")
        expect(page.locator("dialog .good")).to_have_text("Copied")
        rows = str(page.evaluate("navigator.clipboard.readText()")).splitlines()
        assert [len(row.split("\t")) for row in rows] == [3, 3, 3]
        assert rows[0].startswith("1\t33")

    def test_a_frame_shows_a_position_elsewhere(
        self, page: Page, server: Server, tmp_path: Path
    ) -> None:
        analyser(page, "#b=grid-1x4&m=1&l=.1..")
        page.click("#link")
        code = page.locator("#frame-code").input_value()
        link = re.search(r'src="([^"]+)"', code)
        assert link is not None
        (tmp_path / "index.html").write_text(code)
        with serve_files(tmp_path) as elsewhere:
            page.goto(f"{elsewhere}/")
            choose_in_frame(page)
        headers = page.request.get(f"{server.url}/").headers
        assert headers["x-frame-options"] == "DENY"
        page.goto(link[1].replace("&amp;", "&"))
        ready(page)
        assert broken(page) == []

    def test_a_proof_names_its_cells_where_the_board_does_not(self, page: Page) -> None:
        create(page, preset="intermediate", first="opening")
        page.click(cell(120))
        wait_for_opened(page, 120)
        for tier in (1, 2, 3, 4):
            page.keyboard.press("h")
            expect(page.locator(".tiers .done")).to_have_count(tier)
        assert rings(page, "target") == 1
        expect(page.locator(".rings-target .tag")).to_have_count(1)

    def test_paper_shows_the_position_alone(self, page: Page) -> None:
        analyser(page)
        page.emulate_media(media="print")
        expect(page.locator(".board")).to_be_visible()
        for hidden in (".top", ".tools", "#examples"):
            expect(page.locator(hidden)).to_be_hidden()
