"""Hints in four tiers: do I have to guess? where? why? which cell?

Each tier says more than the one before. Safe cells come with a proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Unpack, cast

from demine import _native
from demine.arguments import check
from demine.board import address
from demine.errors import InvalidPosition
from demine.labels import COVERED, FREE
from demine.lazy import lazy_value
from demine.meter import Budget, cache_and_limits
from demine.pictured import Pictured
from demine.position import Analysis, Position
from demine.proof.explanation import Proof, Undecided, analysis_of, explain, proof_of
from demine.wording import percent

if TYPE_CHECKING:
    from demine.draw import Picture

TIERS: Final = ("guess", "where", "why", "show")
"""The attributes of a hint, each of which says more than the one before."""

_HINT_TRIES: Final = 60
"""Most engine calls in search of a smaller proof: few, because a player waits for the hint."""

_KEPT: Final = 16
"""Hints to keep: a player asks for four tiers in a row, and a server has several players."""

_LOCAL: Final = "local estimates"
"""The measure of advice about a position that is too wide to analyse."""


@dataclass(frozen=True)
class Hint(Pictured):
    """A cell to open, and the reason.

    A guess says by which `measure` it was chosen: perfect play, look-ahead, least risk, or least
    estimated risk (where the position is too wide).
    """

    position: Position
    cell: int
    reason: Proof | Undecided
    measure: str = "proof"

    @property
    def is_certain(self) -> bool:
        """Whether the cell is safe; if not, no cell is, and this one is the best guess."""
        return isinstance(self.reason, Proof)

    @property
    def risk(self) -> Fraction:
        """The chance of a mine; an estimate if the `exact` of the reason is False."""
        return Fraction(0) if isinstance(self.reason, Proof) else self.reason.probability

    @property
    def picture(self) -> Picture:
        """The board with the cell, the cited numbers, and the reason below."""
        if isinstance(self.reason, Proof):
            return self.reason.picture
        from demine.draw import SUBJECT, picture

        notes = [self.show, *self.reason.sentences[1:]]
        return picture(self.position, self.reason.analysis, rings={self.cell: SUBJECT}, notes=notes)

    @property
    def guess(self) -> str:
        """The first tier: do I have to guess?"""
        if self.is_certain:
            return "You do not have to guess: at least one cell can be proved safe."
        return "No cell can be proved safe: you have to guess."

    @lazy_value
    def where(self) -> str:
        """The second tier: where to look."""
        if not isinstance(self.reason, Proof):
            best = address(self.position.board, self.cell)
            return f"The best guess is {best}, by {self.measure}."
        numbers = [
            f"the {self.position.labels[number]} at {address(self.position.board, number)}"
            for number in self.reason.numbers
        ]
        reasons = [*numbers, *["the counter"] * self.reason.counter]
        *others, last = reasons or [address(self.position.board, self.cell)]
        return f"Look at {', '.join(others)} and {last}." if others else f"Look at {last}."

    @property
    def why(self) -> str:
        """The third tier: the proof, or the odds of every candidate."""
        return str(self.reason)

    @property
    def show(self) -> str:
        """The last tier: what to do."""
        here = address(self.position.board, self.cell)
        if isinstance(self.reason, Proof):
            return f"Open {here}."
        risk = percent(self.risk) if self.reason.exact else f"an estimated {percent(self.risk)}"
        return f"Open {here} ({risk} chance of a mine)."


def hint(position: Position, **budget: Unpack[Budget]) -> Hint:
    """What to open next: a safe cell with a simple proof, else the best guess.

    A cell that the position itself calls free (`□`) is safe, and nothing is left to prove.

    `NoLegalAssignment` if the position contradicts itself, `InvalidPosition` if no cell is covered.
    """
    check(position, Position, "position")
    native, found = _native.hint(position.native, _HINT_TRIES, *cache_and_limits(budget))
    if found is not None:
        proof = proof_of(position, found)
        return Hint(position, proof.cell, proof)
    known = [cell for cell, label in enumerate(position.labels) if label == FREE]
    if known:
        return Hint(position, known[0], explain(position, known[0], **budget))
    return _guess(analysis_of(position, native, **budget))


@lru_cache(maxsize=_KEPT)
def _recent_hint(position: Position, *budget: tuple[str, Any]) -> Hint:
    return hint(position, **cast(Budget, dict(budget)))


def recent_hint(position: Position, **budget: Unpack[Budget]) -> Hint:
    """The same as `hint`, proved once for all tiers: the last few hints are kept."""
    check(position, Position, "position")
    cache_and_limits(budget)  # refuses a wrong budget before it becomes a key
    return _recent_hint(position, *sorted(budget.items()))


def _guess(analysis: Analysis) -> Hint:
    position = analysis.position
    covered = [cell for cell, label in enumerate(position.labels) if label == COVERED]
    if not covered:
        raise InvalidPosition("no cell is covered: expected a position with something to open")
    if analysis.mined.issuperset(covered):
        raise InvalidPosition("every covered cell is mined: nothing is left to open")
    cell, measure = _best(analysis, covered)
    return Hint(position, cell, Undecided(analysis, cell), measure)


def _best(analysis: Analysis, covered: list[int]) -> tuple[int, str]:
    """The cell that `strongest` would open, and by which measure.

    With a density, or if `strongest` only estimates, it is the cell with the least risk: another
    guess would contradict the risks that are shown.
    """
    position = analysis.position
    advice = position.advise() if analysis.exact and position.density is None else None
    if advice is not None and advice.is_guess and advice.measure != _LOCAL:
        return advice.cells[0], advice.measure
    risks = analysis.probabilities
    measure = "least risk" if analysis.exact else "least estimated risk"
    return min(covered, key=lambda cell: float(risks[cell])), measure
