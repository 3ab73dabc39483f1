"""A real browser for tests: Debian's Chromium, driven by playwright, at pages of a real server."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Browser, Page, expect, sync_playwright

from demine import Position
from demine.formats import board_of

PATIENCE = 60_000
"""Milliseconds that a test waits for a page: a worker of a busy machine starts slowly."""
expect.set_options(timeout=PATIENCE)

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
_CREATE = """async (wanted) => {
    const headers = {"Content-Type": "application/json"};
    const sent = {method: "POST", headers, body: JSON.stringify(wanted)};
    return (await (await fetch("/api/games", sent)).json()).key;
}"""
AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
IMPACTS = ("minor", "moderate", "serious", "critical")
"""How grave a finding of axe may be."""
MISSING = "no chromium: install it (on Debian: apt-get install chromium), or set SKIP_BROWSER=1"


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser, which is closed in the end."""
    assert CHROMIUM is not None, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def ready(page: Page) -> None:
    page.wait_for_selector('html[data-ready="yes"]', state="attached")


def follow(page: Page, selector: str) -> None:
    """Click what leads to another page, and wait until that page is ready."""
    with page.expect_navigation():
        page.click(selector)
    ready(page)


def create(page: Page, **wanted: Any) -> str:
    """A new game of the page's player, shown; its key."""
    page.goto("/")
    ready(page)
    key = str(page.evaluate(_CREATE, wanted))
    page.reload()
    ready(page)
    return key


def kinds(page: Page) -> list[str]:
    """What each cell looks like: the classes of its element."""
    cells = 'document.querySelectorAll("[data-cell]")'
    found: list[str] = page.evaluate(f'[...{cells}].map((cell) => cell.getAttribute("class"))')
    return found


def labels(page: Page) -> list[str | int]:
    """The labels that the page shows."""
    return [_label(kind) for kind in kinds(page)]


def _label(kind: str) -> str | int:
    count = re.search(r"\bn(\d)\b", kind)
    if count is not None:
        return int(count[1])
    return "*" if "hit" in kind or "mine" in kind.split() else "?"


def status(page: Page) -> str:
    return page.locator("body").get_attribute("data-status") or ""


def is_over(page: Page) -> bool:
    return status(page) in ("won", "lost")


def choice(page: Page, board: str, mines: int) -> int:
    """The cell that the exact engine would open."""
    position = Position(board_of(board), labels(page), mines)
    analysis = position.analyze()
    covered = [v for v, label in enumerate(position.labels) if label == "?"]
    risks = analysis.probabilities
    return min(covered, key=lambda cell: (cell not in analysis.safe, float(risks[cell])))


def rings(page: Page, name: str) -> int:
    return page.locator(f".ring.{name}").count()


def cell(number: int) -> str:
    """The selector of a cell."""
    return f'[data-cell="{number}"]'


def finish(page: Page, board: str, mines: int) -> None:
    """Play on as the exact engine would."""
    while not is_over(page):
        number = choice(page, board, mines)
        page.click(cell(number))
        wait_for_opened(page, number)


def wait_for_opened(page: Page, number: int) -> None:
    """Wait until a cell is not covered any more."""
    page.wait_for_selector(f".cell:not(.covered){cell(number)}")


def analyser(page: Page, fragment: str = "") -> None:
    page.goto(f"/analyse{fragment}")
    ready(page)


def hinted(page: Page) -> int:
    """The cell that a hint leads to, tier by tier, on a phone."""
    page.tap("#hint")
    for _ in range(2):
        page.tap("#more")
    expect(page.locator("#said .steps li").first).to_contain_text(re.compile(r"The \d at \w+\d"))
    page.tap("#more")
    expect(page.locator("#said .spoken")).to_contain_text("Open ")
    return int(page.locator('[data-cell][tabindex="0"]').get_attribute("data-cell") or -1)


def alone_with_server(page: Page) -> None:
    """Let the server answer all questions: the engine in the browser cannot be loaded."""
    page.route("**/worker.js*", lambda route: route.abort())


def paste(page: Page, text: str) -> None:
    count = int(page.evaluate("document.documentElement.dataset.analysed ?? 0"))
    page.evaluate(
        """(text) => { const data = new DataTransfer(); data.setData("text/plain", text);
        dispatchEvent(new ClipboardEvent("paste", {clipboardData: data})); }""",
        text,
    )
    page.wait_for_selector(f'html:not([data-analysed="{count}"])', state="attached")


def broken(page: Page, grave: tuple[str, ...] = IMPACTS) -> list[str]:
    """The rules that axe finds broken, if it calls that grave."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{rule['id']}: {[node['html'][:120] for node in rule['nodes'][:3]]}"
        for rule in found["violations"]
        if rule["impact"] in grave
    ]
