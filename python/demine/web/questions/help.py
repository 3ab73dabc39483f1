"""Help: proofs of single cells and hints in tiers, with the cells that each sentence is about."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import demine
from demine import Conflict, Hint, Proof, Undecided
from demine.proof import TIERS
from demine.web import reading
from demine.web.reading import Given, Tell

_SHOWN: Final = 8
"""Cells that may be guessed, of which the risk is told."""


def explain(given: Given, tell: Tell) -> dict[str, Any]:
    """Why a cell is safe or mined: the fewest numbers that prove it, step by step."""
    position = reading.position(given)
    place = reading.whole(given, "cell", 0, len(position.board) - 1)
    return reason(position.explain(place, **reading.budget(given)))


def hint(given: Given, tell: Tell) -> dict[str, Any]:
    """A hint, no more of it than its tier tells: may I guess? where? why? show."""
    tier = reading.whole(given, "tier", 1, len(TIERS))
    found = demine.hint(reading.position(given), **reading.budget(given))
    told: dict[str, Any] = {"tier": tier, "certain": found.is_certain}
    told["text"] = _text(found, tier)
    if tier > 1 and isinstance(found.reason, Proof):
        told["numbers"] = list(found.reason.numbers)
        told["counter"] = found.reason.counter
    if tier > 2 or (tier > 1 and not found.is_certain):
        told["cell"] = found.cell
    if tier > 2:
        told["reason"] = reason(found.reason)
    return told


def _text(found: Hint, tier: int) -> str:
    """The sentence of a tier; what every other cell would cost is told as a table."""
    if tier == 3 and isinstance(found.reason, Undecided):
        return str(found.reason.sentences[0])
    return str(getattr(found, TIERS[tier - 1]))


def reason(found: Proof | Undecided) -> dict[str, Any]:
    """A proof, or what is known instead of one."""
    if isinstance(found, Undecided):
        probability = found.probability
        return {
            "proved": None,
            "cell": found.cell,
            "exact": found.exact,
            **_number(probability, found.exact),
            "sentences": [line for line in found.sentences[:2] if not line.startswith(" ")],
            "candidates": [
                {"cell": cell, **_number(risk, found.exact)}
                for cell, risk in found.candidates[:_SHOWN]
            ],
            "more": max(len(found.candidates) - _SHOWN, 0),
        }
    return {
        "proved": "mined" if found.mined else "safe",
        "cell": found.cell,
        "numbers": list(found.numbers),
        "counter": found.counter,
        "smallest": found.smallest,
        "sentences": list(found.sentences),
        "steps": steps(found),
    }


def _number(chance: Fraction, exact: bool) -> dict[str, Any]:
    """A chance: as a float, and as a fraction unless it is an estimate."""
    return {"float": float(chance), "fraction": str(chance) if exact else None}


def steps(found: Proof | Conflict) -> list[dict[str, Any]]:
    """Sentence by sentence: the numbers that it uses, the cells that it speaks of, what they are.

    `found` is a proof or a conflict: both have `lines`.
    """
    return [
        {
            "sentence": line.sentence,
            "numbers": list(line.numbers),
            "cells": list(line.cells),
            "mined": line.mined,
            "depth": line.depth,
        }
        for line in found.lines
    ]
