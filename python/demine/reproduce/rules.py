"""Checks of the rules that all four papers describe: numbers, endings, mines, the first move.

A second version of the rules, by coordinates, plays every mine layout of a grid of 3 × 3 cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, count
from math import comb, sqrt
from typing import Final

from demine.arena import simulate
from demine.board import grid, topologies
from demine.game import Game, endless
from demine.labels import COVERED
from demine.reproduce.tables import Item, tell
from demine.strategies import Chance, safest

Mines = frozenset[int]

_SIDE: Final = 3
_CELLS: Final = range(_SIDE * _SIDE)
_SEED: Final = 1
_SIGMAS: Final = 5.0


def items(quick: bool) -> Iterator[Item]:
    """The rules of the game, each on every layout or on many seeds."""
    layouts = "all layouts of 3×3 cells"
    counted = f"Game: numbers count the mined cells around them, {layouts}"
    yield tell(counted, _numbers(), "numbers agree")
    ends = f"Game: endings, a mine loses and the last free cell wins, {layouts}"
    yield tell(ends, _endings(), "games end so")
    yield _uniform(1_000 if quick else 10_000)
    yield _first_move(50 if quick else 500)
    games = 20 if quick else 200
    hidden = f"Position of a game: the opened numbers, all other cells covered, {games} games"
    yield tell(hidden, map(_shows_no_more, range(games)))
    safe = f"Safe cells first: the strategy `safest`, {games} games on 6×6 cells with 7 mines"
    yield tell(safe, _safe_turns(games), "turns with a safe cell open only safe cells")
    yield _triangles(100 if quick else 1_000)
    seeds = 5 if quick else 50
    far = f"Infinite grids: numbers here and a billion cells away, {seeds} seeds"
    yield tell(far, _infinite(seeds), "numbers agree")


def _layouts() -> Iterator[Mines]:
    for size in range(len(_CELLS)):
        yield from map(frozenset, combinations(_CELLS, size))


def _count_around(mines: Mines, cell: int) -> int:
    """By coordinates: cells at most one row and one column away."""
    row, column = divmod(cell, _SIDE)
    places = (divmod(mine, _SIDE) for mine in mines)
    return sum(max(abs(r - row), abs(c - column)) == 1 for r, c in places)


def _game(mines: Mines) -> Game:
    return Game.from_mines(grid(_SIDE, _SIDE), mines, first="risky")


def _numbers() -> Iterator[bool]:
    for mines in _layouts():
        for cell in sorted(set(_CELLS) - mines):
            game = _game(mines)
            for opened in game.open(cell):
                yield game.position.labels[opened] == _count_around(mines, opened)


def _endings() -> Iterator[bool]:
    for mines in _layouts():
        for cell in sorted(mines):
            game = _game(mines)
            game.open(cell)
            yield game.status == "lost"
        game = _game(mines)
        for cell in set(_CELLS) - mines:
            game.open(cell)
        yield game.status == "won"


def _uniform(games: int) -> Item:
    """Each of the C(6, 2) layouts of two mines on six cells must be about equally frequent."""
    board, layouts = grid(2, 3), comb(6, 2)
    found = Counter(_mines_of(Game(board, 2, seed=seed, first="risky")) for seed in range(games))
    mean = games / layouts
    far = max(abs(count - mean) for count in found.values()) / sqrt(mean * (1 - 1 / layouts))
    return Item(
        f"Uniform mines: all layouts of 2 mines on 2×3 cells, {games} seeds",
        f"{len(found)} of {layouts} layouts, at most {far:.1f} standard deviations from the mean",
        len(found) == layouts and far < _SIGMAS,
    )


def _mines_of(game: Game) -> Mines:
    """The mines of a game: known when it is lost, so open cells until then."""
    for cell in game.board.cells:
        game.open(cell)
    return frozenset(game.mined)


def _first_move(games: int) -> Item:
    started = [Game(grid(4, 4), 12, seed=seed, first="safe") for seed in range(games)]
    for seed, game in enumerate(started):
        game.open(seed % 16)
    lost = sum(game.status == "lost" for game in started)
    first = f"First move: it is safe, {games} games with 12 mines on 4×4 cells"
    return Item(first, f"{lost} lost at the first move", lost == 0)


def _shows_no_more(seed: int) -> bool:
    """Whether a position holds the opened numbers and nothing else about the mines."""
    game = Game(grid(5, 5), 5, seed=seed)
    opened = set(game.open(12))
    return {v for v, label in enumerate(game.position.labels) if label != COVERED} == opened


def _safe_turns(games: int) -> Iterator[bool]:
    for seed in range(games):
        game, chance = Game(grid(6, 6), 7, seed=seed), Chance(_SEED)
        while not game.is_over:
            position = game.position
            chosen, safe = safest(position, chance), position.analyze().safe
            if safe:
                yield safe >= set(chosen)
            for cell in chosen:
                game.open(cell)


def _triangles(games: int) -> Item:
    board = topologies.triangular(8, 16)
    most = max(map(board.graph.degree, board.cells))
    tally = simulate("safest", board=board, mines=10, games=games, seed=_SEED)
    return Item(
        f"Triangular cells: a game on 8×16 triangles with 10 mines, {games} games",
        f"a cell has up to {most} neighbours; {tally.wins} games won, {tally.blunders} blunders",
        most == 12 and tally.blunders == 0 and tally.wins > 0,
    )


def _infinite(seeds: int) -> Iterator[bool]:
    """Open here, a billion cells away, and then in a line until a mine shows all of them."""
    for seed in range(seeds):
        game = endless(density=0.25, seed=seed)
        places = chain([(0, 0), (10**9, -(10**9))], ((3 * step, 0) for step in count(1)))
        while not game.is_over:
            game.open(next(places))
        for (x, y), number in game.opened.items():
            near = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
            yield number == sum(map(game.is_mined, near))
