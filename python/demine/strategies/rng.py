"""Chance: the random numbers that a strategy draws, the same in both languages.

SplitMix64, as in the engine. It can be run backwards, so the stream of a strategy is derived
one-way from the seed of the game (BLAKE2b). It reveals the mines only to somebody who can try all
seeds.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Any, Final

_WORD: Final = (1 << 64) - 1


class Chance(Random):
    """A `random.Random` on the engine's generator: every method works, and seeds never change."""

    def __init__(self, state: int) -> None:
        """Start in a state, a whole number below 2⁶⁴."""
        super().__init__()
        self.state = state

    @classmethod
    def of_game(cls, seed: int) -> Chance:
        """The chance of a strategy in the game of a seed."""
        return cls(cls.state_of_game(seed))

    @staticmethod
    def state_of_game(seed: int) -> int:
        """The first state of `of_game`, without its methods: games are begun by the thousand."""
        return _derive(b"demine chance", seed)

    def game_seed(self) -> int:
        """The seed of the next game of a row. Seeds of earlier games reveal nothing about it."""
        return _derive(b"demine row", self.word())

    def word(self) -> int:
        """64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Uniform over 0, …, bound − 1 (Lemire 2019)."""
        while True:
            product = self.word() * bound
            if product & _WORD >= -bound % (1 << 64) % bound:
                return product >> 64

    def random(self) -> float:
        """Uniform over [0, 1), with 53 bits."""
        return (self.word() >> 11) / (1 << 53)

    def getrandbits(self, k: int, /) -> int:
        """`k` random bits."""
        words = (k + 63) // 64
        bits = sum(self.word() << (64 * i) for i in range(words))
        return bits >> (64 * words - k)

    def seed(self, *_: object, **__: object) -> None:
        """Do nothing: the state is the seed."""

    def getstate(self) -> tuple[int]:
        """The whole state of the stream."""
        return (self.state,)

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Continue from a state."""
        (self.state,) = state

    def __reduce__(self) -> tuple[type[Chance], tuple[int]]:
        """Pickle the state alone."""
        return type(self), (self.state,)


def _derive(purpose: bytes, number: int) -> int:
    """A number derived one-way from another, as in the engine's `seeds.rs`."""
    hashed = blake2b(number.to_bytes(8, "little"), digest_size=8, person=purpose)
    return int.from_bytes(hashed.digest(), "little")
