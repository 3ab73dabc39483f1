"""Proofs: why a cell is safe or mined, in words, and boards that need no guess.

In comes a position. Out go the fewest numbers that decide a cell (`explain`) or contradict each
other (`conflict`), a `hint` for a player, and boards that proof alone solves (`no_guess`) with
certificates that need no engine. A proof is `lines`: sentences with the cells they point at.
Whoever asks why a cell is safe needs no more than that: all else is loaded when asked for.
"""

from typing import TYPE_CHECKING

from demine.lazy import lazy_names
from demine.proof.explanation import Proof as Proof
from demine.proof.explanation import Undecided as Undecided
from demine.proof.explanation import explain as explain
from demine.proof.speaker import Sentence as Sentence

if TYPE_CHECKING:
    from demine.proof.certificate import Certificate as Certificate
    from demine.proof.contradiction import Conflict as Conflict
    from demine.proof.contradiction import conflict as conflict
    from demine.proof.hints import TIERS as TIERS
    from demine.proof.hints import Hint as Hint
    from demine.proof.hints import hint as hint
    from demine.proof.hints import recent_hint as recent_hint
    from demine.proof.noguess import BOARD_TRIES as BOARD_TRIES
    from demine.proof.noguess import Progress as Progress
    from demine.proof.noguess import no_guess as no_guess
    from demine.proof.noguess import settle as settle
else:
    _HOMES = {
        "certificate": "Certificate",
        "contradiction": "Conflict conflict",
        "hints": "TIERS Hint hint recent_hint",
        "noguess": "BOARD_TRIES Progress no_guess settle",
    }
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
