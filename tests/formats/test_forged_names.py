"""Names of graphs cannot be forged: two boards with the same short hash stay two boards.

The two graphs below have the same first twelve digits of their hashes. A search over 26 million
graphs with eight vertices found them.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import demine
from demine import FormatError, formats
from demine.game import Game, Replay

ONE = demine.from_edges(8, [(0, 1), (0, 7), (1, 3), (1, 6), (2, 5), (3, 4), (4, 6)])
OTHER = demine.from_edges(8, [(0, 6), (1, 2), (1, 3), (1, 5), (1, 7), (2, 4), (2, 5), (4, 7)])
SHORT = "graph-f8ef18349eac"


def replay_of(board: demine.Board) -> Replay:
    game = Game(board, 2, seed=5)
    game.open(0)
    return Replay.of(game)


def with_short_name(replay: Replay, board: demine.Board) -> list[dict[str, object]]:
    """The replay as an older version wrote it: a short hash, and this board beside it."""
    lines = [json.loads(line) for line in replay.dumps().splitlines()]
    lines[0]["id"] = "-".join([SHORT, *replay.id.rsplit("-", 3)[1:]])
    lines[0]["board"] = json.loads(demine.dumps(demine.Position(board, ["?"] * 8), "graph"))
    return lines


def written(lines: list[dict[str, object]]) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def test_the_two_graphs_share_a_short_hash_and_no_name() -> None:
    one, other = formats.name_of(ONE), formats.name_of(OTHER)
    assert one.startswith(SHORT)
    assert other.startswith(SHORT)
    assert one != other
    assert formats.board_of(one) == ONE
    assert formats.board_of(other) == OTHER


def test_a_short_name_of_two_known_boards_names_neither() -> None:
    formats.name_of(ONE), formats.name_of(OTHER)
    with pytest.raises(FormatError, match="2 boards share this hash"):
        formats.board_of(SHORT)


def test_an_old_replay_is_read_with_its_own_board() -> None:
    formats.name_of(OTHER)
    old = Replay.loads(written(with_short_name(replay_of(ONE), ONE)))
    assert old.id == replay_of(ONE).id
    assert old.verify().board == ONE


def test_an_old_replay_on_the_other_board_does_not_pass_for_the_first() -> None:
    forged = Replay.loads(written(with_short_name(replay_of(OTHER), OTHER)))
    assert forged.id != replay_of(ONE).id
    assert forged.verify().board == OTHER


def test_a_short_name_alone_is_never_verified() -> None:
    formats.name_of(ONE)
    lines = with_short_name(replay_of(ONE), ONE)
    del lines[0]["board"]
    with pytest.raises(FormatError, match="can be forged: expected a file with the board"):
        Replay.loads(written(lines)).verify()


def test_a_board_beside_another_hash_is_refused() -> None:
    lines = [json.loads(line) for line in replay_of(ONE).dumps().splitlines()]
    lines[0]["board"] = with_short_name(replay_of(OTHER), OTHER)[0]["board"]
    with pytest.raises(FormatError, match=r'^line 1, "board": .*another hash'):
        Replay.loads(written(lines))


def test_a_short_name_finds_the_one_board_that_is_known() -> None:
    """In a process of its own, which knows no other board."""
    program = (
        "import demine; from demine import formats\n"
        f"board = demine.from_edges(8, {ONE.edges.tolist()!r})\n"
        "formats.remember(board)\n"
        f"assert formats.board_of({SHORT!r}) == board"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
