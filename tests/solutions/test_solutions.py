"""All solutions as a set: against brute force, Python's sets, the engine, and outside programs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import data
import demine
import online
import peers
from data import System
from demine import FormatError, NoLegalAssignment, Position, Solutions, Timeout, TooWide, grid
from demine.formats import zdd
from demine.meter import Meter
from demine.solutions import METHODS, Method
from interrupt import PLENTY, cross, hopeless, wide
from oracle import Label, solutions
from small_boards import every_labelling, small_boards
from strategies import edges_of, glances, pairs, positions, small_grids
from truth import Truth

SYSTEMS = list(data.suzuki())
LARGE = next(system for system in SYSTEMS if system.name == "grid_m30_h40_s1")
over_methods = pytest.mark.parametrize("method", METHODS)


def brute(position: Position) -> set[frozenset[int]]:
    labels: list[Label] = list(position.labels)
    return solutions(len(position.board), edges_of(position.board), labels, position.mines)


def star(count: int, leaves: int) -> Position:
    """`count` of the leaves of a star are mined."""
    board = demine.from_edges(leaves + 1, [(0, leaf) for leaf in range(1, leaves + 1)])
    return Position(board, [count, *["?"] * leaves])


# The set itself


@over_methods
def test_every_small_board(method: Method) -> None:
    """Every graph with up to 4 cells under every labelling: the set equals brute force."""
    for small in small_boards():
        if small.cells > 4:
            return
        board = demine.from_edges(small.cells, small.edges)
        for labels, legal in zip(*every_labelling(small), strict=True):
            native = Position(board, labels).native.solutions(method)
            found = native.walk().take(2**small.cells + 1)
            assert len(found) == native.count()
            assert _word(found) == int(legal), (small.edges, labels)


def _word(found: list[list[int]]) -> int:
    """The sets as `SmallBoard` writes them."""
    return sum(1 << sum(1 << cell for cell in cells) for cells in found)


@given(positions())
def test_all_methods_find_what_brute_force_finds(position: Position) -> None:
    truth = brute(position)
    sets = [position.solutions(method) for method in METHODS]
    for found in sets:
        listed = list(found)
        assert len(listed) == found.count() == len(truth)
        assert set(listed) == truth
        assert bool(found) == bool(truth)
    assert sets[0] == sets[1] == sets[2]
    assert len({hash(found) for found in sets}) == 1


@given(positions(6), st.data())
def test_membership(position: Position, draw: st.DataObject) -> None:
    truth = brute(position)
    cells = draw.draw(st.frozensets(st.integers(0, len(position.board))))
    for method in METHODS:
        found = position.solutions(method)
        assert (cells in found) == (cells in truth)
        assert all(solution in found for solution in truth)


def test_what_is_no_set_of_cells_is_no_solution() -> None:
    found = star(1, 3).solutions()
    assert [1] in found
    assert 1 not in found
    assert ["1"] in found
    assert ["4"] not in found
    assert [-1] not in found


def test_iteration_follows_the_stated_order() -> None:
    found = star(2, 5).solutions()
    rows = [[cell in solution for cell in found.order] for solution in found]
    assert rows == sorted(rows)
    assert [found[rank] for rank in range(found.count())] == list(found)
    assert found[-1] == list(found)[-1]
    with pytest.raises(IndexError, match="10 solutions"):
        found[10]


def test_iteration_takes_a_budget() -> None:
    everything = Position(demine.grid(4, 4), ["?"] * 16).solutions()
    assert list(everything.iterate(states=10**5, seconds=60)) == list(everything)
    with pytest.raises(Timeout):
        next(everything.iterate(seconds=0))
    counted = Position(demine.grid(30, 30), ["?"] * 900, mines=300).solutions()
    with pytest.raises(TooWide):
        next(counted.iterate(states=1000))


def test_the_papers_convention_leaves_out_cells_next_to_no_count() -> None:
    board = demine.from_edges(4, [(0, 1), (0, 2)])
    position = Position(board, [1, "?", "?", "?"])
    for method in METHODS:
        assert position.solutions(method).count() == 4
        near = position.solutions(method, loose=False)
        assert set(near) == {frozenset({1}), frozenset({2})}
        assert not near.given({3: True})
        assert near.reveal(3, 0) == near
    with pytest.raises(ValueError, match="with_mines"):
        position.with_mines(1).solutions(loose=False)


@over_methods
def test_a_contradiction_gives_the_empty_set(method: Method) -> None:
    found = Position(demine.grid(1, 2), [2, "?"]).solutions(method)
    assert (found.count(), list(found), found.nodes) == (0, [], 0)
    with pytest.raises(NoLegalAssignment):
        found.sample()
    with pytest.raises(NoLegalAssignment):
        found.cheapest({})
    with pytest.raises(NoLegalAssignment):
        found.probability(0)
    assert list(found.cheapest_iter({})) == []
    assert found.reveal(1, 0) == found


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(ValueError, match="expected 'cells'"):
        star(1, 2).solutions("dance")  # type: ignore[arg-type]


# Counts


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_counts_of_paper_sized_systems(system: System) -> None:
    assert system.position().solutions().count() == system.count


@given(glances(small_grids()))
@settings(max_examples=30)
def test_counts_and_probabilities_are_the_engines(seen: tuple[Truth, Position]) -> None:
    truth, position = seen
    found = position.solutions()
    assert found.count() == position.count()
    assert truth.mined in found
    analysis = position.analyze()
    for cell in list(position.board.cells)[::7]:
        assert found.probability(cell) == analysis.probability(cell)


@given(positions(), st.integers(0, 8))
def test_with_mines(position: Position, mines: int) -> None:
    found = position.solutions()
    if mines <= len(position.board):
        wanted = {solution for solution in brute(position) if len(solution) == mines}
        assert set(found.with_mines(mines)) == wanted


def test_thousands_of_cells() -> None:
    board = demine.grid(60, 60)
    every = Position(board, ["?"] * len(board)).solutions()
    assert every.count() == 2**3600
    assert "about" in repr(every) or "e10" in repr(every)
    few = every.with_mines(3)
    assert few.count() == 3600 * 3599 * 3598 // 6
    assert {len(solution) for solution in few.sample(5, seed=1)} == {3}
    assert (every & few) == few
    assert (few - every).count() == 0


# Algebra


@given(pairs(), st.sampled_from(METHODS))
def test_set_algebra(both: tuple[Position, Position], method: Method) -> None:
    a, b = both[0].solutions(), both[1].solutions(method)
    x, y = brute(both[0]), brute(both[1])
    assert set(a & b) == x & y
    assert set(a | b) == x | y
    assert set(a - b) == x - y
    assert (a == b) == (x == y)
    assert (a | b) - b == a - b
    assert (a & b) | (a - b) == a


@given(pairs())
def test_set_algebra_by_oxidd(both: tuple[Position, Position]) -> None:
    """Along one order the diagrams are canonical: OxiDD's have as many nodes and sets."""
    a, b = (position.solutions() for position in both)
    for ours, operator in ((a & b, "&"), (a | b, "|"), (a - b, "-")):
        theirs = peers.OxiDD(list(ours.order))
        x, y = (theirs.sets(position.solutions()) for position in both)
        nodes = peers.count_nodes(*ours.diagram[1:])
        assert theirs.combine(operator, x, y) == (ours.count(), nodes)


