"""Seeds of puzzles: other seeds give other puzzles, also if few boards have one."""

from __future__ import annotations

from contextlib import suppress

import pytest

from command import answer
from demine import NotFound
from demine.formats import board_of
from demine.puzzles import GRADES, GradeName, Puzzle, grade_puzzle, minimal, of_seeds


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


EVERYWHERE = [
    ("grid-6x6", 7), ("grid-6x6-torus", 7), ("grid-6x6-knight", 7), ("hexagonal-6x6", 7),
    ("triangular-5x8", 8), ("box-3x3x3", 5), ("cube-3", 9), ("geodesic-2", 7), ("voronoi-36", 7),
]  # fmt: skip


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize(("name", "mines"), EVERYWHERE)
def test_every_topology_has_puzzles_of_every_grade(name: str, mines: int, grade: GradeName) -> None:
    board = board_of(name)

    def make(seed: int) -> Puzzle | None:
        with suppress(NotFound):
            return minimal(board, mines, seed=seed, grade=grade)
        return None

    (puzzle,) = of_seeds(make, 1, 1, 50)
    assert grade_puzzle(puzzle.position).name == grade
    assert set(puzzle.position.solutions()) == {puzzle.mined}
