"""One protocol, two desks: the server and the engine compiled to WebAssembly answer alike.

`tests/data/desk.jsonl` has requests and answers. The server, the engine in node and the engine in a
browser have to give these answers, field by field.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

import demine
from demine.web import application, creating
from demine.web.limits import Limits
from demine.web.questions import QUESTIONS
from demine.web.reading import Asked
from demine.web.site import write_site
from fileserver import serve_files
from paths import DATA
from snapshots import Snapshot

DESK = DATA / "desk.jsonl"
REPLAY = Path(__file__).with_name("replay_desk.mjs")
SEED = 20261118
OWN = ("key", "nonce", "commitment", "seconds", "made", "best")
"""Fields that differ from game to game, or that only the server promises."""
SERVER = ("daily", "fair", "hints", "shared", "wasted", "start", "zini", "verdict", "helps")
"""Fields of what only the server offers: days, fair games, seeds, counts of clicks, verdicts."""
WORDS = ("steps",)
"""Sentences, which the engine does not write."""
PHONE = {"states": 4_000_000}

Line = dict[str, Any]

needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="no node: the engine runs in the browser tests only"
)

_IN_BROWSER = """async ([lines, seed]) => {
    const {openDesk} = await import("./static/desk.js");
    const json = async (path) => (await fetch(`static/${path}`)).json();
    let drawn = 0;
    const random = () => (drawn++ % 2 ? BigInt(seed) : BigInt(drawn));
    const engine = await (await fetch("static/engine.wasm")).arrayBuffer();
    const geometry = (name) => json(`boards/${name}.json`).catch(() => null);
    const ask = await openDesk(engine, await json("about.json"), [], geometry, {random});
    const replies = [];
    let key = "";
    for (const {method, path, body} of lines) {
        const reply = await ask(method, path.replace("{key}", key), body);
        if (reply.status === 201) key = reply.body.key;
        replies.push({status: reply.status, answer: reply.body});
    }
    return replies;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write_site(folder)
    return folder


def recorded() -> list[Line]:
    return [json.loads(line) for line in DESK.read_text(encoding="utf-8").splitlines()]


def without(names: tuple[str, ...], value: Any) -> Any:
    """The value without the fields of these names, however deep."""
    if isinstance(value, dict):
        return {name: without(names, one) for name, one in value.items() if name not in names}
    return [without(names, one) for one in value] if isinstance(value, list) else value


def check(replies: list[Line], expected: list[Line]) -> None:
    assert len(replies) == len(expected)
    for reply, line in zip(replies, expected, strict=True):
        found = without(OWN + SERVER + WORDS, reply["answer"])
        asked = line["method"], line["path"], line.get("body")
        assert (reply["status"], found) == (line["status"], without(WORDS, line["answer"])), asked


def in_node(site: Path, lines: list[Line]) -> Iterator[Line]:
    sent = "".join(json.dumps(line) + "\n" for line in lines)
    run = ["node", str(REPLAY), str(site), str(SEED)]
    found = subprocess.run(run, input=sent, capture_output=True, text=True, check=True)
    assert found.stderr == ""
    return map(json.loads, found.stdout.splitlines())


def test_the_server_gives_these_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: Snapshot
) -> None:
    monkeypatch.setattr(creating, "randbits", lambda bits: SEED)
    app = application(tmp_path / "games.sqlite", limits=Limits(**PHONE), workers=1)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
    found = []
    with asyncio.Runner() as runner:
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())
        try:
            key = ""
            for line in recorded():
                path = line["path"].replace("{key}", key)
                response = runner.run(client.request(line["method"], path, json=line.get("body")))
                if response.status_code == 201:
                    key = response.json()["key"]
                answer = without(OWN + SERVER, response.json())
                found.append({**line, "status": response.status_code, "answer": answer})
        finally:
            runner.run(lifespan.__aexit__(None, None, None))
    lines = (json.dumps(line, ensure_ascii=False, sort_keys=True) for line in found)
    snapshot.check(DESK, "".join(f"{line}\n" for line in lines))


@needs_node
def test_the_engine_in_node_gives_the_same(site: Path) -> None:
    check(list(in_node(site, recorded())), recorded())


@pytest.mark.browser
def test_the_engine_in_a_browser_gives_the_same(site: Path, browser: Browser) -> None:
    with serve_files(site) as address:
        page = browser.new_page()
        page.goto(f"{address}/help.html")
        check(page.evaluate(_IN_BROWSER, [recorded(), SEED]), recorded())
        page.close()


BOARDS = {"grid-16x30": 99, "grid-16x16": 40, "hexagonal-12x14": 30, "grid-12x12-torus": 22}


def positions() -> Iterator[Line]:
    """Positions of games, each opened to a random point by proof and then by chance."""
    for number in range(48):
        random = Random(number)
        name, mines = list(BOARDS.items())[number % len(BOARDS)]
        game = demine.Game(demine.formats.board_of(name), mines, seed=number, first="opening")
        game.open(random.randrange(len(game.board)))
        for _ in range(random.randrange(40)):
            safe = sorted(set(game.position.analyze().safe) - game.flags)
            if game.is_over or not safe:
                break
            game.open(random.choice(safe))
        yield {"board": name, "labels": list(game.position.labels), "mines": mines}


@needs_node
def test_positions_are_analysed_bit_by_bit_as_natively(site: Path) -> None:
    given = list(positions())
    asked = [{"method": "POST", "path": "/api/analyse", "body": one} for one in given]
    replies = list(in_node(site, asked))
    for one, reply in zip(given, replies, strict=True):
        assert reply["answer"] == QUESTIONS["analyse"](
            Asked(one, Limits(**PHONE)), lambda said: None
        )
    assert sum(len(set(reply["answer"]["kind"])) > 2 for reply in replies) > 20


@needs_node
def test_what_the_engine_does_not_offer_is_refused(site: Path) -> None:
    position = {"board": "grid-3x3", "labels": ["?"] * 9, "mines": 1}
    asked = [
        {"method": "POST", "path": "/api/explain", "body": {**position, "cell": 0}},
        {"method": "POST", "path": "/api/games", "body": {"endless": 0.2}},
        {"method": "POST", "path": "/api/analyse", "body": {**position, "board": "grid-7x7"}},
        {"method": "POST", "path": "/api/analyse", "body": {**position, "states": 1, "seconds": 1}},
    ]
    replies = list(in_node(site, asked))
    assert [reply["answer"].get("kind") for reply in replies[:3]] == ["NotOffered"] * 3
    assert "grid-7x7" in replies[2]["answer"]["error"]
