"""Flags and what follows from them: refused chords, flags that cannot be right, proved mines.

Everything here is made of what the player sees, never of where the mines are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack, cast

from demine.game.play import Play
from demine.labels import COVERED_CODE, MINED
from demine.meter import Budget
from demine.wording import plural

if TYPE_CHECKING:
    from demine.game.game import Game
    from demine.game.ruled import Ruled
    from demine.game.window import Window
    from demine.rules import Spread

WRONG_FLAG = "One of your flags is wrong."
"""A tier of help before the hint: that a flag is wrong, but not which."""


@dataclass(frozen=True)
class RefusedChord:
    """A chord that opens nothing, because the number has more or fewer flags around it.

    `cells` are the covered cells around the number, flagged or not: a face can let them flash.
    """

    number: int
    flags: int
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return self.say("It")

    def say(self, name: str) -> str:
        """Why it opens nothing, with a name for the cell."""
        return f"{name} shows {self.number}, but has {plural(self.flags, 'flag')} around it."


def refused_chord(game: Game | Window, cell: int) -> RefusedChord | None:
    """Why a chord at an opened number would be refused; None if it would not, or at other cells."""
    ruled: Ruled | None = getattr(game, "ruled", None)
    if ruled is not None:
        return _refused_under_rules(ruled, cell, int(game.position.codes[cell]))
    codes, flags = game.position.codes, game.flags
    number = int(codes[cell])
    around = [near for near in game.board.neighbours(cell) if codes[near] == COVERED_CODE]
    flagged = sum(near in flags for near in around)
    if number <= 0 or flagged == number or flagged == len(around):
        return None
    return RefusedChord(number, flagged, tuple(around))


def _refused_under_rules(ruled: Ruled, cell: int, number: int) -> RefusedChord | None:
    if number < 0:
        return None
    rest = ruled.openable_around(cell)
    if not rest or ruled.may_chord(cell):
        return None
    return RefusedChord(number, ruled.flags_around(cell), tuple(rest))


def has_wrong_flag(game: Game, **budget: Unpack[Budget]) -> bool:
    """Whether some flag is certainly wrong: with mines under all flags no number fits any more.

    Counts as help.
    """
    game.check_running()
    game.note_help("hint")
    if game.mines_left < 0:
        return True
    flagged = game.position.with_labels(dict.fromkeys(game.flags, MINED))
    return not flagged.is_consistent(**budget)


def proved_mines(game: Play, **budget: Unpack[Budget]) -> tuple[int, ...]:
    """The covered cells that are certainly mined; counts as help."""
    codes, found = game.position.codes, game.risks(**budget)
    return tuple(sorted(cell for cell in found.mined if codes[cell] == COVERED_CODE))


def flag_proved(game: Game, **budget: Unpack[Budget]) -> list[int]:
    """Flag every proved mine that has no flag; the cells that were flagged. Counts as help.

    Under rules, a cell is flagged if its number of mines is proved, with this number.
    """
    if game.rules is not None:
        return _flag_certain(game, **budget)
    missing = [cell for cell in proved_mines(game, **budget) if cell not in game.flags]
    return [cell for cell in missing if game.flag(cell)]


def _flag_certain(game: Game, **budget: Unpack[Budget]) -> list[int]:
    found = cast("Spread", game.risks(**budget)).certain
    codes, counts = game.position.codes, game.flag_counts
    wrong = [(v, n) for v, n in found.items() if codes[v] == COVERED_CODE and counts.get(v, 0) != n]
    missing = [(cell, mines) for cell, mines in wrong if mines]
    return [cell for cell, mines in missing if _flag_as(game, cell, mines)]


def _flag_as(game: Game, cell: int, mines: int) -> bool:
    """Flag a cell with so many mines; whether that changed anything."""
    has_changed = False
    while game.flag_counts.get(cell, 0) != mines and game.flag(cell):
        has_changed = True
    return has_changed
