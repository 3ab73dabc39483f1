"""Rules: what `Position` takes, named rules, and the rules of 14 Minesweeper Variants."""

from __future__ import annotations

import pickle
from fractions import Fraction
from functools import partial
from itertools import count, product
from random import Random
from typing import Any

import numpy as np
import pytest

import demine
from demine import rules
from demine.errors import InvalidPosition, Timeout, TooWide
from demine.rules import Spread
from paths import ROOT
from refusals import Case, check_refusal

Grid = Any


def row(**keywords: Any) -> demine.Position:
    return demine.Position(demine.grid(1, 3), ["?", 3, "?"], **keywords)


def refused(said: str, **keywords: Any) -> Case:
    return (lambda: row(**keywords), InvalidPosition, said)


REFUSED = [
    refused("the capacity is -1: expected 0 to 1000", capacity=-1),
    refused("the capacity of cell 1 is 1001: expected 0 to 1000", capacity=[1, 1001, 1]),
    refused("2 capacities for a board of 3 cells", capacity=[1, 1]),
    refused("the number of mines is 7: expected 0 to 6", capacity=2, mines=7),
    refused("cell 3 is not on a board of 3 cells", capacity={3: 1}),
    refused("a weight for cells 0 and 2: expected neighbours", weights={(0, 2): 2}),
    refused("expected a pair of neighbours", weights={1: 2}),
    refused("the weight of .* is 1.5: expected a whole number", weights={(1, 0): 1.5}),
    refused("values for cell 0, which shows no number", values={0: {1}}),
    refused("values for 3: expected|values.*: expected", values=3),
    refused("a value is 'x': expected a whole number", values={1: ["x"]}),
    refused("the values of a number", values=lambda number: number),
    refused("sum 0 is 7: expected cells and their values", sums=[7]),
    refused("a sum may be as large as", sums=[({0: 1 << 20, 2: 1 << 20}, [0])]),
    refused("both a density and rules", capacity=2, density=0.2),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[2])
def test_wrong_rules(case: Case) -> None:
    check_refusal(case)


def test_a_position_with_rules_is_a_value() -> None:
    position = row(capacity=2, mines=3)
    same = pickle.loads(pickle.dumps(position))
    assert same == position
    assert hash(same) == hash(position)
    assert position != row(capacity=3, mines=3)
    assert position != demine.Position(position.board, position.labels, 3)
    assert position.with_mines(None).with_mines(3) == position
    assert position.with_density(None) == position.with_mines(None)
    assert "with rules" in repr(position)
    assert position.with_labels({0: "□"}).count() == 0
    assert position.with_labels({0: "*"}) == demine.Position(
        position.board, ["*", 3, "?"], 3, capacity=2
    )


def test_classic_rules_written_out_are_the_classic_game() -> None:
    board = demine.grid(3, 4)
    labels: list[int | str] = ["?", "?", "?", "?", "?", 3, "?", "?", "?", "?", "*", "?"]
    classic = demine.Position(board, labels, 5)
    written = demine.Position(board, labels, 5, capacity=1)
    assert written.counts_by_mines() == classic.counts_by_mines()
    assert set(written.solutions()) == set(classic.solutions())
    analysis, expected = written.analyze(), classic.analyze()
    assert (analysis.safe, analysis.mined) == (expected.safe, expected.mined)
    for cell in board.cells:
        assert analysis.probability(cell) == expected.probability(cell)
    assert np.allclose(analysis.probabilities, expected.probabilities)
    assert analysis.entropy() == expected.entropy()
    assert analysis.joint(0, 1) == expected.joint(0, 1)
    assert analysis.given({0: True}).count == expected.given({0: True}).count


def test_a_set_of_fillings() -> None:
    position = row(capacity=[2, 0, 2])
    found = position.fillings()
    assert sorted(found) == [(1, 0, 2), (2, 0, 1)]
    assert (1, 0, 2) in found
    assert (2, 0, 2) not in found
    assert (1, 0, 3) not in found
    assert found.cheapest({0: 5}) == (1, 0, 2)
    assert found.at(0) == {0: 0, 1: 1, 2: 1}
    assert list(found.given({0: 2})) == [(2, 0, 1)]
    assert found.given({0: 2}) | found.given({0: 1}) == found
    assert (found - found.given({0: 2})).count() == 1
    assert not found.with_mines(2)
    assert found.with_mines(3) == found
    assert set(found.sample(20, seed=1)) == set(found)
    with pytest.raises(InvalidPosition, match="ask for fillings"):
        position.solutions()


def test_loose_cells_hold_any_number_of_mines() -> None:
    position = demine.Position(demine.grid(1, 4), ["?"] * 4, capacity=[1, 2, 3, 3])
    assert position.count() == 2 * 3 * 4 * 4
    assert Spread.of(position, {}).distribution(1) == {n: Fraction(1, 3) for n in range(3)}
    assert position.with_mines(9).count() == 1


