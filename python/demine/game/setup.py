"""Game setup: everything about a game but its seed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, TypedDict, Unpack

from demine.board import PRESETS, Board
from demine.errors import InvalidGame
from demine.formats import name_of
from demine.game.endless import Endless
from demine.game.game import SEEDS, Game, find_preset
from demine.game.play import Fair, First
from demine.game.ruled import rules_of
from demine.game.window import Window
from demine.rules import Rules


class SetupOptions(TypedDict, total=False):
    """Keyword arguments that choose a setup: a preset, or a board and its mines."""

    preset: str | None
    board: Board | None
    mines: int | None
    first: First
    rules: str | Rules | None


@dataclass(frozen=True)
class GameSetup:
    """A board, its number of mines and the first-click rule: every seed makes a game of it.

    With `no_guess`, players get only boards that can be won by proof alone (see
    `demine.proof.no_guess`), and with a `grade` as well only boards of this grade. With `fair`,
    mines are decided only when they must be. With `rules`, the game has others than the classic
    ones. Statistics are kept under `title`.
    """

    board: Board
    mines: int
    first: First = "safe"
    no_guess: bool = False
    title: str = field(default="", compare=False)
    fair: Fair | None = None
    grade: str | None = None
    rules: Rules | None = None

    @classmethod
    def choose(cls, **options: Unpack[SetupOptions]) -> GameSetup:
        """A preset, a board with mines, or the board of a preset with another number of mines."""
        preset, board, mines = options.get("preset"), options.get("board"), options.get("mines")
        if (preset is None) == (board is None):
            raise InvalidGame("give either a preset, or a board and its number of mines")
        if preset is not None:
            board, usual = find_preset(preset)
            mines = usual if mines is None else mines
        if board is None or mines is None:
            raise InvalidGame("a board needs its number of mines")
        rules = rules_of(board, options.get("rules"))
        return cls(board, mines, options.get("first", "safe"), rules=rules)

    @classmethod
    def of(cls, game: Game) -> GameSetup:
        """The setup of a game; its title is the preset that it belongs to, if any."""
        own = f"{name_of(game.board)}-{game.mines}"
        title = next((name for name in PRESETS if _is_preset(game, name)), own)
        title += f" ({game.fair})" if game.fair else ""
        setup = cls(game.board, game.mines, game.first, title=title, fair=game.fair)
        return setup if game.rules is None else setup.under(game.rules)

    def under(self, rules: Rules) -> GameSetup:
        """The same under rules, which the title names."""
        name = rules.name or "own rules"
        return replace(self, rules=rules, title=f"{self.title} ({name})")

    def game(self, seed: int) -> Game:
        """The game of a seed."""
        fair = self.fair or False
        told: Any = {"first": self.first, "fair": fair, "rules": self.rules}
        return Game(self.board, self.mines, seed=seed % SEEDS, **told)

    def game_after(self, game: Game | Window) -> Game:
        """The game of the next seed; after one that has no seed like it, of a random seed."""
        if isinstance(game, Game) and not game.is_given:
            return self.game(game.seed + 1)
        return self.game(secrets.randbits(32))


@dataclass(frozen=True)
class EndlessSetup:
    """The density and the first-click rule of endless games: every seed makes one, in a window."""

    density: Fraction = Fraction(1, 5)
    first: First = "opening"
    no_guess: Final = False
    grade: Final[str | None] = None

    @classmethod
    def of(cls, game: Window) -> EndlessSetup:
        """The setup of a game."""
        return cls(game.game.density, game.first)

    @property
    def title(self) -> str:
        """Its name on the screen."""
        return f"endless {self.density}"

    def game(self, seed: int) -> Window:
        """The game of a seed."""
        return Window(Endless(self.density, seed=seed % SEEDS, first=self.first))

    def game_after(self, game: Game | Window) -> Window:
        """The game of the next seed; after a finite game, of a random one."""
        seed = game.game.seed + 1 if isinstance(game, Window) else secrets.randbits(32)
        return self.game(seed)


def _is_preset(game: Game, name: str) -> bool:
    preset = PRESETS[name]
    return (preset.mines, preset.board, "safe") == (game.mines, game.board, game.first)