def test_sets_of_different_boards_do_not_mix() -> None:
    a, b = star(1, 2).solutions(), star(1, 3).solutions()
    assert a != b
    with pytest.raises(ValueError, match="different boards"):
        a & b
    with pytest.raises(TypeError):
        a & 1  # type: ignore[operator]


@given(positions(7), st.data())
def test_given(position: Position, draw: st.DataObject) -> None:
    cells = st.sampled_from(range(len(position.board))) if len(position.board) else st.nothing()
    wanted = draw.draw(st.dictionaries(cells, st.booleans()))
    kept = {
        solution
        for solution in brute(position)
        if all((cell in solution) == mined for cell, mined in wanted.items())
    }
    for method in METHODS:
        assert set(position.solutions(method).given(wanted)) == kept


# Online


@given(positions(7), st.data())
def test_reveal(position: Position, draw: st.DataObject) -> None:
    """One or two counts more, true or not, on sets of every origin."""
    if len(position.board) == 0:
        return
    cells = st.sampled_from(range(len(position.board)))
    counts = draw.draw(st.dictionaries(cells, st.integers(0, 3), min_size=1, max_size=2))
    around = {cell: set(position.board.neighbours(cell)) for cell in counts}
    kept = {
        solution
        for solution in brute(position)
        if all(c not in solution and len(around[c] & solution) == k for c, k in counts.items())
    }
    for method in METHODS:
        found = position.solutions(method)
        assert set(found.reveal_all(counts)) == kept
        by_turns = found
        for cell, count in counts.items():
            by_turns = by_turns.reveal(cell, count)
        assert set(by_turns) == kept
        assert set((found | found).reveal_all(counts)) == kept


