"""Endless games: made cell by cell, and analysed exactly, against brute force on small openings."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import demine
from demine import Endless, InvalidGame, Replay
from demine.draw import MarkKind
from demine.draw.shapes import Text
from demine.errors import FormatError
from demine.game import CASCADE, FARTHEST, Place, Window, around, game_marks
from demine.game.plane import number_at, place_of, read_address

coordinates = st.integers(-FARTHEST, FARTHEST)
places = st.tuples(coordinates, coordinates)
densities = st.sampled_from([Fraction(1, 20), Fraction(1, 5), Fraction(2, 7), Fraction(1, 2)])
seeds = st.integers(0, 2**64 - 1)


def brute_force(numbers: dict[Place, int], density: Fraction) -> dict[Place, Fraction]:
    """The chance of a mine by the definition: all assignments to the cells beside numbers."""
    beside = sorted(
        {
            (x + right, y + down)
            for x, y in numbers
            for right, down in product((-1, 0, 1), repeat=2)
            if (x + right, y + down) not in numbers
        }
    )
    total, mined = Fraction(0), dict.fromkeys(beside, Fraction(0))
    for chosen in product((False, True), repeat=len(beside)):
        mines = {place for place, is_mined in zip(beside, chosen, strict=True) if is_mined}
        seen = (
            sum(max(abs(x - u), abs(y - v)) == 1 for u, v in mines) == number
            for (x, y), number in numbers.items()
        )
        if all(seen):
            weight = density ** len(mines) * (1 - density) ** (len(beside) - len(mines))
            total += weight
            for place in mines:
                mined[place] += weight
    return {place: weight / total for place, weight in mined.items()}


class TestAnalysis:
    @pytest.mark.parametrize("density", ["1/5", "1/3", "3/7"])
    def test_it_is_the_sum_over_all_assignments(self, density: str) -> None:
        checked = 0
        for seed in range(12):
            game = Endless(density, seed=seed, first="safe")
            for cell in ((0, 0), (1, 1)):
                game.open(cell)
            if game.is_over or len(game.boundary) > 14:
                continue
            checked += 1
            assert game.analyze() == brute_force(game.opened, game.density)
        assert checked > 2

    def test_cells_far_apart_do_not_matter_to_each_other(self) -> None:
        near = demine.endless("2/5", 11, first="safe")
        near.open((0, 0))
        alone = near.analyze()
        near.open((2**60, 5))
        both = near.analyze()
        assert {place: both[place] for place in alone} == alone
        assert len(both) > len(alone)

    def test_before_the_first_move_nothing_is_known(self) -> None:
        assert demine.endless().analyze() == {}

    def test_the_density_is_exact(self) -> None:
        game = demine.endless(0.2)
        assert game.density == Fraction(1, 5)
        window = Window(game)
        assert window.position.analyze().probability(0) == Fraction(1, 5)

    def test_safe_cells_are_safe_and_mined_cells_mined(self) -> None:
        game = demine.endless(0.2, 3)
        game.open((0, 0))
        chances = game.analyze()
        hidden = Endless(game.density, seed=game.seed)
        hidden.open((0, 0))
        hidden.open(next(place for place, chance in chances.items() if chance == 1))
        assert hidden.status == "lost"
        for place, chance in chances.items():
            if chance in (0, 1):
                assert hidden.is_mined(place) == bool(chance)


@given(densities, seeds, places)
@settings(max_examples=40, deadline=None)
def test_the_seed_and_the_place_fix_the_game(density: Fraction, seed: int, place: Place) -> None:
    x, y = (min(max(value, 100 - FARTHEST), FARTHEST - 100) for value in place)
    one, other = Endless(density, seed=seed), Endless(density, seed=seed)
    assert one.open((x, y)) == other.open((x, y))
    assert one.opened == other.opened
    assert one.number((x, y)) == 0


@given(
    densities,
    seeds,
    st.lists(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1, max_size=8),
    st.randoms(use_true_random=False),
)
@settings(max_examples=60, deadline=None)
def test_the_order_of_openings_changes_no_number(
    density: Fraction, seed: int, cells: list[Place], random: Random
) -> None:
    """As long as the first cell, which fixes the protected cells, and the survival are the same."""
    shuffled = random.sample(cells, len(cells))
    games = [Endless(density, seed=seed) for _ in range(2)]
    for game, order in zip(games, (cells, shuffled), strict=True):
        for cell in ((0, 0), *order):
            game.open(cell)
    one, other = (game.opened for game in games)
    assert all(one[place] == other[place] for place in one.keys() & other.keys())
    if not any(game.is_over for game in games) and not any(game.waiting for game in games):
        assert one == other


@given(places)
def test_every_cell_has_one_number_and_one_address(place: Place) -> None:
    assert place_of(number_at(place)) == place
    assert read_address(f"{place[0]},{place[1]}") == place


def test_the_first_numbers_belong_to_different_cells() -> None:
    assert len({place_of(number) for number in range(1000)}) == 1000
    with pytest.raises(IndexError, match="expected a number from 0"):
        place_of(-1)


@pytest.mark.parametrize("far", [(2**60, -(2**60)), (-(2**60), 2**60), (-1, -1)])
def test_far_and_negative_cells_are_like_all_others(far: Place) -> None:
    game = demine.endless(0.15, 5)
    assert game.open(far)
    assert game.number(far) == 0
    assert set(game.analyze()) == game.boundary
    assert all(chance in (0, 1) or 0 < chance < 1 for chance in game.analyze().values())


class TestFirstCell:
    @pytest.mark.parametrize("seed", range(30))
    def test_the_rule_protects_it(self, seed: int) -> None:
        opening, safe = (Endless("1/2", seed=seed, first=first) for first in ("opening", "safe"))
        opening.open((3, 4))
        safe.open((3, 4))
        assert opening.number((3, 4)) == 0
        assert safe.number((3, 4)) is not None

    def test_without_a_rule_it_may_be_a_mine(self) -> None:
        games = [Endless("1/2", seed=seed, first="risky") for seed in range(20)]
        for game in games:
            game.open((0, 0))
        assert {game.status for game in games} == {"playing", "lost"}

    def test_the_share_of_mines_is_the_density(self) -> None:
        games = (Endless("1/5", seed=seed, first="risky") for seed in range(4000))
        lost = sum(
            bool(game.open((seed, -seed))) and game.is_over for seed, game in enumerate(games)
        )
        assert abs(lost / 4000 - 0.2) < 0.03  # more than four standard deviations


class TestCascade:
    def test_a_move_opens_a_limited_number_of_cells(self) -> None:
        game = demine.endless("1/100", 1)
        assert len(game.open((0, 0))) == CASCADE
        assert game.size == CASCADE
        assert game.waiting
        assert game.waiting <= game.opened.keys()

    def test_a_stopped_opening_continues_where_one_goes(self) -> None:
        game = demine.endless("1/100", 1)
        game.open((0, 0))
        edge = max(game.waiting)
        before = game.size
        assert game.open(edge)
        assert edge not in game.waiting
        assert game.size == before + CASCADE

    def test_a_window_that_moves_there_continues_it(self) -> None:
        game = demine.endless("1/100", 1)
        window = Window(game)
        window.open((0, 0))
        before = game.size
        window.pan(max(game.waiting)[0], 0)
        assert before < game.size < before + 2 * CASCADE
        while any(window.shows(place) for place in game.waiting):
            before = game.size
            window.pan(0, 0)
            assert game.size > before

    def test_waiting_cells_are_called_safe(self) -> None:
        game = demine.endless("1/100", 1)
        game.open((0, 0))
        chances = game.analyze()
        for place in game.waiting:
            assert all(chances[cell] == 0 for cell in around(place) if cell in chances)

    def test_it_opens_no_flagged_cell(self) -> None:
        game = demine.endless("1/100", 1)
        game.flag((5, 5))
        game.open((0, 0))
        assert game.number((5, 5)) is None
        assert game.flags == {(5, 5)}


class TestMoves:
    def test_flags_chords_and_void_moves(self) -> None:
        game = demine.endless(0.2, 1)
        game.open((0, 0))
        chances = game.analyze()
        number = next(
            place
            for place in game.opened
            if game.number(place)
            and all(chances.get(cell) in (None, 0, 1) for cell in around(place))
            and any(chances.get(cell) == 0 for cell in around(place))
        )
        assert game.chord(number) == []
        for cell in around(number):
            if chances.get(cell) == 1:
                game.flag(cell)
        assert game.chord(number)
        assert game.status == "playing"
        assert all(
            game.number(cell) is not None for cell in around(number) if chances.get(cell) == 0
        )
        assert game.open((0, 0)) == []
        assert game.flag((0, 0)) == []

    def test_practice_takes_back_a_lost_move(self) -> None:
        game = demine.endless(0.2, 1)
        game.open((0, 0))
        before = game.opened
        mine = next(place for place, chance in game.analyze().items() if chance == 1)
        game.open(mine)
        assert (game.status, game.hit) == ("lost", mine)
        assert game.open((50, 50)) == []
        copied = game.practice()
        assert (copied.status, copied.opened, copied.undos) == ("playing", before, 1)
        assert (game.status, game.hit, game.undos) == ("lost", mine, 0)

    def test_the_mines_stay_hidden(self) -> None:
        game = demine.endless(0.2, 1)
        game.open((0, 0))
        with pytest.raises(InvalidGame, match="hidden until the game is over"):
            game.is_mined((9, 9))


class TestSaving:
    def test_an_id_makes_the_game_again(self) -> None:
        game = demine.endless("3/17", 2**64 - 1, first="safe")
        same = Endless.from_id(game.id)
        game.open((7, -7))
        same.open((7, -7))
        assert same.opened == game.opened

    @pytest.mark.parametrize(
        "id", ["endless-1_0-safe-1", "endless-7_5-safe-1", "endless-1_5-never-1", "x"]
    )
    def test_a_wrong_id_is_named(self, id: str) -> None:
        with pytest.raises(FormatError, match="game "):
            Endless.from_id(id)

    def test_a_saved_game_goes_on(self) -> None:
        game = demine.endless(0.2, 1)
        game.open((0, 0))
        game.flag((3, -2))
        game.open((2**60, -9))
        text = Replay.of(game).dumps()
        assert f'"cell": [{2**60}, -9]' in text
        same = Replay.loads(text).resume_endless()
        assert (same.opened, same.flags, same.moves) == (game.opened, game.flags, game.moves)
        assert same.status == "playing"

    def test_a_changed_number_of_cells_is_found(self) -> None:
        game = demine.endless(0.2, 1)
        game.open((0, 0))
        text = Replay.of(game).dumps().replace('"changed": 34', '"changed": 35')
        with pytest.raises(FormatError, match="move 1: the replay says 35 cells changed"):
            Replay.loads(text).resume_endless()

    def test_it_is_not_reviewed(self) -> None:
        game = demine.endless(0.2, 1)
        game.open((0, 0))
        with pytest.raises(FormatError, match="the game is endless"):
            Replay.of(game).verify()


class TestWrongArguments:
    @pytest.mark.parametrize("density", [0, 1, -0.5, "x", [0.2], True, None])
    def test_density(self, density: object) -> None:
        with pytest.raises(InvalidGame, match=r"the density is .*: expected a probability"):
            demine.endless(density)  # type: ignore[arg-type]

    @pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1"])
    def test_seed(self, seed: object) -> None:
        with pytest.raises(InvalidGame, match="seed is"):
            demine.endless(0.2, seed)  # type: ignore[arg-type]

    @pytest.mark.parametrize("cell", [(1,), (1, 2, 3), (2**63, 0), "a1", "1;2", -4])
    def test_cell(self, cell: object) -> None:
        with pytest.raises(IndexError, match=r"cell|number"):
            demine.endless().open(cell)  # type: ignore[arg-type]

    def test_a_cell_of_another_type(self) -> None:
        with pytest.raises(TypeError):
            demine.endless().open((0.5, 1))  # type: ignore[arg-type]


class TestWindow:
    def test_its_cells_come_first_and_have_coordinates(self) -> None:
        game = demine.endless(0.2, 1)
        window = Window(game, (-3, -2), 5, 7)
        window.open((0, 0))
        assert window.board.address(0) == "-3,-2"
        assert window.board.index("3,2") == len(window.board) - 1
        codes = window.position.codes
        for cell in window.board.cells:
            number = game.number(window.place(cell))
            assert codes[cell] == (-1 if number is None else number)

    def test_it_knows_as_much_as_the_game(self) -> None:
        game = demine.endless(0.2, 1)
        game.open((0, 0))
        window = Window(game, (-2, -3), 3, 4)
        analysis = window.position.analyze()
        for place, chance in game.analyze().items():
            assert analysis.probability(f"{place[0]},{place[1]}") == chance

    def test_a_hint_moves_it_to_the_cell(self) -> None:
        game = demine.endless(0.2, 1)
        game.open((0, 0))
        window = Window(game, (1000, 1000), 6, 6)
        hint = window.hint()
        assert hint.is_certain
        assert hint.cell < len(window.board)
        window.open(hint.cell)
        assert window.status == "playing"

    def test_at_the_end_it_shows_its_mines(self) -> None:
        game = demine.endless("1/2", 1, first="risky")
        window = Window(game)
        while not window.is_over:
            window.open(len(window.moves))
        assert window.mined
        assert all(game.is_mined(window.place(cell)) for cell in window.mined)


class TestPicture:
    def test_it_shows_the_cells_around_the_last_move(self) -> None:
        game = demine.endless(Fraction(1, 5), 1)
        game.open((0, 0))
        drawn = game.picture
        assert drawn.title == repr(game)
        assert drawn == Window(game).picture
        heads = {shape.words for shape in drawn.shapes if isinstance(shape, Text)}
        assert heads >= {str(place) for place in range(-8, 8)}
        assert game.svg().startswith("<svg")
        assert game._repr_svg_() == game.svg()

    def test_it_shows_flags_and_at_the_end_the_mines(self) -> None:
        game = Endless(Fraction(1, 2), seed=3, first="risky")
        game.flag((5, 5))
        window = Window(game, (4, 4), 3, 3)
        assert sum(mark.kind is MarkKind.FLAG for mark in game_marks(window)) == 1
        while game.status != "lost":
            game.open((game.size, 0))
        kinds = {MarkKind.MINE, MarkKind.HIT}
        shown = Window(game, (0, 0), 4, 4)
        mined = {cell for cell, mark in enumerate(game_marks(shown)) if mark.kind in kinds}
        assert mined == shown.mined
        assert "<svg" in shown.svg()
