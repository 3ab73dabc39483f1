"""Hostile requests: whatever is sent, the server answers in a line or not at all, and lives on."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

from demine.web import application
from demine.web.guard import hosts_of
from demine.web.limits import Limits
from processes import PATIENCE
from webserver import Caller, Server, say

QUESTIONS = ["board", "read", "write", "analyse", "curve", "cell"]
QUESTIONS += ["guesses", "explain", "solutions", "one-mine", "review"]


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        say(client.post("/api/games", json={"preset": "beginner"}))  # a player of its own
        yield client
        assert say(client.get("/api/about"))["version"]


def refusal(response: httpx.Response) -> str:
    """The kind of a refusal: a line of JSON with a status from 400 to 499."""
    assert 400 <= response.status_code < 500, (response.status_code, response.text)
    problem = response.json()
    assert "\n" not in problem["error"]
    assert "Traceback" not in response.text
    return str(problem["kind"])


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"{" * 100_000, b'{"a":' * 5000, b"NaN"],
)
def test_broken_json(client: httpx.Client, body: bytes) -> None:
    for path in ("/api/games", "/api/analyse", "/api/review"):
        response = client.post(path, content=body, headers={"Content-Type": "application/json"})
        refusal(response)


def test_other_content_types(client: httpx.Client) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        response = client.post("/api/games", content=b"{}", headers={"Content-Type": kind})
        assert response.status_code == 415


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=10**300, max_value=10**301)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["grid-3x3", "box-2x2x2", "?", "□", "*", "open", "sample", "mine"]),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
KEYS = "board labels mines text data cell tier way number seed costs seconds states format replay"
REQUESTS = st.dictionaries(st.sampled_from(KEYS.split()), ANYTHING, max_size=6)


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(question=st.sampled_from(QUESTIONS), request=REQUESTS)
def test_fuzzed_questions(client: httpx.Client, question: str, request: dict[str, Any]) -> None:
    response = client.post(f"/api/{question}", json=request)
    assert response.status_code in (200, 413, 422, 409, 400, 429), response.text


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(request=st.dictionaries(st.sampled_from(["move", "cell", "tier"]), ANYTHING))
def test_fuzzed_moves(client: httpx.Client, request: dict[str, Any]) -> None:
    key = say(client.get("/api/session"))["game"]["key"]
    for path in ("moves", "hint"):
        response = client.post(f"/api/games/{key}/{path}", json=request)
        assert response.status_code in (200, 422, 409, 429), response.text


def pack(content: bytes) -> str:
    return "graph-" + base64.b64encode(zlib.compress(content, 9), b"._").decode().rstrip("=")


@pytest.mark.parametrize(
    "board",
    [
        "grid-100000x100000",
        "grid-999999999x999999999",
        "grid-100x100-r50",
        "box-10x10x10x10x10",
        "box-3x3x3x3x3x3x3x3x3x3x3x3",
        "hexagonal-101x100",
        "grid-0x5",
        "grid-5",
        "grid-5x5-upside-down",
        "graph-",
        "graph-%%%",
        pack(b"{}"),
        pack(b" " * 50_000_000),
        pack(b'{"vertices": 100000, "edges": [], "labels": []}'),
        "nonsense",
        "x" * 300_000,
    ],
    ids=lambda board: board[:24],
)
def test_boards_that_are_too_large_or_none(client: httpx.Client, board: str) -> None:
    """Refused by its name alone: nobody begins to make it, and so no budget runs out."""
    assert refusal(client.post("/api/games", json={"board": board, "mines": 1})) != "Timeout"
    assert refusal(client.post("/api/board", json={"board": board})) != "Timeout"


@pytest.mark.parametrize(
    "text",
    [
        "p tw 1000000000 0\n",
        "1000000000x1000000000x5\n",
        "30000x30000x5\nHHH\n",
        '{"vertices": 1000000000, "edges": [], "labels": [], "mines": null}',
        "9x9x99999999999999999999999999\nHHH\n",
        "\x00" * 1000,
        "",
    ],
    ids=range(7),
)
def test_texts_that_claim_too_much(client: httpx.Client, text: str) -> None:
    assert refusal(client.post("/api/read", json={"text": text}))
    assert refusal(client.post("/api/analyse", json={"text": text}))


def test_bodies_that_are_too_large(client: httpx.Client) -> None:
    assert refusal(client.post("/api/read", json={"text": "x" * (2 << 20)})) == "TooLarge"

    def endless() -> Iterator[bytes]:
        for _ in range(200):
            yield b" " * 100_000

    try:
        kind = {"Content-Type": "application/json"}
        response = client.post("/api/read", content=endless(), headers=kind)
        assert (response.status_code, refusal(response)) == (411, "BadRequest")
    except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
        pass  # it hung up on us, which is an answer


def test_numbers_out_of_range(client: httpx.Client) -> None:
    key = say(client.get("/api/session"))["game"]["key"]
    for cell in (-1, 81, 10**30, 1.5, "0", None, True, [0]):
        move = {"move": "open", "cell": cell}
        assert refusal(client.post(f"/api/games/{key}/moves", json=move)) == "BadRequest"
    for mines in (-1, 82, 10**30, "x", 2.5):
        request = {"board": "grid-9x9", "mines": mines}
        assert refusal(client.post("/api/games", json=request))


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_other_origins_change_nothing(client: httpx.Client, origin: str) -> None:
    response = client.post("/api/games", json={"preset": "beginner"}, headers={"Origin": origin})
    assert (response.status_code, refusal(response)) == (403, "WrongOrigin")


def test_our_own_origin_may(server: Server, client: httpx.Client) -> None:
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    say(client.post("/api/games", json={"preset": "beginner"}, headers=headers))
    headers = {"Sec-Fetch-Site": "cross-site"}
    response = client.post("/api/games", json={"preset": "beginner"}, headers=headers)
    assert refusal(response) == "WrongOrigin"


@pytest.mark.parametrize("path", ["/api/boards/grid-9x9", "/api/session", "/api/games"])
def test_pages_of_other_sites_cause_no_work(client: httpx.Client, path: str) -> None:
    """An image of another page may point here; a GET of a board takes a worker for seconds."""
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}):
        assert refusal(client.get(path, headers=headers)) == "WrongOrigin"
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200
    assert client.get(path, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_other_host_names_are_not_answered(client: httpx.Client) -> None:
    for host in ("evil.example", "evil.example:8000", "127.0.0.1.evil.example", ""):
        assert refusal(client.get("/", headers={"Host": host})) == "WrongHost"


@pytest.mark.parametrize(
    ("bound", "name", "other"),
    [
        ("127.0.0.1", "localhost", "127.0.0.2"),
        ("127.0.0.2", "127.0.0.2", "127.0.0.3"),
        ("::1", "[::1]", "evil.example"),
        ("LOCALHOST", "localhost", "evil.example"),
    ],
)
def test_a_server_of_this_machine_answers_to_its_own_names(
    bound: str, name: str, other: str
) -> None:
    hosts = hosts_of(bound)
    assert hosts is not None
    assert name in hosts
    assert other not in hosts


@pytest.mark.parametrize("bound", ["0.0.0.0", "192.168.1.7", "::", "mines.example"])
def test_a_server_for_others_answers_to_any_name(bound: str) -> None:
    assert hosts_of(bound) is None


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2f..%2fapp.py",
        "/static/%2e%2e/%2e%2e/store.py",
        "/static//etc/passwd",
        "/static/words.js/../../store.py",
        "/static/words/../catalogue.py",
        "/static/words/catalogue.py",
        "/static/\x00",
        "/api/games/..%2f..%2f",
        "/api/boards/..%2f..%2fetc",
        "/.git/config",
        "/static/",
    ],
    ids=range(12),
)
def test_path_tricks(server: Server, path: str) -> None:
    raw = f"GET {path.encode('unicode_escape').decode()} HTTP/1.1\r\nHost: localhost\r\n"
    answer = exchange(server, f"{raw}Connection: close\r\n\r\n".encode())
    assert answer.split(b" ", 2)[1] in (b"400", b"404", b"422"), answer[:80]
    assert b"import" not in answer
    assert b"root:" not in answer


def exchange(server: Server, sent: bytes) -> bytes:
    """What comes back until the first empty line and a while later."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
        answer = b""
        while b"\r\n\r\n" not in answer and (chunk := connection.recv(65536)):
            answer += chunk
        return answer


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01",
        b"GET / HTTP/9.9\r\n\r\n",
        b"NONSENSE\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ids=range(7),
)
def test_no_http(server: Server, sent: bytes) -> None:
    try:
        answer = exchange(server, sent)
    except ConnectionResetError:
        return
    assert answer == b"" or answer.split(b" ", 2)[1][:1] == b"4"


