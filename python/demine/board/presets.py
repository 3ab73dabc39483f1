"""Presets: the usual sizes of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from demine.board.board import Board
from demine.board.topologies import grid
from demine.lazy import lazy_value


@dataclass(frozen=True)
class Preset:
    """A king grid and its number of mines."""

    rows: int
    columns: int
    mines: int

    @lazy_value
    def board(self) -> Board:
        """The grid, made once."""
        return grid(self.rows, self.columns)


PRESETS: Final = {
    "beginner": Preset(9, 9, 10),
    "classic": Preset(8, 8, 10),
    "intermediate": Preset(16, 16, 40),
    "expert": Preset(16, 30, 99),
}
