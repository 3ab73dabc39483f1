"""Flags and what follows from them: refused chords, flags that cannot be right, proved mines.

Everything here is made of what the player sees, never of where the mines are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from demine.game.play import Play
from demine.labels import COVERED_CODE, MINED
from demine.meter import Budget
from demine.wording import plural

if TYPE_CHECKING:
    from demine.game.game import Game
    from demine.game.window import Window

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
    codes, flags = game.position.codes, game.flags
    number = int(codes[cell])
    around = [near for near in game.board.neighbours(cell) if codes[near] == COVERED_CODE]
    flagged = sum(near in flags for near in around)
    if number <= 0 or flagged == number or flagged == len(around):
        return None
    return RefusedChord(number, flagged, tuple(around))


def has_wrong_flag(game: Game, **budget: Unpack[Budget]) -> bool:
    """Whether some flag is certainly wrong: with mines under all flags no number fits any more.

    Counts as help.
    """
    game.check_running()
    game.note_help("hint")
    if len(game.flags) > game.mines:
        return True
    flagged = game.position.with_labels(dict.fromkeys(game.flags, MINED))
    return not flagged.is_consistent(**budget)


def proved_mines(game: Play, **budget: Unpack[Budget]) -> tuple[int, ...]:
    """The covered cells that are certainly mined; counts as help."""
    codes, found = game.position.codes, game.risks(**budget)
    return tuple(sorted(cell for cell in found.mined if codes[cell] == COVERED_CODE))


def flag_proved(game: Game, **budget: Unpack[Budget]) -> list[int]:
    """Flag every proved mine that has no flag; the cells that were flagged. Counts as help."""
    missing = [cell for cell in proved_mines(game, **budget) if cell not in game.flags]
    return [cell for cell in missing if game.flag(cell)]
