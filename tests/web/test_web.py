"""The server: games over HTTP, what it promises about mines and restarts, and every question."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import Route

import demine
from demine.board import PRESETS
from demine.board.registry import TOPOLOGIES
from demine.formats import FORMATS, board_of
from demine.game import FIRSTS
from demine.web import application
from demine.web.openapi import OPERATIONS, description
from demine.web.pages import PAGES, assemble, fill, texts
from paths import EXAMPLES
from webserver import Server, play, say


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def cover(board: str, mines: int) -> demine.Position:
    made = board_of(board)
    return demine.Position(made, ["?"] * len(made), mines)


def new(client: httpx.Client, **wanted: Any) -> Any:
    return say(client.post("/api/games", json=wanted))


@pytest.mark.parametrize("board", ["grid-6x6", "grid-6x6-torus", "hexagonal-5x6", "box-3x3x4"])
def test_a_game_is_played_to_its_end_and_proves_that_it_was_fair(
    client: httpx.Client, board: str
) -> None:
    game = new(client, board=board, mines=4, first="opening")
    over = play(client, game, cover(board, 4))
    assert len(over["mined"]) == 4
    promised = hashlib.sha256(f"{over['nonce']}:{over['id']}".encode()).hexdigest()
    assert promised == game["commitment"]
    assert demine.Game.from_id(over["id"]).board == board_of(board)
    replay = client.get(f"/api/games/{game['key']}/replay").text
    assert demine.Replay.loads(replay).verify().mined == frozenset(over["mined"])


def test_nothing_is_told_before_the_end(client: httpx.Client) -> None:
    game = new(client, preset="expert")
    assert not {"mined", "id", "nonce", "seed", "three_bv"} & game.keys()
    for what in ("replay", "certificate", "review"):
        refused = client.get(f"/api/games/{game['key']}/{what}")
        assert (refused.status_code, refused.json()["kind"]) == (409, "InvalidGame")


def test_seeds_are_never_small(client: httpx.Client) -> None:
    seeds = set()
    for _ in range(5):
        over = play(client, new(client, board="grid-4x4", mines=3), cover("grid-4x4", 3))
        seeds.add(int(over["id"].rsplit("-", 1)[1]))
    assert len(seeds) == 5
    assert min(seeds) > 1 << 40


def test_a_kill_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "games.sqlite") as server, server.client() as client:
        game = new(client, preset="intermediate", first="opening")
        key = game["key"]
        client.put("/api/settings", json={"vi": True})
        for cell in (100, 3):
            say(client.post(f"/api/games/{key}/moves", json={"move": "open", "cell": cell}))
        flag = next(v for v, code in enumerate(_state(client, key)["codes"]) if code == -1)
        say(client.post(f"/api/games/{key}/moves", json={"move": "flag", "cell": flag}))
        before = _state(client, key)
        server.kill()
        server.start()
        after = _state(client, key)
        assert after["seconds"] >= 0
        for name in before.keys() - {"seconds"}:
            assert after[name] == before[name], name
        session = say(client.get("/api/session"))
        assert session["settings"] == {"vi": True}
        if "mined" not in after:
            assert session["game"]["key"] == key
        assert server.stop() == ""


def _state(client: httpx.Client, key: str) -> Any:
    return say(client.get(f"/api/games/{key}"))


def test_undo_pause_and_help_keep_a_game_from_the_records(client: httpx.Client) -> None:
    game = new(client, board="grid-5x5", mines=1, first="opening")
    key = game["key"]
    moves = f"/api/games/{key}/moves"
    say(client.post(moves, json={"move": "flag", "cell": 0}))
    assert say(client.post(moves, json={"move": "undo"}))["flags"] == []
    refused = client.post(moves, json={"move": "undo"})
    assert refused.status_code == 409
    over = play(client, game, cover("grid-5x5", 1))
    assert over["helped"]
    assert over["undos"] == 1
    (record,) = say(client.get("/api/records"))["records"]
    assert record["helped"] == 1
    assert record["best"] is None


def test_a_win_without_help_is_a_record(client: httpx.Client) -> None:
    while True:
        over = play(client, new(client, board="grid-5x5", mines=1), cover("grid-5x5", 1))
        if over["status"] == "won":
            break
    (record,) = say(client.get("/api/records"))["records"]
    assert record["best"] == over["seconds"]
    assert record["efficiency"] > 0


def test_a_pause_stops_the_clock(client: httpx.Client) -> None:
    key = new(client, preset="expert")["key"]
    moves = f"/api/games/{key}/moves"
    begun = say(client.post(moves, json={"move": "open", "cell": 200}))
    looks = 1
    while _state(client, key)["seconds"] == begun["seconds"]:
        looks += 1
    paused = say(client.post(moves, json={"move": "pause"}))
    assert paused["paused"]
    # Looking so often takes longer than it took before the clock went on.
    seen = {_state(client, key)["seconds"] for _ in range(10 * looks)}
    assert seen == {paused["seconds"]}
    assert not say(client.post(moves, json={"move": "resume"}))["paused"]


def test_a_game_can_be_forgotten(client: httpx.Client) -> None:
    key, other = (new(client, preset="beginner")["key"] for _ in range(2))
    say(client.post(f"/api/games/{key}/moves", json={"move": "flag", "cell": 3}))
    assert say(client.delete(f"/api/games/{key}")) == {"dropped": True}
    gone = client.get(f"/api/games/{key}")
    assert (gone.status_code, gone.json()["error"]) == (404, "there is no such game")
    assert [game["key"] for game in say(client.get("/api/games"))["games"]] == [other]


def test_nothing_is_hinted_when_the_game_is_over(client: httpx.Client) -> None:
    game = new(client, board="grid-3x3", mines=0)
    over = say(client.post(f"/api/games/{game['key']}/moves", json={"move": "open", "cell": 0}))
    assert over["status"] == "won"
    refused = client.post(f"/api/games/{game['key']}/hint", json={"tier": 1})
    assert (refused.status_code, refused.json()["kind"]) == (409, "InvalidGame")
    none = client.get(f"/api/games/{game['key']}/certificate")
    assert (none.status_code, none.json()["kind"]) == (404, "NotFound")


def test_a_board_of_one_cell_is_no_game(client: httpx.Client) -> None:
    refused = client.post("/api/games", json={"board": "grid-1x1", "mines": 0})
    assert (refused.status_code, refused.json()["kind"]) == (422, "BadRequest")
    assert "at least two" in refused.json()["error"]


def test_a_start_that_is_none_ends_the_search(client: httpx.Client) -> None:
    wanted = {"preset": "beginner", "no_guess": True, "start": 81}
    answered = client.post("/api/games", json=wanted).text.splitlines()
    assert "start" in json.loads(answered[-1])["problem"]["error"]


def test_numbers_without_end_are_not_read(client: httpx.Client) -> None:
    sent, head = b'{"mines": ' + b"1" * 500 + b"}", {"Content-Type": "application/json"}
    refused = client.post("/api/games", content=sent, headers=head)
    assert refused.status_code == 400
    assert "more than 400 digits" in refused.json()["error"]


def test_settings_are_short(client: httpx.Client) -> None:
    new(client, preset="beginner")
    say(client.put("/api/settings", json={"theme": "dark"}))
    refused = client.put("/api/settings", json={"theme": "x" * 50_000})
    assert (refused.status_code, refused.json()["kind"]) == (413, "TooLarge")
    assert say(client.get("/api/settings")) == {"theme": "dark"}


def test_hints_tell_no_more_than_their_tier(client: httpx.Client) -> None:
    game = new(client, preset="beginner", first="opening")
    hint = f"/api/games/{game['key']}/hint"
    assert say(client.post(hint, json={"tier": 1}))["free"]
    state = say(client.post(f"/api/games/{game['key']}/moves", json={"move": "open", "cell": 40}))
    if "mined" in state:
        return
    tiers = [say(client.post(hint, json={"tier": tier})) for tier in (1, 2, 3, 4)]
    assert "cell" not in tiers[0]
    assert "numbers" not in tiers[0]
    assert "reason" not in tiers[1]
    assert tiers[2]["reason"]["sentences"]
    assert tiers[3]["text"].startswith("Open ")
    assert _state(client, game["key"])["helped"]


def test_boards_without_guesses_come_with_a_certificate(client: httpx.Client) -> None:
    wanted = {"preset": "beginner", "no_guess": True, "start": 40}
    lines = client.post("/api/games", json=wanted).text.splitlines()
    game = json.loads(lines[-1])["game"]
    assert all("tried" in json.loads(line) for line in lines[:-1])
    assert client.get(f"/api/games/{game['key']}/certificate").status_code == 409
    url = f"/api/games/{game['key']}/moves"
    position = cover("grid-9x9", 10)
    opened = say(client.post(url, json={"move": "open", "cell": 40}))
    shown = position.with_labels({cell: code for cell, code, _ in opened["changed"]})
    over = play(client, {**game, **opened}, shown)
    assert over["status"] == "won"
    text = client.get(f"/api/games/{game['key']}/certificate").text
    certificate = demine.Certificate.loads(text)
    assert certificate.start == 40
    assert certificate.verify().mined == frozenset(over["mined"])


def test_a_search_that_is_left_is_cancelled(server: Server) -> None:
    wanted = {"board": "grid-16x16", "mines": 99, "no_guess": True, "start": 0}
    with server.client() as client:
        with client.stream("POST", "/api/games", json=wanted) as response:
            assert "tried" in json.loads(next(response.iter_lines()))
        # Both workers are free again: two questions at once are answered in no time.
        for _ in range(4):
            assert say(client.post("/api/analyse", json={"text": "3x1x1\nHHH\n"}))["count"] == "3"


# Questions.


@pytest.mark.parametrize("name", ["expert.mine", "beginner.mine", "torus.json", "hexagonal.json"])
def test_the_analysis_is_that_of_the_library(client: httpx.Client, name: str) -> None:
    position = demine.read(EXAMPLES / name)
    found = say(client.post("/api/analyse", json={"text": (EXAMPLES / name).read_text()}))
    analysis = position.analyze()
    assert found["count"] == str(analysis.count)
    assert found["safe"] == sorted(analysis.safe)
    assert found["mined"] == sorted(analysis.mined)
    exact = [Fraction(found["fractions"][kind]) for kind in found["kind"]]
    assert exact == [analysis.probability(cell) for cell in position.board.cells]
    assert Fraction(found["expected"]["fraction"]) == sum(exact)


def test_what_a_cell_would_show_adds_up(client: httpx.Client) -> None:
    text = (EXAMPLES / "beginner.mine").read_text()
    position = demine.loads(text)
    for cell in (6, 14, 80):
        found = say(client.post("/api/cell", json={"text": text, "cell": cell}))
        shares = [Fraction(one["fraction"]) for one in found["shows"]]
        assert sum(shares) + Fraction(found["probability"]) == 1
        for one in found["shows"]:
            shown = position.with_labels({cell: one["count"]})
            assert Fraction(one["fraction"]) == Fraction(shown.count(), position.count())


def test_the_curve_is_the_polynomial(client: httpx.Client) -> None:
    text = (EXAMPLES / "torus.json").read_text()
    counts = demine.loads(text).counts_by_mines()
    found = say(client.post("/api/curve", json={"text": text}))
    first = found["first"]
    told = {first + i: int(count) for i, count in enumerate(found["counts"])}
    assert told == {k: counts[k] for k in told}
    assert sum(told.values()) == sum(counts)


def test_a_proof_points_at_its_numbers(client: httpx.Client) -> None:
    text = (EXAMPLES / "beginner.mine").read_text()
    found = say(client.post("/api/explain", json={"text": text, "cell": 4}))
    proof = demine.loads(text).explain(4)
    assert isinstance(proof, demine.Proof)
    assert found["proved"] == "safe"
    assert found["numbers"] == list(proof.numbers)
    assert [step["sentence"].strip() for step in found["steps"]] == [
        sentence.strip() for sentence in proof.sentences
    ]


def test_solutions_are_solutions(client: httpx.Client) -> None:
    text = (EXAMPLES / "beginner.mine").read_text()
    every = demine.loads(text).solutions()
    for way in ("sample", "first", "cheapest"):
        asked = {"text": text, "way": way, "number": 5}
        found = say(client.post("/api/solutions", json=asked))
        assert found["count"] == str(every.count())
        assert len(found["solutions"]) == 5
        assert all(frozenset(mined) in every for mined in found["solutions"])
    drawn = say(client.post("/api/solutions", json={"text": text, "way": "diagram"}))
    assert drawn["svg"].startswith("<")


def test_one_mine(client: httpx.Client) -> None:
    found = say(client.post("/api/one-mine", json={"board": "grid-3x3"}))
    assert found["probability"] == "8/9"
    assert found["best"] == demine.onemine.optimal_guesses(demine.grid(3, 3))


@pytest.mark.parametrize("format", ["mine", "graph"])
def test_what_is_written_is_read_again(client: httpx.Client, format: str) -> None:
    text = (EXAMPLES / "beginner.mine").read_text()
    written = say(client.post("/api/write", json={"text": text, "format": format}))["text"]
    again = say(client.post("/api/read", json={"text": written}))
    assert again["labels"] == list(demine.loads(text).labels)
    assert again["mines"] == 10


KINDS = (".mine", ".json", ".gr", ".mbf")
POSITIONS = sorted(path for path in EXAMPLES.iterdir() if path.suffix in KINDS)


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.name)
def test_every_example_file_is_read(client: httpx.Client, path: Path) -> None:
    data = base64.b64encode(path.read_bytes()).decode()
    found = say(client.post("/api/read", json={"data": data}))
    assert len(found["board"]["addresses"]) == len(found["labels"])
    assert sum(found["board"]["rows"]) == len(found["labels"])


def test_too_wide_is_said_and_leaves_the_server_well(client: httpx.Client) -> None:
    wide = {"text": (EXAMPLES / "expert.mine").read_text(), "way": "first", "states": 1}
    refused = client.post("/api/solutions", json=wide)
    assert (refused.status_code, refused.json()["kind"]) == (422, "TooWide")
    assert say(client.post("/api/analyse", json={"text": "3x1x1\nHHH\n"}))["count"] == "3"


# Pages and the description.


def test_every_page_is_served_with_its_texts(client: httpx.Client) -> None:
    for path in PAGES:
        page = client.get(path)
        assert page.status_code == 200
        assert "{{" not in page.text
        again = client.get(path, headers={"If-None-Match": page.headers["ETag"]})
        assert again.status_code == 304


def test_every_text_is_used_and_every_text_is_there() -> None:
    static = Path(demine.__file__).parent / "web" / "static"
    scripts = "".join(path.read_text() for path in static.glob("*.js"))
    inner = ("_", "step.", "measure.", "list.", "plural.")  # what sentences are made of
    for page in PAGES.values():
        assert fill(page)
    literal = {key for key in texts() if f'"{key}"' in scripts or f"`{key}`" in scripts}
    templates = "".join(map(assemble, [*PAGES.values(), "missing.html"]))
    unused = [
        key
        for key in texts()
        if not key.startswith(inner)
        and key not in ("language", "decimal")
        and key not in literal
        and f"{{{{{key}}}}}" not in templates
        and not any(
            f"`{key[:place]}." in scripts or f'"{key[:place]}.' in scripts
            for place, sign in enumerate(key)
            if sign == "."
        )
        and not any(f"`{key[: place + 1]}$" in scripts for place in range(len(key)))
    ]
    assert unused == []


def test_every_format_rule_and_option_of_a_board_has_a_text(client: httpx.Client) -> None:
    wanted = [f"format.{name}" for name in FORMATS] + [f"first.{name}" for name in FIRSTS]
    assert [key for key in wanted if key not in texts()] == []
    about = say(client.get("/api/about"))
    assert about["first"] == list(FIRSTS)
    words = {word for row in TOPOLOGIES.values() for word in row.words}
    assert all(about["options"][word] for word in words)
    assert all(about["topologies"][name]["title"] for name in TOPOLOGIES)


def test_the_description_covers_every_route(tmp_path: Path) -> None:
    app = application(tmp_path / "games.sqlite")
    routes = {
        (method.lower(), route.path)
        for route in app.routes
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert {(operation.method, operation.path) for operation in OPERATIONS} == routes
    assert description()["openapi"].startswith("3.")


def test_every_example_of_the_description_works(client: httpx.Client) -> None:
    for operation in OPERATIONS:
        if "{key}" in operation.path or operation.path == "/api/review":
            continue
        path = operation.path.replace("{name}", "grid-2x2")
        answer = client.request(operation.method, path, json=operation.protocol.get("example"))
        assert answer.status_code == operation.protocol.get("status", 200), (
            operation.path,
            answer.text,
        )


def test_presets_are_those_of_the_menus(client: httpx.Client) -> None:
    told = say(client.get("/api/about"))["presets"]
    assert "expert" in told
    assert {name: preset["mines"] for name, preset in told.items()} == {
        name: preset.mines for name, preset in PRESETS.items() if preset.in_menus
    }


def test_a_move_by_its_address(server: Server) -> None:
    with server.client() as client:
        game = client.post("/api/games", json={"board": "grid-9x9", "mines": 10}).json()
        move = {"move": "open", "cell": "e5"}
        answer = client.post(f"/api/games/{game['key']}/moves", json=move)
        assert answer.status_code == 200
        assert any(cell == 40 for cell, *_ in answer.json()["changed"])
