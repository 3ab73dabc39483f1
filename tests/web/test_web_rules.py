"""Games under rules on the server: dealt, flagged with counts, analysed, practised, kept apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import demine
from browser import cell, create, ready, status
from demine.labels import COVERED
from webserver import Server, say


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def new(client: httpx.Client, **wanted: Any) -> Any:
    return say(client.post("/api/games", json=wanted))


def move(client: httpx.Client, game: Any, kind: str, cell: int) -> Any:
    given = {"move": kind, "cell": cell}
    return say(client.post(f"/api/games/{game['key']}/moves", json=given))


def finished(client: httpx.Client, game: Any) -> Any:
    """Play on with the risks that the server tells; the state at the end."""
    address = f"/api/games/{game['key']}"
    while (now := say(client.get(address)))["status"] not in ("won", "lost"):
        odds = say(client.post(f"{address}/risks", json={}))
        covered = [place for place, code in enumerate(now["codes"]) if code == -1]
        move(client, game, "open", min(covered, key=lambda v: odds["floats"][odds["kind"][v]]))
    return now


@pytest.mark.parametrize("rules", ["capacity=2", "liar", "Q"])
def test_a_game_from_its_first_move_to_its_review(client: httpx.Client, rules: str) -> None:
    game = new(client, board="grid-5x5", mines=7, rules=rules)
    assert (game["rules"], game["capacity"]) == (rules, 2 if rules == "capacity=2" else 1)
    move(client, game, "open", 12)
    begun = say(client.get(f"/api/games/{game['key']}"))
    labels = [COVERED if code < 0 else code for code in begun["codes"]]
    board = demine.grid(5, 5)
    position = demine.Position(board, labels, 7, **demine.rules.parse(board, rules))
    told = say(client.post(f"/api/games/{game['key']}/risks", json={}))
    assert told["count"] == str(position.count())
    chances = [told["fractions"][kind] for kind in told["kind"]]
    assert chances == [str(position.analyze().probability(v)) for v in board.cells]
    hint = say(client.post(f"/api/games/{game['key']}/hint", json={"tier": 4}))
    assert hint["text"].startswith("Open ")
    over = finished(client, game)
    own = demine.Game.from_id(over["id"])
    own.open(12)
    assert own.position.codes.tolist() == begun["codes"]
    review = say(client.get(f"/api/games/{game['key']}/review"))
    assert review["status"] == over["status"]
    practice = say(client.post("/api/practice", json={"id": over["id"], "moves": []}))
    assert practice["rules"] == rules


def test_flags_count_mines(client: httpx.Client) -> None:
    game = new(client, board="grid-5x5", mines=7, rules="capacity=2", seed=3, start=12)
    place = game["codes"].index(-1)
    answers = [move(client, game, "flag", place) for _ in range(3)]
    assert [one["changed"] for one in answers] == [[[place, -1, n]] for n in (1, 2, 0)]
    assert [one["mines_left"] for one in answers] == [6, 5, 7]
    move(client, game, "flag", place)
    assert say(client.get(f"/api/games/{game['key']}"))["counts"] == [[place, 1]]


def test_records_are_kept_apart(client: httpx.Client) -> None:
    for rules in ("liar", ""):
        game = new(client, board="grid-3x3", mines=1, **({"rules": rules} if rules else {}))
        finished(client, game)
    records = say(client.get("/api/records"))["records"]
    assert sorted(one.get("rules", "") for one in records) == ["", "liar"]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"rules": "Q"}, "Q needs a board of at most 36 cells"),
        ({"rules": "zz"}, "there is no rule 'zz'"),
        ({"rules": 3}, "expected a text"),
        ({"rules": "x" * 101}, "expected a text"),
        ({"rules": "liar", "no_guess": True}, "have the classic rules"),
        ({"rules": "liar", "fair": "fair"}, "have the classic rules"),
        ({"rules": "liar", "board": "grid-40x40"}, "at most 1000 cells"),
        ({"rules": "Q", "board": "grid-5x5", "mines": 1}, "no board with 1 mine follows the rules"),
    ],
)
def test_wrong_rules_are_refused(client: httpx.Client, wanted: Any, said: str) -> None:
    answer = client.post("/api/games", json={"board": "grid-9x9", "mines": 9, **wanted})
    assert answer.status_code in (409, 422)
    assert said in answer.json()["error"]


def test_positions_with_rules_are_analysed_or_refused(client: httpx.Client) -> None:
    given = {"board": "grid-1x3", "labels": ["?", 3, "?"], "rules": "capacity=2"}
    assert say(client.post("/api/analyse", json=given))["count"] == "2"
    for question in ("curve", "guesses", "cell", "solutions"):
        answer = client.post(f"/api/{question}", json={**given, "cell": 0})
        assert answer.status_code == 422
        assert "supports only the classic rules" in answer.json()["error"]


@pytest.mark.browser
def test_cells_show_the_counts_of_flags(page: Page) -> None:
    create(page, board="grid-5x5", mines=7, rules="capacity=2", seed=3, start=12)
    expect(page.locator("#game-line")).to_contain_text("capacity=2")
    covered = page.locator(".cell.covered").first
    place = int(covered.get_attribute("data-cell") or "")
    for count in ("1", "2"):
        page.click(cell(place), button="right")
        expect(page.locator(f"{cell(place)} .many")).to_have_text(count)
    assert page.locator("#left").inner_text() == "5"
    page.click(cell(place), button="right")
    expect(page.locator(f"{cell(place)} .many")).to_have_count(0)
    page.click("#risks")
    expect(page.locator(".cell:is(.risk, .safe, .mined)").first).to_be_visible()
    assert status(page) == "playing"


@pytest.mark.browser
def test_rules_are_chosen_for_a_board_of_ones_own(page: Page) -> None:
    page.goto("/")
    ready(page)
    page.click("#chip-own")
    page.fill("#size", "5x5")
    page.fill("#mines", "4")
    page.fill("#rules", "liar, nonsense")
    page.click("#play-it")
    expect(page.locator("dialog [role=alert]")).to_contain_text("there is no rule 'nonsense'")
    page.fill("#rules", "liar")
    page.click("#play-it")
    expect(page.locator("#game-line")).to_contain_text("liar")
    page.click(cell(12))
    expect(page.locator(cell(12))).to_have_class(re.compile("open"))
