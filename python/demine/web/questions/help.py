"""Help: proofs of single cells, and hints in tiers."""

from __future__ import annotations

from typing import Any, Final

from demine import Hint, Proof, Undecided
from demine.proof import TIERS, Reason, RuledProof, Sentence, fair_hint, recent_hint, text_of
from demine.web.questions.written import chance, grounds
from demine.web.reading import Asked, Tell

_SHOWN: Final = 8
"""Cells to guess that are listed with their risks."""


def explain(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Explain why a cell is safe or mined: the fewest numbers that prove it, step by step.

    For a cell that is neither, return its chance of a mine, an estimate if `exact` is false.
    """
    position = asked.any_position()
    place = asked.whole("cell", 0, len(position.board) - 1)
    return reason(position.explain(place, **asked.budget()))


def hint(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Give one tier of a hint, and nothing of the later tiers."""
    tier = asked.whole("tier", 1, len(TIERS))
    find = fair_hint if asked.given.get("fair") in ("fair", "lenient") else recent_hint
    found = find(asked.any_position(), **asked.budget())
    told: dict[str, Any] = {"tier": tier, "certain": found.is_certain}
    lines = _lines(found, tier)
    told["text"] = text_of(lines)
    told["lines"] = [line.to_dict() for line in lines]
    told["wrong_flags"] = _has_wrong_flag(asked, found)
    if tier > 1 and isinstance(found.reason, Proof | RuledProof):
        told["numbers"] = list(found.reason.numbers)
        told["counter"] = found.reason.counter
    if tier > 2 or (tier > 1 and not found.is_certain):
        told["cell"] = found.cell
    if tier > 2:
        told["reason"] = reason(found.reason)
    if "cell" in told:
        told["address"] = found.position.board.address(found.cell)
    if found.position.board.words is not None:
        told["addresses"] = _addresses(found, told)
    return told


def _addresses(found: Hint, told: dict[str, Any]) -> dict[str, str]:
    """The addresses of all cells that are told: the window of an endless game may not show them."""
    why = told.get("reason", {})
    steps = [*told["lines"], *why.get("lines", ()), *why.get("steps", ())]
    cells = {cell for step in steps for cell in (*step["numbers"], *step["cells"])}
    cells |= {one["cell"] for one in (told, *why.get("candidates", ())) if "cell" in one}
    return {str(cell): found.position.board.address(cell) for cell in sorted(cells)}


def _lines(found: Hint, tier: int) -> tuple[Sentence, ...]:
    """The sentences of a tier. The page shows the risks of other cells as a table instead."""
    lines = found.tier(tier)
    return lines[:1] if isinstance(found.reason, Undecided) else lines


def _has_wrong_flag(asked: Asked, found: Hint) -> bool:
    """Whether a flag stands on a cell that is certainly safe; not on which one."""
    flags = asked.given.get("flags")
    if not flags or not isinstance(flags, list):
        return False
    return not found.position.analyze(**asked.budget()).safe.isdisjoint(flags)


def reason(found: Reason) -> dict[str, Any]:
    """A proof; for an undecided cell its chance of a mine, and better cells to guess.

    Under rules, a cell that may hold a mine or not is undecided, whatever else is proved of it.
    """
    if isinstance(found, RuledProof) and not (found.safe or found.mined):
        found = Undecided(found.position.analyze(), found.cell)
    if isinstance(found, Undecided):
        return {
            "proved": None,
            "cell": found.cell,
            "exact": found.exact,
            **chance(found.probability, found.exact),
            "sentences": [line.sentence for line in found.lines if not line.depth],
            "lines": [line.to_dict() for line in found.lines if not line.depth],
            "candidates": [
                {"cell": cell, **chance(risk, found.exact)}
                for cell, risk in found.candidates[:_SHOWN]
            ],
            "more": max(len(found.candidates) - _SHOWN, 0),
        }
    return {
        "proved": "mined" if found.mined else "safe",
        "cell": found.cell,
        "sentences": list(found.sentences),
        **grounds(found),
    }


def strongest(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Choose what the strategy `strongest` opens next: all safe cells, or one guess.

    `measure` says how it chose, as `Advice` describes it.
    """
    position, budget = asked.position(), asked.budget()
    position.analyze(**budget)  # refuses a position without a legal assignment
    advice = position.advise(**budget)
    return {"cells": list(advice.cells), "guess": advice.is_guess, "measure": advice.measure}
