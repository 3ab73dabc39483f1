"""The game line by line, as in the paper (Garg 2019, §II and §VI). Works over a pipe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from demine.arguments import shown
from demine.board import address, addresses, cell_at
from demine.errors import DemineError, FormatError
from demine.game import Game, review
from demine.proof import Hint, hint
from demine.terminal.deal import Deal
from demine.terminal.grid import drawn
from demine.terminal.solver import Solver

_MOVE: Final = re.compile(r"(.*[0-9])([fc]?)")


class Quit(Exception):
    """The player has had enough."""


@dataclass
class Plain:
    """A table at which one plays: `read` asks for a line, `say` prints one."""

    deal: Deal
    solver: Solver
    read: Callable[[str], str]
    say: Callable[[str], None]
    over: Callable[[Game], None] = lambda game: None

    def play(self, game: Game) -> None:
        """Play this game and more until the player quits."""
        try:
            while True:
                self._play_one(game)
                if not self._again():
                    return
                game = self.deal.game(game.seed + 1)
        except (Quit, EOFError):
            self.say("")

    def _play_one(self, game: Game) -> None:
        self.say(f"{drawn(game)}\n\n{_help(game)}\n")
        while not game.is_over:
            typed = self.read(f"Enter the cell ({game.mines_left} mines left): ").strip().lower()
            try:
                game = self._command(game, typed)
            except DemineError as error:
                self.say(f"{error}\n")
        self.over(game)
        self.say("\n".join([_ending(game), drawn(game), *_summary(game), f"game: {game.id}"]))

    def _again(self) -> bool:
        while True:
            answer = self.read("Play again? (y/n): ").strip().lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")
            self.say(f"{shown(answer)} is no answer: expected y or n.")

    def _command(self, game: Game, typed: str) -> Game:
        """Do what was typed; the game to go on with."""
        word, _, argument = typed.partition(" ")
        if word in _COMMANDS:
            return _COMMANDS[word](self, game, argument.strip())
        return self._typed_move(game, typed)

    # Moves.

    def _typed_move(self, game: Game, typed: str) -> Game:
        match = _MOVE.fullmatch(typed)
        if match is None:
            raise FormatError(
                f"{shown(typed)} is no move: expected a cell, {addresses(game.board)}, or help"
            )
        cell, suffix = cell_at(game.board, match[1]), match[2]
        kind = {"": "open", "f": "flag", "c": "chord"}[suffix]
        game = self._moved(game, kind, cell)
        if not game.is_over:
            self.say(f"{drawn(game)}\n")
        return game

    def _moved(self, game: Game, kind: str, cell: int) -> Game:
        if kind == "open" and cell not in game.flags:
            game = self.deal.settled(game, cell)
        if not {"open": game.open, "flag": game.flag, "chord": game.chord}[kind](cell):
            raise FormatError(_void(game, kind, cell))
        return game

    # Commands.

    def _hint(self, game: Game, argument: str) -> Game:
        game = self._solved(game)
        if not game.is_over:
            self.say(f"{drawn(game)}\n")
        return game

    def _auto(self, game: Game, argument: str) -> Game:
        while not game.is_over:
            game = self._solved(game)
        return game

    def _solved(self, game: Game) -> Game:
        kind, cell = self.solver(game)
        game = self._moved(game, kind, cell)
        self.say(f"Move made: {address(game.board, cell)}{'f' if kind == 'flag' else ''}")
        return game

    def _tier(self, game: Game, said: Callable[[Hint], str]) -> Game:
        if game.status == "ready" and game.first != "risky":
            self.say("Open any cell: the first one is never a mine.\n")
        else:
            self.say(f"{said(hint(game.position))}\n")
        return game

    def _guess(self, game: Game, argument: str) -> Game:
        return self._tier(game, lambda hint: hint.guess)

    def _where(self, game: Game, argument: str) -> Game:
        return self._tier(game, lambda hint: hint.where)

    def _why(self, game: Game, argument: str) -> Game:
        if argument:
            self.say(f"{game.position.explain(cell_at(game.board, argument))}\n")
            return game
        return self._tier(game, lambda hint: hint.why)

    def _map(self, game: Game, argument: str) -> Game:
        self.say(f"{drawn(game, game.position.analyze())}\n")
        return game

    def _undo(self, game: Game, argument: str) -> Game:
        if game.undo() is None:
            raise FormatError("there is no move to take back")
        self.say(f"{drawn(game)}\n")
        return game

    def _show_help(self, game: Game, argument: str) -> Game:
        self.say(f"{_help(game)}\n")
        return game

    def _quit(self, game: Game, argument: str) -> Game:
        raise Quit


_COMMANDS: Final[dict[str, Callable[[Plain, Game, str], Game]]] = {
    "hint": Plain._hint,
    "auto": Plain._auto,
    "guess": Plain._guess,
    "where": Plain._where,
    "why": Plain._why,
    "map": Plain._map,
    "undo": Plain._undo,
    "help": Plain._show_help,
    "quit": Plain._quit,
}


def _void(game: Game, kind: str, cell: int) -> str:
    """Why a move does nothing."""
    here = address(game.board, cell)
    if kind == "chord":
        return f"{here} cannot open around itself: expected a number with as many flags around it"
    if kind == "open" and cell in game.flags:
        return f"{here} is flagged: type {here}f to remove the flag first"
    return f"{here} is already open"


def _ending(game: Game) -> str:
    minutes, seconds = divmod(int(game.seconds), 60)
    word = "You Win" if game.status == "won" else "Game Over"
    return f"{word}. It took you {minutes} minutes and {seconds} seconds."


def _summary(game: Game) -> Iterator[str]:
    found = review(game)
    undos = f", {game.undos} undone" if game.undos else ""
    efficiency = f", efficiency {game.efficiency:.0%}" if game.status == "won" else ""
    yield f"{game.clicks} clicks{undos}, 3BV {game.three_bv}{efficiency}"
    luck = f", which go well with probability {float(found.luck):.1%}" if found.guesses else ""
    yield f"guesses: {found.forced} forced, {found.needless} needless{luck}"


def _help(game: Game) -> str:
    cell = address(game.board, min(len(game.board) - 1, 4))
    is_graph = game.board.layout.tiling == "disc"
    how = "number of the cell" if is_graph else "column followed by the row"
    return f"""\
Type the {how} (eg. {cell}) to open it. To put or remove a flag, add
'f' to the cell (eg. {cell}f). To open around a number that has its flags, add 'c'.
  hint   make a move                auto   solve the rest
  guess  may I guess?               where  where to look
  why    the proof; also: why {cell:<5} map    how likely each cell is a mine
  undo   take a move back           quit   stop playing
Type 'help' to show this message again."""
