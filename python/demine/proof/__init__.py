"""Proofs: why a cell is safe or mined, in words, and boards that need no guess.

In comes a position. Out go the fewest numbers that decide a cell (`explain`), a `hint` for a
player, and boards that proof alone solves (`no_guess`) with certificates that need no engine.
"""

from demine.proof.explanation import Proof as Proof
from demine.proof.explanation import Undecided as Undecided
from demine.proof.explanation import explain as explain
from demine.proof.hints import Hint as Hint
from demine.proof.hints import hint as hint
from demine.proof.noguess import TRIES as TRIES
from demine.proof.noguess import Certificate as Certificate
from demine.proof.noguess import Progress as Progress
from demine.proof.noguess import no_guess as no_guess
