"""Plays games with a strategy, like the engine's arena does for native strategies.

A strategy must not raise, open an open cell, open nothing, or fail to answer: that ends the run
with a `StrategyError` that names the game.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from itertools import islice
from math import nan
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from demine import _native
from demine.arena.contest import Contest, describe_turn
from demine.arena.side_by_side import play_together
from demine.arena.tally import BLUNDERED, WON
from demine.arena.timeouts import TURN_SECONDS, AlarmTimer, Clock, Turn, TurnTimeout
from demine.arguments import show
from demine.errors import StrategyError, TooWide
from demine.game import Game
from demine.labels import COVERED
from demine.meter import shared_cache
from demine.position import Position
from demine.strategies import Batch, Batched, Chance, Chosen, Guess, Strategy

Ends = NDArray[np.uint8]
"""How each game ended: 0 lost, 1 won, 2 lost on a cell that the strategy called safe."""
Guesses = NDArray[np.uint32]
"""The number of guesses in each game, without the first turn."""
Fallbacks = NDArray[np.uint32]
"""The number of turns on which the position was too wide for the strategy's full method."""
Moves = NDArray[np.uint32]
"""The number of cells that the strategy opened itself in each game."""
Lucks = NDArray[np.float64]
"""The probability of surviving all guesses of each game; NaN where it is not known."""
Clicks = NDArray[np.uint32]
"""The number of clicks in each game: cells opened, flags and chords."""
ThreeBvs = NDArray[np.uint32]
"""The 3BV of each game that was won, else 0."""
Outcomes = tuple[Ends, Guesses, Fallbacks, Moves, Lucks, Clicks, ThreeBvs]
Chunk = tuple[int, int]
"""The seed of the first game, and the number of games."""
Played = tuple[Chunk, Outcomes]
"""A chunk and its outcomes."""

TurnTimer = AlarmTimer | Clock
"""Calls the strategy for a turn, and limits or shows the time that it takes."""


def outcomes(
    contest: Contest, seed: int, games: int, workers: int = 1, patience: float = TURN_SECONDS
) -> Outcomes:
    """Play the games of consecutive seeds in this process; only native strategies use threads."""
    if isinstance(contest.strategy, str):
        return _native.play(contest, seed, games, workers)
    return play_timed(contest, seed, games, AlarmTimer(patience))


def play_timed(contest: Contest, seed: int, games: int, timer: TurnTimer) -> Outcomes:
    """Play the games of consecutive seeds with a strategy in Python, under a timer."""
    assert not isinstance(contest.strategy, str)
    seeds = range(seed, seed + games)
    is_plain = contest.rules is None and not (contest.luck or contest.survives)
    if isinstance(contest.strategy, Batched) and is_plain:
        return _play_side_by_side(contest, contest.strategy, seeds, timer)
    played = [_play_game(contest, contest.strategy, seed, timer) for seed in seeds]
    return (
        np.array([game.end for game in played], dtype=np.uint8),
        np.array([game.guesses for game in played], dtype=np.uint32),
        np.zeros(len(played), dtype=np.uint32),
        np.array([game.moves for game in played], dtype=np.uint32),
        np.array([game.luck for game in played], dtype=np.float64),
        np.array([game.moves for game in played], dtype=np.uint32),
        np.array([game.three_bv for game in played], dtype=np.uint32),
    )


def _play_side_by_side(
    contest: Contest, strategy: Batched, numbers: range, timer: TurnTimer
) -> Outcomes:
    """The same for a strategy that chooses for many games at once."""

    def ask(seed: int, number: int, batch: Batch) -> Chosen:
        turn = Turn(seed, number)
        try:
            return _choose_many(strategy, batch, turn, timer)
        except _InvalidAnswer as invalid:
            where = describe_turn(contest.record, *turn)
            raise StrategyError(f"{where}: {invalid}") from invalid.__cause__

    ends, guesses, moves, three_bvs = play_together(contest, numbers, ask)
    lucks = np.full(len(ends), nan)
    return ends, guesses, np.zeros_like(guesses), moves, lucks, moves, three_bvs


def _choose_many(strategy: Batched, batch: Batch, turn: Turn, timer: TurnTimer) -> Chosen:
    answer = _timed(timer, turn, partial(_caught, strategy.choose, batch))
    assert isinstance(answer, Chosen)
    return answer


class _PlayedGame(NamedTuple):
    """The end of a game, its guesses, its moves (all openings), its luck and its 3BV."""

    end: int
    guesses: int
    moves: int
    luck: float
    three_bv: int


def _play_game(contest: Contest, strategy: Strategy, number: int, timer: TurnTimer) -> _PlayedGame:
    """Play a game to its end."""
    game, guesses, is_guess, luck = contest.game(number), 0, False, 1.0
    moved = None
    if contest.survives:
        game, luck = _without_risk(contest, number)
        moved = _MovedMines(contest, game)
    chance = Chance.of_game(game.seed)
    # The time of an answer must not depend on what another strategy has asked about this game.
    shared_cache().clear()
    while not game.is_over:
        has_begun = game.status != "ready"
        cells = ask_strategy(contest, strategy, game, chance, timer)
        is_guess = isinstance(cells, Guess)
        guesses += is_guess and has_begun
        for cell in cells:
            if moved is not None and is_guess:
                luck *= moved.survive(cell)
            elif contest.luck and is_guess:
                luck *= _survival(game, cell)
            game.open(cell)
    if moved is None and not _is_even(game):
        luck = nan
    end = WON if game.status == "won" else 0 if is_guess else BLUNDERED
    three_bv = game.three_bv if end == WON else 0
    return _PlayedGame(end, guesses, game.clicks, luck, three_bv)


