"""The cache of earlier positions that all questions of a process share."""

from __future__ import annotations

import os
from typing import Final

from demine._native import Cache

_SHARED: Final = [Cache()]
"""The cache of this process, then those of the processes that it was forked from."""


def shared_cache() -> Cache:
    """The cache of questions that name no other."""
    return _SHARED[0]


def _renew_cache() -> None:
    """Begin a cache in a forked process. The old one stays: a thread may have been changing it."""
    _SHARED.insert(0, Cache())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_cache)
