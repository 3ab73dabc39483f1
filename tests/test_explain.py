"""Proofs: true from the cited numbers alone, minimal, smallest, and told in words that hold."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings

import demine
import oracle
from data import expert
from demine import InvalidPosition, NoLegalAssignment, Position, Proof, Undecided
from demine.proof.explanation import explain
from demine.proof.refutation import fitting, in_order
from strategies import boards, edges_of, glances, graphs
from truth import Truth


def prove_all(position: Position) -> list[Proof]:
    """A proof of every covered cell that is safe or mined."""
    answers = [position.explain(v) for v in position.board.cells if position.labels[v] == "?"]
    return [answer for answer in answers if isinstance(answer, Proof)]


def brute_force_proves(position: Position, numbers: tuple[int, ...], proof: Proof) -> bool:
    """Whether these numbers decide the cell, by the definition of a legal assignment."""
    labels = [
        label if not isinstance(label, int) or cell in numbers else "□"
        for cell, label in enumerate(position.labels)
    ]
    board = position.board
    mines = position.mines if proof.counter else None
    found = oracle.solutions(len(board), edges_of(board), labels, mines)
    return all((proof.cell in mined) == proof.mined for mined in found)


@given(glances(graphs(7)))
def test_proofs_are_true_minimal_and_smallest_by_brute_force(
    glance: tuple[Truth, Position],
) -> None:
    truth, position = glance
    for proof in prove_all(position):
        assert proof.mined == (proof.cell in truth.mined)
        assert brute_force_proves(position, proof.numbers, proof)
        if proof.smallest and proof.numbers:
            counts = [v for v, label in enumerate(position.labels) if isinstance(label, int)]
            smaller = combinations(counts, len(proof.numbers) - 1)
            assert not any(brute_force_proves(position, numbers, proof) for numbers in smaller)


@given(glances(boards()))
@settings(max_examples=25)
def test_every_proof_is_checked_with_and_without_the_engine(
    glance: tuple[Truth, Position],
) -> None:
    truth, position = glance
    for proof in prove_all(position)[:12]:
        assert proof.mined == (proof.cell in truth.mined)
        assert proof.holds()
        assert proof.sentences
        counter = [c for c in proof.constraints if c.source is None]
        numbers = [c for c in proof.constraints if c.source is not None]
        opposite = {proof.cell: not proof.mined}
        if position.labels[proof.cell] == "?":
            assert fitting(in_order(numbers), counter[0] if counter else None, opposite) == set()
        for left_out in proof.numbers:
            fewer = tuple(number for number in proof.numbers if number != left_out)
            less = Proof(position, proof.cell, proof.mined, fewer, proof.counter, False)
            assert not less.holds()


def test_expert_positions_are_explained() -> None:
    for position in expert("stuck")[:20]:
        analysis = position.analyze()
        covered = [v for v in sorted(analysis.safe | analysis.mined) if position.labels[v] == "?"]
        for cell in covered[:8]:
            answer = position.explain(cell)
            assert isinstance(answer, Proof)
            assert answer.holds()
            assert answer.mined == (cell in analysis.mined)


def position(text: str) -> Position:
    return demine.loads(text)


class TestSentences:
    """What is said, word for word, in small worlds that can be checked by eye."""

    def say(self, text: str, cell: tuple[int, int]) -> str:
        return str(position(text).explain(cell))

    def test_a_number_with_as_many_cells_as_mines(self) -> None:
        assert self.say("3x2x?\nHHS\n22S\n", (0, 0)) == (
            "The 2 at a2 has only two covered neighbours left, a1 and b1, so both are mines."
        )

    def test_a_chain_of_two_numbers(self) -> None:
        assert self.say("4x2x?\nHHHH\n1S1S\n", (0, 3)).startswith("Nothing proves d1")
        assert self.say("4x2x?\nHSHH\n1S2S\n", (0, 0)) == (
            "The 1 at a2 has only one covered neighbour left, a1, so it is a mine."
        )
        assert self.say("5x2x?\nHSHHS\nS1S1S\n", (0, 3)).startswith("Nothing")

    def test_a_satisfied_number(self) -> None:
        assert self.say("4x2x?\nSHHH\n11SS\n", (0, 2)) == (
            "The 1 at a2 has only one covered neighbour left, b1, so it is a mine.\n"
            "The 1 at b2 already has its mine at b1, so c1 is safe."
        )

    def test_two_numbers_that_overlap_free_a_cell(self) -> None:
        assert self.say("3x2x?\nHHH\n11S\n", (0, 2)) == (
            "The 1 at b2 and the 1 at a2 share a1 and b1.\n"
            "The 1 at a2 needs one mine, and at least 1 of them must be there.\n"
            "The 1 at b2 needs no more, so c1 is safe."
        )

    def test_two_numbers_that_overlap_find_a_mine(self) -> None:
        assert self.say("3x2x?\nHHH\n12S\n", (0, 2)) == (
            "The 2 at b2 and the 1 at a2 share a1 and b1.\n"
            "The 1 at a2 allows them one mine at most, and the 2 at b2 needs 2.\n"
            "The other 1 must be at c1, so it is a mine."
        )

    def test_a_contradiction(self) -> None:
        assert self.say("4x2x?\nHHHH\n1221\n", (0, 0)).splitlines() == [
            "Suppose a1 is a mine.",
            "Then the 1 at a2 already has its mine at a1, so b1 is free.",
            "Then the 2 at c2 has only two covered neighbours left, c1 and d1, so both are mines.",
            "But then the 1 at d2 touches two mines, c1 and d1: impossible.",
            "So a1 is safe.",
        ]

    def test_the_counter_alone(self) -> None:
        assert self.say("2x1x0\nHH\n", (0, 0)) == (
            "The counter says that no mine is left, so every covered cell is safe."
        )
        assert self.say("2x1x2\nHH\n", (0, 0)) == (
            "The counter says that as many mines are left as cells are covered: all are mines."
        )

    def test_the_counter_and_numbers(self) -> None:
        assert self.say("5x1x1\nH1HSH\n", (0, 4)).splitlines() == [
            "The counter counts: one mine is under three covered cells.",
            "Suppose e1 is a mine.",
            "Then the 1 at b1 would need at least two mines in all: too many.",
            "So e1 is safe.",
        ]
        assert self.say("5x1x2\nH1HSH\n", (0, 4)).splitlines()[2] == (
            "Then the 1 at b1 would take at most one mine in all: too few."
        )

    def test_known_mines_are_counted(self) -> None:
        assert self.say("3x2x?\nMHH\nS1S\n", (0, 1)) == (
            "The 1 at b2 (with one known mine beside it) already has no mine left to find, "
            "so b1 and c1 are safe."
        )

    def test_a_known_cell(self) -> None:
        assert self.say("2x1x?\nMH\n", (0, 0)) == "a1 is known to be mined."
        assert self.say("2x1x?\nSH\n", (0, 0)) == "a1 is known to be free."

    def test_nothing_to_prove_but_somewhere_else(self) -> None:
        assert self.say("5x2x?\nHHHHS\n11S1S\n", (0, 0)) == (
            "Nothing proves a1 safe or mined: it is mined with probability 1/2 (50.0%).\n"
            "No guess is needed: c1 can be proved safe."
        )

    def test_nothing_to_prove_at_all(self) -> None:
        assert self.say("3x1x1\nH1H\n", (0, 0)) == (
            "Nothing proves a1 safe or mined: it is mined with probability 1/2 (50.0%).\n"
            "No cell can be proved safe, so a guess is needed. Least likely mined first:\n"
            "  a1: probability 1/2 (50.0%)\n"
            "  c1: probability 1/2 (50.0%)"
        )


def test_long_refutations_are_summed_up() -> None:
    """Of all Expert positions, one has a proof of four numbers with many cases."""
    texts = [
        str(proof)
        for position in expert("stuck")[:15]
        for proof in prove_all(position)
        if len(proof.numbers) > 3
    ]
    assert any("the opposite fails in" in text for text in texts)
    assert all(len(text.splitlines()) <= 20 for text in texts)


def test_an_undecided_cell_has_its_probability() -> None:
    answer = position("3x1x1\nH1H\n").explain(0)
    assert isinstance(answer, Undecided)
    assert (str(answer.probability), answer.safe) == ("1/2", ())
    assert [cell for cell, _ in answer.candidates] == [0, 2]


def test_an_open_cell_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="b1 is open"):
        position("3x1x1\nH1H\n").explain(1)


def test_a_contradictory_position_is_refused() -> None:
    with pytest.raises(NoLegalAssignment):
        position("3x1x1\nH3H\n").explain(0)


def test_a_small_budget_of_tries_is_told() -> None:
    for position in expert("stuck")[:20]:
        for proof in prove_all(position):
            if len(proof.numbers) > 5:
                answer = explain(position, proof.cell, tries=1)
                assert isinstance(answer, Proof)
                assert not answer.smallest
                assert answer.holds()
                return
    raise AssertionError("no proof of six numbers was found")
