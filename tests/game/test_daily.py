"""The daily board: the same everywhere, another one for every day and setup."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import date, timedelta

import pytest

import demine
from demine.game import GameSetup, daily_seed, daily_text, middle

DAY = date(2026, 11, 18)


def test_the_seed_is_a_hash_of_the_day_and_the_setup() -> None:
    setup = replace(GameSetup.choose(preset="beginner", first="opening"), no_guess=True)
    text = "demine 2026-11-18 grid-9x9-10-opening-no-guess"
    assert daily_text(DAY, setup) == text
    hashed = hashlib.blake2b(text.encode(), digest_size=8, person=b"demine daily").digest()
    assert daily_seed(DAY, setup) == int.from_bytes(hashed, "little")


def test_days_and_setups_differ() -> None:
    setups = [GameSetup.choose(preset=name) for name in ("beginner", "expert")]
    setups += [replace(setup, no_guess=True) for setup in setups]
    days = [DAY + timedelta(n) for n in range(50)]
    assert len({daily_seed(day, setup) for day in days for setup in setups}) == 200


@pytest.mark.parametrize(
    ("board", "cell"),
    [(demine.grid(9, 9), "e5"), (demine.grid(3, 5), "c2"), (demine.box((3, 3, 3)), "2.b2")],
)
def test_the_middle(board: demine.Board, cell: str) -> None:
    assert board.address(middle(board)) == cell
