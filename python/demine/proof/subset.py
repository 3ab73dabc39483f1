"""Subset: minimal and smallest sets of sums that are impossible together.

A smallest impossible set has a member in every *correction set*: sums without which the others are
possible. So the search takes a smallest set that hits all correction sets found so far. If it is
possible, it is extended as far as possible, and the sums left out are one more correction set
(Ignatiev, Previti, Liffiton and Marques-Silva 2015). Minimal sets are found by halves (Junker
2004). The engine does the same with a solver, which supports only the classic rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

Members = Sequence[int]
Allows = Callable[[Members], bool]

_MOST_CHOICES: Final = 20_000
"""Members that one search for a hitting set may try."""


class Found(NamedTuple):
    """Members that are impossible together, and whether no other set is smaller."""

    members: list[int]
    smallest: bool


class _OutOfTries(Exception):
    """No more questions may be asked."""


def find_smallest(allows: Allows, members: Members, tries: int, least: int = 0) -> Found | None:
    """A smallest impossible subset of the members; None if they are possible together.

    It is known that no set below `least` is impossible. After `tries` questions the search for a
    smaller set ends. Of equal sets it prefers one whose members come early.
    """
    if allows(members):
        return None
    found = sorted(minimal(allows, members))
    search = _Search(allows, members, tries)
    try:
        smaller = search.below(len(found), least)
    except _OutOfTries:
        return Found(found, len(found) <= least)
    return Found(found if smaller is None else smaller, True)


def minimal(allows: Allows, members: Members) -> list[int]:
    """A minimal impossible subset of members that are impossible together."""
    if not allows(()):
        return []
    return _minimal(allows, [], False, list(members))


def _minimal(allows: Allows, given: list[int], news: bool, members: list[int]) -> list[int]:
    """What the given members need of the others to be impossible."""
    if news and not allows(given):
        return []
    if len(members) == 1:
        return members
    half = len(members) // 2
    early, late = members[:half], members[half:]
    of_late = _minimal(allows, given + early, True, late)
    of_early = _minimal(allows, given + of_late, bool(of_late), early)
    return of_early + of_late


class _Search:
    def __init__(self, allows: Allows, members: Members, tries: int) -> None:
        self._allows = allows
        self.members = list(members)
        self.tries = tries
        self.corrections: list[frozenset[int]] = []

    def below(self, most: int, least: int) -> list[int] | None:
        """An impossible set with fewer than `most` members; None if there is none."""
        size = least
        while size < most:
            self.choices = _MOST_CHOICES
            chosen = self.hit([], size)
            if chosen is None:
                size += 1
            elif not self.allows(chosen):
                return sorted(chosen)
            else:
                self.corrections.append(self.correction(chosen))
        return None

    def allows(self, members: Members) -> bool:
        self.tries -= 1
        if self.tries < 0:
            raise _OutOfTries
        return self._allows(members)

    def hit(self, chosen: list[int], more: int) -> list[int] | None:
        """Up to `more` further members, so that all correction sets are hit."""
        missed = [one for one in self.corrections if one.isdisjoint(chosen)]
        if not missed:
            return chosen
        if _disjoint(missed) > more:
            return None
        for member in sorted(sorted(missed, key=len)[0]):
            self.choices -= 1
            if self.choices < 0:
                raise _OutOfTries
            found = self.hit([*chosen, member], more - 1)
            if found is not None:
                return found
        return None

    def correction(self, possible: Members) -> frozenset[int]:
        """The members left out when a possible set is extended as far as possible."""
        holding = list(possible)
        taken = set(possible)
        # What comes late is taken first: it is left out of the smallest sets anyway.
        others = [member for member in reversed(self.members) if member not in taken]
        return frozenset(self.extend(holding, others))

    def extend(self, holding: list[int], others: list[int]) -> list[int]:
        """Take as many of the others as possible; returns those left out."""
        if not others:
            return []
        if self.allows([*holding, *others]):
            holding += others
            return []
        if len(others) == 1:
            return others
        half = len(others) // 2
        return self.extend(holding, others[:half]) + self.extend(holding, others[half:])


def _disjoint(sets: list[frozenset[int]]) -> int:
    """How many of the sets, taken greedily, have no member in common: each needs one of its own."""
    seen: set[int] = set()
    count = 0
    for one in sorted(sets, key=len):
        if seen.isdisjoint(one):
            seen |= one
            count += 1
    return count
