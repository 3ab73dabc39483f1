"""The rules of the game, slowly: what demine's game is held against.

Written from the rules alone, with sets and recursion, and with the generator of the published
papers in Python's whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from demine import Board
from demine.game import Status

WORD = 2**64


def numbers(seed: int) -> Iterator[int]:
    """SplitMix64."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % WORD
        z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
        yield z ^ (z >> 31)


def below(random: Iterator[int], bound: int) -> int:
    """A whole number below the bound, each equally likely."""
    while True:
        high, low = divmod(next(random) * bound, WORD)
        if low >= WORD % bound:
            return high


def shuffle(cells: int, seed: int) -> list[int]:
    """The cells in the order of a seed."""
    random, order = numbers(seed), list(range(cells))
    for i in range(cells):
        j = i + below(random, cells - i)
        order[i], order[j] = order[j], order[i]
    return order


def place(board: Board, mines: int, seed: int, first: str, cell: int) -> set[int]:
    """Where the mines are after a first click on the cell."""
    around = board.neighbours(cell) if first == "opening" else []
    last = [cell] if first != "risky" else []
    order = shuffle(len(board), seed)
    ranks = {v: (v in last, v in around, rank) for rank, v in enumerate(order)}
    return set(sorted(order, key=ranks.__getitem__)[:mines])


class Reference:
    """A game by the book."""

    def __init__(self, board: Board, mines: int, seed: int, first: str) -> None:
        self.board, self.number, self.seed, self.first = board, mines, seed, first
        self.mined: set[int] | None = None
        self.shown: dict[int, int] = {}
        self.flags: set[int] = set()
        self.hit: set[int] = set()

    @property
    def status(self) -> Status:
        if self.hit:
            return "lost"
        if len(self.shown) == len(self.board) - self.number:
            return "won"
        return "ready" if self.mined is None else "playing"

    def labels(self) -> list[str | int]:
        hidden = {cell: "*" if cell in self.hit else "?" for cell in self.board.cells}
        return [self.shown.get(cell, hidden[cell]) for cell in self.board.cells]

    def open(self, cell: int) -> None:
        if self.status not in ("won", "lost"):
            self._open(cell)

    def flag(self, cell: int) -> None:
        if self.status not in ("won", "lost") and cell not in self.shown:
            self.flags ^= {cell}

    def chord(self, cell: int) -> None:
        around = self.board.neighbours(cell)
        if self.status == "playing" and len(self.flags & set(around)) == self.shown.get(cell):
            for neighbour in around:
                self._open(neighbour)

    def _open(self, cell: int) -> None:
        if cell in self.shown or cell in self.flags:
            return
        if self.mined is None:
            self.mined = place(self.board, self.number, self.seed, self.first, cell)
        if cell in self.mined:
            self.hit.add(cell)
            return
        around = self.board.neighbours(cell)
        self.shown[cell] = len(self.mined & set(around))
        if self.shown[cell] == 0:
            for neighbour in around:
                self._open(neighbour)


def three_bv(board: Board, mined: frozenset[int]) -> int:
    """Click zeros while there are any, then all that is left; count the clicks."""
    game = Reference(board, len(mined), 0, "risky")
    game.mined = set(mined)
    free = [cell for cell in board.cells if cell not in mined]
    zeros = [cell for cell in free if not mined & set(board.neighbours(cell))]
    clicks = 0
    for cell in zeros + free:
        clicks += cell not in game.shown
        game._open(cell)
    return clicks
