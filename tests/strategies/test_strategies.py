"""Strategies: engine and reference choose the same cells; golden games; what each promises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import demine
from demine import Game, Position, from_edges, grid
from demine.strategies.named import STRATEGIES, native, ratio, safest, sure_flags
from demine.strategies.rng import Chance
from demine.strategies.view import Guess, Strategy
from oracle import solutions
from paths import DATA
from references import REFERENCES
from strategies import edges_of, glances, graphs, small_grids
from surroundings import Squares
from truth import Truth

GOLDEN = DATA / "golden-games.txt"


@pytest.mark.parametrize("name", REFERENCES)
@pytest.mark.parametrize("preset", ["classic", "beginner", "intermediate", "expert"])
def test_engine_and_reference_choose_the_same_on_grids(name: str, preset: str) -> None:
    for seed in range(6 if preset == "expert" else 20):
        agree_on(Game.preset(preset, seed=seed, first="opening" if seed % 3 == 0 else "safe"), name)


@settings(max_examples=60, deadline=None)
@given(board=graphs(most=12), seed=st.integers(0, 1000), share=st.floats(0, 0.6))
@pytest.mark.parametrize("name", REFERENCES)
def test_engine_and_reference_choose_the_same_on_graphs(
    name: str, board: demine.Board, seed: int, share: float
) -> None:
    if len(board) > 0:
        agree_on(Game(board, int(share * len(board)), seed=seed, first="risky"), name)


def agree_on(game: Game, name: str) -> None:
    """At every turn the same cells, the same word on whether they are sure, and the same chance."""
    engine, reference = native(name), REFERENCES[name]
    chance, other = Chance.of_game(game.seed), Chance.of_game(game.seed)
    while not game.is_over:
        cells, expected = engine(game.position, chance), reference(game.position, other)
        assert (cells, type(cells)) == (expected, type(expected))
        assert chance.state == other.state
        for cell in cells:
            game.open(cell)


def golden_games() -> str:
    """A line per game: strategy, game, how it ended, and what was opened, guesses in brackets."""
    lines = []
    for name in STRATEGIES:
        for preset, seed in (("classic", 1), ("classic", 2), ("intermediate", 3), ("expert", 4)):
            game = Game.preset(preset, seed=seed)
            moves = [
                f"({cells[0]})" if isinstance(cells, Guess) else ",".join(map(str, cells))
                for cells in choose(game, name)
            ]
            lines.append(f"{name} {game.id} {game.status}: {' '.join(moves)}")
    return "\n".join(lines) + "\n"


def choose(game: Game, name: str) -> Iterator[Sequence[int]]:
    """What the engine's strategy opens, turn by turn, to the end of the game."""
    chance, strategy = Chance.of_game(game.seed), native(name)
    while not game.is_over:
        cells = strategy(game.position, chance)
        yield cells
        for cell in cells:
            game.open(cell)


def test_golden_games() -> None:
    """Changes if and only if a strategy plays differently; then say so, and write it again."""
    assert golden_games() == GOLDEN.read_text(encoding="utf-8")


def test_every_name_has_a_reference_and_a_callable() -> None:
    # `efficient` guesses as `strongest` does; test_efficient.py compares the two.
    assert list(REFERENCES) == [name for name in STRATEGIES if name != "efficient"]
    position = Game.preset("classic", seed=1).position
    for name, strategy in STRATEGIES.items():
        chance, other = Chance(1), Chance(1)
        assert strategy(position, chance) == native(name)(position, other)
        assert chance.state == other.state


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_arena_plays_as_the_strategy_chooses(name: str) -> None:
    tally = demine.simulate(name, preset="classic", games=40, seed=5)
    again = demine.simulate(STRATEGIES[name], preset="classic", games=40, seed=5, workers=1)
    assert (tally.wins, tally.guesses, tally.blunders) == (again.wins, again.guesses, 0)
    assert again.blunders == 0


def test_safest_never_loses_on_a_cell_that_it_called_safe() -> None:
    tally = demine.simulate("safest", preset="expert", games=1000, seed=1)
    assert tally.blunders == 0
    assert tally.wins > 300


