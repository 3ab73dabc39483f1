"""Findings: the error that a campaign raises, with a case that others can try."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Campaign = Callable[[Random], int]
"""Tries some cases and returns their number; raises a `Finding`."""

_LONGEST = 2000


class Finding(Exception):
    """A broken promise, with a case that shows it."""

    def __init__(self, what: str, case: object) -> None:
        """Expected and actual behaviour."""
        super().__init__(f"{what}: {repr(case)[:_LONGEST]}")
