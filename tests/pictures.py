"""Pictures of every page for the documents: `python tests/pictures.py docs/web`.

Positions and seeds are fixed, so that pictures change only when the pages do. Games are dealt by
the server and differ; the picture of a game is the review of a replay with a fixed id.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import demine
from browser import create, launch, ready
from webserver import Server

ROOT = Path(__file__).parent.parent
SIZES = {"desk": (1280, 800), "phone": (390, 844)}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as scratch,
        Server(Path(scratch) / "games.sqlite") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name, shoot in SHOTS.items():
            for size, scheme in (("desk", "light"), ("desk", "dark"), ("phone", "light")):
                page = open_page(browser, server, size, scheme)
                shoot(page)
                page.mouse.move(0, 0)
                page.wait_for_timeout(500)
                page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
                page.context.close()
        browser.close()


def open_page(browser: Browser, server: Server, size: str, scheme: str) -> Page:
    width, height = SIZES[size]
    dark = "dark" if scheme == "dark" else "light"
    viewport = {"width": width, "height": height}
    context = browser.new_context(
        base_url=server.url,
        viewport=viewport,  # type: ignore[arg-type]
        color_scheme=dark,  # type: ignore[arg-type]
    )
    return context.new_page()


def play(page: Page) -> None:
    """A position in which something can be proved, with the proof on the board."""
    while True:
        create(page, preset="intermediate", first="opening")
        page.click('[data-cell="120"]')
        page.wait_for_selector('.cell:not(.covered)[data-cell="120"]')
        for tier in (1, 2, 3):
            page.keyboard.press("h")
            page.wait_for_selector(f".tiers li.done:nth-child({tier})")
        if page.locator(".steps li").count() > 1:
            break
    page.keyboard.press("]")


def analyse(page: Page) -> None:
    page.goto("/analyse")
    ready(page)
    page.wait_for_selector("#guesses tbody tr", timeout=60_000)
    page.focus('[data-cell="49"]')
    page.wait_for_selector(".shows li")


def review(page: Page) -> None:
    page.goto("/review")
    ready(page)
    game = demine.Game.preset("intermediate", seed=4, first="opening")
    game.open(100)
    while not game.is_over:
        game.open(demine.hint(game.position).cell)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "replay.jsonl"
        demine.Replay.of(game).write(path)
        page.set_input_files("#file", path)
        page.wait_for_selector("html[data-reviewed=yes]", state="attached")
    page.wait_for_timeout(500)


def help(page: Page) -> None:
    page.goto("/help")
    ready(page)


def api(page: Page) -> None:
    page.goto("/api")
    ready(page)


SHOTS = {"play": play, "analyse": analyse, "review": review, "help": help, "api": api}

if __name__ == "__main__":
    main(Path(sys.argv[1]))
