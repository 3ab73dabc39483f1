"""Cost: a Budget is what a caller allows, a Meter is what is left of it during the call.

The meter starts with the call. Every question to the engine gets the seconds that are left, and
loops in Python call `check` now and then. So the seconds bound the whole call. States and bytes
bound the memory at one time: the engine frees the memory of a question when it answers. A caller
that keeps an answer calls `hold`, and the next question may use that much less. All questions of a
process share one cache of earlier positions, unless they name another.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Final, TypedDict, TypeVar

from demine._native import Cache
from demine.arguments import number_of, show
from demine.errors import Timeout, TooWide

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

Element = TypeVar("Element")

_STATE_BYTES: Final = 16
"""About the size of a state: a state of a diagram, or an entry of a table."""

Limits = tuple[int | None, float | None, float | None, int | None]
"""For the engine: states and seconds that are left. Then, for its messages, the seconds of the
whole call, and the bytes if they are the limit."""

_NO_LIMITS: Final[Limits] = (None, None, None, None)

_ONLY_CACHE: Final = frozenset({"cache"})

_USUAL_BYTES: Final = 100_000_000 * _STATE_BYTES
"""The engine's own limit, if the caller sets none."""

_MOST: Final = 1 << 62
"""The engine counts states in 64 bits; larger limits are cut to this."""

_PAGE: Final = 4096
"""Bytes of a page of memory; some systems have larger ones."""

_OFTEN: Final = 1 << 12
"""Items between two looks at the clock, which cost more than most items."""


class Budget(TypedDict, total=False):
    """What a caller allows: the keywords of every question. None is no limit.

    `states` bounds the work, and with it the memory; `TooWide` if that is not enough. `bytes` is
    the same bound in bytes, about 16 for a state. `seconds` bounds the time of the whole call;
    `Timeout` if that is not enough. `cache` holds earlier positions: a `Cache`, True for the one
    that the process shares, False for none. Answers never depend on it.
    """

    states: int | None
    seconds: float | None
    bytes: int | None
    cache: Cache | bool


class Meter:
    """What a call may still cost. `Timeout` when its seconds are over."""

    __slots__ = ("_bytes", "_end", "_states", "cache", "seconds", "states")

    def __init__(
        self,
        states: int | None = None,
        seconds: float | None = None,
        bytes: int | None = None,
        cache: Cache | bool = True,
        *,
        threads: int = 1,
    ) -> None:
        """Start the clock; None is no limit. `ValueError` names a bad limit.

        Each thread has the given states and bytes. Without them, threads share the memory of a
        process whose address space is limited.
        """
        if states is None and bytes is None:
            bytes = _room_of_process(threads)
        self._states, self._bytes = _narrower(_whole("states", states), _whole("bytes", bytes))
        self.states = self._states
        self.cache = cache
        self.seconds = None if seconds is None else seconds_of("seconds", seconds)
        self._end = None if self.seconds is None else time.monotonic() + self.seconds

    @property
    def left(self) -> float | None:
        """Seconds that are left, at least 0; None for no limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether no second is left."""
        return self.left == 0.0

    def check(self) -> None:
        """`Timeout` if the seconds are over."""
        if self.is_over and self.seconds is not None:
            raise _timeout(self.seconds)

    def hold(self, bytes: int) -> None:
        """Reserve bytes until the call is over; `TooWide` if fewer are left."""
        if self.states is None:
            return
        self.states -= -(-bytes // _STATE_BYTES)
        if self.states < 0:
            raise TooWide(f"the answer is too long for a budget of {self}: give a larger budget")

    def __str__(self) -> str:
        """The limit of memory in the unit that the caller used."""
        if self._bytes is not None:
            return f"{self._bytes} bytes"
        return f"{self._states} states ({_STATE_BYTES * (self._states or 0)} bytes)"

    def limits(self) -> Limits:
        """The limits of the next question to the engine."""
        self.check()
        return self.states, self.left, self.seconds, self._bytes

    def each(self, items: Iterable[Element], often: int = _OFTEN) -> Iterator[Element]:
        """The items, with a look at the clock every `often` items."""
        for place, item in enumerate(items):
            if place % often == 0:
                self.check()
            yield item


def _room_of_process(threads: int) -> int | None:
    """The default of bytes for a thread's question, if address space is limited.

    The engine ends the process if it gets no memory. So a question has a fourth of the memory that
    is left: a growing list exists twice for a moment, and other code needs memory, too.
    """
    most = _address_space()
    if most is None:
        return None
    return min(max(0, most - _taken_by_process()) // (4 * threads), _USUAL_BYTES)


def cache_and_limits(budget: Budget) -> tuple[Cache | None, Limits]:
    """A budget as the engine takes it; `TypeError` names a keyword that is not known."""
    if budget.keys() <= _ONLY_CACHE and _address_space() is None:
        return _cache(budget.get("cache", True)), _NO_LIMITS  # most calls: no meter is needed
    unknown = budget.keys() - Budget.__optional_keys__
    if unknown:
        expected = "states, seconds, bytes or cache"
        raise TypeError(f"unknown keyword {min(unknown)!r}: expected {expected}")
    meter = Meter(**budget)
    return _cache(meter.cache), meter.limits()


def _cache(cache: Cache | bool) -> Cache | None:
    if isinstance(cache, Cache):
        return cache
    return shared_cache() if cache else None


def _address_space() -> int | None:
    """The bytes that the process may use, if they are limited now."""
    if resource is None:
        return None
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if most == resource.RLIM_INFINITY else most


def _taken_by_process() -> int:
    """The bytes of address space in use, if the system says so."""
    try:
        with open("/proc/self/statm", encoding="ascii") as pages:
            return int(pages.read().split()[0]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0


@contextmanager
def share_seconds(budget: Budget) -> Iterator[Callable[[], Budget]]:
    """Budgets for one question after the other: each has the seconds that the whole call has left.

    The `Timeout` of a question names the seconds of the call.
    """
    meter = Meter(seconds=budget.get("seconds"))

    def rest() -> Budget:
        meter.check()
        return budget if meter.seconds is None else {**budget, "seconds": meter.left}

    try:
        yield rest
    except Timeout:
        if meter.seconds is None:
            raise
        raise _timeout(meter.seconds) from None


def _timeout(seconds: float) -> Timeout:
    return Timeout(f"no answer within the budget of {seconds:g} seconds")


def _narrower(states: int | None, bytes: int | None) -> tuple[int | None, int | None]:
    """The narrower of the two limits as states, and as bytes if it was given in bytes."""
    if bytes is None or (states is not None and states <= bytes // _STATE_BYTES):
        return None if states is None else min(states, _MOST), None
    return min(bytes // _STATE_BYTES, _MOST), min(bytes, _MOST)


def _whole(name: str, value: int | None) -> int | None:
    return None if value is None else number_of(name, value, 0, error=ValueError)


def seconds_of(name: str, seconds: float) -> float:
    """The seconds as a float; too large a number is infinite. `ValueError` for other values."""
    try:
        value = float(seconds) if not isinstance(seconds, str | bytes) else -1.0
    except OverflowError:
        value = inf if seconds > 0 else -1.0
    except (TypeError, ValueError):
        value = -1.0
    if not value >= 0:
        raise ValueError(f"{name} is {show(seconds)}: expected at least 0")
    return value


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
