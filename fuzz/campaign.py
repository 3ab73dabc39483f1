"""The runner: campaigns in turns until the time is over, with a log for the next run.

A line of the log says which rounds of a campaign were run, how many cases they tried, in how many
seconds, and what they found. The seed of a round is its campaign's name and its number.
"""

from __future__ import annotations

import json
import os
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from fuzz.arenas import arenas
from fuzz.budgets import budgets, interrupts
from fuzz.commands import commands
from fuzz.findings import Campaign, Finding
from fuzz.large import large
from fuzz.native import small_positions
from fuzz.parsers import parsers
from fuzz.positions import positions
from fuzz.proofs import certificates, proofs
from fuzz.servers import servers

CAMPAIGNS: dict[str, Campaign] = {
    "parsers": parsers,
    "worlds": small_positions,
    "positions": positions,
    "proofs": proofs,
    "certificates": certificates,
    "arenas": arenas,
    "commands": commands,
    "budgets": budgets,
    "interrupts": interrupts,
    "large": large,
    "servers": servers,
}
_TURN = 2.0
"""Seconds of a campaign before the turn of the next."""
_SHARES = {"parsers": 8, "worlds": 3, "arenas": 4}
"""Consecutive turns of campaigns that try millions of cases; others have one."""


@dataclass
class Stretch:
    """Consecutive rounds of a campaign: a line of the log."""

    campaign: str
    first: int
    rounds: int = 0
    cases: int = 0
    seconds: float = 0.0
    findings: list[str] = field(default_factory=list)


def try_round(name: str, number: int) -> tuple[int, str | None]:
    """The number of cases of a round, and its finding."""
    try:
        return CAMPAIGNS[name](Random(f"{name} {number}")), None
    except Finding as finding:
        return 0, f"round {number}: {finding}"
    except Exception:
        return 0, f"round {number}: {traceback.format_exc(limit=-4)}"


def run(
    names: list[str], log: Path | None, minutes: float, watch: Callable[[Stretch], None]
) -> Iterator[Stretch]:
    """The stretches of a run, each written to the log before it is yielded."""
    after = _next_rounds(log)
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        for name in names:
            turn = _TURN * _SHARES.get(name, 1)
            stretch = _stretch(name, after.get(name, 0), min(end, time.monotonic() + turn))
            after[name] = stretch.first + stretch.rounds
            _append(log, stretch)
            watch(stretch)
            yield stretch


def _stretch(name: str, first: int, end: float) -> Stretch:
    stretch, began = Stretch(name, first), time.monotonic()
    while not stretch.rounds or time.monotonic() < end:
        cases, found = try_round(name, first + stretch.rounds)
        stretch.rounds += 1
        stretch.cases += cases
        if found is not None:
            stretch.findings.append(found)
    stretch.seconds = round(time.monotonic() - began, 3)
    return stretch


def _next_rounds(log: Path | None) -> dict[str, int]:
    """The next round of each campaign."""
    after: dict[str, int] = {}
    for stretch in read(log):
        after[stretch.campaign] = max(
            after.get(stretch.campaign, 0), stretch.first + stretch.rounds
        )
    return after


def read(log: Path | None) -> list[Stretch]:
    """The stretches of a log, without an incomplete last line."""
    if log is None or not log.exists():
        return []
    lines = log.read_text(encoding="utf-8").split("\n")
    return [Stretch(**json.loads(line)) for line in lines[:-1]]


def _append(log: Path | None, stretch: Stretch) -> None:
    if log is None:
        return
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as file:
        file.write(json.dumps(vars(stretch)).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
