"""Kinds of games on the server: seeds, days, fair games, grades, practice; and what counts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import httpx
import pytest

import demine
from demine.game import GameSetup, daily_seed, middle
from demine.labels import COVERED
from demine.proof import Certificate
from demine.puzzles import grade_game
from demine.web.history import Streak, streak
from webserver import Server, play, say

TODAY = "2026-01-02"


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def new(client: httpx.Client, **wanted: Any) -> Any:
    return say(client.post("/api/games", json=wanted))


def refused(client: httpx.Client, **wanted: Any) -> str:
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code == 422, answer.text
    return str(answer.json()["error"])


def found(client: httpx.Client, **wanted: Any) -> Any:
    """The game at the end of a search."""
    lines = client.post("/api/games", json={**wanted, "no_guess": True}).text.splitlines()
    return json.loads(lines[-1])["game"]


def move(client: httpx.Client, key: str, kind: str, cell: int) -> Any:
    return say(client.post(f"/api/games/{key}/moves", json={"move": kind, "cell": cell}))


def finished(client: httpx.Client, game: Any) -> Any:
    """Play on with the exact engine; the state at the end."""
    labels = [code if code >= 0 else COVERED for code in game["codes"]]
    position = demine.Position(demine.formats.board_of(game["board"]), labels, game["mines"])
    play(client, game, position)
    return say(client.get(f"/api/games/{game['key']}"))


class TestSeeds:
    @pytest.mark.parametrize("seed", [7, str(2**64 - 1)])
    def test_a_seed_makes_the_same_game_for_everybody(
        self, client: httpx.Client, seed: int | str
    ) -> None:
        own = demine.Game(demine.grid(9, 9), 10, seed=int(seed), first="safe")
        own.open(40)
        game = new(client, preset="beginner", seed=seed, start=40)
        assert game["codes"] == own.position.codes.tolist()
        assert (game["shared"], game["helped"]) == (True, False)

    def test_a_chosen_game_is_no_record(self, client: httpx.Client) -> None:
        state = finished(client, new(client, board="grid-4x4", mines=1, seed=3, start=0))
        assert state["status"] == "won"
        (record,) = say(client.get("/api/records"))["records"]
        assert (record["won"], record["best"]) == (1, None)

    def test_bad_seeds_and_starts_are_refused(self, client: httpx.Client) -> None:
        for seed in (-1, 2**64, "x", 1.5, True, "9" * 30):
            assert '"seed"' in refused(client, preset="beginner", seed=seed)
        assert '"start"' in refused(client, preset="beginner", seed=1, start=81)
        assert '"seed"' in refused(client, preset="beginner", seed=1, daily=TODAY)


class TestDaily:
    def test_everybody_gets_the_board_of_the_day(self, client: httpx.Client) -> None:
        games = [new(client, preset="expert", daily=TODAY) for _ in range(2)]
        assert games[0]["codes"] == games[1]["codes"]
        assert games[0]["daily"] == TODAY
        setup = GameSetup.choose(preset="expert", first="opening")
        own = setup.game(daily_seed(date.fromisoformat(TODAY), setup))
        own.open(middle(own.board))
        assert games[0]["codes"] == own.position.codes.tolist()

    def test_a_board_without_guesses_has_a_certificate(self, client: httpx.Client) -> None:
        game = found(client, preset="beginner", daily=TODAY)
        state = finished(client, game)
        assert state["status"] == "won"
        proof = client.get(f"/api/games/{game['key']}/certificate").text
        assert Certificate.loads(proof).verify().id == state["id"]

    def test_the_first_try_counts(self, client: httpx.Client) -> None:
        client.get("/api/about")
        for _ in range(2):
            state = finished(client, found(client, preset="beginner", daily=TODAY))
        boards = say(client.get(f"/api/daily?day={TODAY}"))["boards"]
        (mine,) = [one for one in boards if one["preset"] == "beginner" and one["no_guess"]]
        assert (mine["streak"], mine["longest"]) == (1, 1)
        assert mine["first"]["status"] == "won"
        assert mine["first"]["key"] != state["key"]
        assert len(boards) == 6

    def test_days_that_are_none_are_refused(self, client: httpx.Client) -> None:
        for day in ("2026-02-30", "tomorrow", 5, "9999-01-01"):
            assert '"daily"' in refused(client, preset="beginner", daily=day)
        assert client.get("/api/daily?day=x").status_code == 422

    def test_streaks(self) -> None:
        first = date(2026, 1, 1)
        days = [first + timedelta(n) for n in (0, 1, 2, 4, 5)]
        assert streak(days, days[-1]) == Streak(2, 3)
        assert streak(days, days[-1] + timedelta(1)) == Streak(2, 3)
        assert streak(days, days[-1] + timedelta(2)) == Streak(0, 3)
        assert streak([], first) == Streak(0, 0)


class TestFair:
    def test_a_fair_game_follows_its_id_and_is_kept_apart(self, client: httpx.Client) -> None:
        game = new(client, board="grid-6x6", mines=6, fair="lenient")
        state = finished(client, game)
        assert state["status"] == "won"  # a player who never guesses without need never loses
        assert ".lenient-" in state["id"]
        review = say(client.get(f"/api/games/{game['key']}/review"))
        assert review["status"] == "won"
        finished(client, new(client, board="grid-6x6", mines=6))
        assert {row["fair"] for row in say(client.get("/api/records"))["records"]} == {
            "",
            "lenient",
        }

    def test_it_survives_a_kill(self, tmp_path: Any) -> None:
        with Server(tmp_path / "games.sqlite") as server, server.client() as client:
            game = new(client, board="grid-6x6", mines=6, fair="mercy")
            move(client, game["key"], "open", 14)
            before = say(client.get(f"/api/games/{game['key']}"))
            server.kill()
            server.start()
            after = say(client.get(f"/api/games/{game['key']}"))
            assert {**after, "seconds": 0} == {**before, "seconds": 0}

    def test_rules_that_exclude_each_other(self, client: httpx.Client) -> None:
        assert '"fair"' in refused(client, preset="beginner", fair="very")
        assert '"fair"' in refused(client, preset="beginner", fair="fair", no_guess=True, start=0)
        assert '"fair"' in refused(client, board="grid-40x40", mines=99, fair="fair")
        assert '"grade"' in refused(client, preset="beginner", grade="easy")


def test_a_grade_is_kept(client: httpx.Client) -> None:
    game = found(client, preset="beginner", grade="medium", start=40)
    move(client, game["key"], "open", 40)
    state = finished(client, say(client.get(f"/api/games/{game['key']}")))
    assert grade_game(demine.Game.from_id(state["id"]), 40).name == "medium"


class TestPractice:
    def test_it_goes_on_from_any_move(self, client: httpx.Client) -> None:
        own = demine.Game.preset("expert", seed=5, first="opening")
        own.open(200)
        own.flag(next(cell for cell in range(480) if own.position.labels[cell] == COVERED))
        moves = [[one.kind, one.cell, 1.5] for one in own.moves]
        begun = {"id": own.id, "moves": moves}
        game = say(client.post("/api/practice", json=begun))
        assert (game["codes"], game["flags"]) == (own.position.codes.tolist(), sorted(own.flags))
        assert (game["practice"], game["helped"], game["status"]) == (True, True, "playing")
        assert game["seconds"] >= 1.5
        assert say(client.get("/api/session"))["game"]["key"] == game["key"]

    def test_bad_requests_say_what_is_wrong(self, client: httpx.Client) -> None:
        id = "grid-4x4-3-safe-1"
        for begun, word in [
            ({"id": "x", "moves": []}, "id"),
            ({"id": "grid-4x4-99-safe-1", "moves": []}, "mines"),
            ({"id": "grid-4x4-3-safe.odd-1", "moves": []}, "id"),
            ({"id": id, "moves": [["jump", 1, 0]]}, "moves"),
            ({"id": id, "moves": [["open", 16, 0]]}, "moves"),
            ({"id": id, "moves": [["open", 1, -1]]}, "moves"),
            ({"id": id}, "moves"),
        ]:
            answer = client.post("/api/practice", json=begun)
            assert answer.status_code in (409, 422), begun
            assert word in answer.json()["error"]

    def test_a_position_is_laid_out(self, client: httpx.Client) -> None:
        labels = ["?"] * 4 + [2, 2] + ["?"] * 3
        position = {"board": "grid-3x3", "labels": labels, "mines": 2}
        legal = demine.Position(demine.grid(3, 3), labels, 2).solutions()
        game = say(client.post("/api/layout", json=position))
        assert game["codes"][4:6] == [2, 2]
        state = finished(client, game)
        assert frozenset(state["mined"]) in legal
        assert "mined" not in game

    def test_a_position_without_assignment_is_refused(self, client: httpx.Client) -> None:
        labels = [1, 1, "?", 0]
        answer = client.post("/api/layout", json={"board": "grid-1x4", "labels": labels})
        assert (answer.status_code, answer.json()["kind"]) == (409, "NoLegalAssignment")


def test_the_end_counts_every_click(client: httpx.Client) -> None:
    game = new(client, board="grid-1x6", mines=1, seed=1, start=0)
    move(client, game["key"], "open", 0)  # open already: without effect
    state = finished(client, game)
    (row,) = say(client.get("/api/history"))["games"]
    assert (state["wasted"], row["wasted"]) == (1, 1)
    if state["status"] == "won":
        assert state["efficiency"] == state["three_bv"] / (state["clicks"] + 1)
    assert sum(state["made"].values()) == state["clicks"] == row["clicks"]
    assert (row["three_bv"], row["zini"]) == (state["three_bv"], state["zini"])
    own = demine.Game.from_id(state["id"])
    for one in (state["start"], *(cell for cell in range(6) if cell not in state["mined"])):
        own.open(one)
    assert (own.three_bv, own.zini) == (state["three_bv"], state["zini"])


def test_a_wrong_flag_is_said_but_not_which(client: httpx.Client) -> None:
    while True:
        game = new(client, board="grid-1x3", mines=1)
        if move(client, game["key"], "open", 0)["status"] == "playing":
            break
    ask = f"/api/games/{game['key']}/hint"
    move(client, game["key"], "flag", 1)
    first = say(client.post(ask, json={"tier": 1}))
    labels = say(client.get(f"/api/games/{game['key']}"))["codes"]
    assert first["wrong_flags"] is (labels[0] == 0)
    move(client, game["key"], "flag", 1)
    move(client, game["key"], "flag", 2)
    assert say(client.post(ask, json={"tier": 1}))["wrong_flags"] is (labels[0] == 1)
