"""The game line by line, as in the paper (Garg 2019, §II and §VI). Works over a pipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from demine.arguments import show
from demine.board import address
from demine.errors import DemineError, FormatError
from demine.game import (
    CASCADE,
    WRONG_FLAG,
    EndlessSetup,
    Game,
    GameSetup,
    MoveKind,
    Window,
    flag_proved,
    has_wrong_flag,
    refused_chord,
)
from demine.proof import TIERS, Hint
from demine.puzzles import settle_setup
from demine.review import AT_ONCE, Review, review
from demine.terminal.endings import ending, endless_end, flag_note, summary
from demine.terminal.keeper import Keeper
from demine.terminal.lines import draw
from demine.terminal.solver import Solver
from demine.wording import plural
from demine.words import say

_SUFFIXES: Final[dict[str, MoveKind]] = {"f": "flag", "c": "chord"}
"""The move that a letter after a cell asks for."""

_MOST_MOVES: Final = 200
"""Moves of `auto` in an endless game, which might never end."""

_GO: Final = "  go     show another part, such as: go 40,-12\n"

_MANY: Final = "A flag stands for one mine. Flag the cell again for one more.\n"

Played = Game | Window

_MOVES: Final[dict[str, MoveKind]] = {
    "open": "open",
    "flag": "flag",
    "chord": "chord",
    **_SUFFIXES,
}
"""The move that a word before a cell asks for."""


class Quit(Exception):
    """The player quits."""


@dataclass
class Plain:
    """Games line by line: `read` prompts for a line, `say` prints one."""

    setup: GameSetup | EndlessSetup
    solver: Solver
    read: Callable[[str], str]
    say: Callable[[str], None]
    keeper: Keeper = field(default_factory=lambda: Keeper(None))
    seconds: float | None = None
    tier: int = 0

    @property
    def commands(self) -> Mapping[str, Command]:
        """The words that are commands, not cells."""
        return _COMMANDS

    def play(self, game: Played) -> None:
        """Play this game and more until the player quits."""
        self.game = game
        self.keeper.go_on(game)
        try:
            self._play_games()
        except (KeyboardInterrupt, OSError):
            # A closed terminal ends the input first, so this may come while a game is being saved.
            self.keeper.leave(self.game)
            raise

    def _play_games(self) -> None:
        try:
            while True:
                self._play_one()
                if not self._again():
                    return
                self.game = self.setup.game_after(self.game)
        except (Quit, EOFError):
            self.keeper.leave(self.game)
            self.say("")

    def _play_one(self) -> None:
        self.say(f"{self.draw(self.game)}\n\n{self.help_text(self.game)}\n")
        while not self.game.is_over:
            typed = self.read(f"Enter the cell ({self.counter(self.game)}): ").strip()
            try:
                self.game = self._command(self.game, typed)
            except DemineError as error:
                self.say(f"{error}\n")
            self.keeper.begin(self.setup.title, self.game)
        self._end(self.game)

    def _end(self, game: Played) -> None:
        found = None if isinstance(game, Window) else review(game, states=AT_ONCE)
        self.keeper.end(self.setup.title, game, found)
        self.say("\n".join(self.last_lines(game, found)))

    # Texts, which another mode may replace.

    def draw(self, game: Played) -> str:
        """The board as the player sees it."""
        return draw(game)

    def help_text(self, game: Played) -> str:
        """The commands."""
        return _help(game)

    def counter(self, game: Played) -> str:
        """How many mines have no flag yet; in an endless game, how many flags there are."""
        if isinstance(game, Window):
            return plural(game.counter, "flag")
        return f"{plural(game.counter, 'mine')} left"

    def last_lines(self, game: Played, found: Review | None) -> list[str]:
        """What a finished game shows."""
        if isinstance(game, Window):
            about = [endless_end(game)]
        else:
            assert found is not None
            about = [*summary(game, found), f"game: {game.id}"]
        return [ending(game, plural), draw(game), *about]

    def _again(self) -> bool:
        while True:
            answer = self.read("Play again? (y/n): ").strip().lower()
            if answer in ("y", "yes", "n", "no", "q", "quit"):
                return answer.startswith("y")
            if answer in ("help", "?"):
                self.say("Type y to play another game, n or quit to stop.")
            else:
                self.say(f"{show(answer)} given, expected y or n.")

    def _command(self, game: Played, typed: str) -> Played:
        """Carry out a typed command; returns the game to continue."""
        word, _, argument = typed.partition(" ")
        if word not in (game.board.words or ()):
            if word.lower() in _MOVES:
                return self._make(game, game.find(argument.strip()), _MOVES[word.lower()])
            if word.lower() in self.commands:
                return self.commands[word.lower()](self, game, argument.strip())
        return self._play_typed(game, typed)

    # Moves.

    def _play_typed(self, game: Played, typed: str) -> Played:
        try:
            cell, kind = _read_move(game, typed)
        except FormatError as error:
            raise FormatError(f"{error}; 'help' lists the commands") from None
        return self._make(game, cell, kind)

    def _make(self, game: Played, cell: int, kind: MoveKind) -> Played:
        game = self._move(game, kind, cell)
        if not game.is_over:
            self.say(f"{self.draw(game)}\n")
        return game

    def _move(self, game: Played, kind: MoveKind, cell: int) -> Played:
        if (
            isinstance(game, Game)
            and self.setup.no_guess
            and kind == "open"
            and cell not in game.flags
        ):
            game = settle_setup(self.setup, game, cell, seconds=self.seconds)
        if not game.move(kind, cell):
            raise FormatError(_void(game, kind, cell))
        self.tier = 0
        return game

    # Commands.

    def _hint(self, game: Played, argument: str) -> Played:
        """The next tier of a hint; with a cell, the reason for that cell."""
        if argument:
            return self._why(game, argument)
        if self.tier == 0 and isinstance(game, Game) and game.flags and has_wrong_flag(game):
            self.say(WRONG_FLAG)
        tier = self.tier
        game = self._tell_hint(game, lambda found: _tier_text(game, found, tier))
        self.tier = min(tier + 1, len(TIERS) - 1)
        return game

    def _step(self, game: Played, argument: str) -> Played:
        game = self._solve(game)
        if not game.is_over:
            self.say(f"{draw(game)}\n")
        return game

    def _auto(self, game: Played, argument: str) -> Played:
        if isinstance(game, Window):
            return self._explore(game)
        while not game.is_over:
            game = self._solve(game)
        return game

    def _explore(self, game: Window) -> Played:
        """Let the solver play for a while: an endless game might never be lost."""
        size = game.game.size
        for _ in range(_MOST_MOVES):
            if game.is_over or game.game.size - size >= CASCADE:
                break
            self._solve(game)
        if not game.is_over:
            self.say(f"{draw(game)}\n")
        return game

    def _solve(self, game: Played) -> Played:
        kind, cell = game.ask_solver(self.solver)
        game = self._move(game, kind, cell)
        self.note(f"Move made: {address(game.board, cell)}{'f' if kind == 'flag' else ''}")
        return game

    def note(self, made: str) -> None:
        """Say which move the solver made."""
        self.say(made)

    def _tell_hint(self, game: Played, said: Callable[[Hint], str]) -> Played:
        if game.status == "ready" and game.first != "risky":
            self.say(f"{say('hint.first')}\n")
        else:
            self.say(f"{said(game.hint())}\n")
        return game

    def _why(self, game: Played, argument: str) -> Played:
        if argument:
            found = game.position.explain(game.find(argument))
            game.note_help("hint")
            self.say(f"{found}\n")
            return game
        return self._tell_hint(game, lambda hint: hint.why)

    def _risks(self, game: Played, argument: str) -> Played:
        self.say(f"{draw(game, game.risks())}\n")
        return game

    def _flag_proved(self, game: Played, argument: str) -> Played:
        """Flag all proved mines."""
        if isinstance(game, Window):
            raise FormatError("an endless game has no proved mines to flag at once")
        flagged = flag_proved(game)
        self.say(f"{plural(len(flagged), 'proved mine')} flagged\n{draw(game)}\n")
        return game

    def _go(self, game: Played, argument: str) -> Played:
        """Show another part of an endless game."""
        if not isinstance(game, Window):
            raise FormatError("the whole board is shown: only an endless game has other parts")
        cell = game.place(game.find(argument))
        game.centre(cell)
        game.carry_on()
        self.say(f"{draw(game)}\n")
        return game

    def _undo(self, game: Played, argument: str) -> Played:
        if game.undo() is None:
            raise FormatError("there is no move to undo")
        self.say(f"{draw(game)}\n")
        return game

    def _show_help(self, game: Played, argument: str) -> Played:
        self.say(f"{self.help_text(game)}\n")
        return game

    def _quit(self, game: Played, argument: str) -> Played:
        raise Quit


Command = Callable[[Plain, Played, str], Played]
"""Carries out a command with its argument; returns the game to continue."""

_COMMANDS: Final[dict[str, Command]] = {
    "hint": Plain._hint,
    "step": Plain._step,
    "auto": Plain._auto,
    "guess": lambda session, game, _: session._tell_hint(game, lambda hint: hint.guess),
    "where": lambda session, game, _: session._tell_hint(game, lambda hint: hint.where),
    "why": Plain._why,
    "risks": Plain._risks,
    "map": Plain._risks,  # its earlier name
    "mines": Plain._flag_proved,
    "go": Plain._go,
    "undo": Plain._undo,
    "help": Plain._show_help,
    "?": Plain._show_help,
    "quit": Plain._quit,
    "q": Plain._quit,
}


def _tier_text(game: Played, found: Hint, tier: int) -> str:
    """A tier of a hint; from the tier that names the cell on, with its flag."""
    return str(getattr(found, TIERS[tier])) + (flag_note(game, found.cell) if tier >= 2 else "")


def _read_move(game: Played, typed: str) -> tuple[int, MoveKind]:
    """The cell of a typed line and the move: `f` after a cell flags, `c` opens around it."""
    suffix = typed[-1:].lower()
    try:
        return game.find(typed), "open"
    except FormatError:
        if suffix not in _SUFFIXES or len(typed) < 2:
            raise
    return game.find(typed[:-1].strip()), _SUFFIXES[suffix]


def _void(game: Played, kind: str, cell: int) -> str:
    """Why a move does nothing."""
    here = address(game.board, cell)
    if kind == "chord":
        refused = refused_chord(game, cell)
        if refused is None:
            return f"{here} opens nothing: expected a number with that many flags around it"
        return refused.say(here)
    if kind == "open" and cell in game.flags:
        return f"{here} is flagged: type {here}f to remove the flag first"
    return f"{here} is already open"


def _help(game: Played) -> str:
    cell = address(game.board, min(len(game.board) - 1, 4))
    rules = game.rules if isinstance(game, Game) else None
    many = _MANY if rules is not None and max(rules.capacity) > 1 else ""
    how = "name" if game.board.layout.is_numbered else "column and the row"
    return f"""\
Type the {how} of a cell (e.g. {cell}) to open it. Add 'f' to put or remove a
flag (e.g. {cell}f), and 'c' to open around a number that has its flags.
  hint   more each time: do I have to guess? where? why? which cell?
  step   let the solver move        auto   let it solve the rest
  guess  do I have to guess?        where  where to look
  why    the proof; also: why {cell:<5} risks  each cell's chance of a mine in %
  undo   take a move back           mines  flag every proved mine
  quit   stop playing
{_GO if isinstance(game, Window) else ""}{many}Type 'help' to show this message again."""
