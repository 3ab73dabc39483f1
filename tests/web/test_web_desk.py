"""One protocol, two desks: the server and the engine compiled to WebAssembly answer alike.

`tests/data/desk.jsonl` has requests and answers, and `protocol.json` their schemas. The server over
HTTP, its questions without a server, the engine in node and the worker of the pages in a browser
have to give these answers, field by field.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import httpx
import jsonschema
import pytest
import uvicorn
from playwright.sync_api import Browser
from starlette.applications import Starlette

import demine
from data import expert
from demine import web
from demine.draw import geometry
from demine.game import FAIRS, FIRSTS
from demine.proof import Certificate
from demine.puzzles import GRADES
from demine.web import application, creating
from demine.web.limits import Limits
from demine.web.openapi import OPERATIONS
from demine.web.problem import Problem, dump
from demine.web.questions import QUESTIONS
from demine.web.reading import Asked, make_board
from demine.web.routes import MOVES
from demine.web.site import write_site
from demine.words import catalogue
from fileserver import serve_files
from paths import DATA
from processes import PATIENCE
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
PROTOCOL = json.loads(Path(web.__file__).with_name("protocol.json").read_text(encoding="utf-8"))

Line = dict[str, Any]

needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="no node: the engine runs in the browser tests only"
)

_SEEDED = """let drawn = 0;
crypto.getRandomValues = (array) => {
    array[0] = drawn++ % 2 ? SEEDn : BigInt(drawn);
    return array;
};
"""
"""Runs before the script of the worker: of each game first the key and then the seed is drawn."""
_IN_BROWSER = """async (lines) => {
    const worker = new Worker("./static/seeded.js", {type: "module"});
    const ask = (method, path, body) => new Promise((resolve) => {
        worker.onmessage = ({data}) => data.tried === undefined && resolve(data);
        worker.postMessage({method, path, body});
    });
    const replies = [];
    let key = "";
    for (const {method, path, body} of lines) {
        const reply = await ask(method, path.replace("{key}", key), body);
        if (reply.status === 201) key = reply.body.key;
        replies.push({status: reply.status, answer: reply.body});
    }
    worker.terminate();
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


def check_schemas(line: Line, status: int, answer: Any) -> None:
    """Check a good request, and any answer, against the schemas of the protocol."""
    path = re.sub("(?<=boards/).*", "{name}", line["path"].replace("unknown", "{key}"))
    row = PROTOCOL["operations"][f"{line['method'].lower()} {path}"]
    validate(answer, "Problem" if status >= 400 else row["found"])
    if status < 400:
        assert status == row.get("status", 200)
        validate(line.get("body") or {}, row.get("given", "Object"))


def validate(value: Any, name: str) -> None:
    """`jsonschema.ValidationError` unless the value is what the schema says."""
    jsonschema.validate(value, {"$ref": f"#/components/schemas/{name}", "components": PROTOCOL})


@contextmanager
def serving(app: Starlette) -> Iterator[httpx.Client]:
    """The application over HTTP, and a client of it."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        with httpx.Client(base_url=f"http://localhost:{port}", timeout=PATIENCE) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join()


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
        check_schemas(line, reply["status"], reply["answer"])
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
    found = []
    with serving(application(tmp_path / "games.sqlite", limits=Limits(**PHONE))) as client:
        key = ""
        for line in recorded():
            path = line["path"].replace("{key}", key)
            response = client.request(line["method"], path, json=line.get("body"))
            said = read_answer(response)
            if response.status_code == 201:
                key = said["key"]
            check_schemas(line, response.status_code, said)
            answer = without(OWN + SERVER, said)
            found.append({**line, "status": response.status_code, "answer": answer})
    lines = (json.dumps(line, ensure_ascii=False, sort_keys=True) for line in found)
    snapshot.check(DESK, "".join(f"{line}\n" for line in lines))


def test_python_in_process_gives_the_same() -> None:
    checked = 0
    for line in recorded():
        question = QUESTIONS.get(line["path"].removeprefix("/api/"))
        if line["method"] != "POST" or question is None:
            continue
        try:
            found = question(Asked(line["body"], Limits(**PHONE)), lambda said: None)
            status = 200
        except (Problem, demine.DemineError) as error:
            problem = error if isinstance(error, Problem) else Problem.of(error)
            status, found = problem.status, problem.as_json
        answer = without(OWN + SERVER, json.loads(dump(found)))
        assert (status, answer) == (line["status"], line["answer"]), line
        checked += 1
    assert checked > 80


@needs_node
def test_the_engine_in_node_gives_the_same(site: Path) -> None:
    check(list(in_node(site, recorded())), recorded())


def test_the_protocol_names_what_python_knows() -> None:
    schemas = PROTOCOL["schemas"]
    new, move = (schemas[name]["properties"] for name in ("NewGame", "Move"))
    assert new["preset"]["enum"] == list(demine.PRESETS)
    assert new["first"]["enum"] == list(FIRSTS)
    assert new["fair"]["enum"] == list(FAIRS)
    assert new["grade"]["enum"] == list(GRADES)
    assert move["move"]["enum"] == list(MOVES)
    assert {f"{one.method} {one.path}" for one in OPERATIONS} == set(PROTOCOL["operations"])


@pytest.fixture(scope="module")
def seeded(site: Path) -> Iterator[str]:
    """The address of the site, where the worker draws the random numbers of the record, too."""
    (site / "static" / "seed.js").write_text(_SEEDED.replace("SEED", str(SEED)))
    (site / "static" / "seeded.js").write_text('import "./seed.js";\nimport "./worker.js";\n')
    with serve_files(site) as address:
        yield address


def in_worker(address: str, browser: Browser, lines: list[Line]) -> list[Line]:
    """The answers of the worker of the pages, in a browser that was never here."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/help.html")
        replies: list[Line] = page.evaluate(_IN_BROWSER, lines)
    return replies


