"""Reviews: every guess of a game, whether it was needed, what was safe instead, and how lucky.

A review takes a `Game`, or the replays in a file (`read_replays`), and gives text, JSON, a picture
or a page for the browser.
"""

from demine.review.guesses import AT_ONCE as AT_ONCE
from demine.review.guesses import Review as Review
from demine.review.guesses import ReviewedGuess as ReviewedGuess
from demine.review.guesses import review as review
from demine.review.rawvf import write as write_rawvf
from demine.review.report import click_lines as click_lines
from demine.review.report import guess_summary as guess_summary
from demine.review.report import help_note as help_note
from demine.review.verdicts import GUESS_VERDICTS as GUESS_VERDICTS
from demine.review.verdicts import GuessVerdict as GuessVerdict
from demine.review.verdicts import judge as judge
from demine.review.verdicts import twin as twin
from demine.review.videos import read_replays as read_replays
from demine.review.videos import replays_of as replays_of

__all__ = [
    "AT_ONCE",
    "Review",
    "ReviewedGuess",
    "click_lines",
    "guess_summary",
    "help_note",
    "read_replays",
    "replays_of",
    "review",
    "write_rawvf",
]
