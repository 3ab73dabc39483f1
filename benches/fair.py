"""Fair games by the thousand: perfect play wins all, one needless guess loses all.

Plays 20,000 games on each of five topologies (`--quick`: 500), from seed 1. Every third game makes
a needless guess: at a cell next to a safe one, which would have told more. After each game, the
mines must fit every number. The last line times the moves of Expert games.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from rich.progress import track

from bench import QUICK, pretty, spread

import demine
from demine import Board, Game

BOARDS = {
    "grid": (demine.grid(6, 6), 9),
    "torus": (demine.grid(5, 5, torus=True), 5),
    "hexagonal": (demine.hexagonal(6, 6), 9),
    "triangular": (demine.triangular(4, 8), 6),
    "box": (demine.box((3, 3, 3)), 4),
}
GAMES = 500 if QUICK else 20_000


class Player:
    """Opens safe cells; where there is none, guesses next to a number if possible."""

    def __init__(self, game: Game, chance: Random) -> None:
        self.game, self.chance = game, chance

    def look(self) -> None:
        """Find the covered cells that may be free, and the safe ones among them."""
        self.labels = self.game.position.labels
        self.risks = self.game.position.analyze().probabilities
        cells = self.game.board.cells
        self.covered = [c for c in cells if self.labels[c] == "?" and self.risks[c] < 1]
        self.safe = {cell for cell in self.covered if self.risks[cell] == 0}

    def doubtful(self) -> list[int]:
        """Uncertain cells next to a safe one: to guess there is needless."""
        board = self.game.board
        return [c for c in self.covered if self.risks[c] > 0 and self.safe & {*board.neighbours(c)}]

    def choose(self) -> int:
        board, labels = self.game.board, self.labels
        near = [
            cell
            for cell in self.covered
            if any(isinstance(labels[other], int) for other in board.neighbours(cell))
        ]
        return self.chance.choice(sorted(self.safe) or near or self.covered)


def play(game: Game, chance: Random, needless: bool, move: Callable[[Game, int], object]) -> bool:
    """Play a game to its end; whether a needless guess ended it."""
    player = Player(game, chance)
    move(game, chance.randrange(len(game.board)))
    while not game.is_over:
        player.look()
        if needless and (cells := player.doubtful()):
            move(game, chance.choice(cells))
            return True
        move(game, player.choose())
    return False


def check(game: Game, was_needless: bool) -> None:
    assert game.status == ("lost" if was_needless else "won"), game.id
    assert len(game.mined) == game.mines, game.id
    for cell, label in enumerate(game.position.labels):
        around = sum(near in game.mined for near in game.board.neighbours(cell))
        assert not isinstance(label, int) or label == around, game.id


def play_many(name: str, board: Board, mines: int) -> None:
    lost = 0
    for seed in track(range(1, GAMES + 1), name):
        game = Game(board, mines, seed=seed, fair=True)
        was_needless = play(game, Random(seed), seed % 3 == 0, Game.open)
        check(game, was_needless)
        lost += was_needless
    print(f"{name}: {GAMES - lost} games won, {lost} lost by a needless guess")


def time_expert() -> None:
    spent = []

    def move(game: Game, cell: int) -> None:
        began = time.process_time()
        game.open(cell)
        spent.append(time.process_time() - began)

    expert = demine.PRESETS["expert"]
    for seed in track(range(1, 11 if QUICK else 101), "expert"):
        game = Game(expert.board, expert.mines, seed=seed, fair=True)
        check(game, play(game, Random(seed), False, move))
    median, _, late, longest = map(pretty, spread(spent))
    print(f"a move on Expert: {median} in the median, 90 % below {late}, at most {longest}")


if __name__ == "__main__":
    for name, (board, mines) in BOARDS.items():
        play_many(name, board, mines)
    time_expert()