def test_half_open_connections_hold_nobody_up(server: Server, client: httpx.Client) -> None:
    waiting = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(150)]
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    for number, connection in enumerate(waiting):
        connection.sendall(head if number % 2 else head + b"Content-Length: 500\r\n\r\n{")
    for _ in range(20):
        say(client.get("/api/about"))  # the client itself waits for no answer longer than a while
    for connection in waiting:
        connection.close()


def test_who_asks_too_fast_is_told_so_and_others_are_not(tmp_path: Path) -> None:
    app = application(tmp_path / "games.sqlite", limits=Limits(rate=0.001, burst=3))
    statuses = asyncio.run(fast(app, ["a" * 24] * 5 + ["b" * 24], known=True))
    assert statuses == [200, 200, 200, 429, 429, 200]


def test_made_up_players_are_guests_of_one_address(tmp_path: Path) -> None:
    app = application(tmp_path / "games.sqlite", limits=Limits(rate=0.001, burst=3))
    statuses = asyncio.run(fast(app, [letter * 24 for letter in "abcde"], known=False))
    assert statuses == [200, 200, 200, 429, 429]


async def fast(app: Starlette, players: list[str], known: bool) -> list[int]:
    """A request of each of these players, who have been here before, or not."""
    async with app.router.lifespan_context(app):
        for player in players if known else ():
            app.state.store.meet(player)
        caller = Caller(app)
        position = {"text": "3x1x1\nHHH\n"}
        found = [await caller.post("/api/analyse", position, player=name) for name in players]
    return [(json.loads(text).get("kind") == "TooFast" and 429) or 200 for text, _ in found]


