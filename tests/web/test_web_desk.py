"""One protocol, two desks: the server and the engine compiled to WebAssembly answer alike.

`tests/data/desk.jsonl` has requests and answers. The server, the engine in node and the engine in a
browser have to give these answers, field by field.
"""

from __future__ import annotations

import asyncio
import json
import re
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
from demine.draw import geometry
from demine.proof import Certificate
from demine.web import application, creating
from demine.web.limits import Limits
from demine.web.questions import QUESTIONS
from demine.web.reading import Asked, make_board
from demine.web.site import write_site
from demine.words import catalogue
from fileserver import serve_files
from paths import DATA
from snapshots import Snapshot

DESK = DATA / "desk.jsonl"
REPLAY = Path(__file__).with_name("replay_desk.mjs")
SEED = 20261118
OWN = ("key", "nonce", "commitment", "seconds", "made", "best", "at")
"""Fields that differ from game to game, or that only the server promises."""
TIME = re.compile(r'"at": [0-9.e-]+')
"""The same in the text of a replay."""
SERVER = ("fair", "hints", "shared", "wasted", "start", "zini", "helps", "wrong_flags")
"""Fields of what only the server offers: fair games, chosen seeds, counts of clicks, flags."""
WORDS = ("sentence", "sentences", "verdict")
"""What the server says in words; the engine states it by rules alone."""
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
    """The value without the fields of these names, however deep, and without times in texts."""
    if isinstance(value, dict):
        is_hint = names[: len(WORDS)] == WORDS and "tier" in value
        left_out = (*names, "text") if is_hint else names
        return {name: without(names, one) for name, one in value.items() if name not in left_out}
    if isinstance(value, str):
        return TIME.sub('"at": 0', value)
    return [without(names, one) for one in value] if isinstance(value, list) else value


def read_answer(response: httpx.Response) -> Any:
    """What a response says: JSON, the last line of a search, or the text of a file."""
    if "ndjson" in response.headers["content-type"]:
        said = json.loads(response.text.splitlines()[-1])
        return said.get("game", said)
    if "attachment" in response.headers.get("content-disposition", ""):
        return response.text
    return response.json()


def check(replies: list[Line], expected: list[Line]) -> None:
    assert len(replies) == len(expected)
    for reply, line in zip(replies, expected, strict=True):
        found, expected_answer = (
            without(WORDS + SERVER, without(OWN, answer))
            for answer in (reply["answer"], line["answer"])
        )
        asked = line["method"], line["path"], line.get("body")
        assert (reply["status"], found) == (line["status"], expected_answer), asked


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
                said = read_answer(response)
                if response.status_code == 201:
                    key = said["key"]
                answer = without(OWN + SERVER, said)
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


NAMES = (
    *("grid-1x1", "grid-3x7", "grid-16x30", "grid-1x5-torus", "grid-2x2-torus", "grid-3x4-torus"),
    *("grid-6x5-rook", "grid-6x5-rook-r2", "grid-4x9-torus-rook-r3", "grid-7x7-knight"),
    *("grid-3x4-torus-knight", "grid-6x7-trimmed-r2", "grid-5x5-torus-trimmed-r3", "grid-9x8-r3"),
    *("hexagonal-1x1", "hexagonal-5x6", "hexagonal-6x5-torus", "hexagonal-2x3-torus-r2"),
    *("hexagonal-7x4-r3", "triangular-1x1", "triangular-2x1", "triangular-4x7"),
    *("triangular-5x4-sides", "triangular-4x6-torus", "triangular-2x2-sides-torus"),
    *("box-4", "box-5-torus", "box-3x30", "box-2x3x4", "box-3x3x3-torus-rook", "box-2x2x2x3"),
    *("box-2x3x2x2x2-knight", "box-4x4x4-trimmed-r2", "box-3x4x5-torus-r2"),
)


@needs_node
def test_boards_are_laid_out_as_by_the_server(site: Path) -> None:
    asked = [{"method": "GET", "path": f"/api/boards/{name}"} for name in NAMES]
    for name, reply in zip(NAMES, in_node(site, asked), strict=True):
        assert reply["answer"] == json.loads(json.dumps(geometry(make_board(name)))), name


def rendered(board: demine.Board, steps: list[Line]) -> list[str]:
    """The steps of the engine in the words of the catalogue."""
    name = board.address
    return [catalogue("en").text(f"step.{one['rule']}", one["arguments"], name) for one in steps]


def stated(answer: Any) -> list[Line]:
    """The steps of an answer about a cell."""
    found: list[Line] = answer.get("lines") or answer.get("steps") or []
    return found


@needs_node
def test_steps_become_the_sentences_of_the_server(site: Path) -> None:
    explained = [line for line in recorded() if line["path"] == "/api/explain"]
    lines = [line for line in explained if "board" in line["body"] and stated(line["answer"])]
    for line, reply in zip(lines, in_node(site, lines), strict=True):
        board = make_board(line["body"]["board"])
        said = [sentence.strip() for sentence in line["answer"]["sentences"]]
        assert rendered(board, stated(reply["answer"])) == said
    assert len(lines) > 10


@needs_node
def test_an_expert_board_without_guesses_is_dealt_and_certified(site: Path) -> None:
    start = 200
    game = demine.Game(demine.grid(16, 30), 99, seed=SEED, first="opening")
    expected = demine.no_guess(game, start)
    cells = [start, *(step.cell for step in expected.steps)]
    wanted = {"preset": "expert", "no_guess": True, "start": start}
    asked: list[Line] = [{"method": "POST", "path": "/api/games", "body": wanted}]
    for cell in cells:
        move = {"move": "open", "cell": cell}
        asked.append({"method": "POST", "path": "/api/games/{key}/moves", "body": move})
    asked.append({"method": "GET", "path": "/api/games/{key}/certificate"})
    *_, won, certificate = in_node(site, asked)
    assert won["answer"]["status"] == "won"
    assert certificate["answer"] == expected.dumps()
    assert Certificate.loads(certificate["answer"]).verify().status == "won"


@needs_node
def test_what_the_engine_does_not_offer_is_refused(site: Path) -> None:
    position = {"board": "grid-3x3", "labels": ["?"] * 9, "mines": 1}
    asked = [
        {"method": "POST", "path": "/api/solutions", "body": {**position, "do": "sample"}},
        {"method": "POST", "path": "/api/games", "body": {"endless": 0.2}},
        {"method": "POST", "path": "/api/analyse", "body": {**position, "board": "cube-2"}},
        {"method": "POST", "path": "/api/analyse", "body": {**position, "states": 1, "seconds": 1}},
    ]
    replies = list(in_node(site, asked))
    assert [reply["answer"].get("kind") for reply in replies[:3]] == ["NotOffered"] * 3
    assert "cube-2" in replies[2]["answer"]["error"]
