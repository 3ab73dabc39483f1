"""Circuits in which every number is 1: each gadget exhaustively, formulas against truth tables."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import demine
from command import answer, complaint
from demine.circuits import GADGETS, ONES, Circuit, Gadget, compile, compile_cnf, faults, svg
from demine.errors import InvalidBoard

NAMES = ("a", "b", "c", "d")


def random_formula(rng: Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(["", "~"]) + rng.choice(NAMES)
    left, right = (random_formula(rng, depth - 1) for _ in range(2))
    return f"{rng.choice(['', '~'])}({left} {rng.choice('&|^')} {right})"


class Truth(int):
    """A truth value whose `~` is NOT; the operators of Python bind as those of formulas do."""

    def __invert__(self) -> Truth:
        return Truth(not self)

    def __and__(self, other: int) -> Truth:
        return Truth(bool(self) and bool(other))

    def __or__(self, other: int) -> Truth:
        return Truth(bool(self) or bool(other))

    def __xor__(self, other: int) -> Truth:
        return Truth(bool(self) is not bool(other))


def truth(text: str, values: dict[str, bool]) -> bool:
    """The formula as an expression of Python, which reads it with no code of ours."""
    return bool(eval(text, {}, {name: Truth(value) for name, value in values.items()}))


def inputs(circuit: Circuit) -> list[tuple[bool, ...]]:
    found = map(circuit.values, circuit.solutions())
    return sorted(tuple(values[name] for name in circuit.variables) for values in found)


@pytest.mark.parametrize("name", ONES)
def test_gadgets_over_all_of_their_assignments(name: str) -> None:
    assert faults(ONES[name]) == []
    assert {mark for mark in ONES[name].cells.values() if mark.isdecimal()} <= {"1"}


def test_both_styles_have_the_same_gadgets() -> None:
    assert set(ONES) == set(GADGETS)


def test_a_spoilt_gadget_is_found_out() -> None:
    good = ONES["cross"]
    spoilt = good.drawing.replace(".....r1s...1.", ".....r.s...1.")
    assert spoilt != good.drawing
    assert faults(Gadget(spoilt, good.law, pads_free=True))


@pytest.mark.parametrize("seed", range(40))
def test_formulas_against_their_truth_tables(seed: int) -> None:
    text = random_formula(Random(seed), 3)
    circuit = compile(text, style="ones")
    rows = product((False, True), repeat=len(circuit.variables))
    wanted = [row for row in rows if truth(text, dict(zip(circuit.variables, row, strict=True)))]
    assert set(circuit.labels) <= {"?", "□", 1}
    assert circuit.count() == len(wanted)
    assert circuit.is_consistent() == bool(wanted)
    assert inputs(circuit) == wanted
    assert compile(text, style="ones", value=False).count() == 2 ** len(circuit.variables) - len(
        wanted
    )


@pytest.mark.parametrize("seed", range(10))
def test_every_wire_carries_its_subformula(seed: int) -> None:
    circuit = compile(random_formula(Random(seed), 2), style="ones", value=None)
    for solution in circuit.solutions():
        values = circuit.values(solution)
        assert set(values) == set(circuit.wires)
        for wire, cells in circuit.wires.items():
            assert {cell in solution for cell in cells} == {values[wire]}
            assert values[wire] == truth(wire, {name: values[name] for name in circuit.variables})


def test_clauses_cross_many_wires() -> None:
    rng = Random(1)
    clauses = [
        [v if rng.random() < 0.5 else -v for v in rng.sample(range(1, 6), 3)] for _ in range(9)
    ]
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    circuit = compile_cnf("\n".join([f"p cnf 5 {len(clauses)}", *lines]), style="ones")
    rows = list(product((False, True), repeat=5))
    wanted = sum(all(any(row[abs(v) - 1] == (v > 0) for v in c) for c in clauses) for row in rows)
    assert 0 < wanted < len(rows)
    assert circuit.count() == wanted


def test_a_picture_is_drawn() -> None:
    assert svg(compile("a & b", style="ones")).startswith("<svg")


def test_lifted_ones_are_refused() -> None:
    with pytest.raises(InvalidBoard, match="a lifted number is not 1"):
        compile("a", style="ones", dimensions=3)
    with pytest.raises(InvalidBoard, match="style is 'twos': expected kaye or ones"):
        compile("a", style="twos")  # type: ignore[arg-type]


def test_the_command_line() -> None:
    made = answer("circuit", "a ^ b ^ c", "--ones", "--to", "mine")
    assert answer("count", "-", stdin=made) == "4\n"
    assert set(demine.loads(made).labels) <= {"?", "□", 1}
    assert "a lifted number is not 1" in complaint(2, "circuit", "a", "--ones", "--box")
