"""Ids of games that are wrong: each gets one clear error, and none asks for all the memory."""

from __future__ import annotations

import time
import zlib
from base64 import b64encode

import pytest

from demine import FormatError, Game
from demine.errors import DemineError
from nonsense import DIGITS


class TestIds:
    @pytest.mark.parametrize(
        "id",
        [
            "grid-9x9--safe-1",
            "grid-9x9-10-safe-",
            "grid-9x9-١٠-safe-1",
            "grid-9x9-10-safe-²",
            "grid-9x9-10-unsafe-1",
            f"grid-9x9-10-safe-{DIGITS}",
            f"grid-{DIGITS}x9-10-safe-1",
            "grid-9x9-10-safe-18446744073709551616",
            "",
            "-" * 1000,
        ],
    )
    def test_what_is_none_is_named(self, id: str) -> None:
        with pytest.raises(DemineError) as told:
            Game.from_id(id)
        assert len(str(told.value)) < 300

    @pytest.mark.parametrize(
        "board",
        ["grid-8000x8000", "hexagonal-32000x32000", "triangular-3000x3000", "box-300x300x300"],
    )
    def test_no_word_asks_for_all_memory(self, board: str) -> None:
        began = time.process_time()
        with pytest.raises(DemineError, match="expected at most 8388608 cells"):
            Game.from_id(f"{board}-1-safe-1")
        assert time.process_time() - began < 1

    def test_many_neighbours_are_counted_before_they_are_made(self) -> None:
        for board in ("grid-2000x2000-r20", "hexagonal-2000x2000-r50", "hexagonal-99x99-r999999"):
            with pytest.raises(DemineError, match="too many edges"):
                Game.from_id(f"{board}-1-safe-1")

    def test_a_bomb_is_not_unpacked(self) -> None:
        bomb = b64encode(zlib.compress(b" " * (1 << 25), 9), b"._").decode().rstrip("=")
        with pytest.raises(FormatError, match="more than 16777216 bytes"):
            Game.from_id(f"graph-{bomb}-1-safe-1")
