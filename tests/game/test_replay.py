"""Replays: what is saved can be read, verified and watched; what was changed is found out."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import demine
from demine import FormatError, Game, Replay
from nonsense import DIGITS, NONSENSE
from strategies import games


def play(game: Game, random: Random, moves: int = 30) -> Game:
    for _ in range(moves):
        getattr(game, random.choice(["open", "flag", "chord"]))(random.randrange(len(game.board)))
    return game


@given(games(), st.randoms(use_true_random=False))
def test_every_replay_is_read_back_and_verified(game: Game, random: Random) -> None:
    replay = Replay.of(play(game, random))
    again = Replay.loads(replay.dumps())
    assert again == replay
    end = again.verify()
    assert (end.position, end.flags, end.status) == (game.position, game.flags, game.status)
    assert end.moves == game.moves


def test_a_replay_can_be_watched() -> None:
    game = play(Game.preset("beginner", seed=1), Random(1))
    statuses = [seen.status for seen in Replay.of(game).play()]
    assert len(statuses) == game.clicks + 1
    assert (statuses[0], statuses[-1]) == ("ready", game.status)


def test_files_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    replay = Replay.of(play(Game.preset("expert", seed=5), Random(2)))
    replay.write(path)
    assert Replay.read(path) == replay


def test_undos_are_told() -> None:
    game = Game.preset("beginner", seed=1)
    game.open(0)
    game.undo()
    assert Replay.loads(Replay.of(game).dumps()).verify().undos == 1


GAME = Game(demine.grid(4, 4), 2, seed=3, first="opening")
GAME.open(0)
GAME.flag(15)
LINES = Replay.of(GAME).dumps().splitlines()


def change(line: int, **values: object) -> str:
    lines = [json.loads(text) for text in LINES]
    lines[line].update(values)
    return "\n".join(json.dumps(text) for text in lines)


@pytest.mark.parametrize(
    ("line", "values"),
    [
        (0, {"id": "grid-4x4-6-safe-3"}),
        (0, {"id": "nonsense"}),
        (1, {"cell": 16}),
        (1, {"changed": 99}),
        (1, {"status": "won"}),
        (2, {"move": "chord"}),
        (2, {"cell": 0}),
        (1, {"at": 5.0}),
    ],
)
def test_a_lie_is_found_out(line: int, values: dict[str, object]) -> None:
    with pytest.raises(FormatError):
        Replay.loads(change(line, **values)).verify()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1"),
        ("{}", '"replay" is missing'),
        ("[]", "expected an object"),
        ("nonsense", "line 1"),
        (b"\xff\xfe", "UTF-8"),
        (change(0, replay=2), "expected 1"),
        (change(0, id=7), '"id" is 7'),
        (change(0, undos=-1), '"undos"'),
        (change(1, move="jump"), "line 2: .*'jump'.*open, flag, chord"),
        (change(1, status="odd"), "'odd'"),
        (change(2, at=-1), "line 3: .*seconds"),
        (change(2, at="soon"), "'soon'"),
        (change(2, cell=-1), '"cell"'),
    ],
)
def test_broken_texts_are_named(text: str | bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        Replay.loads(text)


def test_a_torn_end_takes_nothing_else_along() -> None:
    """A kill while a game is written leaves a part of a line; other games are written behind it."""
    text = Replay.of(play(Game(demine.grid(6, 6), 5, seed=1), Random(1))).dumps()
    whole = Replay.loads(text)
    for cut in range(1, len(text)):
        torn = text[:cut]
        behind = Replay.loads_all(f"{torn}\n{text}")
        assert behind[-1] == whole
        for replay in behind[:-1]:
            assert replay.steps == whole.steps[: len(replay.steps)]


def test_a_broken_line_in_the_middle_is_named() -> None:
    lines = Replay.of(play(Game(demine.grid(6, 6), 5, seed=1), Random(1))).dumps().splitlines()
    lines[2] = lines[2][:9]
    with pytest.raises(FormatError, match=r"^line 3, column \d+: not JSON"):
        Replay.loads("\n".join(lines))


REPLAY = [
    {"replay": 1, "id": "grid-2x2-1-safe-1", "undos": 0},
    {"move": "open", "cell": 0, "at": 0.5, "changed": 1, "status": "playing"},
]


class TestReplays:
    @pytest.mark.parametrize("value", NONSENSE, ids=range(len(NONSENSE)))
    @pytest.mark.parametrize("key", ["cell", "changed", "status", "move"])
    def test_steps(self, key: str, value: Any) -> None:
        text = "\n".join(json.dumps(line) for line in [REPLAY[0], {**REPLAY[1], key: value}])
        with pytest.raises(FormatError, match=f'line 2: ("{key}" is |a number)'):
            Replay.loads(text)

    @pytest.mark.parametrize(
        "at", ["1" + "0" * 400, "1e300", "1e400", "-1", "true", "NaN", DIGITS], ids=range(7)
    )
    def test_times(self, at: str) -> None:
        with pytest.raises(FormatError, match="line 2: "):
            Replay.loads(
                json.dumps(REPLAY[0])
                + f'\n{{"move": "open", "cell": 0, "at": {at}, "changed": 1, "status": "won"}}'
            )

    @pytest.mark.parametrize("data", [b"\xff", b"\x1b[2J", b"[" * 100_000, b'{"replay": true}'])
    def test_whole_files(self, data: bytes) -> None:
        with pytest.raises(FormatError):
            Replay.loads(data)


def test_undoing_is_help_even_if_the_replay_does_not_say_so() -> None:
    game = Game(demine.grid(3, 3), 1, seed=1)
    game.open(0)
    head, *rest = Replay.of(game).dumps().splitlines()
    told = "\n".join([json.dumps(json.loads(head) | {"undos": 7}), *rest])
    assert Replay.loads(told).verify().helps == {"undo"}


def test_a_torn_line_does_not_take_the_next_game_with_it(tmp_path: Path) -> None:
    game = Game(demine.grid(3, 3), 1, seed=1)
    game.open(0)
    saved = tmp_path / "games.jsonl"
    saved.write_text('{"replay": 1, "id": "gr', encoding="utf-8")
    Replay.of(game).append(saved)
    lines = saved.read_text(encoding="utf-8").splitlines(keepends=True)
    assert Replay.loads("".join(lines[1:])) == Replay.of(game)


@pytest.mark.parametrize(
    ("edges", "said"), [([[0, 0]], "joins cell 0 to itself"), ([[0, 9]], "cells are 0 to 2")]
)
def test_a_board_beside_a_replay_has_neighbours_that_exist(
    edges: list[list[int]], said: str
) -> None:
    game = Game(demine.from_edges(3, [(0, 1)]), 1, seed=1)
    head, *moves = Replay.of(game).dumps().splitlines()
    told = json.loads(head)
    broken = told | {"board": told["board"] | {"edges": edges}}
    with pytest.raises(FormatError, match=said):
        Replay.loads("\n".join([json.dumps(broken), *moves]))


def test_a_board_beside_a_replay_is_one() -> None:
    game = Game(demine.from_edges(3, [(0, 1)]), 1, seed=1)
    head, *moves = Replay.of(game).dumps().splitlines()
    broken = json.loads(head) | {"board": {"vertices": -1}}
    with pytest.raises(FormatError, match="no board: "):
        Replay.loads("\n".join([json.dumps(broken), *moves]))
