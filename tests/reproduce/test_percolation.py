"""Percolation: how far three players get, against players written apart from ours."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import demine
from demine.errors import FormatError
from demine.game import Endless, Place, around
from demine.reproduce import percolation
from demine.reproduce.percolation import PLAYERS, Plan, threshold
from demine.reproduce.reach import reach
from demine.reproduce.tables import Done

LIMIT = 12
TINY = Plan((Fraction(1, 10), Fraction(3, 10)), 3, (4, 8))


def far(game: Endless) -> int:
    return min(LIMIT, max(max(abs(x), abs(y)) for x, y in game.opened))


def proved_by_exclusion(game: Endless) -> set[Place]:
    """Safe cells, each shown by a contradiction if it were mined."""
    position = game.position
    words = position.board.words or ()
    return {
        game.place(word)
        for cell, word in enumerate(words)
        if position.labels[cell] == "?" and not position.with_labels({cell: "*"}).is_consistent()
    }


def exact_reach(density: Fraction, seed: int) -> int:
    """The third player, who asks for each cell whether a mine there contradicts the numbers."""
    game = demine.endless(density, seed)
    game.open((0, 0))
    while far(game) < LIMIT and (safe := proved_by_exclusion(game)):
        for place in safe:
            game.open(place)
    return far(game)


def single_reach(density: Fraction, seed: int) -> int:
    """The second player, who goes through all numbers again and again."""
    game = demine.endless(density, seed)
    game.open((0, 0))
    mined: set[Place] = set()
    changed = True
    while changed and far(game) < LIMIT:
        changed = False
        for place, number in game.opened.items():
            covered = [cell for cell in around(place) if game.number(cell) is None]
            unknown = [cell for cell in covered if cell not in mined]
            if unknown and len(covered) == number:
                mined.update(unknown)
                changed = True
            elif unknown and number == len(covered) - len(unknown):
                changed = True
                for cell in unknown:
                    game.open(cell)
    return far(game)


@pytest.mark.parametrize("density", [Fraction(1, 10), Fraction(1, 5), Fraction(1, 4)])
def test_the_players_reach_as_far_as_plain_ones(density: Fraction) -> None:
    for seed in range(8):
        found = reach(density, seed, LIMIT)
        first = demine.endless(density, seed)
        first.open((0, 0))
        assert found.opening == far(first)
        assert found.single == single_reach(density, seed)
        assert found.exact == exact_reach(density, seed)
        assert found.opening <= found.single <= found.exact


def test_a_run_continues_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "percolation.jsonl"
    *_, whole = percolation._measure(TINY, file)
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) == len(TINY.chunks()) == 2
    file.write_text(lines[0] + '{"density": "3/10", "se')
    played: list[Fraction] = []
    play = percolation._play

    def watched(density: Fraction, seed: int, games: int, radii: tuple[int, ...]) -> object:
        played.append(density)
        return play(density, seed, games, radii)

    monkeypatch.setattr(percolation, "_play", watched)
    *_, again = percolation._measure(TINY, file)
    assert played == [Fraction(3, 10)]
    assert isinstance(whole, dict)
    assert isinstance(again, dict)
    assert all(np.array_equal(whole[key], again[key]) for key in whole)


def test_a_line_that_is_none_of_ours_is_named(tmp_path: Path) -> None:
    file = tmp_path / "percolation.jsonl"
    file.write_text('{"density": 3}\n')
    with pytest.raises(FormatError, match="density"):
        list(percolation._measure(TINY, file))


def test_the_threshold_is_between_the_densities_around_one_half() -> None:
    plan = Plan((Fraction(1, 10), Fraction(2, 10), Fraction(3, 10)), 100, (8, 16))
    rows = {Fraction(1, 10): [100, 100, 100], Fraction(2, 10): [100, 100, 75]}
    rows[Fraction(3, 10)] = [100, 100, 25]
    counts = {(p, density): np.array(row) for p in PLAYERS for density, row in rows.items()}
    found = threshold(plan, counts, "exact", 1)
    assert found is not None
    middle, low, high = found
    assert middle == pytest.approx(0.25)
    assert 0.2 < low < 0.25 < high < 0.3


def test_a_report_has_shares_thresholds_and_a_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(percolation, "QUICK", TINY)
    said = list(percolation.report(True, tmp_path))
    lines = [line for line in said if not isinstance(line, Done)]
    assert lines[0] == "3 games for each density; the seeds start at 1."
    assert any(line.split()[:1] == ["0.30"] for line in lines)
    assert (tmp_path / "percolation.svg").read_text().startswith("<?xml")
    assert not (tmp_path / "percolation.jsonl").exists()
    assert sum(isinstance(line, Done) for line in said) == 2
