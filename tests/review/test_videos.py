"""Videos of other programs: made by ms_toollib, read as replays, reviewed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import ms_toollib
import pytest

import demine
from command import answer
from demine import FormatError, MissingExtra
from demine.review import read_replays, videos
from recordings import WRITERS, Recording, avf, clicks

SIZE = 16
CORNERS = [[-1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, -1]]


def video(path: Path, clicks: list[tuple[str, int, int]], version: str = "v4") -> Path:
    """A video of clicks (left or right, row, column) on a board with mines in two corners."""
    recorded = ms_toollib.BaseVideo(CORNERS, SIZE)
    for button, row, column in clicks:
        place = (row * SIZE + 5, column * SIZE + 5)
        recorded.step(f"{button}c", place)
        recorded.step(f"{button}r", place)
    recorded.software = recorded.country = recorded.player_identifier = "x"
    recorded.race_identifier = recorded.unique_identifier = ""
    recorded.mode, recorded.is_official, recorded.is_fair = 0, False, True
    getattr(recorded, f"generate_evf_{version}_raw_data")()
    # Its own `save_to_evf_file` writes in a thread that nobody can wait for.
    path.write_bytes(bytes(recorded.raw_data))
    return path


@pytest.mark.parametrize("version", ["v0", "v3", "v4"])
def test_clicks_become_moves(tmp_path: Path, version: str) -> None:
    path = video(tmp_path / "won.evf", [("l", 0, 3), ("r", 0, 0), ("l", 3, 0)], version)
    (replay,) = read_replays(path)
    game = replay.verify()
    assert game.board == demine.grid(4, 4)
    assert game.mined == {0, 15}
    assert game.status == "won"
    assert (game.moves[0].kind, game.moves[0].cell) == ("open", 3)
    assert game.review().guesses == ()
    assert "won after" in answer("review", str(path))


GAME = Recording(4, 5, [(0, 0), (3, 3)], clicks(("l", 0, 4), ("r", 0, 0), ("l", 3, 4)))


@pytest.mark.parametrize("kind", WRITERS)
def test_the_videos_of_other_programs(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"won.{kind.upper()}"
    path.write_bytes(WRITERS[kind](GAME))
    (replay,) = read_replays(path)
    game = replay.verify()
    assert game.board == demine.grid(4, 5)
    assert game.mined == {0, 18}
    assert game.status == "won"
    moves = [(move.kind, move.cell, move.at) for move in game.moves]
    assert moves == [("open", 4, 0.0), ("flag", 0, 0.5), ("open", 19, 1.0)]
    assert "won after 3 moves" in answer("review", str(path))


@pytest.mark.parametrize("kind", [*WRITERS, "evf"])
def test_a_broken_video_gets_a_sentence_and_leaves_nothing_behind(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library panics on some of these, and writes a log of that where it is started."""
    monkeypatch.chdir(tmp_path)
    good = WRITERS.get(kind, avf)(GAME)
    path = Path(f"broken.{kind}")
    for broken in (b"", b"x", good[: len(good) // 2], bytes(1000), good[:20].ljust(500, b"\xff")):
        path.write_bytes(broken)
        with pytest.raises(FormatError, match=f"broken.{kind}: ms_toollib cannot read this video"):
            read_replays(path)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_video_that_takes_too_long_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a second to read it in, no process has even begun."""
    path = video(tmp_path / "won.evf", [("l", 0, 3)])
    monkeypatch.setattr(videos, "_MOST_SECONDS", 0.0)
    with pytest.raises(FormatError, match=r"won\.evf: ms_toollib cannot read this video"):
        read_replays(path)


def test_what_no_mouse_did_is_no_move(tmp_path: Path) -> None:
    """Programs may write down pauses and the like, which ms_toollib reads but does not write."""
    parsed = ms_toollib.EvfVideo(str(video(tmp_path / "won.evf", [("l", 0, 3), ("l", 3, 0)])))
    parsed.parse()
    parsed.analyse()
    pause = SimpleNamespace(event=SimpleNamespace(is_mouse=lambda: False))
    events = [pause, *(each for event in parsed.events for each in (event, pause))]
    sides = {name: getattr(parsed, name) for name in ("column", "pix_size")}
    moves = list(videos._moves(SimpleNamespace(events=events, **sides)))
    assert moves == list(videos._moves(parsed))
    assert [move.kind for move in moves][:1] == ["open"]


def test_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(videos, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install ms-toollib"):
        read_replays(tmp_path / "game.avf")
