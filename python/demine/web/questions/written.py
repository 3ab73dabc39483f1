"""JSON that several answers share: chances, changed cells, the numbers of a proof."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from demine import Conflict, Game, Proof
from demine.proof import RuledProof


def chance(value: Fraction | float, exact: bool = True) -> dict[str, Any]:
    """A chance as a float, and as a fraction unless it is an estimate."""
    is_exact = exact and isinstance(value, Fraction)
    return {"float": float(value), "fraction": str(value) if is_exact else None}


def changes(game: Game, cells: list[int]) -> list[list[int]]:
    """Each of these cells with its code, and for how many mines its flag stands: 0 without one."""
    codes, counts = game.position.codes, game.flag_counts
    return [[cell, int(codes[cell]), counts.get(cell, 0)] for cell in sorted(cells)]


def grounds(found: Proof | RuledProof | Conflict) -> dict[str, Any]:
    """The numbers of a proof, whether it uses the number of mines, and its steps."""
    return {
        "numbers": list(found.numbers),
        "counter": found.counter,
        "smallest": found.smallest,
        "steps": [line.to_dict() for line in found.lines],
    }
