"""Presets: the usual sizes of the game, and those of the papers' benchmark."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from demine.board.board import Board
from demine.board.topologies import grid
from demine.lazy import lazy_value


@dataclass(frozen=True)
class Preset:
    """A king grid and its number of mines. Menus leave out those that are for benchmarks."""

    rows: int
    columns: int
    mines: int
    in_menus: bool = field(default=True, repr=False)

    @lazy_value
    def board(self) -> Board:
        """The grid, made once."""
        return grid(self.rows, self.columns)


PRESETS: Final = {
    "beginner": Preset(9, 9, 10),
    "classic": Preset(8, 8, 10),
    "intermediate": Preset(16, 16, 40),
    "expert": Preset(16, 30, 99),
    # Programmer's Minesweeper (Golan 2014, §1), which says the columns first: 15 × 13 and 30 × 16.
    "golan-beginner": Preset(8, 8, 10, in_menus=False),
    "golan-intermediate": Preset(13, 15, 40, in_menus=False),
    "golan-expert": Preset(16, 30, 99, in_menus=False),
}
