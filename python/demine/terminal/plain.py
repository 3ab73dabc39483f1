"""The game line by line, as in the paper (Garg 2019, §II and §VI). Works over a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from demine.arguments import show
from demine.board import address, cell_at
from demine.errors import DemineError, FormatError
from demine.game import Game, GameSetup, MoveKind
from demine.proof import TIERS, Hint, settle
from demine.review import AT_ONCE, Review, guess_summary, help_note, review
from demine.terminal.keeper import Keeper
from demine.terminal.lines import draw
from demine.terminal.solver import Solver
from demine.wording import percent, plural

_SUFFIXES: Final[dict[str, MoveKind]] = {"f": "flag", "c": "chord"}
"""The move that a letter after a cell asks for."""

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

    setup: GameSetup
    solver: Solver
    read: Callable[[str], str]
    say: Callable[[str], None]
    keeper: Keeper = field(default_factory=lambda: Keeper(None))
    seconds: float | None = None
    tier: int = 0

    def play(self, game: Game) -> None:
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
        self.say(f"{draw(self.game)}\n\n{_help(self.game)}\n")
        while not self.game.is_over:
            mines = plural(self.game.mines_left, "mine")
            typed = self.read(f"Enter the cell ({mines} left): ").strip()
            try:
                self.game = self._command(self.game, typed)
            except DemineError as error:
                self.say(f"{error}\n")
            self.keeper.begin(self.setup.title, self.game)
        game, found = self.game, review(self.game, states=AT_ONCE)
        self.keeper.end(self.setup.title, game, found)
        lines = [_ending(game), draw(game), *_summary(game, found), f"game: {game.id}"]
        self.say("\n".join(lines))

    def _again(self) -> bool:
        while True:
            answer = self.read("Play again? (y/n): ").strip().lower()
            if answer in ("y", "yes", "n", "no", "q", "quit"):
                return answer.startswith("y")
            if answer in ("help", "?"):
                self.say("Type y to play another game, n or quit to stop.")
            else:
                self.say(f"{show(answer)} given, expected y or n.")

    def _command(self, game: Game, typed: str) -> Game:
        """Carry out a typed command; returns the game to continue."""
        word, _, argument = typed.partition(" ")
        if word not in (game.board.words or ()):
            if word.lower() in _MOVES:
                return self._make(game, cell_at(game.board, argument.strip()), _MOVES[word.lower()])
            if word.lower() in _COMMANDS:
                return _COMMANDS[word.lower()](self, game, argument.strip())
        return self._play_typed(game, typed)

    # Moves.

    def _play_typed(self, game: Game, typed: str) -> Game:
        try:
            cell, kind = _read_move(game, typed)
        except FormatError as error:
            raise FormatError(f"{error}; 'help' lists the commands") from None
        return self._make(game, cell, kind)

    def _make(self, game: Game, cell: int, kind: MoveKind) -> Game:
        game = self._move(game, kind, cell)
        if not game.is_over:
            self.say(f"{draw(game)}\n")
        return game

    def _move(self, game: Game, kind: MoveKind, cell: int) -> Game:
        if self.setup.no_guess and kind == "open" and cell not in game.flags:
            game = settle(game, cell, seconds=self.seconds)
        if not game.move(kind, cell):
            raise FormatError(_void(game, kind, cell))
        self.tier = 0
        return game

    # Commands.

    def _hint(self, game: Game, argument: str) -> Game:
        """The next tier of a hint; with a cell, the reason for that cell."""
        if argument:
            return self._why(game, argument)
        tier = self.tier
        game = self._tell_hint(game, lambda found: str(getattr(found, TIERS[tier])))
        self.tier = min(tier + 1, len(TIERS) - 1)
        return game

    def _step(self, game: Game, argument: str) -> Game:
        game = self._solve(game)
        if not game.is_over:
            self.say(f"{draw(game)}\n")
        return game

    def _auto(self, game: Game, argument: str) -> Game:
        while not game.is_over:
            game = self._solve(game)
        return game

    def _solve(self, game: Game) -> Game:
        kind, cell = game.ask_solver(self.solver)
        game = self._move(game, kind, cell)
        self.say(f"Move made: {address(game.board, cell)}{'f' if kind == 'flag' else ''}")
        return game

    def _tell_hint(self, game: Game, said: Callable[[Hint], str]) -> Game:
        if game.status == "ready" and game.first != "risky":
            self.say("Open any cell: the first one is never a mine.\n")
        else:
            self.say(f"{said(game.hint())}\n")
        return game

    def _guess(self, game: Game, argument: str) -> Game:
        return self._tell_hint(game, lambda hint: hint.guess)

    def _where(self, game: Game, argument: str) -> Game:
        return self._tell_hint(game, lambda hint: hint.where)

    def _why(self, game: Game, argument: str) -> Game:
        if argument:
            found = game.position.explain(cell_at(game.board, argument))
            game.note_help("hint")
            self.say(f"{found}\n")
            return game
        return self._tell_hint(game, lambda hint: hint.why)

    def _map(self, game: Game, argument: str) -> Game:
        self.say(f"{draw(game, game.risks())}\n")
        return game

    def _undo(self, game: Game, argument: str) -> Game:
        if game.undo() is None:
            raise FormatError("there is no move to undo")
        self.say(f"{draw(game)}\n")
        return game

    def _show_help(self, game: Game, argument: str) -> Game:
        self.say(f"{_help(game)}\n")
        return game

    def _quit(self, game: Game, argument: str) -> Game:
        raise Quit


_COMMANDS: Final[dict[str, Callable[[Plain, Game, str], Game]]] = {
    "hint": Plain._hint,
    "step": Plain._step,
    "auto": Plain._auto,
    "guess": Plain._guess,
    "where": Plain._where,
    "why": Plain._why,
    "map": Plain._map,
    "undo": Plain._undo,
    "help": Plain._show_help,
    "?": Plain._show_help,
    "quit": Plain._quit,
    "q": Plain._quit,
}


def _read_move(game: Game, typed: str) -> tuple[int, MoveKind]:
    """The cell of a typed line and the move: `f` after a cell flags, `c` opens around it."""
    suffix = typed[-1:].lower()
    try:
        return cell_at(game.board, typed), "open"
    except FormatError:
        if suffix not in _SUFFIXES or len(typed) < 2:
            raise
    return cell_at(game.board, typed[:-1].strip()), _SUFFIXES[suffix]


def _void(game: Game, kind: str, cell: int) -> str:
    """Why a move does nothing."""
    here = address(game.board, cell)
    if kind == "chord":
        return f"{here} cannot be chorded: expected a number with that many flags around it"
    if kind == "open" and cell in game.flags:
        return f"{here} is flagged: type {here}f to remove the flag first"
    return f"{here} is already open"


def _ending(game: Game) -> str:
    minutes, seconds = divmod(int(game.seconds), 60)
    word = "You Win" if game.status == "won" else "Game Over"
    return f"{word}. It took you {plural(minutes, 'minute')} and {plural(seconds, 'second')}."


def _summary(game: Game, found: Review) -> Iterator[str]:
    undos = f", {game.undos} undone" if game.undos else ""
    efficiency = f", efficiency {percent(game.efficiency, 0)}" if game.status == "won" else ""
    yield f"{plural(game.clicks, 'click')}{undos}, 3BV {game.three_bv}{efficiency}"
    yield guess_summary(found)
    if found.blunder is not None:
        yield found.verdict
    yield from help_note(game)


def _help(game: Game) -> str:
    cell = address(game.board, min(len(game.board) - 1, 4))
    how = "name" if game.board.layout.is_numbered else "column and the row"
    return f"""\
Type the {how} of a cell (e.g. {cell}) to open it. Add 'f' to put or remove a
flag (e.g. {cell}f), and 'c' to open around a number that has its flags.
  hint   more each time: do I have to guess? where? why? which cell?
  step   let the solver move        auto   let it solve the rest
  guess  do I have to guess?        where  where to look
  why    the proof; also: why {cell:<5} map    each cell's chance of a mine in %
  undo   take a move back           quit   stop playing
Type 'help' to show this message again."""