@pytest.mark.parametrize("mines", [online.MINES, None])
def test_a_replayed_game(mines: int | None) -> None:
    """After every opening: as many solutions as the engine counts, and the same set as rebuilt."""
    board, openings = online.game(1)
    found = Position(board, ["?"] * len(board), mines).solutions()
    for i, position in enumerate(online.positions(board, openings, mines)):
        found = found.reveal_all(openings[i])
        assert found.count() == position.count()
        if i % 10 == 0:
            assert found == position.solutions()
    assert found.count() == 1


def test_a_wrong_count_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        star(1, 2).solutions().reveal(1, -1)
    assert not star(1, 2).solutions().reveal(1, 10**30)


# Sampling


def test_samples_are_uniform() -> None:
    """χ² with 9 degrees of freedom stays below its 99.9 % quantile."""
    found = star(2, 5).solutions()
    draws = Counter(found.sample(5000, seed=1))
    expected = 5000 / found.count()
    assert len(draws) == found.count() == 10
    assert sum((n - expected) ** 2 / expected for n in draws.values()) < 27.88


def test_samples_repeat_with_their_seed() -> None:
    found = LARGE.position().solutions()
    assert found.sample(3, seed=5) == found.sample(3, seed=5)
    assert found.sample(3, seed=5) != found.sample(3, seed=6)
    assert all(solution in found for solution in found.sample(10))
    assert found.sample(0) == []
    with pytest.raises(ValueError, match="expected 0 to"):
        found.sample(-1)


# Cheapest

costs_of_any_kind = st.integers(-5, 5) | st.fractions(-2, 2, max_denominator=6) | st.floats(-4, 4)


@given(positions(7), st.data())
def test_cheapest_by_brute_force(position: Position, draw: st.DataObject) -> None:
    size = len(position.board)
    costs = draw.draw(st.lists(costs_of_any_kind, min_size=size, max_size=size))
    found = position.solutions()

    def price(solution: frozenset[int]) -> Fraction:
        return sum((Fraction(costs[cell]) for cell in solution), Fraction(0))

    listed = list(found.cheapest_iter(costs))
    assert listed == sorted(found, key=price)
    if listed:
        assert found.cheapest(costs) == listed[0]
        assert found.cheapest(dict(enumerate(costs))) == listed[0]


@pytest.mark.parametrize("system", SYSTEMS[3::20], ids=str)
def test_cheapest_by_a_solver(system: System) -> None:
    """OR-tools finds no cheaper solution of a paper-sized system."""
    random = Random(system.name)
    costs = [random.randint(-9, 9) for _ in range(system.vertices + len(system.constraints))]
    found = system.position().solutions().cheapest(costs)
    least = peers.cheapest(system.constraints, system.vertices, costs)
    assert sum(costs[cell] for cell in found) == least


def test_cheapest_of_a_large_set_comes_in_order() -> None:
    found = LARGE.position().solutions()
    costs = np.random.default_rng(1).integers(0, 100, len(found.board))
    prices = [sum(int(costs[c]) for c in s) for s in islice(found.cheapest_iter(costs), 200)]
    assert prices == sorted(prices)
    assert found.count() > 10**30