def test_the_memory_of_boards_is_bounded(tmp_path: Path) -> None:
    """Each game is on a board of its own; the first is played on again in the end."""
    app = application(tmp_path / "games.sqlite", limits=Limits(rate=1e9, burst=10**9))

    async def begin() -> list[str]:
        async with app.router.lifespan_context(app):
            caller, told = Caller(app), []
            for columns in [*range(2, 503), 2]:
                asked = {"board": f"grid-1x{columns}", "mines": 1}
                text, _ = await caller.post("/api/games", asked)
                told.append(json.loads(text)["board"])
                assert len(app.state.boards) <= 500
        return told

    assert asyncio.run(begin()) == [f"grid-1x{columns}" for columns in [*range(2, 503), 2]]


def test_made_up_players_share_the_questions_of_their_address(tmp_path: Path) -> None:
    """Eight of them are answered, whatever they call themselves."""
    refused = asyncio.run(crowd(application(tmp_path / "games.sqlite"), 10))
    assert sorted(refused) == [False] * 8 + [True] * 2


async def crowd(app: Starlette, size: int) -> list[bool]:
    """As many made-up players ask at once; which of them are told that too many do."""
    async with app.router.lifespan_context(app):
        caller = Caller(app)
        asked = {"text": "3x1x1\nHHH\n"}
        names = [f"made-up-player-{number}" for number in range(size)]
        work = [caller.post("/api/analyse", asked, player=name) for name in names]
        return ["too many questions" in text for text, _ in await asyncio.gather(*work)]


def test_headers_keep_guests_out(client: httpx.Client) -> None:
    for path in ("/", "/analyse", "/api/about", "/static/play.js", "/nowhere"):
        headers = client.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # the engine, no script
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "server" not in headers
    assert client.get("/api/about").headers["Cache-Control"] == "no-store"


def test_strange_replays(client: httpx.Client) -> None:
    random = Random(1)
    head = {"replay": 1, "id": "grid-9x9-10-safe-7", "undos": 0}
    lines = [
        json.dumps(head),
        '{"move": "open", "cell": 0, "at": 0, "changed": 1, "status": "won"}',
    ]
    whole = "\n".join(lines)
    for _ in range(25):
        cut = random.randrange(len(whole))
        assert refusal(client.post("/api/review", json={"replay": whole[:cut]}))
    huge = {**head, "id": "grid-30000x30000-10-safe-7"}
    assert refusal(client.post("/api/review", json={"replay": json.dumps(huge)})) == "TooLarge"


def test_half_a_letter_is_no_setting(server: Server) -> None:
    with server.client() as client:
        headers = {"Content-Type": "application/json"}
        body = b'{"a":"\\ud800"}'
        assert client.put("/api/settings", content=body, headers=headers).status_code == 400
        assert client.get("/api/session").status_code == 200


def test_the_larger_of_two_radii_counts(server: Server) -> None:
    with server.client() as client:
        asked = {"board": "grid-90x90-r1-r40", "mines": 3}
        assert client.post("/api/games", json=asked).status_code in (413, 422)


def test_an_empty_question(server: Server) -> None:
    with server.client() as client:
        answer = client.post("/api/analyse", json={})
        assert answer.status_code == 422
        assert "expected a position" in answer.json()["error"]


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1:1@evil", 403), ("evil", 403), ("[::1]", 200), ("[::1]:80", 200), ("", 403)],
)
def test_hosts(server: Server, host: str, status: int) -> None:
    with server.client() as client:
        assert client.get("/api/about", headers={"Host": host}).status_code == status
