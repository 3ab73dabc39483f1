"""Batches: strategies that choose for many games at once, such as a neural network.

A simulation plays such a strategy on a thousand games side by side: one call for all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, update_wrapper
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from demine.arguments import check, show
from demine.board import Board
from demine.errors import StrategyError
from demine.labels import COVERED_CODE
from demine.position import Position
from demine.strategies.rng import Chance
from demine.strategies.view import Guess

TOGETHER: Final = 1024
"""Most games side by side."""


@dataclass(frozen=True)
class Batch:
    """Positions of games on one board: what the players see, a row per game."""

    board: Board
    mines: int
    codes: NDArray[np.int16]
    """A code per cell, as in `Position.codes`: a number, or −1 for a covered cell."""
    find_seeds: Callable[[], NDArray[np.uint64]]

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """A seed per game, for choices by chance; made only when it is asked for."""
        return self.find_seeds()

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def covered(self) -> NDArray[np.bool_]:
        """True for each cell that may be opened."""
        mask: NDArray[np.bool_] = self.codes == COVERED_CODE
        return mask


class Chosen(NamedTuple):
    """The moves of a turn of all games: rows and cells, and whether each row is a guess."""

    rows: NDArray[np.int64]
    cells: NDArray[np.int64]
    is_guess: NDArray[np.bool_]


ChooseMany = Callable[[Batch], Any]


class Batched:
    """A strategy that chooses for a batch; called with one position, it chooses for that alone."""

    def __init__(self, choose: ChooseMany) -> None:
        """Wrap a function of a `Batch`. See `batched`."""
        if not callable(choose):
            raise StrategyError(f"strategy {show(choose)}: expected a function of a batch")
        self.choose_many = choose
        update_wrapper(self, choose)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle by name where other processes find it, else the function."""
        home = sys.modules.get(self.choose_many.__module__)
        name = getattr(self.choose_many, "__qualname__", "")
        if hasattr(home, "__file__") and getattr(home, name, None) is self:
            return name
        return Batched, (self.choose_many,)

    def __call__(self, position: Position, chance: Chance) -> list[int]:
        """The cells for one position, as any strategy returns them."""
        check(position, Position, "position")
        position.check_classic("a batch of positions")
        codes = position.codes.astype(np.int16)[None]
        seeds = partial(np.array, [chance.state], np.uint64)
        chosen = self.choose(Batch(position.board, position.mines or 0, codes, seeds))
        cells: list[int] = chosen.cells.tolist()
        return Guess(cells) if chosen.is_guess[0] else cells

    def choose(self, batch: Batch) -> Chosen:
        """The checked choice for a batch; `StrategyError` says what is wrong with it."""
        answer = self.choose_many(batch)
        cells, guess = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, True)
        rows, opened = _moves(np.asarray(cells), batch)
        is_guess = np.asarray(guess)
        if is_guess.dtype != bool or is_guess.ndim > 1 or is_guess.size not in (1, len(batch)):
            raise StrategyError(f"guesses {show(guess)}: expected True or False for each game")
        return Chosen(rows, opened, np.broadcast_to(is_guess.ravel(), len(batch)))


def batched(choose: ChooseMany) -> Batched:
    """Make a strategy of a function that chooses for many games at once.

    It gets a `Batch` and returns one cell per game, as an array, or a mask of the shape of
    `batch.codes` with every cell to open. All count as guesses. With a pair of that and an array of
    truth values, only the rows with True do. Simulations play it on many games side by side.
    """
    return Batched(choose)


def _moves(cells: NDArray[Any], batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and cells of an answer, one cell per row or a mask."""
    if cells.dtype == bool and cells.shape == batch.codes.shape:
        rows, opened = np.nonzero(cells)
        if len(np.unique(rows)) < len(batch):
            raise StrategyError("a game has nothing to open: expected a cell for each")
    elif cells.dtype.kind in "iu" and cells.shape == (len(batch),):
        rows, opened = np.arange(len(batch)), cells.astype(np.int64)
    else:
        said = f"an array of {cells.dtype} with the shape {cells.shape}"
        raise StrategyError(f"{said}: expected {len(batch)} cells, or a mask {batch.codes.shape}")
    _check_covered(rows, opened, batch)
    return rows, opened


def _check_covered(rows: NDArray[Any], cells: NDArray[Any], batch: Batch) -> None:
    outside = (cells < 0) | (cells >= len(batch.board))
    if outside.any():
        cell = int(cells[outside][0])
        raise StrategyError(f"cell {cell}: expected a cell from 0 to {len(batch.board) - 1}")
    opened = batch.codes[rows, cells] != COVERED_CODE
    if opened.any():
        raise StrategyError(f"cell {int(cells[opened][0])} is open: expected covered cells")
