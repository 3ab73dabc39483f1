"""Questions that a worker answers: JSON in, JSON out, no HTTP.

A question is a function of the request and of `tell`, which reports progress. Its docstring
describes it in the API. To add one, write the function and name it in `QUESTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from demine.web.questions.boards import board, one_mine, read, write
from demine.web.questions.games import no_guess, review
from demine.web.questions.help import explain, hint
from demine.web.questions.odds import analyse, cell, curve, guesses
from demine.web.questions.solving import solutions
from demine.web.reading import Asked, Tell

Question = Callable[[Asked, Tell], Any]

QUESTIONS: Final[dict[str, Question]] = {
    "board": board,
    "read": read,
    "write": write,
    "analyse": analyse,
    "curve": curve,
    "cell": cell,
    "guesses": guesses,
    "explain": explain,
    "solutions": solutions,
    "one_mine": one_mine,
    "review": review,
    "hint": hint,
    "no_guess": no_guess,
}
