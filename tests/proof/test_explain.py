"""Proofs: true from the cited numbers alone, minimal, smallest, and told in words that hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings

import demine
import oracle
from data import expert
from demine import InvalidPosition, NoLegalAssignment, Position, Proof, Undecided
from demine.proof import sentences as sentences_room
from demine.proof.explanation import explain
from demine.proof.refutation import Constraint, fitting_totals, order_constraints
from demine.proof.speaker import START, THEN, Speaker
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


def test_endless_refutations_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("_COUNTED", "_SUMMED"):
        monkeypatch.setattr(sentences_room, limit, 0)
    # One of 0 and 1 is mined, and one of 1 and 2: so 0 is what 2 is, and 3 what both are not.
    edges = [(4, 0), (4, 1), (5, 1), (5, 2), (6, 0), (6, 2), (6, 3)]
    known = Position(demine.from_edges(7, edges), ["?"] * 4 + [1] * 3)
    (line,) = prove(known, 3).lines
    assert line.sentence.endswith("the opposite fails in too many cases to list.")
    assert (line.numbers, line.cells, line.mined) == ((4, 5, 6), (3,), True)
    (line,) = prove(known.with_labels({6: "□"}).with_mines(3), 3).lines
    assert line.sentence.startswith("Every way to satisfy the 1 at ")
    conflict = known.with_labels({3: "□"}).conflict()
    assert conflict is not None
    assert conflict.lines[-1].sentence == "They fail in every case: there are too many to list."
    conflict = known.with_labels({6: "□"}).with_mines(4).conflict()
    assert conflict is not None
    assert conflict.lines[-1].sentence.endswith(", in too many cases to list.")


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ([], "the 1 at b1 cannot be satisfied."),
        ([5, 6], "by the 1 at b1, at least five mines are needed: too many."),
        ([1, 2], "by the 1 at b1, at most three mines are possible: too few."),
        (
            [1, 2, 5],
            "by the 1 at b1, there are 1, 2 or 5 mines, plus 0 to 1 elsewhere: never 4.",
        ),
    ],
)
def test_why_no_total_fits_the_counter(held: list[int], said: str) -> None:
    known = position("3x1x?\nH1H\n")
    counter = Constraint(None, frozenset(range(9)), 4)
    given = Constraint(1, frozenset({0, 2}), 1)
    speaker = Speaker(known, [given, counter])
    assert speaker.failure(held, 1, counter, THEN).sentence == f"Then {said}"
    assert speaker.failure(held, 1, counter, START).sentence == capital(said)


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