class TestSafest:
    def test_opens_what_is_safe(self) -> None:
        # The counts leave the two outer cells free, though no count alone says so.
        position = Position(grid(2, 4), ["?", "?", "?", "?", 1, 2, 2, 1])
        assert native("safest")(position, Chance(0)) == sorted(position.analyze().safe)

    def test_guesses_the_least_likely_mine(self) -> None:
        position = Position(grid(1, 5), ["?", 1, "?", "?", "?"], mines=2)
        risks = position.analyze().probabilities
        cells = native("safest")(position, Chance(0))
        assert isinstance(cells, Guess)
        assert risks[cells[0]] == min(risks[[0, 2, 3, 4]])

    def test_begins_in_the_corner(self) -> None:
        assert native("safest")(Game.preset("expert", seed=0).position, Chance(0)) == [0]

    def test_contradictions_leave_nothing_to_open(self) -> None:
        board = from_edges(5, [(count, cell) for count in (0, 1) for cell in (2, 3, 4)])
        position = Position(board, [1, 2, "?", "?", "?"])
        assert native("csp")(position, Chance(0)) == []
        with pytest.raises(demine.NoLegalAssignment):
            STRATEGIES["csp"](position, Chance(0))


@settings(max_examples=200, deadline=None)
@given(glance=glances(graphs(most=11), mines=True))
def test_csp_by_trying_every_choice_of_mines(glance: tuple[Truth, Position]) -> None:
    """It opens cells without risk, else the least risk: no engine, no counting."""
    _, position = glance
    risks = even_risks(position)
    cells = native("csp")(position, Chance(0))
    if isinstance(cells, Guess):
        assert risks[cells[0]] == min(risks.values()) > 0
    else:
        assert all(risks[cell] == 0 for cell in cells)
        assert cells or all(risk == 1 for risk in risks.values())


def even_risks(position: Position) -> dict[int, Fraction]:
    """The risk of each unopened cell, if all solutions of the numbers that leave
    room for the other mines are equally likely."""
    board, labels, mines = position.board, position.labels, position.mines
    assert mines is not None
    numbers = {v for v in board.cells if isinstance(labels[v], int)}
    loose = {v for v in board.cells if labels[v] == "?" and not numbers & {*board.neighbours(v)}}
    found = {frozenset(s) - loose for s in solutions(len(board), edges_of(board), labels)}
    fitting = [s for s in found if 0 <= mines - len(s) <= len(loose)]
    left = Fraction(sum(mines - len(s) for s in fitting), len(fitting) * max(1, len(loose)))
    unopened = [v for v in board.cells if labels[v] in ("?", "□")]
    held = {v: Fraction(sum(v in s for s in fitting), len(fitting)) for v in unopened}
    return {v: left if v in loose else held[v] for v in unopened}


def test_on_an_empty_grid_the_paper_opens_a1() -> None:
    assert ratio(Game.preset("expert", seed=0).position) == [0]


def test_sure_shots_are_flagged_and_opened() -> None:
    position = demine.loads("4x2x?\nSHHH\n11SS\n")
    assert sure_flags(position) == {1}
    assert ratio(position) == [2]


def test_the_minimum_ratio_is_opened_otherwise() -> None:
    # The 1 at b2 has three unrevealed neighbours, the 2 at e2 three as well.
    assert ratio(demine.loads("5x2x?\nHHHHH\nS1SS2\n")) == [0]
    assert ratio(demine.loads("5x2x?\nHHHHH\nS2SS1\n")) == [3]


def test_flags_lower_the_ratio() -> None:
    # b1 is flagged for the 1 at a2, which leaves the 2 at c2 one mine in two cells: more than 1/3.
    position = demine.loads("7x2x?\nSHHHHHH\n1S2SS1S\n")
    assert sure_flags(position) == {1}
    assert ratio(position) == [4]
    # With it, both 2s have a ratio of 1/2, and the first of them decides.
    assert ratio(demine.loads("6x2x?\nSHHHHH\n1S2SS2\n")) == [2]


def test_an_island_is_opened_at_its_first_cell() -> None:
    assert ratio(demine.loads("5x1x1\n0SSSH\n")) == [4]