def test_costs_are_checked() -> None:
    found = star(1, 2).solutions()
    with pytest.raises(ValueError, match="2 costs for 3 cells"):
        found.cheapest([1, 2])
    with pytest.raises(ValueError, match="finite"):
        found.cheapest({1: float("nan")})
    with pytest.raises(TypeError, match="cell 1"):
        found.cheapest({1: "much"})  # type: ignore[dict-item]


# Pictures and dumps


def test_dot_names_every_node() -> None:
    found = star(1, 3).solutions()
    text = found.dot()
    assert text.startswith("digraph")
    assert text.count("style=dotted") == found.nodes
    assert text.count("->") == 2 * found.nodes


def test_pictures(tmp_path: Path) -> None:
    found = Position(demine.grid(2, 3), ["?", "?", "?", 1, 1, "?"]).solutions()
    assert found.svg().count("<circle") == found.nodes
    assert ">b1<" in found.svg()
    assert found._repr_svg_() == found.svg()
    found.png(tmp_path / "diagram.png")
    assert (tmp_path / "diagram.png").read_bytes().startswith(b"\x89PNG")
    every = Position(demine.grid(30, 30), ["?"] * 900).solutions()
    assert every._repr_svg_() is None
    with pytest.raises(ValueError, match="at most 300"):
        every.svg()


def test_terminals_have_a_picture() -> None:
    empty = Position(demine.grid(1, 1), [1]).solutions()
    one = Position(demine.grid(1, 1), [0]).solutions()
    assert "⊥" in empty.svg()
    assert "⊤" in one.dot()


@given(positions(7), st.sampled_from(METHODS))
def test_dumps_come_back(position: Position, method: Method) -> None:
    found = position.solutions(method)
    loaded = zdd.parse(zdd.write(found))
    assert loaded == found
    assert loaded.diagram.order == found.diagram.order
    assert zdd.write(loaded) == zdd.write(found)


def test_save_and_load(tmp_path: Path) -> None:
    found = Position(demine.grid(3, 3), ["?"] * 4 + [3] + ["?"] * 4).solutions()
    found.save(tmp_path / "set.zdd")
    loaded = Solutions.load(tmp_path / "set.zdd")
    assert loaded == found
    assert loaded.board.index((2, 2)) == 8
    (tmp_path / "broken.zdd").write_text("demine zdd 2\n")
    with pytest.raises(FormatError, match=r"broken\.zdd: line 1"):
        Solutions.load(tmp_path / "broken.zdd")


GOOD = """\
demine zdd 1
board {"vertices": 3, "edges": [[0, 1], [1, 2]], "labels": ["?", "?", "?"], "mines": null}
order 0 2
root 3
nodes 2
1 0 1
0 2 1
"""


