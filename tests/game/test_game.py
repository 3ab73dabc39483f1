"""The game: its rules against a slow reference, its mines against chance, its ids and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy, deepcopy
from itertools import combinations
from math import comb
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import given

import demine
from demine import PRESETS, Board, Game, InvalidGame, grid
from demine.draw.marks import Mark, MarkKind
from demine.draw.saving import save_svg
from demine.game import FIRSTS, First, Move
from demine.game.pictures import _overlay, picture
from demine.game.stopwatch import Stopwatch
from rules import Reference, place, three_bv
from strategies import games, graphs


def finish(game: Game) -> Game:
    """Open every cell in turn until the game is over."""
    for cell in game.board.cells:
        if game.is_over:
            break
        game.open(cell)
    return game


class TestRules:
    @given(games(), st.randoms(use_true_random=False))
    def test_every_move_does_what_the_rules_say(self, game: Game, random: Random) -> None:
        reference = Reference(game.board, game.mines, game.seed, game.first)
        for _ in range(40):
            cell = random.randrange(len(game.board))
            kind = random.choice(["open", "flag", "chord"])
            before = game.position, game.flags
            changed = getattr(game, kind)(cell)
            getattr(reference, kind)(cell)
            assert list(game.position.labels) == reference.labels()
            assert game.status == reference.status
            assert game.flags == reference.flags
            assert bool(changed) == (before != (game.position, game.flags))
        assert game.mines_left == game.mines - len(game.flags)

    @given(games())
    def test_three_bv_is_the_least_number_of_clicks(self, game: Game) -> None:
        finish(game)
        assert game.three_bv == three_bv(game.board, game.mined)

    def test_a_cascade_returns_what_it_opened(self) -> None:
        game = Game(demine.grid(3, 3), 0, seed=0)
        assert sorted(game.open(4)) == list(range(9))
        assert game.status == "won"

    def test_a_mine_that_was_hit_is_known(self) -> None:
        game = Game(demine.grid(1, 2), 1, seed=0, first="risky")
        finish(game)
        assert game.position.labels.count("*") == (game.status == "lost")

    def test_void_moves_leave_no_trace(self) -> None:
        game = Game(demine.grid(3, 3), 1, seed=0)
        game.flag(0)
        assert game.open(0) == game.chord(0) == []
        game.flag(0)
        finish(game)
        moves = list(game.moves)
        assert game.flag(0) == game.open(0) == game.chord(0) == []
        assert game.moves == moves

    def test_cells_may_be_coordinates(self) -> None:
        game = Game(demine.grid(3, 4), 0, seed=0)
        game.flag((1, 2))
        assert game.flags == {6}

    def test_the_mines_are_hidden_while_it_is_played(self) -> None:
        game = Game.preset("beginner", seed=1)
        for told in ("mined", "three_bv", "efficiency"):
            with pytest.raises(InvalidGame, match=r"until the game is over|only a won game"):
                getattr(game, told)
        assert set(game.position.labels) == {"?"}

    @pytest.mark.parametrize("twin_of", [copy, deepcopy])
    def test_a_copy_goes_on_by_itself(self, twin_of: Callable[[Game], Game]) -> None:
        game = Game.from_mines(demine.grid(1, 5), [2, 4], first="risky")
        game.stopwatch = Stopwatch(lambda: now)
        now = 7.0
        game.open(0)
        now = 9.0
        twin = twin_of(game)
        assert twin.seconds == 2.0
        seen = twin.position, twin.moves, twin.seconds, twin.helps
        assert seen == (game.position, game.moves, game.seconds, game.helps)
        twin.flag(4)
        twin.note_help("hint")
        twin.open(2)
        assert (twin.status, twin.clicks, twin.flags) == ("lost", 3, frozenset({4}))
        assert (game.status, game.clicks, game.flags) == ("playing", 1, frozenset())
        assert "hint" not in game.helps
        assert game.stopwatch.is_running

    def test_a_solver_is_a_function(self) -> None:
        with pytest.raises(TypeError, match="solver is 'exact': expected a callable"):
            Game.preset("beginner", seed=1).ask_solver("exact")  # type: ignore[arg-type]


class TestUndo:
    @given(games(), st.randoms(use_true_random=False))
    def test_undo_gives_the_position_before(self, game: Game, random: Random) -> None:
        seen = [(game.position, game.flags, game.status)]
        for _ in range(20):
            kind = random.choice(["open", "flag", "chord"])
            if getattr(game, kind)(random.randrange(len(game.board))):
                seen.append((game.position, game.flags, game.status))
        moves = game.clicks
        game = game.practice() if game.is_over else game
        if game.is_practice:
            seen.pop()
        while (game.position, game.flags, game.status) == seen[-1] and game.undo():
            seen.pop()
        assert len(seen) == 1
        assert game.undos == moves
        assert game.undo() is None


class TestPlacement:
    @pytest.mark.parametrize("first", FIRSTS)
    @given(graphs().filter(len), st.integers(0, 2**64 - 1), st.randoms(use_true_random=False))
    def test_a_seed_gives_the_mines_of_the_written_generator(
        self, first: First, board: Board, seed: int, random: Random
    ) -> None:
        mines, cell = random.randrange(len(board)), random.randrange(len(board))
        game = Game(board, mines, seed=seed, first=first)
        game.open(cell)
        assert finish(game).mined == place(board, mines, seed, first, cell)

    def test_a_seed_is_a_promise(self) -> None:
        """These mines were written down once and must never change."""
        game = finish(Game.preset("beginner", seed=2026))
        assert sorted(game.mined) == PROMISED

    @pytest.mark.parametrize(("first", "cells"), [("risky", 6), ("safe", 5), ("opening", 4)])
    def test_every_placement_is_equally_likely(self, first: First, cells: int) -> None:
        """Chi-square on all placements of 2 mines; 6 cells in a row, the first click at the end."""
        board, games = demine.grid(1, 6), 12_000
        seen: Counter[tuple[int, ...]] = Counter()
        for seed in range(games):
            game = Game(board, 2, seed=seed, first=first)
            game.open(0)
            seen[tuple(sorted(finish(game).mined))] += 1
        possible = list(combinations(range(6 - cells, 6), 2))
        expected = games / len(possible)
        assert set(seen) <= set(possible)
        chi_square = sum((seen[mines] - expected) ** 2 / expected for mines in possible)
        assert chi_square < CRITICAL[comb(cells, 2) - 1]

    def test_each_cell_of_a_large_board_is_mined_equally_often(self) -> None:
        games = 1_000
        seen: Counter[int] = Counter()
        for seed in range(games):
            seen.update(finish(Game.preset("expert", seed=seed, first="risky")).mined)
        expected = games * 99 / 480
        # A cell is mined or not: the variance is that of 480 cells tied by one sum.
        variance = expected * (1 - 99 / 480) * 480 / 479
        chi_square = sum((seen[cell] - expected) ** 2 / variance for cell in range(480))
        assert 380 < chi_square < 585  # 479 degrees of freedom: both tails below 0.1 %

    @given(games())
    def test_the_first_click_gets_what_it_was_promised(self, game: Game) -> None:
        game.open(0)
        if game.first != "risky":
            assert game.status != "lost"
        room = len(game.board) - 1 - len(game.board.neighbours(0))
        if game.first == "opening":
            assert game.position.labels[0] == max(0, game.mines - room)


# The 99.9 % quantiles of chi-square, by degrees of freedom.
CRITICAL = {14: 36.12, 9: 27.88, 5: 20.52}
PROMISED = [25, 32, 33, 38, 54, 60, 64, 66, 69, 77]


class TestIds:
    @given(games())
    def test_an_id_makes_the_same_game(self, game: Game) -> None:
        twin = Game.from_id(game.id)
        assert (twin.board, twin.mines, twin.first) == (game.board, game.mines, game.first)
        assert finish(twin).mined == finish(game).mined

    def test_ids_are_readable(self) -> None:
        assert Game.preset("expert", seed=7).id == "grid-16x30-99-safe-7"
        hexes = Game(demine.hexagonal(4, 5), 3, seed=1, first="opening")
        assert hexes.id == "hexagonal-4x5-3-opening-1"

    @pytest.mark.parametrize(
        "id",
        [
            "",
            "expert",
            "grid-9x9-10-safe",
            "grid-9x9-10-lucky-1",
            "grid-9x9-ten-safe-1",
            "grid-9x9-10-safe--1",
            "grid-9x9-81-safe-1",
            "grid-9x9-10-safe-18446744073709551616",
            "grid-9-10-safe-1",
            "grid-0x9-1-safe-1",
            "grid-9x9-moebius-10-safe-1",
            "hexagonal-9x9-torus-10-safe-1",
            "graph-AAAA-1-safe-1",
            "graph-*-1-safe-1",
            "klein-9x9-10-safe-1",
        ],
    )
    def test_broken_ids_are_refused(self, id: str) -> None:
        with pytest.raises(demine.DemineError):
            Game.from_id(id)

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            (("2", "safe", "good"), "1 mines are packed in the game: 2 are promised"),
            (("1", "safe", "mAAAA"), "the mines of the game: "),
            (("1", "safe", "other"), "are packed for another board than 9 cells"),
        ],
    )
    def test_packed_mines_are_those_of_the_board(
        self, given: tuple[str, str, str], said: str
    ) -> None:
        packed = {
            "good": Game.from_mines(demine.grid(3, 3), [4]).id.rpartition("-")[2],
            "other": Game.from_mines(demine.grid(4, 4), [12]).id.rpartition("-")[2],
        }
        mines, rule, word = given
        with pytest.raises(demine.FormatError, match=said):
            Game.from_id(f"grid-3x3-{mines}-{rule}-{packed.get(word, word)}")

    def test_presets_are_the_usual_ones(self) -> None:
        sizes = {name: (p.rows, p.columns, p.mines) for name, p in PRESETS.items()}
        assert sizes == {
            "beginner": (9, 9, 10),
            "classic": (8, 8, 10),
            "intermediate": (16, 16, 40),
            "expert": (16, 30, 99),
            "golan-beginner": (8, 8, 10),
            "golan-intermediate": (13, 15, 40),
            "golan-expert": (16, 30, 99),
        }


class TestArguments:
    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"mines": 81}, "mines is 81"),
            ({"mines": -1}, "mines is -1"),
            ({"mines": 1.5}, "whole number"),
            ({"seed": -1}, "seed is -1"),
            ({"seed": 2**64}, "expected 0 to 18446744073709551615"),
            ({"first": "lucky"}, "expected one of safe, opening, risky"),
        ],
    )
    def test_bad_arguments_are_named(self, change: dict[str, object], said: str) -> None:
        arguments: dict[str, object] = {"mines": 10, "seed": 0, "first": "safe", **change}
        with pytest.raises(InvalidGame, match=said):
            Game(demine.grid(9, 9), **arguments)  # type: ignore[arg-type]

    def test_unknown_presets_are_named(self) -> None:
        with pytest.raises(InvalidGame, match="'hopeless'"):
            Game.preset("hopeless", seed=0)

    def test_unknown_cells_are_named(self) -> None:
        with pytest.raises(IndexError, match="9 cells"):
            Game(demine.grid(3, 3), 1, seed=0).open(9)


class TestTime:
    def test_time_runs_from_the_first_opening_to_the_end(self) -> None:
        now = 100.0
        game = Game(demine.grid(1, 3), 0, seed=0, stopwatch=Stopwatch(lambda: now))
        game.flag(1)
        now = 150.0
        assert game.seconds == 0
        game.open(0)
        now = 152.0
        assert game.seconds == 2
        game.stopwatch.stop()
        now = 160.0
        game.flag(1)
        game.open(1)
        now = 170.0
        assert (game.status, game.seconds) == ("won", 2)
        assert game.moves == [
            Move("flag", 1, 0),
            Move("open", 0, 0),
            Move("flag", 1, 2),
            Move("open", 1, 2),
        ]

    def test_efficiency_is_3bv_per_click(self) -> None:
        game = Game(demine.grid(4, 4), 0, seed=0)
        game.flag(15)
        game.flag(15)
        game.open(0)
        assert game.efficiency == pytest.approx(1 / 3)


@pytest.mark.parametrize("copied", [copy, deepcopy])
def test_a_copy_goes_on_by_itself(copied: Callable[[Game], Game]) -> None:
    game = Game.preset("beginner", seed=3)
    game.open(0)
    before = game.position
    twin = copied(game)
    assert (twin.position, twin.id, twin.moves) == (before, game.id, game.moves)
    for cell in twin.board.cells:
        twin.open(cell)
    assert twin.is_over
    assert (game.position, len(game.moves), game.status) == (before, 1, "playing")
    game.flag(80)
    assert 80 not in twin.flags
    for _ in range(2):
        game.undo()
    assert (game.status, game.undos, twin.practice().undos) == ("ready", 2, 1)


def test_the_clock_stands_before_the_first_move() -> None:
    game = Game(demine.grid(3, 3), 1, seed=1)
    game.open(0)
    game.undo()
    assert game.status == "ready"
    assert not game.stopwatch.is_running


def test_a_wrong_flag_is_shown_as_one() -> None:
    game = Game.from_mines(grid(1, 4), [0, 3], first="risky")
    for cell in (0, 1):
        game.flag(cell)
    before = save_svg(picture(game))
    game.open(3)
    after = picture(game)
    shown = [_overlay(Mark(MarkKind.COVERED), True, mined, True).kind for mined in (True, False)]
    assert shown == [MarkKind.FLAG, MarkKind.WRONG]
    assert save_svg(after) != before
