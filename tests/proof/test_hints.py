"""Hints: what is certain is proved, what is not is the least risky, each tier tells more."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

import demine
from data import expert
from demine import InvalidPosition, Position, Proof, Undecided
from strategies import glances, small_grids
from truth import Truth


@given(glances(small_grids(), mines=True))
def test_a_hint_is_safe_or_else_what_strongest_opens(glance: tuple[Truth, Position]) -> None:
    truth, position = glance
    covered = [v for v in position.board.cells if position.labels[v] == "?"]
    analysis = position.analyze()
    if "□" not in position.labels and analysis.mined.issuperset(covered):
        with pytest.raises(InvalidPosition, match="covered"):
            demine.hint(position)
        return
    found = demine.hint(position)
    safe = [v for v in analysis.safe if position.labels[v] == "?"]
    assert found.is_certain == (bool(safe) or "□" in position.labels)
    if found.is_certain:
        assert found.cell not in truth.mined
        assert isinstance(found.reason, Proof)
        assert found.reason.holds() or position.labels[found.cell] == "□"
    else:
        advice = position.advise()
        if advice.is_guess:
            assert (found.cell, found.measure) == (advice.cells[0], advice.measure)
        else:
            assert found.risk == min(map(analysis.probability, covered))


def test_a_simple_proof_is_preferred() -> None:
    for position in expert("stuck")[:10]:
        reason = demine.hint(position).reason
        if not isinstance(reason, Proof):
            continue
        safe = sorted(v for v in position.analyze().safe if position.labels[v] == "?")
        sizes = [
            len(proof.numbers) for v in safe[:12] if isinstance(proof := position.explain(v), Proof)
        ]
        assert len(reason.numbers) == min(sizes)


def test_the_tiers_of_a_certain_hint() -> None:
    found = demine.hint(demine.loads("4x2x?\nSHHH\n11SS\n"))
    assert found.guess == "You do not have to guess: at least one cell can be proved safe."
    assert found.where == "Look at the 1 at a2 and the 1 at b2."
    assert found.why.endswith("so c1 is safe.")
    assert found.show == "Open c1."


def test_the_tiers_of_a_guess() -> None:
    found = demine.hint(demine.loads("4x1x2\nH1HH\n"))
    assert found.guess == "No cell can be proved safe: you have to guess."
    assert found.where == "The best guess is a1, by perfect play."
    assert "a1: 50.0 % (1/2)" in found.why
    assert found.show == "Open a1 (50.0 % chance of a mine)."
    assert found.risk == Fraction(1, 2)


def test_the_best_guess_is_listed_first() -> None:
    """Three cells have the least risk; the last of them wins most often."""
    found = demine.hint(demine.loads("6x1x2\nHH1HHH\n"))
    assert isinstance(found.reason, Undecided)
    assert found.show == "Open f1 (33.3 % chance of a mine)."
    assert [cell for cell, _ in found.reason.candidates] == [5, 0, 4, 1, 3]
    assert found.why.splitlines()[1].endswith("Best guess first, then lowest risk:")
    asked = found.position.explain(found.cell)
    assert isinstance(asked, Undecided)
    assert [cell for cell, _ in asked.candidates] == [0, 4, 5, 1, 3]
    assert asked.sentences[1].endswith("Lowest risk first:")


def test_the_counter_is_told() -> None:
    found = demine.hint(demine.loads("5x1x1\nH1HSH\n"))
    assert found.where == "Look at the 1 at b1 and the counter."


def test_nothing_to_open_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="no cell is covered"):
        demine.hint(demine.loads("2x1x0\n00\n"))


def test_a_cell_that_is_known_to_be_free_needs_no_number() -> None:
    found = demine.hint(demine.Position(demine.grid(1, 2), ["□", "?"], 1))
    assert found.where == "Look at a1."


def test_a_density_has_hints_and_proofs() -> None:
    likely = demine.loads("4x1x?\nH1HH\n").with_density([0.1, 0.5, 0.5, 0.2])
    found = demine.hint(likely)
    assert (found.cell, found.measure, found.is_certain) == (0, "least risk", False)
    assert found.risk < 0.5
    certain = demine.hint(demine.loads("3x1x?\nH0H\n").with_density(0.25))
    assert certain.is_certain


def test_the_tiers_of_a_hint_are_proved_once() -> None:
    game = demine.Game.preset("beginner", seed=7)
    game.open(40)
    first = game.hint(seconds=60)
    assert game.hint(seconds=60) is first
    game.open(first.cell)
    assert game.hint(seconds=60) is not first
