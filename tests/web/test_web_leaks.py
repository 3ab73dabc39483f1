"""Leaks: 1,000 games over the API, and a reader who searches every answer for the mines.

The reader sees bodies, their lengths and their order. Until a game is over he must find nothing but
what a player sees on the board; afterwards he is told where the mines were, and goes through all
that he was sent before.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from demine.formats import board_of
from demine.web import application
from demine.web.limits import Limits
from webserver import Caller, player_in

GAMES = 1000
KINDS = [("grid-5x5", 5, "safe"), ("hexagonal-4x5", 4, "opening"), ("box-3x3x3", 4, "risky")]
OPEN = {"key", "status", "mines_left", "clicks", "undos", "seconds", "paused", "helped"}
MADE = {*OPEN, "board", "mines", "first", "no_guess", "commitment", "codes", "flags", "practice"}
MADE |= {"daily", "fair", "hints", "shared", "wasted"}
MOVED = {*OPEN, "changed", "hints", "wasted"}
TOLD = {"mined", "id", "nonce", "three_bv", "efficiency"}
TOLD |= {"zini", "made", "hints", "start", "wasted"}
ENDLESS = Limits(rate=1e9, burst=10**9, address_rate=1e9, games=10**6, kept=10**6)


class Reader:
    """All that was sent in one game before it was over."""

    def __init__(self, client: Caller, board: str, mines: int, first: str) -> None:
        self.client, self.board, self.mines, self.first = client, board, mines, first
        self.answers: list[tuple[str, dict[str, str]]] = []
        self.made: dict[str, Any] = {}
        self.player = ""

    async def play(self, random: Random) -> Any:
        """Open cells at random until the game is over."""
        wanted = {"board": self.board, "mines": self.mines, "first": self.first}
        told = self.made = await self._send("/api/games", wanted)
        codes = list(told["codes"])
        while "mined" not in told:
            cell = random.choice([v for v, code in enumerate(codes) if code == -1])
            url = f"/api/games/{self.made['key']}/moves"
            told = await self._send(url, {"move": "open", "cell": cell})
            for changed, code, _ in told["changed"]:
                codes[changed] = code
        return told

    async def _send(self, url: str, request: dict[str, Any]) -> Any:
        text, headers = await self.client.post(url, request, self.player)
        self.player = self.player or player_in(headers)
        told = json.loads(text)
        if "mined" not in told:
            self.answers.append((text, headers))
        return told


async def play(file: Path) -> list[tuple[Reader, Any]]:
    app = application(file, limits=ENDLESS)
    random = Random(1)
    async with app.router.lifespan_context(app):
        caller = Caller(app)
        readers = [Reader(caller, *KINDS[number % len(KINDS)]) for number in range(GAMES)]
        return [(reader, await reader.play(random)) for reader in readers]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Reader, Any]]:
    return asyncio.run(play(tmp_path_factory.mktemp("leaks") / "games.sqlite"))


def test_answers_hold_what_a_player_sees_and_nothing_else(games: list[tuple[Reader, Any]]) -> None:
    for reader, over in games:
        assert set(reader.made) == MADE
        assert set(over) == MOVED | TOLD
        for text, _ in reader.answers[1:]:
            assert set(json.loads(text)) == MOVED


def test_no_secret_stands_in_an_answer_or_its_headers(games: list[tuple[Reader, Any]]) -> None:
    for reader, over in games:
        seed = int(over["id"].rsplit("-", 1)[1])
        secrets = [over["id"], over["nonce"], str(seed), f"{seed:x}", over["nonce"][:16]]
        for text, headers in reader.answers:
            sent = text + str(headers)
            assert not [secret for secret in secrets if secret in sent]


def test_counts_come_ascending_and_are_those_of_opened_cells(
    games: list[tuple[Reader, Any]],
) -> None:
    for reader, over in games:
        board, mined = board_of(reader.board), set(over["mined"])
        for text, _ in reader.answers[1:]:
            changed = json.loads(text)["changed"]
            cells = [cell for cell, _, _ in changed]
            assert cells == sorted(cells)
            assert not mined.intersection(cells)
            for cell, code, flag in changed:
                assert code == len(mined.intersection(board.neighbours(cell)))
                assert flag == 0


def test_a_new_game_says_the_same_whatever_its_mines(games: list[tuple[Reader, Any]]) -> None:
    """Bodies of new games differ in key and commitment alone, which are as long in every game."""
    for number, _ in enumerate(KINDS):
        bodies = [reader.answers[0][0] for reader, _ in games[number :: len(KINDS)]]
        assert len({len(body) for body in bodies}) == 1
        plain = [dict(json.loads(body), key="", commitment="") for body in bodies]
        assert all(one == plain[0] for one in plain)
    assert len({reader.made["commitment"] for reader, _ in games}) == GAMES


def test_lengths_follow_from_what_is_seen(games: list[tuple[Reader, Any]]) -> None:
    """An answer is its visible content, written the same way: its length has nothing to add."""
    for reader, _ in games:
        for text, headers in reader.answers:
            again = json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)
            assert text == again
            if "content-encoding" not in headers:
                assert int(headers["content-length"]) == len(text.encode())


def test_first_click_rules_hold(games: list[tuple[Reader, Any]]) -> None:
    for reader, over in games:
        if reader.first != "risky" and over["status"] == "lost":
            assert len(reader.answers) >= 2  # the first opening never ends in a loss
