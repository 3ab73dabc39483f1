"""Seeds: puzzles of consecutive seeds where not every seed has one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, count, repeat
from random import Random
from typing import TypeVar

Made = TypeVar("Made")


def of_seeds(
    make: Callable[[int], Made | None], seed: int, wanted: int, tries: int
) -> Iterator[Made]:
    """What `make` makes of so many seeds, from `seed` on; fewer if there were too many tries.

    Where it makes None, it gets seeds drawn from that seed. So other seeds have other puzzles, also
    if few boards have one.
    """
    tried = count(1)
    for first in range(seed, seed + wanted):
        random = Random(first)
        drawn = (random.getrandbits(63) for _ in repeat(None))
        for number in chain([first], drawn):
            if next(tried) > tries:
                return
            made = make(number)
            if made is not None:
                yield made
                break
