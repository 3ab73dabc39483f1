"""Circuits: gadgets exhaustively, formulas against truth tables, CNFs against SAT solvers."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pyganak
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

import demine
from command import say
from demine import DemineError, FormatError
from demine.circuits import GADGETS, Circuit, Gadget, compile, compile_cnf, count_line, faults, svg
from demine.circuits import svg as circuit_svg
from demine.circuits.dimacs import Cnf, formulas, read
from demine.circuits.formula import parse
from demine.cli import commands
from peers import cp_solver
from refusals import Case, check_refusal

NAMES = ("a", "b", "c")
TABLE = list(product((False, True), repeat=3))

LITERALS = st.sampled_from(["a", "b", "c", "d", "~a", "~b", "1", "0"])
FORMULAS = st.recursive(
    LITERALS,
    lambda inner: st.one_of(
        inner.map(lambda part: f"~({part})"),
        st.tuples(inner, st.sampled_from(["&", "|", "^", "->", "<->"]), inner).map(
            lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"
        ),
    ),
    max_leaves=7,
)
CLAUSES = st.lists(
    st.lists(st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v])), min_size=1, max_size=3),
    min_size=1,
    max_size=8,
)


def satisfying(text: str) -> Iterator[dict[str, bool]]:
    """The assignments that make a formula true, found by trying all."""
    formula, names = parse(text)
    for values in product((False, True), repeat=len(names)):
        assignment = dict(zip(names, values, strict=True))
        if formula.evaluate(assignment):
            yield assignment


def inputs(circuit: Circuit) -> list[tuple[bool, ...]]:
    """The values of the variables in each legal assignment, sorted."""
    found = map(circuit.values, circuit.solutions())
    return sorted(tuple(values[name] for name in circuit.variables) for values in found)


def dimacs(clauses: list[list[int]], variables: int) -> str:
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return "\n".join([f"p cnf {variables} {len(clauses)}", *lines])


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(commands, list(arguments), input=stdin, prog_name="demine")


@pytest.mark.parametrize("name", GADGETS)
def test_gadgets_over_all_of_their_assignments(name: str) -> None:
    assert faults(GADGETS[name]) == []


def test_a_spoilt_gadget_is_found_out() -> None:
    spoilt = GADGETS["and"].drawing.replace("3", "2")
    assert faults(Gadget(spoilt, GADGETS["and"].law))
    assert faults(Gadget(GADGETS["cross"].drawing.replace("3", "4")))
    twice = Gadget(GADGETS["or"].drawing, "z <-> x | y")
    assert any("occurs" in fault or "breaks" in fault for fault in faults(twice))


def polynomial(truth: int) -> str:
    """A function of three variables, given by its truth table, as an XOR of products."""
    terms = []
    for chosen in range(8):
        inside = (row for row in range(8) if row & ~chosen == 0)
        if sum(truth >> row & 1 for row in inside) % 2:
            names = [name for bit, name in enumerate(NAMES) if chosen >> bit & 1]
            terms.append(" & ".join(names) or "1")
    return " ^ ".join(terms) or "0"


@pytest.mark.parametrize("group", range(16))
def test_every_function_of_three_variables(group: int) -> None:
    for truth in range(16 * group, 16 * group + 16):
        text = f"({polynomial(truth)}) & ((a|~a) & (b|~b) & (c|~c))"
        circuit = compile(text)
        true = [row for row in range(8) if truth >> row & 1]
        expected = sorted(tuple(bool(row >> bit & 1) for bit in range(3)) for row in true)
        assert circuit.variables == () or set(circuit.variables) == set(NAMES)
        order = [NAMES.index(name) for name in circuit.variables]
        assert inputs(circuit) == sorted(tuple(row[i] for i in order) for row in expected)
        assert circuit.is_consistent() == bool(true)


@given(FORMULAS)
@settings(max_examples=60, deadline=None)
def test_formulas_against_their_truth_tables(text: str) -> None:
    circuit = compile(text)
    wanted = sorted(tuple(values.values()) for values in satisfying(text))
    assert circuit.count() == len(wanted)
    assert inputs(circuit) == wanted
    assert compile(text, value=False).count() == 2 ** len(circuit.variables) - len(wanted)


@given(FORMULAS)
@settings(max_examples=30, deadline=None)
def test_every_wire_carries_its_subformula(text: str) -> None:
    circuit = compile(text, value=None)
    solutions = list(circuit.solutions())
    assert len(solutions) == 2 ** len(circuit.variables)
    for solution in solutions:
        values = circuit.values(solution)
        for wire, cells in circuit.wires.items():
            assert values[wire] == parse(wire)[0].evaluate(values)
            assert {cell in solution for cell in cells} == {values[wire]}


@given(FORMULAS)
@settings(max_examples=15, deadline=None)
def test_boxes_have_the_same_solutions(text: str) -> None:
    flat, box = compile(text), compile(text, dimensions=3)
    assert box.board.layout.shape == (3, *flat.board.layout.shape)
    assert inputs(box) == inputs(flat)


@given(CLAUSES, st.integers(6, 7))
@settings(max_examples=40, deadline=None)
def test_cnfs_against_a_model_counter_and_a_sat_solver(
    clauses: list[list[int]], variables: int
) -> None:
    circuit = compile(dimacs(clauses, variables))
    counter = pyganak.Counter()
    counter.new_vars(variables)
    model = cp_model.CpModel()
    literals = [model.new_bool_var("") for _ in range(variables)]
    for clause in clauses:
        counter.add_clause(clause)
        model.add_bool_or(literals[v - 1] if v > 0 else ~literals[-v - 1] for v in clause)
    assert circuit.count() == int(counter.count())
    assert circuit.is_consistent() == (cp_solver().solve(model) == cp_model.OPTIMAL)


def test_the_labels_are_those_of_a_real_game() -> None:
    circuit = compile("(a ^ b) & (b | c) & ~(a & c)")
    assert "□" not in circuit.labels
    game = {label for label in circuit.labels if isinstance(label, int)}
    assert game <= set(range(9))
    again = demine.loads(demine.dumps(circuit, "mine"))
    assert again == circuit
    assert again.count() == circuit.count()


def test_the_example_of_the_issue() -> None:
    circuit = compile("a & (b | ~c)")
    assert isinstance(circuit, demine.Position)
    assert circuit.count() == 3
    assert inputs(circuit) == [(True, False, False), (True, True, False), (True, True, True)]
    assert list(circuit.wires) == ["a", "b", "c", "~c", "b | ~c", "a & (b | ~c)"]
    assert circuit.outputs == ("a & (b | ~c)",)
    analysis = circuit.analyze()
    assert analysis.probability(circuit.wires["a"][0]) == 1
    assert analysis.probability(circuit.wires["b"][0]) == Fraction(2, 3)


def test_circuits_are_values() -> None:
    circuit = compile("a -> b")
    again = pickle.loads(pickle.dumps(circuit))
    assert again == circuit
    assert again.wires == circuit.wires
    with pytest.raises(AttributeError):
        circuit.formula = "b"


def test_variables_that_do_not_matter_still_count() -> None:
    assert compile("a | ~a | b").count() == 4
    assert compile("a | 1").count() == 2
    assert compile("0 & a").count() == 0
    assert compile("1").count() == 1
    assert compile("p cnf 3 0").count() == 8
    assert compile("p cnf 1 1\n0").count() == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a &", "character 4: the formula ends"),
        ("(a | b", "character 1: '(' without its ')'"),
        ("a b", "character 3: b follows an operand"),
        ("a $ b", "character 3: '$' is no part"),
        ("p cnf 1 1\n2 0", "line 2: '2': expected a literal of variables 1 to 1, or 0"),
        ("p cnf 1 1\n\u0661 0", "line 2: '\\u0661': expected a literal of variables 1 to 1, or 0"),
        ("p cnf 1000000000 1\n1 0", "line 1: expected 'p cnf VARIABLES CLAUSES', two numbers of"),
        ("% the end\np cnf 1 1\n1 0", "expected the header 'p cnf VARIABLES CLAUSES'"),
        ("p cnf 1 2\n1 0", "announces 2 clauses: found 1"),
        ("p edge 3 3", "line 1: expected 'p cnf VARIABLES CLAUSES'"),
        (f"p cnf 1 {'9' * 5000}\n1 0", "line 1: expected 'p cnf VARIABLES CLAUSES'"),
    ],
)
def test_bad_formulas(text: str, message: str) -> None:
    with pytest.raises(demine.FormatError, match=re.escape(message)):
        compile(text)


def test_deep_and_large_formulas_are_refused_or_laid_out() -> None:
    nested = "(" * 3000 + "a" + ")" * 3000
    assert compile(nested).count() == 1
    assert compile("~" * 3001 + "a").count() == 1
    chain = "".join(f"(a{i} | (b{i} & " for i in range(2000)) + "c" + "))" * 2000
    with pytest.raises(demine.TooWide, match="cells"):
        compile(chain)


@pytest.mark.parametrize("chain", ["{} & 1", "(a) ^ ({})", "~1 | ~{}", "a & (b | ({}))"])
def test_every_leaf_counts_however_the_formula_nests(chain: str) -> None:
    """The limit is 10,000: what is written before and after them decides nothing."""
    before, _, after = chain.partition("{}")
    rest = 10_000 - len(re.findall("[ab1]", chain))
    parse(f"{before}{' & '.join('c' * rest)}{after}")
    with pytest.raises(demine.FormatError, match="more than 10000 leaves"):
        parse(f"{before}{' & '.join('c' * (rest + 1))}{after}")


def test_the_last_clause_needs_no_zero() -> None:
    assert compile("p cnf 2 2\n1 2 0\n-1").count() == 1


def test_literals_are_the_leaves_of_a_cnf() -> None:
    """Too many are refused before the clauses are put in order, which would take hours."""
    clauses = [f"1 -{number} {number % 7 + 2} {number % 11 + 2} 0" for number in range(20, 2520)]
    assert len(read("\n".join(["p cnf 9999 2500", *clauses])).clauses) == 2500
    with pytest.raises(demine.FormatError, match="more than 10000 literals"):
        compile("\n".join(["p cnf 9999 2501", *clauses, "1 0"]))


def order_by_definition(clauses: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Always the first clause with the fewest new variables less those that no other one uses."""
    waiting, started, ordered = list(dict.fromkeys(clauses)), set[int](), []

    def count_new(clause: tuple[int, ...]) -> int:
        others = {abs(n) for other in waiting if other != clause for n in other}
        numbers = set(map(abs, clause))
        return len(numbers - started) - len(numbers - others)

    while waiting:
        ordered.append(min(waiting, key=count_new))
        waiting.remove(ordered[-1])
        started |= set(map(abs, ordered[-1]))
    return ordered


