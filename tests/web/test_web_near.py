"""Both desks: the engine in the browser answers questions about positions, or else the server."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Request, expect
from starlette.testclient import TestClient

from browser import analyser, cell, create, paste
from demine.web import application, engine, pages
from demine.web.script import ENGINE
from webserver import Server

NINE = "#b=grid-3x3&m=-&l=........."
QUESTIONS = ("analyse", "cell", "curve", "explain", "guesses")


def asked_of(page: Page) -> list[str]:
    """The questions that go to the server from now on, as they go."""
    asked: list[str] = []

    def note(request: Request) -> None:
        name = request.url.rpartition("/api/")[2]
        if name in QUESTIONS:
            asked.append(name)

    page.on("request", note)
    return asked


def load_engine(page: Page) -> None:
    """Wait until the engine in this browser answers."""
    page.evaluate(
        """async () => {
            const near = await import("/static/near.js");
            const position = {board: "grid-1x1", labels: ["?"], mines: 0};
            await near.ask("analyse", position, undefined, true);
        }"""
    )


@pytest.mark.browser
def test_the_engine_in_the_browser_answers_without_a_round_trip(page: Page) -> None:
    analyser(page, NINE)
    expect(page.locator("#count")).to_have_text("512")
    load_engine(page)
    asked = asked_of(page)
    page.click(cell(4))
    page.keyboard.press("2")
    expect(page.locator("#count")).to_have_text("28")
    paste(page, "4x2x?\nHSHH\n1S2S\n")
    page.click(cell(0))
    said = "The 1 at a2 has only one covered neighbour left, a1, so it is a mine."
    expect(page.locator("#cell-body .steps")).to_have_text(said)
    expect(page.locator("#curve svg")).to_be_visible()
    assert asked == []


@pytest.mark.browser
def test_games_stay_with_the_server(page: Page) -> None:
    analyser(page, NINE)
    load_engine(page)
    create(page, preset="beginner", first="opening")
    page.click(cell(40))
    expect(page.locator("body")).to_have_attribute("data-status", "playing")
    for help in ("risks", "hint"):
        with page.expect_response(f"**/{help}"):
            page.click(f"#{help}")
    assert page.evaluate("indexedDB.databases()") == []


@pytest.mark.browser
@pytest.mark.parametrize(
    "worker",
    [
        "self.onmessage = () => self.postMessage({status: 422, body: {kind: 'TooWide'}})",
        "self.onmessage = () => self.postMessage({failure: 'unreachable'})",
        "self.onmessage = () => self.postMessage({status: 200, body: {exact: false}})",
        "this is no script",
    ],
)
def test_the_server_answers_where_the_engine_cannot(page: Page, worker: str) -> None:
    page.route(
        "**/worker.js*",
        lambda route: route.fulfill(body=worker, content_type="text/javascript"),
    )
    analyser(page, NINE)
    expect(page.locator("#count")).to_have_text("512")
    asked = asked_of(page)
    page.click(cell(4))
    page.keyboard.press("2")
    expect(page.locator("#count")).to_have_text("28")
    assert "analyse" in asked
    expect(page.locator("#notices")).to_be_empty()


@pytest.mark.browser
def test_a_server_that_is_gone_is_not_missed(page: Page) -> None:
    analyser(page, NINE)
    expect(page.locator("#count")).to_have_text("512")
    load_engine(page)
    page.route("**/api/**", lambda route: route.abort())
    page.click(cell(4))
    page.keyboard.press("2")
    expect(page.locator("#count")).to_have_text("28")


def test_the_server_sends_the_engine_once(server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        sent = client.get("/static/engine.wasm")
        assert sent.headers["content-type"] == "application/wasm"
        assert sent.content == ENGINE.read_bytes()
        plain = client.get("/static/engine.wasm", headers={"Accept-Encoding": "identity"})
        assert plain.content == sent.content
        again = client.get("/static/engine.wasm", headers={"If-None-Match": sent.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get("/static/about.json").json()["limits"]["states"] == 4_000_000


def test_without_the_engine_the_server_answers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = Path("no-engine.wasm")
    for module in (engine, pages):
        monkeypatch.setattr(module, "ENGINE", missing)
    with TestClient(application(":memory:"), base_url="http://localhost") as client:
        assert client.get("/static/engine.wasm").status_code == 404
        assert "data-engine" not in client.get("/analyse").text
