"""Questions that a worker answers: JSON in, JSON out, no HTTP.

A question is a function of the request and of `tell`, which reports progress. Its docstring
describes it in the API. To add one, write the function and list it below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from demine.web.questions.boards import board, one_mine, read, send_board, write
from demine.web.questions.brought import picture, replays
from demine.web.questions.games import lay_out, no_guess, replay, review, review_game, setup
from demine.web.questions.help import explain, hint, strongest
from demine.web.questions.odds import analyse, cell, curve, guesses
from demine.web.questions.solving import solutions
from demine.web.reading import Asked, Tell

Question = Callable[[Asked, Tell], Any]

_QUESTIONS: list[Question] = [analyse, board, cell, curve, explain, guesses, hint, no_guess]
_QUESTIONS += [one_mine, picture, read, replays, review, solutions, strongest, write]
_QUESTIONS += [lay_out, replay, review_game, send_board, setup]  # only the server asks these
QUESTIONS: Final = {question.__name__: question for question in _QUESTIONS}
