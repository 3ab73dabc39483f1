"""The game on the whole screen, driven by Textual's pilot: keys, mouse, dialogs, drawings."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input, Static
from textual.widgets._footer import FooterKey

import demine
from demine import Game, Replay
from demine.cli import commands
from demine.game import GameSetup, Window
from demine.game.statistics import Statistics
from demine.terminal import session as session_room
from demine.terminal.dialogs import Choice, Page, Question, typed_setup
from demine.terminal.field import Field
from demine.terminal.looks import PLAIN, THEMES, Look, Theme
from demine.terminal.pace import Pace
from demine.terminal.places import Places
from demine.terminal.screen import Screen
from demine.terminal.session import Session
from demine.terminal.solver import SOLVERS

Play = Callable[[Pilot[None], Screen], Awaitable[None]]

BEGINNER = GameSetup(demine.grid(9, 9), 10, title="beginner")


def drive(
    tmp_path: Path,
    play: Play,
    setup: GameSetup = BEGINNER,
    seed: int = 7,
    size: tuple[int, int] = (100, 30),
    save: Path | None = None,
    vi: bool = False,
    seconds: float | None = None,
) -> Screen:
    """Sit down, play, and leave."""
    statistics = Statistics(tmp_path / "statistics.jsonl")
    game, solver = setup.game(seed), SOLVERS["exact"]
    screen = Screen(setup, game, solver, statistics=statistics, save=save, seconds=seconds, vi=vi)

    async def run() -> None:
        async with screen.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot, screen)

    asyncio.run(run())
    return screen


def message(screen: Screen) -> str:
    return str(screen.message.content)


def lines(screen: Screen) -> list[str]:
    field = screen.field
    return [field.render_line(y).text for y in range(field.size.height)]


def heading(screen: Screen) -> str:
    """The first line that is not empty."""
    return next(line for line in lines(screen) if line.strip())


def spot(field: Field, cell: int) -> tuple[int, int]:
    """Where a cell is on the widget."""
    x = int(field.places.columns[cell]) + field._margin.x + 1
    return x, int(field.places.lines[cell]) + field._margin.y


class TestKeys:
    def test_space_opens_and_arrows_move(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("right", "down", "down", "left", "right", "space")
            assert screen.field.cursor == 19
            assert screen.session.game.moves[0].cell == 19

        drive(tmp_path, play)

    @pytest.mark.parametrize("vi", [False, True])
    def test_the_key_of_a_hint_is_told_as_it_is(self, tmp_path: Path, vi: bool) -> None:
        key = "H" if vi else "h"

        async def play(pilot: Pilot[None], screen: Screen) -> None:
            shown = {found.description: found for found in screen.query(FooterKey)}
            assert shown["hint"].key_display == key
            await pilot.press("question_mark")
            page = " ".join(str(part.content) for part in screen.screen.query(Static))
            assert f"{key}: hint" in page

        drive(tmp_path, play, vi=vi)

    @pytest.mark.parametrize("vi", [False, True])
    def test_letters_move_and_h_is_a_matter_of_taste(self, tmp_path: Path, vi: bool) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("l", "l", "j", "k", "j", "h")
            assert screen.field.cursor == (10 if vi else 11)
            assert ("first one is never a mine" in message(screen)) == (not vi)
            await pilot.press("H")
            assert "first one is never a mine" in message(screen)

        drive(tmp_path, play, vi=vi)

    def test_the_border_stops_the_cursor(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("up", "left")
            assert screen.field.cursor == 0
            screen.field.cursor = 80
            await pilot.press("right", "down")
            assert screen.field.cursor == 80

        drive(tmp_path, play)

    def test_flags_and_chords(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space", "right", "right", "f", "left")
            assert screen.session.game.flags == {2}
            assert "⚑ 9" in str(screen.mines.content)
            await pilot.press("c", "down", "enter")
            assert screen.session.game.clicks == 2
            await pilot.press("right", "space")
            assert screen.session.game.moves[-1].kind == "chord"
            assert screen.session.game.position.labels[3] == 2

        drive(tmp_path, play)

    def test_undo_is_counted_and_helps(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("u")
            assert "no move" in message(screen)
            await pilot.press("space", "u")
            assert (screen.session.game.status, screen.session.game.undos) == ("ready", 1)
            assert "1 so far" in message(screen)
            assert screen.session.game.helps == {"undo"}

        drive(tmp_path, play)

    def test_pause_hides_the_board_and_stops_the_time(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("z")
            assert not screen.session.is_paused
            await pilot.press("space", "z")
            before = screen.session.game.seconds
            assert not "".join(lines(screen)).strip()
            await pilot.press("right", "space", "f", "a", "h", "u")
            assert screen.session.game.clicks == 1
            await pilot.pause(0.05)
            assert screen.session.game.seconds == before
            await pilot.press("z")
            assert "1" in "".join(lines(screen))

        drive(tmp_path, play)


class TestMouse:
    def test_left_opens_right_flags_and_a_number_chords(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            field = screen.field
            await pilot.click(Field, offset=spot(field, 0))
            assert screen.session.game.status == "playing"
            await pilot.click(Field, offset=spot(field, 2), button=3)
            assert screen.session.game.flags == {2}
            await pilot.click(Field, offset=spot(field, 11))
            assert screen.session.game.moves[-1].kind == "chord"
            await pilot.click(Field, offset=(0, 0))
            assert screen.session.game.clicks == 3

        drive(tmp_path, play)

    def test_every_cell_can_be_pointed_at(self, tmp_path: Path) -> None:
        boards = [
            demine.grid(4, 5),
            demine.hexagonal(4, 5),
            demine.box((2, 3, 4)),
            demine.from_edges(11, [(0, 10)]),
            demine.grid(3, 3, mask=[[True, False, True], [True, True, True], [False, True, True]]),
        ]

        async def play(pilot: Pilot[None], screen: Screen) -> None:
            last = len(screen.session.game.board) - 1
            for cell in {0, last // 2, last}:
                await pilot.click(Field, offset=spot(screen.field, cell), button=3)
                assert screen.field.cursor == cell
            assert screen.session.game.flags == {0, last // 2, last}

        for board in boards:
            drive(tmp_path, play, GameSetup(board, 1, title="any"))

    def test_a_board_larger_than_the_screen_scrolls(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            screen.field.cursor = 38 * 60 + 58
            await pilot.press("down", "right")
            await pilot.pause()
            assert screen.field.cursor == len(screen.session.game.board) - 1
            left, top = screen.field.scroll_offset
            x, y = spot(screen.field, screen.field.cursor)
            await pilot.click(Field, offset=(x - left, y - top), button=3)
            assert screen.session.game.flags == {len(screen.session.game.board) - 1}

        drive(tmp_path, play, GameSetup(demine.grid(40, 60), 300, title="large"), size=(80, 24))


class TestHelp:
    def test_a_hint_comes_in_tiers(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("h")
            assert "first one is never a mine" in message(screen)
            await pilot.press("space", "h")
            assert message(screen).startswith("You do not have to guess")
            assert screen.session.cited == frozenset()
            await pilot.press("h")
            assert message(screen) == "Look at the 1 at b1 and the 1 at c2."
            assert screen.session.cited == {1, 11}
            await pilot.press("h")
            assert message(screen).endswith("so d1 is safe.")
            assert screen.session.hinted == 3
            assert "✓" in "".join(lines(screen))
            await pilot.press("h")
            assert message(screen) == "Open d1."
            await pilot.press("right", "right", "right", "space")
            assert screen.session.hint is None
            assert message(screen) == ""

        drive(tmp_path, play)

    def test_risks_are_drawn_over_the_board(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space", "p")
            assert any(sign in "".join(lines(screen)) for sign in ("12", "✗"))
            await pilot.press("p")
            assert "12" not in "".join(lines(screen))

        drive(tmp_path, play)

    def test_the_solver_steps(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("a", "a")
            assert screen.session.game.clicks == 2
            assert screen.field.cursor == screen.session.game.moves[-1].cell

        drive(tmp_path, play)

    def test_the_solver_plays_to_the_end_at_a_visible_speed(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("minus", "minus", "minus", "A")
            assert "1 moves/s" in str(screen.state.content)
            await pilot.press("A")
            assert not screen.auto.is_on
            assert "moves/s" not in str(screen.state.content)
            await pilot.press("A", "plus", "plus", "plus", "plus", "plus")
            assert screen.session.game.is_over or "50 moves/s" in str(screen.state.content)
            while screen.auto.is_on:
                await pilot.pause(0.02)
            assert screen.session.game.is_over
            await pilot.press("minus", "A")
            assert not screen.auto.is_on

        drive(tmp_path, play)

    def test_moves_that_are_due_after_the_end_are_not_made(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("minus", "minus", "minus", "A")
            # A second for each look at the clock, and a million moves in each of them.
            screen.auto.pace = Pace(1e6, count(0.0).__next__)
            while screen.auto.is_on:
                await pilot.pause(0.02)
            assert screen.session.game.is_over
            assert screen.session.game.clicks < len(screen.session.game.board)

        drive(tmp_path, play)


class TestGames:
    def test_statistics_are_kept_and_shown(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            while not screen.session.game.is_over:
                await pilot.press("a")
            assert "3BV" in message(screen)
            await pilot.press("n", "space", "s")
            assert isinstance(screen.screen, Page)
            running = screen.session.records()["beginner"]
            assert (running.begun, running.abandoned) == (1, 0)
            await pilot.press("escape")

        screen = drive(tmp_path, play)
        record = screen.session.statistics.records()["beginner"]
        assert (record.begun, record.won + record.lost, record.solved) == (2, 0, 1)
        assert record.abandoned == 1

    def test_new_and_same_board(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space", "r", "y")
            assert screen.session.game.id.endswith("-7")
            assert screen.session.game.status == "ready"
            await pilot.press("n")
            assert screen.session.game.id.endswith("-8")

        drive(tmp_path, play)

    def test_a_running_game_is_left_only_after_a_yes(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space")
            game = screen.session.game
            for key, answer in zip("nqr", ("n", "escape", "n"), strict=True):
                await pilot.press(key)
                assert isinstance(screen.screen, Question)
                await pilot.press(answer)
                assert not isinstance(screen.screen, Question)
                assert screen.is_running
                assert screen.session.game is game
            await pilot.press("g", "down", "down", "down", "enter")
            await pilot.pause()
            assert isinstance(screen.screen, Question)
            await pilot.press("n")
            assert screen.session.game is game
            await pilot.press("n", "y")
            assert screen.session.game.id.endswith("-8")
            await pilot.press("q")  # nothing has begun
            await pilot.pause()
            assert not screen.is_running

        drive(tmp_path, play)

    def test_the_end_names_the_game(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            while not screen.session.game.is_over:
                await pilot.press("a")
            assert "Game: grid-9x9-10-safe-7." in message(screen)

        drive(tmp_path, play)

    def test_other_boards_are_chosen(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("g")
            assert isinstance(screen.screen, Choice)
            await pilot.press("down", "down", "down", "enter")
            await pilot.pause()
            assert screen.session.setup.title == "expert"
            assert screen.session.game.counter == 99
            await pilot.press("g", "tab", *"6x7 5", "enter")
            await pilot.pause()
            assert screen.session.setup.title == "grid-6x7-5"

        drive(tmp_path, play)

    def test_the_cursor_is_on_the_board_after_a_larger_one(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            screen.field.cursor = 80
            await pilot.press("g", "tab", *"2x3 1", "enter")
            await pilot.pause()
            assert (len(screen.session.game.board), screen.field.cursor) == (6, 0)
            await pilot.press("right", "f")
            assert screen.session.game.flags == {1}

        drive(tmp_path, play)

    def test_a_wrong_board_is_named(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("g", "tab")
            screen.screen.query_one(Input).value = "6x7 500"
            await pilot.press("enter")
            await pilot.pause()
            said = str(screen.screen.query_one("#complaint", Static).content)
            assert "mines is 500" in said
            await pilot.press("escape")
            assert screen.session.setup.title == "beginner"

        drive(tmp_path, play)

    @pytest.mark.parametrize("typed", ["", "6x7", "x 5", "6x7 -1", "klein-6x7 5", "6x7x 3"])
    def test_own_boards_are_checked(self, typed: str) -> None:
        with pytest.raises(demine.DemineError):
            typed_setup(typed)

    def test_the_help_page_opens_and_closes(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space", "question_mark")
            await pilot.pause(0.6)  # the clock goes on below the page
            assert isinstance(screen.screen, Page)
            await pilot.press("escape")
            assert not isinstance(screen.screen, Page)

        drive(tmp_path, play)

    def test_a_board_without_guesses_is_found(self, tmp_path: Path) -> None:
        setup = GameSetup(demine.grid(9, 9), 10, "opening", title="none", no_guess=True)

        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("f", "right", "space")
            await screen.workers.wait_for_complete()
            await pilot.pause()
            assert screen.session.game.status in ("playing", "won")
            assert screen.session.game.flags == {0}

        drive(tmp_path, play, setup)

    def test_a_search_is_cancelled_or_says_that_it_failed(self, tmp_path: Path) -> None:
        async def cancel(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space", "escape")
            await pilot.pause()
            assert "Search cancelled" in message(screen)
            assert screen.session.game.status == "ready"

        async def fail(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space")
            await screen.workers.wait_for_complete()
            await pilot.pause()
            assert "no board without a guess" in message(screen)

        hopeless = demine.from_edges(4, [])
        # Hopeless too, and so many boards take long enough for any key to come in time.
        dense = GameSetup(demine.grid(16, 30), 170, title="dense", no_guess=True)
        drive(tmp_path, cancel, dense)
        drive(tmp_path, fail, GameSetup(hopeless, 1, title="none", no_guess=True), seconds=0.01)

    def test_a_replay_is_saved(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            while not screen.session.game.is_over:
                await pilot.press("a")

        drive(tmp_path, play, save=tmp_path / "game.jsonl")
        assert Replay.read(tmp_path / "game.jsonl").verify().is_over

    def test_statistics_that_cannot_be_kept_are_no_disaster(self, tmp_path: Path) -> None:
        (tmp_path / "statistics.jsonl").mkdir()

        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space")
            assert "Statistics could not be saved" in message(screen)
            assert screen.session.game.status == "playing"

        drive(tmp_path, play)


class TestLooks:
    def luminance(self, colour: tuple[int, int, int]) -> float:
        parts = [part / 255 for part in colour]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(self, look: Look) -> float:
        light = sorted([self.luminance(look.ink), self.luminance(look.ground)])
        return (light[1] + 0.05) / (light[0] + 0.05)

    @pytest.mark.parametrize(
        ("name", "least"), [("default", 4.5), ("classic", 4.5), ("contrast", 7)]
    )
    def test_everything_is_readable(self, name: str, least: float) -> None:
        """The contrast that the guidelines for accessible content ask for."""
        looks = THEMES[name]
        plain = [looks.number(count) for count in range(9)]
        plain += [looks.flag(), looks.flag(is_wrong=True), looks.mine(is_hit=True)]
        plain += [looks.mine(is_hit=False), looks.covered(is_odd=False), looks.covered(is_odd=True)]
        risks = [looks.risk(n / 200, odd) for n in range(201) for odd in (False, True)]
        marked = [looks.mark(look, g) for look in plain for g in (looks.cited, looks.cursor)]
        assert min(map(self.contrast, plain + risks + marked)) >= least

    @pytest.mark.parametrize("looks", [*THEMES.values(), PLAIN], ids=lambda theme: theme.name)
    def test_no_two_meanings_share_a_sign(self, looks: Theme) -> None:
        signs = [looks.number(count).sign for count in range(9)]
        signs += [looks.flag().sign, looks.flag(is_wrong=True).sign, looks.mine(is_hit=True).sign]
        signs += [looks.risk(0.0).sign, looks.risk(1.0).sign, looks.covered(is_odd=False).sign]
        assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("room", [20, 200])
@pytest.mark.parametrize(
    "board",
    [
        demine.grid(5, 7),
        demine.hexagonal(5, 7),
        demine.triangular(3, 9),
        demine.box((2, 3, 2, 3)),
        demine.box((5,)),
        demine.from_edges(10, []),
    ],
)
def test_cells_have_places_of_their_own(board: demine.Board, room: int) -> None:
    places = Places.of(board, room)
    for cell in board.cells:
        column, line = int(places.columns[cell]), int(places.lines[cell])
        assert {places.at(column + x, line) for x in range(places.wide)} == {cell}
    assert sorted(cell for line in places.by_line() for cell in line) == list(board.cells)


def test_a_large_graph_is_a_list_of_cells() -> None:
    ring = demine.from_edges(130, [(cell, (cell + 1) % 130) for cell in range(130)])
    places = Places.of(ring, 100)
    side = int(places.columns.argmax()) + 1
    assert places.names[129] == ring.address(129)
    assert len(set(zip(places.columns.tolist(), places.lines.tolist(), strict=True))) == 130
    assert (int(places.lines[side - 1]), int(places.lines[side])) == (0, 1)
    # Right is the next of the list, down is the one below; at the border nothing changes.
    assert places.beside(0, 1, 0) == 1
    assert places.beside(0, 0, 1) == side
    assert places.beside(0, -1, 0) == 0


def test_a_board_without_cells_has_a_size() -> None:
    places = Places.of(demine.from_edges(0, []), 100)
    assert places.size == (1, 1)
    assert places.names == ()


def test_what_is_found_too_late_is_left(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], screen: Screen) -> None:
        game = screen.session.game
        screen._begin_found(BEGINNER.game(8), 0, "")
        assert screen.session.game is game
        assert game.status == "ready"

    drive(tmp_path, play)


def test_the_solver_searches_first_where_no_guess_is_needed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], screen: Screen) -> None:
        screen.action_step()
        await screen.workers.wait_for_complete()
        await pilot.pause()
        assert screen.session.game.moves[0].cell == 0
        assert screen.session.game.status in ("playing", "won")

    setup = GameSetup(demine.grid(9, 9), 10, "opening", title="easy", no_guess=True)
    drive(tmp_path, play, setup)


def test_what_a_solver_cannot_say_is_told(tmp_path: Path) -> None:
    def refuse(game: Game | Window) -> tuple[Literal["open", "flag"], int]:
        raise demine.TooWide("too wide for this solver")

    async def play(pilot: Pilot[None], screen: Screen) -> None:
        screen.session.solver = refuse
        await pilot.press("space")
        screen.action_step()
        assert message(screen) == "too wide for this solver"
        assert screen.session.game.clicks == 1

    drive(tmp_path, play)


def test_help_that_takes_too_long_is_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_room, "_HINT_SECONDS", 0)
    setup = GameSetup(demine.grid(40, 40, torus=True), 400, "opening", title="torus")
    session = Session(setup, setup.game(7), SOLVERS["exact"], Statistics(tmp_path / "games"))
    session.open(0)
    session.ask()
    assert "0 seconds" in session.message
    assert session.hint is None
    session.message = ""
    session.show_risks()
    assert session.analysis is None
    assert "0 seconds" in session.message
    assert not session.shows_risks


def test_nothing_is_hinted_at_the_end(tmp_path: Path) -> None:
    setup = GameSetup(demine.grid(2, 2), 0, title="none")
    session = Session(setup, setup.game(1), SOLVERS["exact"], Statistics(tmp_path / "games"))
    session.open(0)
    session.message = ""
    session.ask()
    assert (session.game.status, session.hint, session.message) == ("won", None, "")


def test_a_finished_game_shows_its_mines(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], screen: Screen) -> None:
        await pilot.press("space", "down", "down", "f", "up", "up")
        while not screen.session.game.is_over:
            cell = next(v for v in board.cells if screen.session.game.position.labels[v] == "?")
            screen.session.open(cell)
            screen.session.flag(cell)
        screen.show()
        drawn = "".join(lines(screen))
        assert drawn.count("*") + drawn.count("⚑") >= len(screen.session.game.mined)

    board = demine.grid(5, 5)
    drive(tmp_path, play, GameSetup(board, 12, title="small"))


def test_a_game_given_by_its_id_is_played(tmp_path: Path) -> None:
    game = Game.from_id("hexagonal-5x5-4-safe-9")

    async def play(pilot: Pilot[None], screen: Screen) -> None:
        await pilot.press("space")
        assert screen.session.game.id == game.id

    drive(tmp_path, play, GameSetup.of(game), seed=9)


class TestRoom:
    def test_headings_stay_while_the_board_scrolls(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            screen.field.cursor = 40 * 60 - 1
            await pilot.pause()
            seen = lines(screen)
            assert "bh" in seen[0]
            assert seen[-2].split()[0] == "40" or seen[-1].split()[0] == "40"

        drive(tmp_path, play, GameSetup(demine.grid(40, 60), 100, title="wide"), size=(60, 20))

    def test_too_small_is_said(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            assert "too small" in lines(screen)[0]

        drive(tmp_path, play, size=(30, 8))

    def test_a_graph_shows_names_and_edges(self, tmp_path: Path) -> None:
        board = demine.from_edges(4, [(0, 1), (1, 2), (2, 3)])

        async def play(pilot: Pilot[None], screen: Screen) -> None:
            drawn = "\n".join(lines(screen))
            assert all(str(cell) in drawn for cell in board.cells)
            assert "·" in drawn

        drive(tmp_path, play, GameSetup(board, 1, title="path"), size=(80, 24))

    @pytest.mark.parametrize("size", [(80, 24), (120, 40), (80, 12)])
    def test_the_board_stays_where_it_is(self, tmp_path: Path, size: tuple[int, int]) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space")
            before, first = screen.field.region, lines(screen)[0]
            for said in ("", "one line", "many words " * 100):
                screen.session.message = said
                screen.show()
                await pilot.pause()
                assert screen.field.region == before
                assert lines(screen)[0] == first
            box = screen.query_one("#box", VerticalScroll)
            assert box.scroll_y == 0
            await pilot.press("pagedown")
            await pilot.pause()
            assert box.scroll_y > 0

        drive(tmp_path, play, size=size)

    def test_names_leave_the_clock_and_the_state_in_sight(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.pause()
            for part in (screen.clock, screen.state):
                assert 0 < part.region.right <= 60
                assert part.region.width >= len(str(part.content))

        drive(tmp_path, play, GameSetup(demine.grid(9, 9), 10, title="n" * 170), size=(60, 24))

    @pytest.mark.parametrize("width", [100, 24])
    def test_slices_of_a_box_are_numbered(self, tmp_path: Path, width: int) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            assert "1.a" in heading(screen)
            assert width == 24 or "2.a b  c" in heading(screen)
            named = [line.split()[0] for line in lines(screen) if line.strip()]
            assert {"1.1", "2.1"} <= set(named)

        drive(tmp_path, play, GameSetup(demine.box((2, 2, 3, 3)), 3, title="box"), size=(width, 30))

    def test_help_wraps_on_a_narrow_screen(self, tmp_path: Path) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("question_mark")
            await pilot.pause()
            for text in screen.screen.query(Static):
                assert text.region.right <= 40
            shown = screen.screen.query_one(".box")
            assert shown.virtual_size.width <= shown.size.width

        drive(tmp_path, play, size=(40, 20))

    @pytest.mark.parametrize("board", [demine.grid(4, 5), demine.hexagonal(3, 4)])
    def test_columns_are_headed_as_everywhere(self, tmp_path: Path, board: demine.Board) -> None:
        async def play(pilot: Pilot[None], screen: Screen) -> None:
            expected = str(screen.session.game.position).splitlines()[0].split("│")[1].split()
            assert heading(screen).split() == expected

        drive(tmp_path, play, GameSetup(board, 2, title="columns"))

    def test_a_hint_is_the_same_act_in_plain_mode(self, tmp_path: Path) -> None:
        said: list[str] = []

        async def play(pilot: Pilot[None], screen: Screen) -> None:
            await pilot.press("space")
            for _ in range(4):
                await pilot.press("h")
                said.append(message(screen))

        drive(tmp_path, play)
        typed = "open a1\n" + "hint\n" * 4 + "quit\n"
        transcript = CliRunner().invoke(
            commands, ["play", "beginner", "--plain", "--seed", "7"], input=typed
        )
        for tier in said:
            assert " ".join(tier.split()) in " ".join(transcript.output.split())
