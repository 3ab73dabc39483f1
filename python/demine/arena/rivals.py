"""Rivals: how often known players win on the usual boards, and where a strategy stands among them.

`docs/strategies.md` has the same table and says who published what; a test compares the two.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from demine.arena.survival import Estimate
from demine.wording import percent


class Rival(NamedTuple):
    """A player, and the share of games that it wins, as its table says it."""

    player: str
    rate: float


_HILL, _PSEQ = "D. N. Hill's solver", "MineSweeperProb"

RIVALS: Final[dict[tuple[str, int, str], tuple[Rival, ...]]] = {
    ("grid-16x30", 99, "safe"): (
        Rival(_HILL, 0.4113),
        Rival("strongest", 0.4108),
        Rival("minesolve", 0.4080),
        Rival(_PSEQ, 0.40043),
        Rival("safest", 0.3915),
        Rival("ms_toollib", 0.3739),
        Rival("csp", 0.3445),
        Rival("equations", 0.2552),
    ),
    ("grid-16x30", 99, "opening"): (
        Rival("strongest", 0.5432),
        Rival(_HILL, 0.543),
        Rival(_PSEQ, 0.53452),
    ),
    ("grid-16x16", 40, "safe"): (
        Rival(_HILL, 0.7857),
        Rival("strongest", 0.7848),
        Rival(_PSEQ, 0.782295),
    ),
    ("grid-9x9", 10, "safe"): (
        Rival(_HILL, 0.9184),
        Rival("strongest", 0.9171),
        Rival(_PSEQ, 0.916949),
    ),
}
"""By board, mines and first click; the best player first."""


def describe_place(found: Estimate) -> str:
    """Where the interval stands among known players; nothing on a board without any."""
    setup = found.contest["board"], found.contest["mines"], found.contest["first"]
    own = found.contest["strategy"]
    rivals = [rival for rival in RIVALS.get(setup, ()) if rival.player != own]
    low, high = found.interval()
    above = [rival for rival in rivals if rival.rate > high]
    below = [rival for rival in rivals if rival.rate < low]
    level = [rival for rival in rivals if low <= rival.rate <= high]
    places = [f"below {_tell(rival)}" for rival in above[-1:]]
    places += [f"above {_tell(rival)}" for rival in below[:1]]
    if level:
        places.append(f"not told apart from {', '.join(map(_tell, level))}")
    return f"  {'; '.join(places)}" if places else ""


def _tell(rival: Rival) -> str:
    return f"{rival.player} ({percent(rival.rate, 2)})"
