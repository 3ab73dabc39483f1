"""The verdict on a guess: was it needed, and was it a good one?

| verdict | meaning |
|---|---|
| needless | some other cell was safe |
| unavoidable | a 50/50 between two cells that nothing can ever tell apart |
| forced | no cell was safe, and none was less risky |
| reasonable | a cell was less risky, but this one makes the next move at least as safe |
| risky | a cell was less risky, and nothing speaks for this one |
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, get_args

from demine.errors import Timeout, TooWide
from demine.labels import COVERED
from demine.position import Analysis
from demine.review.guesses import Review, ReviewedGuess

GuessVerdict = Literal["needless", "unavoidable", "forced", "reasonable", "risky"]
GUESS_VERDICTS: Final[tuple[str, ...]] = get_args(GuessVerdict)

JUDGED: Final = 500_000
"""States for comparing a guess with its alternatives, by default."""

_HALF: Final = Fraction(1, 2)


def judge(
    guess: ReviewedGuess, *, states: int | None = JUDGED, seconds: float | None = None
) -> GuessVerdict:
    """The verdict. A guess whose alternatives are too wide to compare counts as risky."""
    if guess.needless:
        return "needless"
    if any(twin(guess.analysis, cell) is not None for cell in guess.opened):
        return "unavoidable"
    if guess.is_least:
        return "forced"
    if guess.position.rules is not None:
        return "risky"  # looking ahead supports only the classic rules
    return "reasonable" if _pays(guess, states, seconds) else "risky"


def verdicts(review: Review) -> dict[int, GuessVerdict]:
    """The verdict on each guess of a review, by the number of its move."""
    return {guess.number: judge(guess) for guess in review.guesses}


def twin(analysis: Analysis, cell: int) -> int | None:
    """The cell that cannot be told apart from this one, if exactly one of both is mined.

    Every other cell that is open, or that can be opened one day, touches both of them or neither.
    So no number ever distinguishes them.
    """
    if not analysis.exact or analysis.probability(cell) != _HALF:
        return None
    board, labels = analysis.position.board, analysis.position.labels
    near = [v for u in board.neighbours(cell) for v in (u, *board.neighbours(u))]
    for other in sorted({v for v in near if v != cell and labels[v] == COVERED}):
        if _are_alike(analysis, cell, other) and analysis.joint(cell, other) == 0:
            return other
    return None


def _are_alike(analysis: Analysis, one: int, other: int) -> bool:
    board = analysis.position.board
    around = set(board.neighbours(one)) ^ set(board.neighbours(other))
    differ = around - {one, other} - analysis.mined
    return analysis.probability(other) == _HALF and not differ


def _pays(guess: ReviewedGuess, states: int | None, seconds: float | None) -> bool:
    """Whether the guess leaves at least as good a chance after the next move as the safest one."""
    try:
        found = guess.analysis.candidates(8, boards=1, states=states, seconds=seconds)
    except (Timeout, TooWide):
        return False
    ahead = {one.cell: one.ahead for one in found if one.ahead is not None}
    mine = max((ahead.get(cell, 0.0) for cell in guess.opened), default=0.0)
    return guess.best in ahead and mine >= ahead[guess.best]
