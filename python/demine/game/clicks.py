"""Clicks: what a player has spent on a game, what that has opened, and which clicks were wasted.

While a game runs, `Clicks` is made of what its player sees, so it can be shown. `wasted_clicks`
needs the mines, and so a finished game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

from demine.arguments import check
from demine.board import Board
from demine.errors import InvalidGame
from demine.game.game import Game
from demine.game.play import Move
from demine.wording import plural

Waste = Literal["flag", "unflag", "open", "chord"]
"""A flag that no chord used, or that was removed; a cell that a 0 opens; a chord that cost more."""

_WHY: Final[dict[Waste, str]] = {
    "flag": "no chord used this flag",
    "unflag": "this flag was removed again",
    "open": "a 0 opens this cell as well",
    "chord": "its flags and the chord took more clicks than its cells",
}


@dataclass(frozen=True)
class Clicks:
    """The clicks of a game so far, by button, and the 3BV that they opened.

    `void` clicks changed nothing; the others are `effective`. `three_bv` is the 3BV opened so far,
    as far as the player can know it: an opened number counts unless an opened 0 is next to it.
    After a win it is the 3BV of the board.
    """

    left: int
    right: int
    chord: int
    void: int
    three_bv: int
    seconds: float

    @property
    def effective(self) -> int:
        """The clicks that changed something."""
        return self.left + self.right + self.chord

    @property
    def total(self) -> int:
        """All clicks."""
        return self.effective + self.void

    @property
    def efficiency(self) -> float | None:
        """3BV per click, void ones included; None before the first. Chords can bring it above 1."""
        return self.three_bv / self.total if self.total else None

    @property
    def speed(self) -> float | None:
        """3BV per second; None at second 0."""
        return self.three_bv / self.seconds if self.seconds else None

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON values."""
        derived = ("effective", "total", "efficiency", "speed")
        return {**asdict(self), **{name: getattr(self, name) for name in derived}}

    def __str__(self) -> str:
        kinds = [(self.left, "left"), (self.right, "right"), (self.chord, "chord")]
        told = [f"{number} {name}" for number, name in [*kinds, (self.void, "void")] if number]
        kinds_told = f" ({', '.join(told)})" if told else ""
        return f"{plural(self.total, 'click')}{kinds_told}"


@dataclass(frozen=True)
class WastedClick:
    """Clicks that a player could have spared: how many, at which move (from 1), and why."""

    number: int
    move: Move
    clicks: int
    kind: Waste

    @property
    def why(self) -> str:
        """The reason in a few words."""
        return _WHY[self.kind]


def count_clicks(game: Game) -> Clicks:
    """The clicks of a game so far."""
    check(game, Game, "game")
    kinds = [move.kind for move in game.moves]
    left, right, chord = (kinds.count(kind) for kind in ("open", "flag", "chord"))
    opened = _seen_three_bv(game)
    return Clicks(left, right, chord, game.voids, opened, round(game.seconds, 3))


def wasted_clicks(game: Game) -> tuple[WastedClick, ...]:
    """The clicks of a finished game that could have been spared, in the order of its moves.

    `InvalidGame` before the end. The click that lost the game is not one of them.
    """
    check(game, Game, "game")
    if not game.is_over:
        raise InvalidGame(f"the game is {game.status}: wasted clicks are known at its end")
    found = sorted(_Watch(game).watch(), key=lambda wasted: wasted.number)
    return tuple(found)


def _seen_three_bv(game: Game) -> int:
    """The opened numbers without an opened 0 beside them, and the groups of opened zeros."""
    codes: list[int] = game.position.codes.tolist()
    zeros = set(game.opened_zeros)
    near = {beside for zero in zeros for beside in game.board.neighbours(zero)}
    alone = sum(code >= 0 and c not in zeros and c not in near for c, code in enumerate(codes))
    return alone + len(set(_groups(game.board, zeros).values()))


def _groups(board: Board, zeros: set[int]) -> dict[int, int]:
    """For each zero the first zero of its group."""
    group: dict[int, int] = {}
    for first in sorted(zeros):
        new = [] if first in group else [first]
        while new:
            zero = new.pop()
            group[zero] = first
            new += [v for v in board.neighbours(zero) if v in zeros and v not in group]
    return group


@dataclass
class _Watch:
    """A finished game, played again to see what each of its clicks gained."""

    game: Game
    flags: dict[int, list[int]] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    reached: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        board, mined, zeros = self.game.board, self.game.mined, set(self.game.zeros)
        free = [cell for cell in board.cells if cell not in mined]
        self.groups = _groups(board, zeros)
        near = {beside for zero in zeros for beside in board.neighbours(zero)} | zeros
        self.alone = {cell for cell in free if cell not in near}

    def watch(self) -> Iterator[WastedClick]:
        """The wasted clicks, those of unused flags last."""
        again = self.game.again()
        for number, move in enumerate(self.game.moves, 1):
            before = again.flag_counts
            changed = again.make(move)
            if move.kind == "flag":
                yield from self._flag(number, move, move.cell in again.flags)
            elif again.status != "lost":
                yield from self._judge(number, move, changed, before)
        for cell, numbers in self.flags.items():
            if cell not in self.used:
                for number in numbers:
                    yield WastedClick(number, self.game.moves[number - 1], 1, "flag")

    def _flag(self, number: int, move: Move, stays: bool) -> Iterator[WastedClick]:
        if stays:
            self.flags.setdefault(move.cell, []).append(number)
            return
        clicks = len(self.flags.pop(move.cell)) + 1
        wasted = 1 if move.cell in self.used else clicks
        self.used.discard(move.cell)
        yield WastedClick(number, move, wasted, "unflag")

    def _judge(
        self, number: int, move: Move, changed: list[int], flags: Mapping[int, int]
    ) -> Iterator[WastedClick]:
        gain = self._gain(changed)
        clicks = int(gain == 0) if move.kind == "open" else self._chord(move.cell, flags) - gain
        if clicks > 0:
            yield WastedClick(number, move, clicks, move.kind)

    def _chord(self, cell: int, flags: Mapping[int, int]) -> int:
        """The clicks of a chord and of the flags that no chord has used before."""
        new = flags.keys() & set(self.game.board.neighbours(cell)) - self.used
        self.used |= new
        return 1 + sum(flags[near] for near in new)

    def _gain(self, changed: list[int]) -> int:
        """The 3BV of the cells that a move opened."""
        worth = {self.groups.get(cell, cell if cell in self.alone else -1) for cell in changed}
        new = worth - self.reached - {-1}
        self.reached |= new
        return len(new)