@pytest.mark.browser
def test_the_worker_in_a_browser_gives_the_same(seeded: str, browser: Browser) -> None:
    check(in_worker(seeded, browser, recorded()), recorded())


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
    check_bits(replies, given)
    assert sum(len(set(reply["answer"]["kind"])) > 2 for reply in replies) > 20


def expert_positions() -> list[Line]:
    """200 Expert positions from the middle of games."""
    given = [*expert("stuck"), *expert("guess")]
    labelled = ((list(position.labels), position.mines) for position in given)
    return [{"board": "grid-16x30", "labels": labels, "mines": mines} for labels, mines in labelled]


def check_bits(replies: list[Line], given: list[Line]) -> None:
    """Compare analyses with those of Python: all floats, fractions, counts and certain cells."""
    assert len(replies) == len(given)
    for one, reply in zip(given, replies, strict=True):
        native = QUESTIONS["analyse"](Asked(one, Limits(**PHONE)), lambda said: None)
        assert reply["answer"] == native


@needs_node
def test_200_expert_positions_are_bit_identical_in_node(site: Path) -> None:
    given = expert_positions()
    asked = [{"method": "POST", "path": "/api/analyse", "body": one} for one in given]
    check_bits(list(in_node(site, asked)), given)


@pytest.mark.browser
def test_200_expert_positions_are_bit_identical_in_a_browser(seeded: str, browser: Browser) -> None:
    given = expert_positions()
    asked = [{"method": "POST", "path": "/api/analyse", "body": one} for one in given]
    check_bits(in_worker(seeded, browser, asked), given)


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
def test_numbers_beyond_32_bits_are_no_small_numbers(site: Path) -> None:
    position = {"board": "grid-3x3", "labels": ["?"] * 9, "mines": 1}
    head = '{"replay": 1, "id": "grid-3x3-1-safe-7", "undos": 0}\n'
    move = '{"move": "open", "cell": 4294967296, "at": 0, "changed": 1, "status": "playing"}\n'
    asked: list[Line] = [
        {"method": "POST", "path": "/api/analyse", "body": {**position, "states": 2**32}},
        {"method": "POST", "path": "/api/cell", "body": {**position, "cell": 2**32}},
        {"method": "POST", "path": "/api/analyse", "body": {**position, "labels": [2**32] * 9}},
        {"method": "POST", "path": "/api/review", "body": {"replay": head + move}},
        {"method": "GET", "path": "/api/boards/grid-65536x65536"},
    ]
    found = [(reply["status"], reply["answer"]["error"]) for reply in in_node(site, asked)]
    assert [status for status, _ in found] == [422, 422, 422, 422, 413]
    assert found[3][1].endswith("is not on a board of 9 cells")


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
