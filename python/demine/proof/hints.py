"""Hints in four tiers: do I have to guess? where? why? which cell?

Each tier says more than the one before. Safe cells come with a proof.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Unpack, cast

from demine import _native
from demine.arguments import check
from demine.errors import InvalidPosition, Timeout, TooWide
from demine.labels import COVERED, FREE
from demine.meter import Budget, cache_and_limits, share_seconds
from demine.pictured import Pictured
from demine.position import Analysis, Position
from demine.proof.counted import Counted
from demine.proof.explanation import Reason, Undecided, analysis_of, explain, proof_of
from demine.proof.facts import Argument
from demine.proof.sentence import Sentence, chance, number_at, text_of

if TYPE_CHECKING:
    from demine.draw import Picture

TIERS: Final = ("guess", "where", "why", "show")
"""The attributes of a hint, each of which says more than the one before."""

_HINT_TRIES: Final = 60
"""Most engine calls in search of a smaller proof: few, because a player waits for the hint."""

_KEPT: Final = 16
"""Hints to keep: a player asks for four tiers in a row, and a server has several players."""

_FAIR: Final = "the rules of fair games"
"""The measure of a guess that cannot hit a mine."""

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
    reason: Reason
    measure: str = "proof"

    def __repr__(self) -> str:
        return f"<Hint: open {self.position.board.address(self.cell)}, by {self.measure}>"

    @property
    def is_certain(self) -> bool:
        """Whether the cell is safe; if not, no cell is, and this one is the best guess."""
        return isinstance(self.reason, Argument | Counted)

    @property
    def risk(self) -> Fraction:
        """The chance of a mine; an estimate if the `exact` of the reason is False."""
        return Fraction(0) if isinstance(self.reason, Argument) else self.reason.probability

    @property
    def picture(self) -> Picture:
        """The board with the cell, the cited numbers, and the reason below."""
        if isinstance(self.reason, Argument):
            return self.reason.picture
        from demine.draw import SUBJECT, picture

        notes = [self.show, *self.reason.sentences[1:]]
        return picture(self.position, self.reason.analysis, rings={self.cell: SUBJECT}, notes=notes)

    @property
    def guess(self) -> str:
        """The first tier: do I have to guess?"""
        return text_of(self.tier(1))

    @property
    def where(self) -> str:
        """The second tier: where to look."""
        return text_of(self.tier(2))

    @property
    def why(self) -> str:
        """The third tier: the proof, or the odds of every candidate."""
        return text_of(self.tier(3))

    @property
    def show(self) -> str:
        """The last tier: what to do."""
        return text_of(self.tier(4))

    def tier(self, number: int) -> tuple[Sentence, ...]:
        """A tier from 1 to 4, sentence by sentence."""
        if number == 3:
            return self.reason.lines
        return ((self._answer, self._look, self._open)[min(number - 1, 2)](),)

    def _answer(self) -> Sentence:
        if isinstance(self.reason, Argument | Counted):
            return self._say("hint_certain", {}, ())
        found_all = self.reason.analysis.all_certain
        return self._say("hint_guess" if found_all else "hint_guess_in_time", {}, ())

    def _look(self) -> Sentence:
        things: list[dict[str, Any]] = [{"kind": "cell", "cell": self.cell}]
        if isinstance(self.reason, Counted):
            return self._say("look_at", {"things": things}, ())
        if not isinstance(self.reason, Argument):
            measure = re.sub(r"[ -]", "_", self.measure)
            return self._say("hint_best", {"cell": self.cell, "measure": measure})
        labels = self.position.labels
        cited: list[dict[str, Any]] = [
            number_at(cell, cast(int, labels[cell])) for cell in self.reason.numbers
        ]
        cited += [{"kind": "counter"}] * self.reason.counter
        said = self._say("look_at", {"things": cited or things}, ())
        return replace(said, numbers=self.reason.numbers)

    def _open(self) -> Sentence:
        if isinstance(self.reason, Argument | Counted):
            return self._say("open_safe", {"cell": self.cell})
        if self.measure == _FAIR:
            return self._say("open_fair", {"cell": self.cell})
        risk = chance(self.risk, self.reason.exact)
        return self._say("open_guess", {"cell": self.cell, "chance": risk})

    def _say(
        self, rule: str, given: dict[str, Any], cells: tuple[int, ...] | None = None
    ) -> Sentence:
        about = (self.cell,) if cells is None else cells
        return Sentence(self.position.board, rule, given, cells=about)


def hint(position: Position, **budget: Unpack[Budget]) -> Hint:
    """What to open next: a safe cell with a simple proof, else the best guess.

    A cell that the position itself calls free (`□`) is safe, and nothing is left to prove.

    `NoLegalAssignment` if the position contradicts itself, `InvalidPosition` if no cell is covered.
    """
    check(position, Position, "position")
    with share_seconds(budget) as rest:
        return _hint(position, rest)


def _hint(position: Position, rest: Callable[[], Budget]) -> Hint:
    if position.rules is not None:
        return _hint_under_rules(position, rest)
    budget = rest()
    found = _native.hint(position.native, _HINT_TRIES, *cache_and_limits(budget))
    if not isinstance(found, _native.Analysis):
        proof = proof_of(position, found)
        return Hint(position, proof.cell, proof)
    known = [cell for cell, label in enumerate(position.labels) if label == FREE]
    if known:
        reason = explain(position, known[0], **rest())
        return Hint(position, known[0], reason)
    return _guess(analysis_of(position, found, **budget), rest())


@lru_cache(maxsize=_KEPT)
def _recent_hint(position: Position, *budget: tuple[str, Any]) -> Hint:
    return hint(position, **cast(Budget, dict(budget)))


def recent_hint(position: Position, **budget: Unpack[Budget]) -> Hint:
    """The same as `hint`, proved once for all tiers: the last few hints are kept."""
    check(position, Position, "position")
    cache_and_limits(budget)  # refuses a wrong budget before it becomes a key
    return _recent_hint(position, *sorted(budget.items()))


def fair_hint(position: Position, **budget: Unpack[Budget]) -> Hint:
    """The hint in a fair game: a guess is next to a number if it can be, where it hits no mine."""
    found = recent_hint(position, **budget)
    if isinstance(found.reason, Argument):
        return found
    risks = found.reason.analysis.probabilities
    cells = [c for c, label in enumerate(position.labels) if label == COVERED and risks[c] < 1]
    near = [cell for cell in cells if _is_next_to_number(position, cell)]
    best = min(near or cells, key=lambda cell: float(risks[cell]))
    return Hint(position, best, Undecided(found.reason.analysis, best), _FAIR)


def _is_next_to_number(position: Position, cell: int) -> bool:
    around = position.board.neighbours(cell)
    return any(isinstance(position.labels[near], int) for near in around)


def _hint_under_rules(position: Position, rest: Callable[[], Budget]) -> Hint:
    """A safe cell by exact analysis, with a proof if there is time for one, else the least risk."""
    analysis = position.analyze(**rest())
    safe = min(analysis.safe, default=None)
    if safe is None:
        return _guess(analysis, rest())
    try:
        reason = explain(position, safe, **rest())
    except (TooWide, Timeout):
        return Hint(position, safe, Counted(analysis, safe), "exact analysis")
    return Hint(position, safe, reason)


def _guess(analysis: Analysis, budget: Budget) -> Hint:
    position = analysis.position
    covered = [cell for cell, label in enumerate(position.labels) if label == COVERED]
    if not covered:
        raise InvalidPosition("no cell is covered: expected a position with something to open")
    if analysis.mined.issuperset(covered):
        raise InvalidPosition("every covered cell is mined: nothing is left to open")
    cell, measure = _best(analysis, covered, budget)
    return Hint(position, cell, Undecided(analysis, cell, is_best=True), measure)


def _best(analysis: Analysis, covered: list[int], budget: Budget) -> tuple[int, str]:
    """The cell that `strongest` would open, and by which measure.

    With a density, or if `strongest` only estimates or is too wide, it is the cell with the least
    risk: another guess would contradict the risks that are shown.
    """
    advised = _advised(analysis, budget)
    if advised is not None:
        return advised
    risks = analysis.probabilities
    measure = "least risk" if analysis.exact else "least estimated risk"
    return min(covered, key=lambda cell: float(risks[cell])), measure


def _advised(analysis: Analysis, budget: Budget) -> tuple[int, str] | None:
    position = analysis.position
    if not analysis.exact or position.density is not None or position.rules is not None:
        return None
    try:
        advice = analysis.position.advise(**budget)
    except TooWide:
        return None
    is_better = advice.is_guess and advice.measure != _LOCAL
    return (advice.cells[0], advice.measure) if is_better else None
