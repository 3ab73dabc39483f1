"""Player: a strategy at play, one game after the other. Python's twin of the engine's arena.

The strategy is handed positions and its own chance. What it may not do ends the run with a
`StrategyError` that names the game: raise, open what is open, open nothing, or not answer.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from demine import _native
from demine.arena.contest import Contest, place
from demine.arena.tally import BLUNDERED, WON
from demine.arena.timeouts import TURN_SECONDS, Clock, Interruption, Late, Turn
from demine.arguments import show
from demine.cache import shared_cache
from demine.errors import StrategyError
from demine.game import Game
from demine.labels import COVERED
from demine.position import Position
from demine.strategies import Chance, Guess, Strategy

Ends = NDArray[np.uint8]
"""How each game ended: 0 lost, 1 won, 2 lost on a cell that the strategy called sure."""
Guesses = NDArray[np.uint32]
"""How often the strategy guessed in each game, its first turn left out."""
Fallbacks = NDArray[np.uint32]
"""On how many turns it had to do with less than it does otherwise: the position was too wide."""
Outcomes = tuple[Ends, Guesses, Fallbacks]
Chunk = tuple[int, int]
"""The seed of the first game, and the number of games."""
Played = tuple[Chunk, Outcomes]
"""A chunk and what became of it."""

Watch = Interruption | Clock
"""Lets a strategy think about a turn, and is somebody's way to notice that it takes too long."""


def outcomes(
    contest: Contest, seed: int, games: int, workers: int = 1, patience: float = TURN_SECONDS
) -> Outcomes:
    """The games of consecutive seeds, in this process. Threads help native strategies only."""
    if isinstance(contest.strategy, str):
        return _native.play(contest, seed, games, workers)
    return play_watched(contest, seed, games, Interruption(patience))


def play_watched(contest: Contest, seed: int, games: int, watch: Watch) -> Outcomes:
    """The games of consecutive seeds, by a strategy in Python and under somebody's eyes."""
    assert not isinstance(contest.strategy, str)
    seeds = range(seed, seed + games)
    played = [_play_game(contest, contest.strategy, seed, watch) for seed in seeds]
    return (
        np.array([end for end, _ in played], dtype=np.uint8),
        np.array([guesses for _, guesses in played], dtype=np.uint32),
        np.zeros(len(played), dtype=np.uint32),
    )


def _play_game(contest: Contest, strategy: Strategy, number: int, watch: Watch) -> tuple[int, int]:
    """How the game of a number ended, and how often the strategy guessed."""
    game, guesses, is_guess = contest.game(number), 0, False
    chance = Chance.of_game(game.seed)
    # How fast an answer comes must not tell what another strategy has asked about this game.
    shared_cache().clear()
    while not game.is_over:
        has_begun, turn = game.status != "ready", Turn(game.seed, len(game.moves) + 1)
        try:
            cells = _first_move(contest, game) or _choose(strategy, game, chance, turn, watch)
        except _Wrong as wrong:
            raise StrategyError(f"{place(contest.record, *turn)}: {wrong}") from wrong.__cause__
        is_guess = isinstance(cells, Guess)
        guesses += is_guess and has_begun
        for cell in cells:
            game.open(cell)
    if game.status == "won":
        return WON, guesses
    return (0 if is_guess else BLUNDERED), guesses


def _first_move(contest: Contest, game: Game) -> Sequence[int]:
    """The first move, if the contest says where to begin."""
    start = contest.start if game.status == "ready" else None
    return [] if start is None else Guess([start])


class _Wrong(Exception):
    """What a strategy did that it may not do."""


def _choose(
    strategy: Strategy, game: Game, chance: Chance, turn: Turn, watch: Watch
) -> Sequence[int]:
    try:
        answer = watch(turn, partial(_attempt, strategy, game.position, chance))
    except Late as late:
        raise _Wrong(late) from None
    if isinstance(answer, StrategyError):  # an outside player's, in a sentence
        raise _Wrong(answer) from answer
    if isinstance(answer, BaseException):
        raise _Wrong(f"{type(answer).__name__}: {answer}{_where(answer)}") from answer
    return _check(answer, game)


def _attempt(
    strategy: Strategy, position: Position, chance: Chance
) -> Sequence[int] | Exception | SystemExit:
    """The answer, or what the strategy raised: what else is raised is not its doing."""
    try:
        return _answer(strategy, position, chance)
    except (Exception, SystemExit) as error:
        return error


def _where(error: BaseException) -> str:
    """Where a strategy failed: the last line of its own code that was at work, if it has any."""
    ours = str(Path(_native.__file__).parent)
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith((ours, "<"))]
    return f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""


def _answer(strategy: Strategy, position: Position, chance: Chance) -> Sequence[int]:
    """What the strategy says, written down, lest it goes on thinking while its answer is read."""
    answer = strategy(position, chance)
    if not isinstance(answer, Iterable):
        return answer
    cells = islice(answer, len(position.board) + 1)
    return Guess(cells) if isinstance(answer, Guess) else list(cells)


def _check(answer: Sequence[int], game: Game) -> Sequence[int]:
    """Covered cells, at least one."""
    try:
        cells = [game.board.index(cell) for cell in answer]
    except (TypeError, ValueError, LookupError):
        raise _Wrong(f"{show(answer)}: expected cells of the board") from None
    if len(cells) > len(game.board):
        raise _Wrong("more cells than the board has: expected covered cells")
    labels = game.position.labels
    opened = [cell for cell in cells if labels[cell] != COVERED]
    if opened:
        raise _Wrong(f"cell {opened[0]} is open: expected covered cells")
    if not cells:
        raise _Wrong("nothing to open: expected at least one covered cell")
    return Guess(cells) if isinstance(answer, Guess) else cells
