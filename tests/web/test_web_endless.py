"""Endless games over HTTP: windows, moves by coordinates, limits, restarts and honest risks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import demine
from browser import cell, kinds, ready, status
from demine.web.reading import FAR
from webserver import Server, say

SEEN = {"x": -5, "y": -4, "rows": 10, "columns": 12}


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def new(client: httpx.Client, **wanted: Any) -> Any:
    return say(client.post("/api/games", json={"endless": "1/5", "seed": 1, **wanted}))


def move(client: httpx.Client, game: Any, kind: str, cell: str | None = None, **seen: Any) -> Any:
    url = f"/api/games/{game['key']}/moves"
    return say(client.post(url, json={"move": kind, "cell": cell, **(seen or SEEN)}))


def same(*cells: tuple[int, int]) -> demine.Endless:
    """The same game in this process."""
    game = demine.endless("1/5", 1)
    for place in cells:
        game.open(place)
    return game


def test_a_window_shows_the_numbers_of_the_game(client: httpx.Client) -> None:
    game = new(client)
    assert game["endless"]["seed"] == "1"
    state = move(client, game, "open", "0,0")
    truth = same((0, 0))
    assert (state["endless"]["x"], state["endless"]["y"]) == (-5, -4)
    assert state["board"] == "grid-10x12"
    places = [(x, y) for y in range(-4, 6) for x in range(-5, 7)]
    assert state["codes"] == [truth.opened.get(place, -1) for place in places]
    elsewhere = move(client, game, "look", x=1000, y=-1000, rows=5, columns=5)
    assert elsewhere["codes"] == [-1] * 25


def test_flags_undo_and_the_end(client: httpx.Client) -> None:
    game = new(client)
    move(client, game, "open", "0,0")
    flagged = move(client, game, "flag", "3,-2")
    assert (flagged["mines_left"], len(flagged["flags"])) == (1, 1)
    assert move(client, game, "undo")["flags"] == []
    mine = next(place for place, chance in same((0, 0)).analyze().items() if chance == 1)
    over = move(client, game, "open", f"{mine[0]},{mine[1]}")
    assert over["status"] == "lost"
    assert over["id"] == "endless-1_5-opening-1"
    assert over["mined"]
    replay = client.get(f"/api/games/{game['key']}/replay").text
    assert demine.Replay.loads(replay).resume_endless().hit == mine


def test_risks_and_hints_are_those_of_the_whole_game(client: httpx.Client) -> None:
    game = new(client)
    move(client, game, "open", "0,0")
    found = say(client.post(f"/api/games/{game['key']}/risks", json=SEEN))
    truth = same((0, 0)).analyze()
    for number in range(120):
        place = (number % 12 - 5, number // 12 - 4)
        if place not in same((0, 0)).opened:
            chance = Fraction(found["fractions"][found["kind"][number]])
            assert chance == truth.get(place, Fraction(1, 5))
    far = {"x": 500, "y": 500, "rows": 5, "columns": 5}
    hint = say(client.post(f"/api/games/{game['key']}/hint", json={"tier": 4, **far}))
    assert hint["certain"]
    assert hint["cell"] >= 25
    x, y = map(int, hint["address"].split(","))
    assert truth[x, y] == 0


def test_a_restarted_server_goes_on(server: Server) -> None:
    with server.client() as client:
        game = new(client)
        move(client, game, "open", "0,0")
        before = move(client, game, "open", f"{FAR},-{FAR}", x=FAR, y=-FAR, rows=4, columns=4)
        server.kill()
        server.start()
        after = move(client, game, "look", x=FAR, y=-FAR, rows=4, columns=4)
    assert after["codes"] == before["codes"]
    assert after["endless"]["cells"] == before["endless"]["cells"]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"endless": 2.0}, "the density is"),
        ({"endless": "1/0"}, "the density is"),
        ({"endless": [0.2]}, '"endless": expected the density'),
        ({"endless": "0." + "1" * 50}, '"endless": expected the density'),
        ({"endless": "1/5", "seed": -1}, '"seed": expected'),
        ({"endless": "1/5", "rows": 10**6}, '"rows": expected'),
    ],
)
def test_wrong_games_are_refused(
    client: httpx.Client, wanted: dict[str, Any], expected: str
) -> None:
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code in (400, 422)
    assert expected in answer.json()["error"]


@pytest.mark.parametrize(
    "given",
    [
        {"move": "open", "cell": "a1"},
        {"move": "open", "cell": 5},
        {"move": "open", "cell": f"{FAR + 1},0"},
        {"move": "look", "x": FAR + 1, "y": 0},
        {"move": "look", "x": 0, "y": 0.5},
        {"move": "look", "x": 0},
        {"move": "open", "cell": "0,0", "x": 0, "y": 0, "rows": 0},
    ],
)
def test_wrong_moves_are_refused(client: httpx.Client, given: dict[str, Any]) -> None:
    game = new(client)
    answer = client.post(f"/api/games/{game['key']}/moves", json=given)
    assert answer.status_code == 422
    assert "expected" in answer.json()["error"]


def test_only_an_endless_game_has_other_parts(client: httpx.Client) -> None:
    game = say(client.post("/api/games", json={"preset": "beginner"}))
    answer = client.post(f"/api/games/{game['key']}/moves", json={"move": "look"})
    assert answer.status_code == 422


def test_a_game_has_a_limit_of_cells(client: httpx.Client) -> None:
    most = client.get("/api/about").json()["limits"]["opened"]
    game = new(client, endless="1/100")
    url = f"/api/games/{game['key']}/moves"
    for step in range(1000):
        given = {"move": "open", "cell": f"{1000 * step},0", **SEEN}
        answer = client.post(url, json=given)
        if answer.status_code != 200:
            break
    assert answer.status_code == 413
    assert "begin another one" in answer.json()["error"]
    assert step <= most // 4000 + 1


@pytest.mark.browser
class TestPage:
    def test_a_link_begins_a_game_that_is_dragged_and_restored(self, page: Page) -> None:
        page.goto("/?endless=1/5&seed=1&first=opening")
        ready(page)
        expect(page.locator("#game-line")).to_contain_text("seed 1")
        start = page.locator('[aria-label^="0,0"]')
        start.click()
        expect(start).to_have_attribute("class", "cell open n0")
        assert status(page) == "playing"
        before = labels_at(page, ["0,-2", "1,-2", "-1,0"])
        left, top = corner(page)
        box = start.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 3.4 * box["width"], y, steps=5)
        page.mouse.up()
        expect(page.locator(cell(0))).to_have_attribute(
            "aria-label", re.compile(f"^{left - 3},{top},")
        )
        assert labels_at(page, ["0,-2", "1,-2", "-1,0"]) == before
        page.reload()
        ready(page)
        assert status(page) == "playing"
        assert labels_at(page, ["0,-2", "1,-2", "-1,0"]) == before

    def test_keys_pan_beyond_the_border_and_a_hint_leads_back(self, page: Page) -> None:
        page.goto("/?endless=1/5&seed=1")
        ready(page)
        page.locator('[aria-label^="0,0"]').click()
        expect(page.locator('[aria-label^="0,0"]')).to_have_attribute("class", "cell open n0")
        for _ in range(60):
            page.keyboard.press("ArrowRight")
        page.wait_for_selector('[aria-label^="40,"]')
        assert "open" not in " ".join(kinds(page))
        for tier in range(1, 5):
            page.keyboard.press("h")
            expect(page.locator(".tiers .done")).to_have_count(tier)
            expect(page.locator("#said")).not_to_contain_text("undefined")
        page.wait_for_selector(".rings-target")
        assert "open" in " ".join(kinds(page))

    def test_it_is_chosen_in_the_dialog(self, page: Page) -> None:
        page.goto("/")
        ready(page)
        page.click("#choose")
        page.check('input[value="endless"]')
        page.fill("#density", "0.3")
        page.click("#play-it")
        expect(page.locator("#game-line")).to_contain_text("density 3/10")
        assert "endless=3%2F10" in page.url


def corner(page: Page) -> tuple[int, int]:
    """The coordinates of the first cell that is shown."""
    x, y, *_ = str(page.locator(cell(0)).get_attribute("aria-label")).split(",")
    return int(x), int(y)


def labels_at(page: Page, addresses: list[str]) -> list[str | None]:
    found = [page.locator(f'[aria-label^="{address}"]').first for address in addresses]
    return [one.get_attribute("class") for one in found]