@given(glances(small_grids(), mines=True))
def test_what_the_paper_calls_sure_is_sure(glance: tuple[Truth, Position]) -> None:
    truth, position = glance
    assert sure_flags(position) <= truth.mined
    if "?" in position.labels and any(isinstance(label, int) for label in position.labels):
        opened = ratio(position)
        analysis = position.analyze()
        assert opened or sure_flags(position) == {
            v for v in range(len(position.labels)) if position.labels[v] == "?"
        }
        assert all(position.labels[v] == "?" for v in opened)
        if len(opened) > 1:
            assert analysis.safe.issuperset(opened)


@given(glances(small_grids() | graphs(most=12)))
def test_what_equations_calls_sure_is_sure(glance: tuple[Truth, Position]) -> None:
    truth, position = glance
    opened = native("equations")(position, Chance(0))
    assert all(position.labels[cell] in ("?", "□") for cell in opened)
    if not isinstance(opened, Guess):
        assert not truth.mined.intersection(opened)
        assert position.analyze().safe.issuperset(opened)


@pytest.mark.parametrize("equations", [native("equations"), REFERENCES["equations"]])
class TestEquations:
    def test_opens_what_two_counts_decide_together(self, equations: Strategy) -> None:
        # The 1 has at most one mine in common with the 2, so the 2 has one for itself.
        board = from_edges(6, [(0, 4), (1, 4), (2, 4), (1, 5), (2, 5), (3, 5)])
        position = Position(board, ["?", "?", "?", "?", 1, 2])
        assert equations(position, Chance(0)) == [0]
        assert isinstance(STRATEGIES["single-point"](position, Chance(0)), Guess)

    @pytest.mark.parametrize(("mines", "least"), [(6, {2, 3}), (2, {4, 5, 6, 7}), (None, {2, 3})])
    def test_guesses_any_cell_with_the_least_estimate(
        self, equations: Strategy, mines: int | None, least: set[int]
    ) -> None:
        # One mine in the first two cells, one in the second, third and fourth; four are loose.
        board = from_edges(10, [(0, 8), (1, 8), (1, 9), (2, 9), (3, 9)])
        position = Position(board, ["?"] * 8 + [1, 1], mines=mines)
        guesses = [equations(position, Chance(state)) for state in range(40)]
        assert all(isinstance(guess, Guess) for guess in guesses)
        assert {cell for guess in guesses for cell in guess} == least


@given(glances(small_grids(), mines=True))
def test_safest_opens_what_is_safe_if_anything_is(glance: tuple[Truth, Position]) -> None:
    truth, position = glance
    opened, analysis = safest(position), position.analyze()
    safe = analysis.safe
    assert 0 < len(safe.intersection(opened)) == len(opened) if safe else len(opened) <= 1
    assert not truth.mined.intersection(safe)


def test_one_mine_is_played_as_well_as_can_be() -> None:
    star = from_edges(7, [(0, leaf) for leaf in range(1, 7)])
    tally = demine.simulate("onemine", board=star, mines=1, first="risky", games=400, seed=1,
                            workers=1)  # fmt: skip
    low, high = tally.interval(0.999)
    assert low <= float(demine.onemine.win_probability(star)) <= high
    assert tally.blunders == 0


class TestChance:
    def test_below_is_uniform_enough(self) -> None:
        chance = Chance(1)
        counts = [0] * 6
        for _ in range(6000):
            counts[chance.below(6)] += 1
        assert max(abs(count - 1000) for count in counts) < 120

    def test_is_a_random_like_any_other(self) -> None:
        one, two = Chance(7), Chance(7)
        assert one.sample(range(100), 10) == two.sample(range(100), 10)
        assert 0 <= one.random() < 1
        assert 0 <= one.getrandbits(70) < 1 << 70

    def test_differs_from_game_to_game(self) -> None:
        assert len({Chance.of_game(seed).word() for seed in range(100)}) == 100


def test_squares_know_the_torus_from_the_grid() -> None:
    torus = Squares.of(grid(5, 6, torus=True))
    assert torus is not None
    assert (torus.rows, torus.columns, torus.torus) == (5, 6, True)
    assert torus.beside(0, -1, -1) == 29
    plain = Squares.of(grid(5, 6))
    assert plain is not None
    assert plain.beside(0, -1, -1) is None
    assert Squares.of(demine.hexagonal(5, 6)) is None
    assert Squares.of(demine.from_edges(0, [])) is None