def test_many_interchangeable_cells_are_one_class() -> None:
    # The coefficient of x^k in (1 + x + x²)^200, by Pascal's triangle with three terms.
    star = demine.from_edges(201, [(0, leaf) for leaf in range(1, 201)])
    ways = [1]
    for _ in range(200):
        ways = [sum(ways[max(0, k - 2) : k + 1]) for k in range(len(ways) + 2)]
    position = demine.Position(star, [150, *["?"] * 200], capacity=2)
    assert position.count(states=2_000) == ways[150]
    assert Spread.of(position, {}).expectation(7) == Fraction(150, 200)


def wide() -> demine.Position:
    """Twenty numbers, each next to about half of forty cells, with weights of their own."""
    random = Random(1)
    edges = [(u, v) for u in range(20) for v in range(20, 60) if random.random() < 0.5]
    weights = {edge: random.randint(1, 4) for edge in edges}
    mines = [cell * cell % 4 for cell in range(60)]
    labels: list[int | str] = ["?"] * 60
    for number in range(20):
        labels[number] = sum(weights[u, v] * mines[v] for u, v in edges if u == number)
    return demine.Position(demine.from_edges(60, edges), labels, capacity=3, weights=weights)


def test_budgets_stop_wide_positions() -> None:
    position = wide()
    for question in (position.count, position.analyze, position.counts_by_mines):
        with pytest.raises(TooWide):
            question(states=10_000)
    with pytest.raises(Timeout):
        position.count(seconds=0.05)
    with pytest.raises(TooWide):
        position.fillings(states=10_000)


def test_the_parts_of_an_answer_share_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    position = demine.Position(demine.grid(2, 3), ["?"] * 6, capacity=2)
    analysis, fillings = position.analyze(), position.fillings()
    ticks = count(0.0, 0.3)
    monkeypatch.setattr("demine.meter.time.monotonic", lambda: next(ticks))
    for question in (analysis.shows, partial(analysis.joint, 1), fillings.at):
        with pytest.raises(Timeout, match="within the budget of 1 seconds"):
            question(0, seconds=1)


def test_what_a_cell_shows() -> None:
    board = demine.grid(2, 3)
    weights = {(0, 1): 3}
    given: dict[str, Any] = {"capacity": 2, "weights": weights, "values": {4: {1, 3}}}
    position = demine.Position(board, ["?", "?", "□", "?", 2, "?"], **given)
    every = [np.array(mines) for mines in position.fillings()]
    analysis = position.analyze()
    for cell in (0, 2, 3):
        found: dict[int | str, int] = {}
        for mines in every:
            near = board.neighbours(cell)
            number = sum(weights.get((cell, n), 1) * int(mines[n]) for n in near)
            shown = "*" if mines[cell] else number
            found[shown] = found.get(shown, 0) + 1
        assert analysis.shows(cell) == {n: Fraction(t, len(every)) for n, t in found.items()}
    assert analysis.shows(4) == {2: 1}
    assert analysis.information(2) > 0
    lying = demine.Position(board, ["?"] * 6, values=rules.liar).analyze()
    with pytest.raises(InvalidPosition, match="what a cell shows supports only the classic rules"):
        lying.shows(0)


# The rules of 14 Minesweeper Variants, as the game says them.


def has_quad(grids: Grid) -> Grid:
    pairs = grids[:, :-1] | grids[:, 1:]
    return (pairs[:, :, :-1] | pairs[:, :, 1:]).all(axis=(1, 2))


def has_no_triplet(grids: Grid) -> Grid:
    across = grids[:, :, :-2] & grids[:, :, 1:-1] & grids[:, :, 2:]
    down = grids[:, :-2] & grids[:, 1:-1] & grids[:, 2:]
    falling = grids[:, :-2, :-2] & grids[:, 1:-1, 1:-1] & grids[:, 2:, 2:]
    rising = grids[:, 2:, :-2] & grids[:, 1:-1, 1:-1] & grids[:, :-2, 2:]
    return ~np.any([line.any(axis=(1, 2)) for line in (across, down, falling, rising)], axis=0)


def is_dual(grids: Grid) -> Grid:
    framed = np.pad(grids, ((0, 0), (1, 1), (1, 1)))
    near = framed[:, :-2, 1:-1] + framed[:, 2:, 1:-1] + framed[:, 1:-1, :-2] + framed[:, 1:-1, 2:]
    return ((near == 1) | (grids == 0)).all(axis=(1, 2))


def is_balanced(grids: Grid) -> Grid:
    sums = np.concatenate([grids.sum(axis=1), grids.sum(axis=2)], axis=1)
    return (sums == sums[:, :1]).all(axis=1)


PLACES = {"Q": has_quad, "T": has_no_triplet, "D": is_dual, "B": is_balanced}


def every_grid(rows: int, columns: int) -> Grid:
    bits = np.arange(1 << rows * columns)[:, None] >> np.arange(rows * columns) & 1
    return bits.reshape(-1, rows, columns)


