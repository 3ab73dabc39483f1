"""Findings: what a campaign raises, and how a case is shown so that somebody can try it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Campaign = Callable[[Random], int]
"""Tries some cases and says how many; raises a `Finding`."""

_LONGEST = 2000


class Finding(Exception):
    """A promise that was broken, with the case that shows it."""

    def __init__(self, what: str, case: object) -> None:
        """Say what was expected and what happened."""
        super().__init__(f"{what}: {repr(case)[:_LONGEST]}")
