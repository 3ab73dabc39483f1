"""Positions by the tens of thousands: the rounds of `crates/demine/tests/campaign.rs`, in Rust."""

from __future__ import annotations

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from random import Random

from fuzz.findings import Finding

_ROUND = 20_000
_ROOT = Path(__file__).parent.parent
_BUILD = ["cargo", "test", "--release", "--locked", "--package", "demine", "--test", "campaign"]


def small_positions(random: Random) -> int:
    """Small positions of every kind against brute force: totals, P(G), odds, sets of solutions."""
    number = random.getrandbits(63)
    asked = {"DEMINE_ROUND": str(number), "DEMINE_CASES": str(_ROUND)}
    done = subprocess.run(
        [_binary(), "--quiet"], env={**os.environ, **asked}, capture_output=True, text=True
    )
    if done.returncode:
        raise Finding(f"round {number} of the engine's campaign", done.stdout + done.stderr)
    return _ROUND


@cache
def _binary() -> str:
    """The path of the program, which is built first if necessary."""
    command = [*_BUILD, "--no-run", "--quiet", "--message-format=json"]
    told = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    records = map(json.loads, told.splitlines())
    (binary,) = [record["executable"] for record in records if record.get("executable")]
    return str(binary)
