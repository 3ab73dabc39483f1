"""Flags: refused chords, question marks, proved mines, and flags that cannot be right."""

from __future__ import annotations

from copy import copy

import pytest

import demine
from demine import Game
from demine.game import (
    Replay,
    flag_proved,
    has_wrong_flag,
    proved_mines,
    refused_chord,
)

# Mines in two corners of 3×4:   * 1 0 0
#                                1 1 1 1
#                                0 0 1 *
BOARD, MINES = demine.grid(3, 4), [0, 11]


def game(*opened: int) -> Game:
    begun = Game.from_mines(BOARD, MINES)
    for cell in opened:
        begun.open(cell)
    return begun


def test_a_refused_chord_says_what_it_needs() -> None:
    begun = game(5)
    refused = refused_chord(begun, 5)
    assert refused is not None
    assert (refused.number, refused.flags, len(refused.cells)) == (1, 0, 8)
    assert str(refused) == "It shows 1, but has 0 flags around it."
    begun.flag(0), begun.flag(1)
    assert "shows 1, but has 2 flags around it" in str(refused_chord(begun, 5))
    begun.flag(1)
    assert refused_chord(begun, 5) is None
    assert begun.chord(5)
    assert refused_chord(begun, 5) is None


@pytest.mark.parametrize("cell", [0, 2])
def test_only_numbers_refuse(cell: int) -> None:
    assert refused_chord(game(2), cell) is None


def test_question_marks_follow_flags() -> None:
    begun = game(5)
    states = []
    for _ in range(4):
        assert begun.cycle(0) == [0]
        states.append((0 in begun.flags, 0 in begun.marks))
    assert states == [(True, False), (False, True), (False, False), (True, False)]
    assert [move.kind for move in begun.moves] == ["open", "flag", "flag", "flag"]
    assert begun.cycle(5) == []


def test_a_question_mark_keeps_no_cell_from_being_opened() -> None:
    begun = game(5)
    begun.cycle(1), begun.cycle(1)
    other = copy(begun)
    assert other.marks == {1}
    assert begun.open(1) == [1]
    assert not begun.marks
    assert other.marks == {1}
    assert Replay.loads(Replay.of(other).dumps()).verify().marks == frozenset()


def test_proved_mines_are_flagged() -> None:
    begun = game(2, 4)
    assert proved_mines(begun) == (0, 11)
    begun.flag(11)
    assert flag_proved(begun) == [0]
    assert begun.flags == {0, 11}
    assert flag_proved(begun) == []
    assert begun.helps == {"hint", "seen"}


def test_a_flag_that_cannot_be_right() -> None:
    """It is told from the numbers alone, so a flag that only might be wrong says nothing."""
    begun = game(5)
    begun.flag(10)  # free, but the player cannot know it
    assert not has_wrong_flag(begun)
    begun.flag(9)
    assert has_wrong_flag(begun)
    assert begun.helps == {"hint", "seen"}
    begun.flag(9), begun.flag(10), begun.flag(0)
    assert not has_wrong_flag(begun)


def test_more_flags_than_mines() -> None:
    begun = game(2)
    for cell in (8, 9, 0):
        begun.flag(cell)
    assert has_wrong_flag(begun)
