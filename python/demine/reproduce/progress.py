"""Progress: how far a long reproduction has come."""

from __future__ import annotations

from typing import NamedTuple


class Done(NamedTuple):
    """So many of so many measurements are done."""

    done: int
    total: int
