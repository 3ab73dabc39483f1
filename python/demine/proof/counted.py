"""Counted: a safe cell that was found by counting all legal assignments, without a proof."""

from __future__ import annotations

from demine.lazy import lazy_value
from demine.proof.explanation import Undecided
from demine.proof.sentence import Sentence


class Counted(Undecided):
    """A cell that is free in every legal assignment; its reason is the count."""

    @lazy_value
    def lines(self) -> tuple[Sentence, ...]:
        """That the cell is free in every legal assignment."""
        return (self._say("counted_safe", [self.cell], {"cell": self.cell}),)
