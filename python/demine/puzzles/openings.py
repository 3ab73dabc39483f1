"""Openings: games without guesses as puzzles on paper, with the first opening shown."""

from __future__ import annotations

from typing import Unpack

from demine.arguments import show
from demine.board import Board, Cell
from demine.errors import InvalidGame, NotFound
from demine.game import First, Game
from demine.meter import Budget, share_seconds
from demine.proof import Progress, no_guess
from demine.puzzles.clues import Puzzle
from demine.puzzles.grade import GRADES, GradeName, grade_game


def opening(
    board: Board,
    mines: int,
    *,
    seed: int,
    start: Cell = 0,
    first: First = "opening",
    grade: GradeName | None = None,
    progress: Progress = lambda tried: None,
    **budget: Unpack[Budget],
) -> Puzzle:
    """A game that needs no guess from `start`, as it is after the first opening; its name has the
    grade.

    It is the game of `no_guess` with this seed. `NotFound` if there is none, or if it has another
    grade than the one asked for.
    """
    if grade is not None and grade not in GRADES:
        raise InvalidGame(f"grade {show(grade)}: expected {', '.join(GRADES)}")
    place = board.index(start)
    with share_seconds(budget) as rest:
        game = Game(board, mines, seed=seed, first=first)
        left = rest()
        certificate = no_guess(
            game,
            place,
            seconds=left.get("seconds"),
            states=left.get("states"),
            bytes=left.get("bytes"),
            progress=progress,
        )
        found = grade_game(certificate.game, place, **rest()).name
    if grade not in (None, found):
        raise NotFound(f"the game of seed {seed} is {found}, not {grade}")
    shown = certificate.game
    shown.open(place)
    name = f"{mines} mines, {found}, begins at {board.address(place)}"
    return Puzzle(shown.position, certificate.verify().mined, name, is_game=True)