@pytest.mark.parametrize("letters", ["Q", "T", "D", "B", "QT", "TB"])
def test_rules_on_where_mines_are(letters: str) -> None:
    board = demine.grid(4, 4)
    position = demine.Position(board, ["?"] * 16, **rules.by_letters(board, letters))
    grids = every_grid(4, 4)
    kept = grids[np.all([PLACES[letter](grids) for letter in letters], axis=0)]
    assert position.count() == len(kept) > 0
    by_mines = np.bincount(kept.sum(axis=(1, 2)), minlength=17)
    assert position.counts_by_mines() == by_mines.tolist()


def around(grid: Grid, r: int, c: int) -> Grid:
    return grid[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2]


def shown(letter: str, grid: Grid, r: int, c: int) -> set[int]:
    """The numbers that the game may show on a free cell."""
    rows, columns = np.indices(grid.shape)
    is_coloured = (rows + columns) % 2 == 1
    coloured = int(around(grid * is_coloured, r, c).sum())
    others = int(around(grid * ~is_coloured, r, c).sum())
    if letter == "M":
        return {2 * coloured + others}
    if letter == "N":
        return {abs(coloured - others)}
    if letter == "L":
        return {coloured + others - 1, coloured + others + 1}
    far = [grid[max(0, r - 2) : r + 3, c].sum(), grid[r, max(0, c - 2) : c + 3].sum()]
    return {int(sum(far))}


@pytest.mark.parametrize("letter", "MLNX")
def test_rules_on_what_numbers_mean(letter: str) -> None:
    shape = (3, 4)
    board = demine.grid(*shape, radius=2) if letter == "X" else demine.grid(*shape)
    keywords = rules.by_letters(board, letter)
    every = list(every_grid(*shape))
    for (r, c), number in product([(0, 0), (1, 1), (2, 2)], range(4)):
        labels = {(r, c): number}
        position = demine.Position(board, ["?"] * 12, **keywords).with_labels(labels)
        legal = [grid for grid in every if not grid[r, c] and number in shown(letter, grid, r, c)]
        assert position.count() == len(legal), (r, c, number)


def test_rules_go_together_unless_they_disagree() -> None:
    board = demine.grid(3, 3)
    both = rules.by_letters(board, "QL")
    assert set(both) == {"sums", "values"}
    for letters, said in [
        ("MN", "both set the weights"),
        ("E", "cannot be stated as sums"),
        ("?", "no rule"),
    ]:
        with pytest.raises(ValueError, match=said):
            rules.by_letters(board, letters)
    with pytest.raises(demine.InvalidBoard, match="is not a grid"):
        rules.by_letters(demine.hexagonal(3, 3), "Q")
    with pytest.raises(demine.InvalidBoard, match="radius=2"):
        rules.by_letters(board, "X")


def test_the_page_lists_every_rule() -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert len(rules.VARIANTS) == 14
    for letter, rule in rules.VARIANTS.items():
        fits = "yes" if rule.fits else "no"
        assert f"| {letter} | {rule.name} | {rule.says} | {fits} |" in page


@pytest.mark.parametrize(
    ("values", "allowed"),
    [
        (rules.liar, {1, 3}),
        (rules.parity, {0, 2, 4}),
        (rules.at_least, {2, 3, 4, 5}),
        (rules.at_most, {0, 1, 2}),
        (rules.within(1), {1, 2, 3}),
        (rules.modulo(3), {2, 5}),
        (rules.difference, {2}),
    ],
)
def test_named_values(values: rules.Values, allowed: set[int]) -> None:
    star = demine.from_edges(6, [(0, leaf) for leaf in range(1, 6)])
    counts = demine.Position(star, [2, *["?"] * 5], values=values).counts_by_mines()
    assert {mines for mines, count in enumerate(counts) if count} == allowed


AROUND = (0, 1, 2, 5, 8, 7, 6, 3)
"""The cells around the middle of a board of 3 × 3 cells, one after the other."""


def runs_around(mined: tuple[int, ...]) -> list[int]:
    """The lengths of the runs of mines in the ring, by walking around it twice."""
    if all(mined[cell] for cell in AROUND):
        return [8]
    start = next(i for i in range(8) if not mined[AROUND[i]])
    ring = [mined[AROUND[(start + i) % 8]] for i in range(9)]
    found, length = [], 0
    for is_mined in ring:
        if is_mined:
            length += 1
        elif length:
            found.append(length)
            length = 0
    return sorted(found)


def test_walls_and_partitions_are_those_of_every_pattern() -> None:
    board = demine.grid(3, 3)
    patterns = [(*p[:4], 0, *p[4:]) for p in product((0, 1), repeat=8)]
    for letter, says in (("P", len), ("W", lambda r: int("".join(map(str, r)) or "0"))):
        for number in {says(runs_around(p)) for p in patterns}:
            labels = ["?"] * 4 + [number] + ["?"] * 4
            position = demine.Position(board, labels, **rules.by_letters(board, letter))
            expected = {p for p in patterns if says(runs_around(p)) == number}
            assert set(position.fillings()) == expected
    corner = demine.grid(2, 2)
    labels = [1, "?", "?", "?"]
    position = demine.Position(corner, labels, **rules.by_letters(corner, "P"))
    assert position.count() == 6
