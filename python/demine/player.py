"""Player: a strategy at play, one game after the other. Python's twin of the engine's arena.

The strategy is handed positions and its own chance. What it may not do ends the run with a
`StrategyError` that names the game: raise, open what is open, open nothing, or not answer.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from demine import _native
from demine.chance import Chance
from demine.checks import shown, whole
from demine.contest import Contest
from demine.errors import StrategyError
from demine.game import Game
from demine.position import COVERED
from demine.strategies import Guess, Strategy
from demine.tally import BLUNDERED, WON

PATIENCE: Final = 60.0
"""Seconds that a strategy may think about one turn."""

Ends = NDArray[np.uint8]
"""How each game ended: 0 lost, 1 won, 2 lost on a cell that the strategy called sure."""
Guesses = NDArray[np.uint32]
"""How often the strategy guessed in each game, its first turn left out."""


def outcomes(
    contest: Contest, seed: int, games: int, workers: int = 1, patience: float = PATIENCE
) -> tuple[Ends, Guesses]:
    """The games of consecutive seeds. Threads help with native strategies only."""
    if isinstance(contest.strategy, str):
        board = contest.board.graph
        rules = (contest.mines, contest.first, contest.strategy)
        return _native.play(board, *rules, seed, games, workers)
    played = [_played(contest, contest.strategy, s, patience) for s in range(seed, seed + games)]
    return (
        np.array([end for end, _ in played], dtype=np.uint8),
        np.array([guesses for _, guesses in played], dtype=np.uint32),
    )


def _played(contest: Contest, strategy: Strategy, seed: int, patience: float) -> tuple[int, int]:
    """How the game of a seed ended, and how often the strategy guessed."""
    game, chance, guesses, guess = contest.game(seed), Chance.of_game(seed), 0, False
    while not game.is_over:
        began = game.status != "ready"
        cells = _chosen(contest, strategy, game, chance, patience)
        guess = isinstance(cells, Guess)
        guesses += guess and began
        for cell in cells:
            game.open(cell)
    if game.status == "won":
        return WON, guesses
    return (0 if guess else BLUNDERED), guesses


def _chosen(
    contest: Contest, strategy: Strategy, game: Game, chance: Chance, patience: float
) -> Sequence[int]:
    where = f"strategy {contest.name}, game {game.id}, turn {len(game.moves) + 1}"
    try:
        with _patient(patience):
            answer = strategy(game.position, chance)
    except _Late:
        raise StrategyError(f"{where}: no answer within {patience:g} seconds") from None
    except Exception as error:
        raise StrategyError(f"{where}: {type(error).__name__}: {error}") from error
    return _checked(answer, game, where)


def _checked(answer: Sequence[int], game: Game, where: str) -> Sequence[int]:
    """Covered cells, at least one."""
    try:
        cells = [game.board.index(cell) for cell in answer]
    except (TypeError, ValueError, LookupError):
        raise StrategyError(f"{where}: {shown(answer)}: expected cells of the board") from None
    labels = game.position.labels
    opened = [cell for cell in cells if labels[cell] != COVERED]
    if opened:
        raise StrategyError(f"{where}: cell {opened[0]} is open: expected covered cells")
    if not cells:
        raise StrategyError(f"{where}: nothing to open: expected at least one covered cell")
    return Guess(cells) if isinstance(answer, Guess) else [whole(cell) for cell in cells]


class _Late(BaseException):
    """Passes through a strategy that catches every `Exception`."""


@contextmanager
def _patient(seconds: float) -> Iterator[None]:
    """Interrupt the body after some time; only the main thread of a process can be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(number: int, frame: FrameType | None) -> None:
        raise _Late

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
