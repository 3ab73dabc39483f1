"""Proofs: true from the cited numbers alone, minimal, smallest, and told in words that hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings

import demine
import oracle
from data import expert
from demine import InvalidPosition, NoLegalAssignment, Position, Proof, Undecided
from demine.proof import Sentence
from demine.proof.explanation import explain
from demine.proof.refutation import fitting_totals, order_constraints
from demine.wording import capital
from paths import DATA
from snapshots import Snapshot
from strategies import boards, edges_of, glances, graphs
from truth import Truth


def prove_all(position: Position) -> list[Proof]:
    """A proof of every covered cell that is safe or mined."""
    answers = [position.explain(v) for v in position.board.cells if position.labels[v] == "?"]
    return [answer for answer in answers if isinstance(answer, Proof)]


def prove(position: Position, cell: int) -> Proof:
    answer = position.explain(cell)
    assert isinstance(answer, Proof)
    return answer


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
            assert (
                fitting_totals(
                    order_constraints(numbers), counter[0] if counter else None, opposite
                )
                == set()
            )
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


def sentences() -> Iterator[tuple[str, str, str]]:
    """Question, position and answer of every block of `data/sentences.txt`."""
    blocks = (DATA / "sentences.txt").read_text(encoding="utf-8").split("\n\n")[1:]
    for question, *lines in map(str.splitlines, blocks):
        said = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
        yield question, "\n".join(lines[: -len(said)]) + "\n", "\n".join(said)


@pytest.mark.parametrize(("question", "text", "said"), [*sentences()])
def test_what_is_said_word_for_word(
    question: str, text: str, said: str, snapshot: Snapshot
) -> None:
    asked, *cell = question.split(": ")[1].split()
    known = position(text)
    answer = known.conflict() if asked == "conflict" else known.explain(known.board.index(cell[0]))
    expected, found = (_quote(question, text, told) for told in (said, str(answer)))
    snapshot.check_part(DATA / "sentences.txt", expected, found)


def _quote(question: str, text: str, said: str) -> str:
    """A block of `data/sentences.txt`, without the end of its last line."""
    return "\n> ".join([f"{question}\n{text.removesuffix(chr(10))}", *said.split("\n")])


@pytest.mark.parametrize("text", ["4x2x?\nHHHH\n1S1S\n", "5x2x?\nHSHHS\nS1S1S\n"])
def test_numbers_that_do_not_reach_a_cell_prove_nothing(text: str) -> None:
    assert str(position(text).explain((0, 3))).startswith("d1 cannot be proved safe or mined.")


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


@pytest.mark.parametrize(
    ("rule", "given", "said"),
    [
        ("fail_every_case", {}, "They fail in every case: there are too many to list."),
        (
            "summed_up",
            {"counter": True, "cell": 0, "mined": False},
            "Every way to satisfy the 1 at b1 and the mine counter makes a1 safe: the opposite "
            "fails in too many cases to list.",
        ),
        ("contradicts", {}, "This contradicts the 1 at b1, in too many cases to list."),
    ],
)
def test_endless_refutations_are_not_told(rule: str, given: dict[str, Any], said: str) -> None:
    board = demine.grid(1, 3)
    numbers = [{"kind": "number", "cell": 1, "label": 1, "known": 0}]
    assert Sentence(board, rule, {"numbers": numbers, "cases": None, **given}).sentence == said


@pytest.mark.parametrize(
    ("rule", "given", "said"),
    [
        ("cannot_hold", {}, "the 1 at b1 cannot be satisfied."),
        ("too_many", {"least": 5}, "by the 1 at b1, at least five mines are needed: too many."),
        ("too_few", {"most": 3}, "by the 1 at b1, at most three mines are possible: too few."),
        (
            "never",
            {"totals": [1, 2, 5], "others": 1, "mines": 4},
            "by the 1 at b1, there are 1, 2 or 5 mines, plus 0 to 1 elsewhere: never 4.",
        ),
    ],
)
def test_why_no_total_fits_the_counter(rule: str, given: dict[str, Any], said: str) -> None:
    numbers = [{"kind": "number", "cell": 1, "label": 1, "known": 0}]
    for link, sentence in [("then", f"Then {said}"), ("start", capital(said))]:
        given_all = {"link": link, "numbers": numbers, **given}
        assert Sentence(demine.grid(1, 3), rule, given_all).sentence == sentence


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