@given(st.lists(st.lists(st.integers(-6, 6).filter(bool), max_size=4).map(tuple), max_size=12))
def test_clauses_come_in_the_order_that_is_defined(clauses: list[tuple[int, ...]]) -> None:
    cnf = Cnf(6, tuple(clauses))
    expected = []
    for clause in order_by_definition(clauses):
        expected += formulas(Cnf(6, (clause,)))
    assert list(map(str, formulas(cnf))) == list(map(str, expected))


@pytest.mark.parametrize("shared", [False, True])
def test_as_many_clauses_as_are_read_are_compiled(shared: bool) -> None:
    """With a variable in all of them, too: what grows with their square would take minutes."""
    clauses = [[1, n] for n in range(2, 5002)] if shared else [[n] for n in range(1, 10_001)]
    circuit = compile(dimacs(clauses, len(clauses) + shared))
    assert len(circuit.outputs) == len(clauses)


def test_a_long_chain_stays_narrow() -> None:
    """Each bracket uses its own variables: hundreds of them are no trouble."""
    links = " & ".join(f"(v{i} | v{i + 1})" for i in range(60))
    circuit = compile(links)
    # A wide row of brackets with variables of their own needs one row of buses only.
    apart = compile(" & ".join(f"(a{i} | b{i})" for i in range(300)))
    assert apart.board.layout.shape[0] < 120
    assert apart.count() == 3**300
    ways = [1, 1]  # ending in 0, ending in 1
    for _ in range(60):
        ways = [ways[1], ways[0] + ways[1]]
    assert circuit.count() == sum(ways)


