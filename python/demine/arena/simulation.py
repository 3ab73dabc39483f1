"""Simulations: strategies on many games.

The seed determines the game, so the games `seed`, `seed + 1`, … and all results are the same for
every engine, number of workers and chunk size.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final, Required, TypedDict, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from demine.alarm import FOREVER
from demine.arena import ledger, survival
from demine.arena.contest import Contest, contest
from demine.arena.engines import ENGINES, RunOptions, chunk_player, cores, empty_tally
from demine.arena.games import open_games
from demine.arena.player import Outcomes
from demine.arena.seal import check_secret
from demine.arena.sequential import Bounds, Comparison, Sequential
from demine.arena.survival import CONTROL, EQUAL_MARGIN, FURTHER, Contrast, Estimate, Report
from demine.arena.tally import WON, Tally, make_tally, merge
from demine.arena.timeouts import TURN_SECONDS
from demine.arguments import number_of, show, whole
from demine.board import Cell
from demine.errors import InvalidGame, StrategyError
from demine.game import SEEDS, SetupOptions
from demine.strategies import Strategy

CHUNK: Final = 1000
"""The number of games that are saved, or lost, together."""


class Rules(SetupOptions, total=False):
    """A game setup, and how a strategy plays it: a secret key, its effort and its first cell."""

    key: str | None
    effort: int
    start: Cell | None


class Run(TypedDict, total=False):
    """The options of a run: its games, its engine and its workers."""

    games: Required[int]
    seed: Required[int]
    workers: int | None
    chunk: int
    engine: str
    scheduler: str | None
    resume: str | Path | None
    games_to: str | Path | None
    patience: float


def simulate(
    strategy: str | Strategy,
    *,
    games: int,
    seed: int,
    workers: int | None = None,
    chunk: int = CHUNK,
    engine: str = "local",
    scheduler: str | None = None,
    resume: str | Path | None = None,
    games_to: str | Path | None = None,
    patience: float = TURN_SECONDS,
    watch: Callable[[Tally, Tally], object] | None = None,
    **rules: Unpack[Rules],
) -> Tally:
    """Play the games of `seed`, `seed + 1`, … with a strategy: a name, or any callable.

    `workers` are threads for native strategies and processes for others; by default one per core.
    With `workers=1` in the main thread, a strategy plays in this process: it may be a closure, but
    a call into C that never returns hangs the run.

    `resume` is a folder for finished chunks; chunks already there are not played again. `watch` is
    called after every chunk with the total tally and the chunk's. If the strategy fails, or takes
    more than `patience` seconds for a turn, the run ends with a `StrategyError`; the finished
    chunks stay in the folder.

    `games_to` is a file for one line of JSON per game: its `seed`, whether it was `won`, its
    `guesses`, its `moves` (cells that the strategy opened itself), its `clicks` (flags and chords
    included), its `three_bv` if it was won, and its `luck`, the exact chance of surviving all
    guesses that it made (null where a position was too wide to count). A file in .parquet or .csv
    is a table of the same.

    With a `key`, 64 hexadecimal digits such as `secrets.token_hex(32)`, the seeds of the games are
    keyed hashes of `seed`, `seed + 1`, …, so nobody can predict the games without the key. The
    tally contains a hash of the key, its seal.
    """
    played = replace(contest(strategy, **rules), luck=games_to is not None)
    start, stop = _range(seed, games)
    options = _run_options(workers, patience, scheduler)
    if resume is not None:
        if games_to is not None:
            raise InvalidGame("games_to needs all games: expected no resume")
        check_secret(Path(resume), seed, games)
    if engine not in ENGINES:
        raise StrategyError(f"engine {show(engine)}: expected one of {', '.join(ENGINES)}")
    with (
        nullcontext() if resume is None else ledger.open_ledger(Path(resume)) as kept,
        nullcontext() if games_to is None else open_games(games_to, start) as lines,
    ):
        total = merge([empty_tally(played), *(kept.tallies if kept is not None else [])])
        left = ledger.chunks(ledger.gaps(start, stop, total.seeds), _positive("chunk", chunk))
        with closing(ENGINES[engine](played, left, options)) as parts:
            for (first, _), results in parts:
                part = make_tally(total.contest, first, *results)
                if lines is not None:
                    lines.add(first, results)
                if kept is not None:
                    kept.append(part)
                total = merge([total, part])
                if watch is not None:
                    watch(total, part)
    return total


def estimate(
    strategy: str | Strategy,
    *,
    games: int,
    seed: int,
    control: str | None = CONTROL,
    workers: int | None = None,
    chunk: int = CHUNK,
    patience: float = TURN_SECONDS,
    watch: Report | None = None,
    **rules: Unpack[Rules],
) -> Estimate:
    """An unbiased winning rate of a strategy, by exact chances of survival.

    The games are those of `simulate`; the interval is about half as wide. `control` is a cheaper
    strategy that plays the same games and three times as many more, which makes the interval even
    narrower; None for no control. A strategy in Python must return its guesses as a `Guess`. See
    `demine.arena.survival`.
    """
    played = _classic(contest(strategy, **rules))
    start, stop = _range(seed, games)
    _range(seed, games * (1 + FURTHER))
    # The control has no prescribed first cell, and the default effort.
    cheaper: Rules = {**rules, "effort": 1, "start": None}
    luck = None if control in (None, strategy) else contest(control, **cheaper)
    pieces = ledger.chunks(iter([(start, stop)]), _positive("chunk", chunk))
    return survival.estimate(played, pieces, _run_options(workers, patience), luck, watch)


def _classic(played: Contest) -> Contest:
    """The contest, if its games have the classic rules: under others, no mine can move."""
    if played.rules is not None:
        raise InvalidGame("conditional estimates are for the classic rules: expected no rules")
    return played


def contrast(
    a: str | Strategy,
    b: str | Strategy,
    *,
    games: int,
    seed: int,
    alpha: float = Bounds.alpha,
    margin: float = EQUAL_MARGIN,
    workers: int | None = None,
    chunk: int = CHUNK,
    patience: float = TURN_SECONDS,
    watch: Report | None = None,
    **rules: Unpack[Rules],
) -> Contrast:
    """Compare two strategies on the same games by exact chances of survival.

    Stops at a decision, with about a tenth of the games that `compare` needs.
    """
    for name, value in (("alpha", alpha), ("margin", margin)):
        if not 0 < value < 1:
            raise InvalidGame(f"{name} is {value}: expected more than 0, less than 1")
    contests = _classic(contest(a, **rules)), _classic(contest(b, **rules))
    pieces = ledger.chunks(iter([_range(seed, games)]), _positive("chunk", chunk))
    options = _run_options(workers, patience)
    return survival.contrast(contests, pieces, options, alpha, margin, watch)


def compare(
    a: str | Strategy,
    b: str | Strategy,
    *,
    games: int,
    seed: int,
    bounds: Bounds | None = None,
    workers: int | None = None,
    chunk: int = CHUNK,
    patience: float = TURN_SECONDS,
    watch: Callable[[Comparison], object] | None = None,
    **rules: Unpack[Rules],
) -> Comparison:
    """Play two strategies on the same games until the sequential test decides, or all are played.

    Games after the decision do not count, so the result does not depend on the chunk size.
    """
    start, stop = _range(seed, games)
    contests = contest(a, **rules), contest(b, **rules)
    test = Sequential(bounds or Bounds())
    pieces = ledger.chunks(iter([(start, stop)]), _positive("chunk", chunk))
    with closing(_comparisons(contests, pieces, test, _run_options(workers, patience))) as results:
        for result in results:
            if watch is not None:
                watch(result)
            if result.decision is not None:
                break
    return result


def _comparisons(
    contests: tuple[Contest, Contest],
    chunks: Iterator[tuple[int, int]],
    test: Sequential,
    options: RunOptions,
) -> Generator[Comparison]:
    """The comparison after every chunk."""
    totals = [empty_tally(played) for played in contests]
    seeds: list[tuple[int, ...]] = [(), ()]
    with chunk_player(contests[0], options) as a, chunk_player(contests[1], options) as b:
        for seed, games in chunks:
            parts = [play((seed, games)) for play in (a, b)]
            used, decision = test.feed(*(np.equal(ends, WON) for ends, *_ in parts))
            for i, outcomes in enumerate(parts):
                counted = cast(Outcomes, tuple(column[:used] for column in outcomes))
                totals[i] = merge([totals[i], make_tally(totals[i].contest, seed, *counted)])
            alone = _won_alone(seed, *(ends[:used] == WON for ends, *_ in parts))
            seeds = [known + new for known, new in zip(seeds, alone, strict=True)]
            yield Comparison(
                totals[0], totals[1], test.a, test.b, decision, test.bounds, seeds[0], seeds[1]
            )


def _won_alone(
    seed: int, a: NDArray[np.bool_], b: NDArray[np.bool_]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seeds of the games that only A won, and of those that only B won."""
    only = (np.flatnonzero(a & ~b), np.flatnonzero(b & ~a))
    only_a, only_b = (tuple((seed + places).tolist()) for places in only)
    return only_a, only_b


def _range(seed: int, games: int) -> tuple[int, int]:
    number = _positive("games", games)
    try:
        start = whole(seed)
    except TypeError:
        raise InvalidGame(f"seed is {show(seed)}: expected a whole number") from None
    if not 0 <= start <= SEEDS - number:
        raise InvalidGame(f"{number} games from seed {start}: expected seeds from 0, below {SEEDS}")
    return start, start + number


def _run_options(workers: int | None, patience: float, scheduler: str | None = None) -> RunOptions:
    number = cores() if workers is None else _positive("workers", workers)
    return RunOptions(number, _seconds("patience", patience), scheduler, in_process=workers == 1)


def _seconds(name: str, value: float) -> float:
    if not isinstance(value, int | float) or not value > 0:
        raise InvalidGame(f"{name} is {show(value)}: expected more than 0 seconds")
    return min(float(value), FOREVER)


def _positive(name: str, value: int) -> int:
    return number_of(name, value, 1, error=InvalidGame)