def ask_strategy(
    contest: Contest, strategy: Strategy, game: Game, chance: Chance, timer: TurnTimer
) -> Sequence[int]:
    """The cells of the next turn; `StrategyError` names the turn of a strategy that fails."""
    if game.status == "ready" and contest.start is not None:
        return Guess([contest.start])
    turn = Turn(game.seed, len(game.moves) + 1)
    try:
        return _choose(strategy, game, chance, turn, timer)
    except _InvalidAnswer as invalid:
        where = describe_turn(contest.record, *turn)
        raise StrategyError(f"{where}: {invalid}") from invalid.__cause__


def _without_risk(contest: Contest, number: int) -> tuple[Game, float]:
    """A game whose first cell is safe, and the chance of that."""
    if contest.first != "risky":
        return contest.game(number), 1.0
    return replace(contest, first="safe").game(number), 1 - contest.mines / len(contest.board)


class _MovedMines:
    """Lets guesses of a game survive: a mine there moves away, as in the engine's `survival`."""

    def __init__(self, contest: Contest, game: Game) -> None:
        """No mine has moved yet."""
        self._contest, self._game = contest, game
        # One-way: a strategy knows its own stream, and must not know where mines move.
        digest = blake2b(str(game.seed).encode(), digest_size=8, person=b"survival").digest()
        self._draws = int.from_bytes(digest)

    def survive(self, cell: int) -> float:
        """The chance that a guess survives."""
        game = self._game
        if game.status != "playing" or game.position.labels[cell] != COVERED or not _is_even(game):
            return 1.0
        try:
            chance, self._draws = game.native.survive(cell, self._draws)
        except TooWide as error:
            where = describe_turn(self._contest.record, game.seed, len(game.moves) + 1)
            raise StrategyError(f"{where}: the chance of survival is {error}") from error
        return chance


def _survival(game: Game, cell: int) -> float:
    """The chance that a guess survives; NaN if it is too wide to count."""
    if game.status == "ready" and (game.rules is None or game.first != "risky"):
        return 1.0 if game.first != "risky" else 1 - game.mines / len(game.board)
    if game.is_over or game.position.labels[cell] != COVERED:
        return 1.0
    try:
        analysis = game.position.analyze()
    except TooWide:
        return nan
    return 1 - float(analysis.probabilities[cell]) if analysis.exact else nan


def _is_even(game: Game) -> bool:
    """Whether the first-click rule left all boards that agree with the numbers equally likely.

    It does not where it promised an opening for which there was no room.
    """
    if game.first != "opening" or not game.moves:
        return True
    return game.position.labels[game.moves[0].cell] == 0


class _InvalidAnswer(Exception):
    """The strategy broke a rule."""


def _choose(
    strategy: Strategy, game: Game, chance: Chance, turn: Turn, timer: TurnTimer
) -> Sequence[int]:
    think = partial(_caught, _answer, strategy, game.position, chance)
    return _check(_timed(timer, turn, think), game)


def _timed(timer: TurnTimer, turn: Turn, think: Callable[[], Any]) -> Any:
    """The answer of a turn; `_InvalidAnswer` if it is late, or an exception of the strategy."""
    try:
        answer = timer(turn, think)
    except TurnTimeout as timeout:
        raise _InvalidAnswer(timeout) from None
    if isinstance(answer, StrategyError):  # already a sentence
        raise _InvalidAnswer(answer) from answer
    if isinstance(answer, BaseException):
        raise _InvalidAnswer(f"{type(answer).__name__}: {answer}{_where(answer)}") from answer
    return answer


def _caught(think: Callable[..., Any], *given: Any) -> Any:
    """The answer, or the exception that the strategy raised."""
    try:
        return think(*given)
    except (Exception, SystemExit) as error:
        return error


def _where(error: BaseException) -> str:
    """The last line of the strategy's own code in the traceback, if there is one."""
    ours = str(Path(_native.__file__).parent)
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith((ours, "<"))]
    return f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""


def _answer(strategy: Strategy, position: Position, chance: Chance) -> Sequence[int]:
    """The answer as a list, since a generator would use its time after the timer has stopped."""
    answer = strategy(position, chance)
    if not isinstance(answer, Iterable):
        return answer
    cells = islice(answer, len(position.board) + 1)
    return Guess(cells) if isinstance(answer, Guess) else list(cells)


def _check(answer: Sequence[int], game: Game) -> Sequence[int]:
    """Check that the answer is covered cells, at least one."""
    try:
        cells = [game.board.index(cell) for cell in answer]
    except (TypeError, ValueError, LookupError):
        raise _InvalidAnswer(f"{show(answer)}: expected cells of the board") from None
    if len(cells) > len(game.board):
        raise _InvalidAnswer("more cells than the board has: expected covered cells")
    labels = game.position.labels
    opened = [cell for cell in cells if labels[cell] != COVERED]
    if opened:
        raise _InvalidAnswer(f"cell {opened[0]} is open: expected covered cells")
    if not cells:
        raise _InvalidAnswer("nothing to open: expected at least one covered cell")
    return Guess(cells) if isinstance(answer, Guess) else cells
