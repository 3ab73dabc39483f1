"""Seeds of puzzles: other seeds give other puzzles, also if few boards have one."""

from __future__ import annotations

import pytest

from command import answer
from demine.puzzles import of_seeds


def fits(seed: int) -> int | None:
    """One seed in a hundred."""
    return seed if seed % 100 == 0 else None


def test_other_seeds_have_other_puzzles() -> None:
    found = {seed: list(of_seeds(fits, seed, 5, 10_000)) for seed in range(1, 60)}
    assert all(len(of) == 5 and len(set(of)) == 5 for of in found.values())
    for seed in range(1, 59):
        # Consecutive seeds share the puzzles of their common seeds, and no others.
        assert found[seed][1:] == found[seed + 1][:4]
        assert found[seed][0] not in found[seed + 1]


def test_a_seed_that_fits_is_used_itself() -> None:
    assert list(of_seeds(fits, 200, 1, 1)) == [200]
    assert list(of_seeds(fits, 1, 3, 3)) == []


@pytest.mark.parametrize(
    "line",
    [
        "generate --minimal --grade hard --rows 5 --cols 5 --mines 6",
        "generate --grade hard --rows 6 --cols 6 --mines 6",
    ],
)
def test_two_seeds_give_two_puzzles(line: str) -> None:
    made = [answer(*line.split(), "--seed", str(seed)) for seed in (1, 2, 3)]
    assert len(set(made)) == 3
    assert answer(*line.split(), "--seed", "1") == made[0]
