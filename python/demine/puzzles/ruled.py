"""Puzzles under rules beyond the classic: one solution, and every number is needed.

The mines are drawn from all boards that the rules allow, each equally likely. A number that may be
wrong is as near to the truth as its rule lets it be.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Unpack

from demine import rules
from demine.board import Board
from demine.errors import InvalidGame, NotFound
from demine.labels import COVERED, Label
from demine.meter import Budget, share_seconds
from demine.position import Position
from demine.puzzles.clues import Puzzle
from demine.wording import plural


def under_rules(
    board: Board,
    mines: int,
    text: str,
    *,
    seed: int,
    counter: bool = True,
    **budget: Unpack[Budget],
) -> Puzzle:
    """A puzzle under the rules of a text (see `demine.rules.parse`) with so many mines.

    `InvalidGame` if no board under these rules has so many mines. `NotFound` if all numbers of the
    board of this seed leave several solutions.
    """
    keywords = rules.parse(board, text)
    with share_seconds(budget) as rest:
        blank = Position(board, [COVERED] * len(board), mines, **keywords)
        every = blank.fillings(**rest())
        if not every.count(**rest()):
            raise InvalidGame(f"no board has {plural(mines, 'mine')} under the rules {text}")
        (filling,) = every.sample(1, seed=seed, **rest())
        random = Random(f"{seed} rules")
        labels = number_all(board, filling, keywords, random)
        position = Position(board, labels, mines if counter else None, **keywords)
        if position.count(**rest()) != 1:
            raise NotFound("all numbers together leave several solutions")
        order = [cell for cell, label in enumerate(labels) if isinstance(label, int)]
        random.shuffle(order)
        for cell in order:
            fewer = position.with_labels({cell: COVERED})
            if fewer.count(**rest()) == 1:
                position = fewer
    mined = frozenset(cell for cell, held in enumerate(filling) if held)
    name = plural(mines, "mine") if counter else ""
    return Puzzle(position, mined, name, filling=filling, rules=rules.describe(text))


def number_all(
    board: Board, filling: Sequence[int], keywords: dict[str, Any], random: Random
) -> list[Label]:
    """A number for every free cell that can have one; the other cells are covered."""
    weights, values = keywords.get("weights", {}), keywords.get("values")
    heaviest = max([1, *map(abs, weights.values())]) * max(1, *filling)

    def label(cell: int) -> Label:
        near = board.neighbours(cell)
        total = sum(weights.get((cell, n), 1) * filling[n] for n in near)
        shown = range(2 * heaviest * len(near) + 2)
        fits = [n for n in shown if total in (values(n) if values else (n,))]
        least = min((abs(n - total) for n in fits), default=None)
        nearest = [n for n in fits if abs(n - total) == least]
        return random.choice(nearest) if nearest else COVERED

    return [COVERED if held else label(cell) for cell, held in enumerate(filling)]