def test_the_documented_dump_is_one() -> None:
    assert set(zdd.parse(GOOD)) == {frozenset({0}), frozenset({2})}
    board = demine.from_edges(3, [(0, 1), (1, 2)])
    assert zdd.parse(GOOD) == Position(board, ["?", 1, "?"]).solutions()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("demine zdd 1", "", "line 1"),
        ("order 0 2", "ordre 0 2", "line 3.*order"),
        ("order 0 2", "order 0 3", "cell 3"),
        ("order 0 2", "order 0 0", "twice"),
        ("order 0 2", "order 0 -2", "line 3"),
        ("root 3", "root", "line 4"),
        ("root 3", "root 9", "root"),
        ("nodes 2", "nodes 3", "line 5"),
        ("1 0 1", "1 0", "line 6"),
        ("1 0 1", "1 0 99999999999999", "line 6"),
        ("1 0 1", "1 1 0", "1-edge"),
        ("1 0 1", "1 0 3", "parent"),
        ("0 2 1", "1 2 1", "lower level"),
        ('"vertices": 3', '"vertices": -3', "line 2"),
        ("board {", "board [", "line 2"),
    ],
)
def test_broken_dumps(old: str, new: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        zdd.parse(GOOD.replace(old, new, 1))


# Budgets


@pytest.fixture(scope="module")
def hard() -> Position:
    return wide()


@over_methods
@pytest.mark.parametrize("states", [0, 1, 1000, 100_000])
def test_too_wide(hard: Position, method: Method, states: int) -> None:
    with pytest.raises(TooWide, match=f"budget of {states} states"):
        hard.solutions(method, states=states)


@over_methods
@pytest.mark.parametrize("seconds", [0, 0.2])
def test_timeout(hard: Position, method: Method, seconds: float) -> None:
    with pytest.raises(Timeout, match=f"budget of {seconds} seconds"):
        hard.solutions(method, states=PLENTY, seconds=seconds)


@over_methods
def test_more_open_constraints_than_a_state_has_room_for(method: Method) -> None:
    """Whatever the budget of states: the width or the clock ends it."""
    with pytest.raises((TooWide, Timeout)):
        hopeless().solutions(method, states=PLENTY, seconds=0.2)


@over_methods
def test_a_sufficient_budget_changes_nothing(method: Method) -> None:
    position = star(2, 5)
    assert position.solutions(method, states=10**4, seconds=60) == position.solutions(method)


def test_bringing_two_orders_together_is_bounded() -> None:
    """By the work on the diagrams, not only by what comes of it."""
    one_each, first = (found._native for found in cross())
    with pytest.raises(TooWide):
        first.combine("&", one_each, Meter(states=100_000).limits())
    with pytest.raises(TooWide):
        first.is_same(one_each, Meter(states=100_000).limits())
    with pytest.raises(Timeout):
        first.combine("&", one_each, Meter(states=PLENTY, seconds=0.2).limits())


def test_questions_are_bounded() -> None:
    found = LARGE.position().solutions()
    with pytest.raises(TooWide):
        found.sample(1, seed=1, states=5)
    with pytest.raises(ValueError, match="states"):
        found.count(states=-1)


def test_sizes() -> None:
    found = star(1, 3).solutions()
    assert found.nodes == len(found.diagram.nodes) == 3
    assert found.bytes >= 12 * found.nodes
    assert repr(found).startswith("<Solutions: 3 on ")


@pytest.mark.parametrize("numbers", [20, 60, 150])
def test_many_open_numbers_are_no_matter_of_the_construction(numbers: int) -> None:
    """A cell next to so many 1s, each with a cell of its own: all of them are open at once."""
    spokes = [(0, 2 * i + 1) for i in range(numbers)]
    board = demine.from_edges(2 * numbers + 1, spokes + [(v, v + 1) for _, v in spokes])
    labels: list[str | int] = [1 if cell % 2 else "?" for cell in range(len(board))]
    position = Position(board, labels)
    middle, others = frozenset({0}), frozenset(v + 1 for _, v in spokes)
    for method in METHODS:
        assert set(map(frozenset, position.solutions(method))) == {middle, others}


def test_solutions_are_loaded_with_suspicion(tmp_path: Path) -> None:
    path = tmp_path / "set.zdd"
    Position(grid(1, 3), ["?", 1, "?"]).solutions().save(path)
    text = path.read_text(encoding="utf-8")
    for old, new in [("root 3", "root " + "1" * 24), ("nodes 2", "nodes ١"), ("root 3", "root -1")]:
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(FormatError, match=r"set\.zdd: line"):
            demine.Solutions.load(path)


def test_costs_are_exact_however_large() -> None:
    solutions = Position(grid(2, 3), ["?"] * 6, mines=2).solutions()
    huge = [10**400] * 6
    assert len(solutions.cheapest(huge)) == 2
    huge[4] -= 1
    assert 4 in solutions.cheapest(huge)
    assert 4 in solutions.cheapest([Fraction(c, 7) for c in huge])


def took(work: Callable[[], object]) -> float:
    began = time.process_time()
    with pytest.raises(Timeout):
        work()
    return time.process_time() - began


def test_samples() -> None:
    solutions = Position(grid(40, 40), ["?"] * 1600).solutions()
    assert took(lambda: solutions.sample(10**6, seconds=0.2)) < 5


def test_samples_are_the_same_in_pieces() -> None:
    solutions = Position(grid(6, 6), ["?"] * 36).solutions()
    assert solutions.sample(600, seed=3) == list(solutions.sample_iter(600, seed=3))
    assert solutions.sample(600, seed=3)[:5] == solutions.sample(5, seed=3)
