"""Questions: what a worker can be asked. JSON in, JSON out, no HTTP.

A question is a function of what is given and of `tell`, which hears of progress. To add one, write
it in a file of this room and name it in `QUESTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from demine.web.questions.boards import board, read, write
from demine.web.questions.dealing import no_guess
from demine.web.questions.guesses import cell, guesses
from demine.web.questions.help import explain, hint
from demine.web.questions.odds import analyse, curve
from demine.web.questions.onemine import one_mine
from demine.web.questions.reviewing import review
from demine.web.questions.solving import solutions
from demine.web.reading import Tell

Question = Callable[[dict[str, Any], Tell], Any]

QUESTIONS: Final[dict[str, Question]] = {
    "board": board,
    "read": read,
    "write": write,
    "analyse": analyse,
    "curve": curve,
    "cell": cell,
    "guesses": guesses,
    "explain": explain,
    "hint": hint,
    "no_guess": no_guess,
    "one_mine": one_mine,
    "review": review,
    "solutions": solutions,
}
