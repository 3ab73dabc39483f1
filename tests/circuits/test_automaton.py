"""Automata as positions: every rule against a direct simulation."""

from __future__ import annotations

import json
import re
from itertools import product
from random import Random

import pytest

import demine
from command import answer, complaint
from demine.circuits import automaton, faults, run_of
from demine.circuits.automaton import _GADGETS, rule_formulas
from demine.circuits.formula import parse


def simulate(rule: int, start: str, steps: int) -> list[str]:
    """The rows of a run by the numbering of Wolfram; outside the row everything is dead."""
    rows = [start]
    for _ in range(steps):
        row = f"0{rows[-1]}0"
        bits = (rule >> int(row[i : i + 3], 2) & 1 for i in range(len(start)))
        rows.append("".join(map(str, bits)))
    return rows


@pytest.mark.parametrize("name", _GADGETS)
def test_gadgets_over_all_of_their_assignments(name: str) -> None:
    assert faults(_GADGETS[name]) == []


def test_every_rule_has_its_formula() -> None:
    for rule, text in rule_formulas().items():
        formula, _ = parse(text)
        for values in product((False, True), repeat=3):
            place = sum(value << 2 - i for i, value in enumerate(values))
            assert formula.evaluate(dict(zip("abc", values, strict=True))) == (rule >> place & 1)
    assert sorted(rule_formulas()) == list(range(256))


@pytest.mark.parametrize("group", range(16))
def test_every_rule_from_every_start(group: int) -> None:
    """With the start unknown, the legal assignments are the runs from all starts."""
    for rule in range(16 * group, 16 * group + 16):
        circuit = automaton(rule, "???", 1, style="kaye" if rule % 2 else "ones")
        starts = ["".join(bits) for bits in product("01", repeat=3)]
        found = sorted(run_of(circuit, solution) for solution in circuit.solutions())
        assert found == [simulate(rule, start, 1) for start in starts]


@pytest.mark.parametrize("seed", range(12))
def test_a_known_start_leaves_one_assignment(seed: int) -> None:
    rng = Random(seed)
    rule, steps = rng.choice([30, 90, 110, 184, rng.randrange(256)]), rng.randint(0, 4)
    start = "".join(rng.choice("01") for _ in range(rng.randint(1, 5)))
    circuit = automaton(rule, [int(bit) for bit in start], steps)
    (solution,) = circuit.solutions()
    assert circuit.count() == 1
    assert run_of(circuit, solution) == simulate(rule, start, steps)


def test_rule_110_grows_to_the_left() -> None:
    circuit = automaton(110, "000000001", 8)
    (solution,) = circuit.solutions()
    assert run_of(circuit, solution)[-1] == "111111101"
    assert run_of(circuit, solution) == simulate(110, "000000001", 8)
    assert {label for label in circuit.labels if isinstance(label, int)} <= set(range(9))
    assert "□" not in circuit.labels
    assert circuit.outputs == tuple(f"x8[{cell}]" for cell in range(9))


def test_the_command_line() -> None:
    made = json.loads(answer("circuit", "--rule", "90", "--start", "01?", "--steps", "2", "--json"))
    position = demine.loads(json.dumps(made["position"]))
    assert position.count() == 2
    assert made["outputs"] == ["x2[0]", "x2[1]", "x2[2]"]
    assert "no FORMULA" in complaint(2, "circuit", "a", "--rule", "90", "--start", "1")
    assert "--rule with --first-row" in complaint(2, "circuit", "--rule", "90")
    assert "rule is 300: expected 0 to 255" in complaint(
        2, "circuit", "--rule", "300", "--start", "1"
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: automaton(256, "1", 1), "rule is 256: expected 0 to 255"),
        (lambda: automaton(110, "", 1), "start is empty"),
        (lambda: automaton(110, "012", 1), "start has '2': expected 0, 1 or None"),
        (lambda: automaton(110, "1", -1), "steps is -1: expected"),
        (lambda: automaton(110, "1", 1, style="twos"), "style is 'twos'"),  # type: ignore[arg-type]
        (lambda: automaton(110, "1" * 100, 10**6), "cells: expected at most"),
    ],
)
def test_bad_arguments(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(demine.DemineError, match=re.escape(message)):
        call()
