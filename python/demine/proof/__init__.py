"""Proofs: why a cell is safe or mined, in words, and boards that need no guess.

`explain` finds the fewest numbers that decide a cell, `conflict` the fewest that contradict each
other, and `hint` helps a player. `no_guess` makes boards that proof alone solves, with certificates
that are checked without the engine. `explain` alone is imported at once, the rest on first use.
"""

from typing import TYPE_CHECKING

from demine.lazy import lazy_names
from demine.proof.explanation import Analysed as Analysed
from demine.proof.explanation import Proof as Proof
from demine.proof.explanation import Reason as Reason
from demine.proof.explanation import Undecided as Undecided
from demine.proof.explanation import explain as explain
from demine.proof.facts import constraints as constraints
from demine.proof.refutation import Constraint as Constraint
from demine.proof.sentence import Sentence as Sentence
from demine.proof.sentence import chance as chance
from demine.proof.sentence import text_of as text_of

if TYPE_CHECKING:
    from demine.proof.certificate import Certificate as Certificate
    from demine.proof.contradiction import Conflict as Conflict
    from demine.proof.contradiction import conflict as conflict
    from demine.proof.hints import TIERS as TIERS
    from demine.proof.hints import Hint as Hint
    from demine.proof.hints import fair_hint as fair_hint
    from demine.proof.hints import hint as hint
    from demine.proof.hints import recent_hint as recent_hint
    from demine.proof.noguess import BOARD_TRIES as BOARD_TRIES
    from demine.proof.noguess import Progress as Progress
    from demine.proof.noguess import is_no_guess as is_no_guess
    from demine.proof.noguess import no_guess as no_guess
    from demine.proof.noguess import settle as settle
    from demine.proof.ruled import RuledProof as RuledProof
else:
    _HOMES = {
        "certificate": "Certificate",
        "contradiction": "Conflict conflict",
        "hints": "TIERS Hint fair_hint hint recent_hint",
        "noguess": "BOARD_TRIES Progress is_no_guess no_guess settle",
        "ruled": "RuledProof",
    }
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
