"""Controls of a session and of the screen: marks, chords, motions of vi, proved mines."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

import pytest
from textual.widgets import Static

import demine
from command import run
from demine import Game
from demine.game import WRONG_FLAG, GameSetup, Statistics
from demine.terminal import SOLVERS, Controls, Screen, read_keys
from demine.terminal.session import Session

BOARD, MINES = demine.grid(3, 4), [0, 11]


def session(tmp_path: Path, controls: Controls | None = None) -> Session:
    setup = GameSetup(BOARD, 2)
    kept = Statistics(tmp_path / "statistics.jsonl")
    game = Game.from_mines(BOARD, MINES)
    game.open(5)
    return Session(setup, game, SOLVERS["exact"], kept, controls=controls)


def test_a_refused_chord_says_why_and_shows_where(tmp_path: Path) -> None:
    played = session(tmp_path)
    played.chord(5)
    assert played.message == "It shows 1, but has 0 flags around it."
    assert len(played.refused) == 8
    played.flag(0)
    assert (played.message, played.refused) == ("", frozenset())


@pytest.mark.parametrize(("chord", "opened"), [("click", 3), ("key", 1), ("off", 1)])
def test_chords_by_a_click(
    tmp_path: Path, chord: Literal["click", "key", "off"], opened: int
) -> None:
    played = session(tmp_path, Controls(chord=chord))
    played.flag(0)
    played.open(5)
    assert len(played.game.moves) == (3 if opened == 3 else 2)
    played.chord(5)
    assert len(played.game.moves) == (2 if chord == "off" else 3)


def test_a_flag_then_a_question_mark(tmp_path: Path) -> None:
    played = session(tmp_path, Controls(marks=True))
    assert isinstance(played.game, Game)
    for expected in [(True, False), (False, True), (False, False)]:
        played.flag(0)
        assert (0 in played.game.flags, 0 in played.game.marks) == expected


def test_the_first_tier_is_that_a_flag_is_wrong(tmp_path: Path) -> None:
    played = session(tmp_path)
    played.flag(9)
    played.flag(10)
    played.ask()
    assert played.message.startswith(WRONG_FLAG)
    played.ask()
    assert not played.message.startswith(WRONG_FLAG)


def test_proved_mines_are_flagged_by_a_key_or_by_themselves(tmp_path: Path) -> None:
    played = session(tmp_path)
    played.open(2)
    played.open(4)
    played.flag_proved()
    assert played.message == "2 proved mines flagged."
    played = session(tmp_path, Controls(auto_flag=True))
    played.open(2)
    played.open(4)
    assert played.game.flags == {0, 11}
    assert played.game.helps == {"hint", "seen"}


def cursors(tmp_path: Path, keys: list[str], *, vi: bool) -> list[int]:
    """Where the cursor is after each key, on the grid 9×9, from its middle."""
    setup, found = GameSetup(demine.grid(9, 9), 10), list[int]()
    kept = Statistics(tmp_path / "statistics.jsonl")
    screen = Screen(setup, setup.game(7), SOLVERS["exact"], statistics=kept, vi=vi)

    async def play() -> None:
        async with screen.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            screen.field.cursor = 40
            for key in keys:
                await pilot.press(key)
                found.append(screen.field.cursor)

    asyncio.run(play())
    return found


def test_motions_of_vi(tmp_path: Path) -> None:
    keys = ["dollar_sign", "0", "l", "G", "g", "g", "l", "g", "j", "g", "g"]
    expected = [44, 36, 37, 73, 73, 1, 2, 2, 11, 11, 2]
    assert cursors(tmp_path, keys, vi=True) == expected


def test_motions_without_vi(tmp_path: Path) -> None:
    keys = ["ctrl+right", "ctrl+left", "ctrl+end", "ctrl+home"]
    assert cursors(tmp_path, keys, vi=False) == [44, 36, 72, 0]


def test_line_by_line() -> None:
    done = run("play", "--plain", "--seed", "7", stdin="e5\nmines\na9f\nhint\nquit\n")
    assert "proved mine" in done.stdout
    assert run("play", "--chord", "never").returncode == 2


def test_keys_can_be_changed(tmp_path: Path) -> None:
    keys = read_keys(["flag=x", "undo=7"])

    async def press() -> tuple[frozenset[int], frozenset[int], str]:
        screen = on_screen(tmp_path, Controls(keys=keys))
        async with screen.run_test() as pilot:
            await pilot.press("f")
            before = screen.session.game.flags
            await pilot.press("x")
            flagged = screen.session.game.flags
            await pilot.press("question_mark")
            await pilot.pause()
            text = " ".join(str(one.content) for one in screen.screen.query(Static))
        return before, flagged, text

    before, flagged, text = asyncio.run(press())
    assert not before
    assert flagged == {0}
    assert "your keys: x: flag, 7: undo" in text


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("flag", "expected a letter or a digit"),
        ("flag=", "expected a letter or a digit"),
        ("flag=xx", "expected a letter or a digit"),
        ("flga=x", "expected ACTION=KEY with one of open, flag"),
        ("flag=n", "n is the key of flag and of new"),
        ("flag=l", "l is the key of"),
    ],
)
def test_keys_that_are_none(word: str, said: str) -> None:
    with pytest.raises(demine.FormatError, match=said):
        read_keys([word])
    done = run("play", "--plain", "--bind", word)
    assert done.returncode == 2
    assert said in done.stderr


def test_keys_of_two_actions_can_change_places() -> None:
    assert read_keys(["flag=n", "new=f"]) == {"flag": "n", "new": "f"}
    with pytest.raises(demine.FormatError, match="b is the key of"):
        read_keys(["flag=b"], vi=True)


def test_counts_are_shown_live_and_the_end_is_heard(tmp_path: Path) -> None:
    rung = []

    async def play() -> str:
        screen = on_screen(tmp_path, Controls(live=True, bell=True))
        screen.bell = lambda: rung.append(True)  # type: ignore[method-assign]
        async with screen.run_test() as pilot:
            await pilot.pause()
            shown = str(screen.state.content)
            screen.session.open(0)
            screen.show()
            screen.show()
        return shown

    shown = asyncio.run(play())
    assert "3BV 1, " in shown
    assert "1 click, 100 %" in shown
    assert rung == [True]
    assert session(tmp_path).counts == ""


def on_screen(folder: Path, controls: Controls) -> Screen:
    """The screen on a game that has begun."""
    begun = session(folder)
    kept = Statistics(folder / "statistics.jsonl")
    setup, solver = GameSetup(BOARD, 2), SOLVERS["exact"]
    return Screen(setup, begun.game, solver, statistics=kept, controls=controls)
