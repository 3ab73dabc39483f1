"""What a notebook shows for an object without a picture: one short line."""

from __future__ import annotations

import pytest

import demine
from paths import BEGINNER

POSITION = demine.read(BEGINNER)


@pytest.mark.parametrize(
    ("shown", "line"),
    [
        (POSITION, "<Position on grid(9, 9), 41 covered, 10 mines>"),
        (POSITION.analyze(), "<Analysis: 10 safe, 7 mined>"),
        (POSITION.explain("d2"), "<Proof: d2 is safe, by 2 numbers>"),
        (POSITION.explain("i1"), "<Undecided: i1, 5.3 % chance of a mine>"),
        (demine.hint(POSITION), "<Hint: open d2, by proof>"),
        (POSITION.figure(), "<Figure: grid(9, 9) with 10 mines>"),
        (
            demine.simulate("safest", preset="beginner", games=10, seed=1),
            "<Tally of safest on grid-9x9: 8 of 10 games won>",
        ),
        (
            demine.compare("safest", "ratio", preset="beginner", games=10, seed=1),
            "<Comparison of safest and ratio: 10 games, 2 won by safest alone, 2 by ratio alone>",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_line_is_short(shown: object, line: str) -> None:
    assert repr(shown) == line
    assert len(line) < 100