@given(st.lists(st.sampled_from(["?", "*", "□", 0, 1, 2]), max_size=9))
@settings(max_examples=80, deadline=None)
def test_one_dimension_in_one_pass(labels: list[str | int]) -> None:
    if labels:
        assert count_line(labels) == demine.Position(demine.grid(1, len(labels)), labels).count()
    else:
        assert count_line(labels) == 1


def test_a_picture_names_its_wires() -> None:
    circuit = compile("a & (b | ~c)")
    picture = svg(circuit)
    assert picture == circuit._repr_svg_()
    assert "a &amp; (b | ~c)" in picture
    assert picture.count("<polygon") >= len(circuit.board)
    assert svg(compile("a & b", dimensions=3)).startswith("<svg")


def test_the_command_line_prints_draws_and_pipes() -> None:
    shown = run("circuit", "a & (b | ~c)")
    assert shown.exit_code == 0
    assert "a & (b | ~c)" in shown.output
    piped = run("circuit", "a ^ b ^ c", "--to", "mine")
    assert run("count", "-", stdin=piped.output).output == "4\n"
    cnf = run("circuit", "--cnf", "-", "--json", stdin="p cnf 2 1\n1 -2 0\n")
    answer = json.loads(cnf.output)
    assert answer["variables"] == ["x1", "x2"]
    assert demine.loads(json.dumps(answer["position"])).count() == 3
    assert compile_cnf("p cnf 2 1\n1 -2 0\n").outputs == tuple(answer["outputs"])


def test_a_cnf_of_satlib_ends_at_its_percent_sign() -> None:
    text = "p cnf 2 1\n1 2 0\n"
    found, same = (circuit_svg(compile_cnf(given)) for given in (text + "%\n0\n", text))
    assert found == same


def test_a_circuit_is_drawn(tmp_path: Path) -> None:
    code, line = say("circuit a --svg", str(tmp_path / "wire.svg"))
    assert code == 0, line
    assert (tmp_path / "wire.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    "case",
    [
        (lambda: compile_cnf("p cnf 1 1\np cnf 1 1\n1 0"), FormatError, "a second header"),
        (lambda: compile_cnf("1 0"), FormatError, "expected the header"),
        (lambda: compile_cnf("p cnf 99999999 1\n1 0"), FormatError, "expected at most"),
        (lambda: compile("a &"), FormatError, "expected"),
        (lambda: compile("a b"), FormatError, "follows an operand"),
        (lambda: compile("a)"), FormatError, r"'\)' without its"),
        (lambda: compile("a & & b"), FormatError, "expected a variable"),
        (lambda: compile("a ~b"), DemineError, "'~' follows an operand: expected an operator"),
        (lambda: compile_cnf("p cnf 1 1\n1 0\n", value=False),
         DemineError, "value=True or value=None"),
    ],
)  # fmt: skip
def test_a_wrong_formula_is_named(case: Case) -> None:
    check_refusal(case)
