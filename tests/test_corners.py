"""Corners that no other test turns: rare refusals, words for the eye, and answers of odd shape."""

from __future__ import annotations

import json
import re
import sys
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import click
import networkx as nx
import numpy as np
import pytest
from click.testing import CliRunner

import demine
from data import expert
from demine import (
    DemineError,
    FormatError,
    Game,
    InvalidGame,
    NotFound,
    Position,
    Replay,
    StrategyError,
    draw,
    formats,
    grid,
    simulate,
)
from demine.arena import contrast, estimate
from demine.arena.contest import contest
from demine.arena.outside import Outside
from demine.arena.survival import half_width
from demine.board import cell_at
from demine.board.addresses import addresses
from demine.circuits import compile as compile_formula
from demine.circuits import compile_cnf
from demine.circuits import svg as circuit_svg
from demine.cli import commands
from demine.draw import save_pages
from demine.draw.marks import Mark, MarkKind
from demine.draw.saving import save_svg
from demine.formats import graph6, names, records
from demine.game.pictures import _overlay, picture
from demine.game.reviews import review
from demine.game.statistics import Statistics
from demine.meter import Meter
from demine.puzzles import grade_game, minimal
from demine.strategies.surroundings import Squares
from demine.strategies.twins import ratio


def say(line: str, *more: str) -> tuple[int, str]:
    """The exit code of a command in this process, and all that it prints or complains of."""
    result = CliRunner().invoke(commands, [*line.split(), *more])
    failure = result.exception
    said = failure.format_message() if isinstance(failure, click.ClickException) else ""
    return result.exit_code, result.output + said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("simulate --strategy ratio --board grid-4x4", "a board that is no preset needs --mines"),
        ("simulate --strategy ratio --sealed --key 00", "--sealed makes a new key: say one"),
        (
            "simulate --strategy ratio --estimate conditional --resume x",
            "a conditional estimate takes no --plot, --resume or --engine",
        ),
        ("compare ratio safest --alpha 2", "alpha"),
        ("compare ratio safest --share 0.3", "share is 0.3: expected more than 0.5"),
        ("circuit", "expected either a FORMULA or --cnf FILE"),
        ("generate expert --preset expert", "expected one of them"),
        ("generate --repair --seed 1", "--repair goes with --no-guess"),
        ("generate --grade hard --tries 20 --count 50 classic --seed 1", "of 50 games found"),
        ("solve --batch x --svg y.svg", "--batch goes with neither --trust-flags nor --svg"),
    ],
)
def test_options_that_do_not_go_together(arguments: str, said: str) -> None:
    code, line = say(arguments)
    assert code != 0
    assert said in line


def test_a_start_on_the_command_line() -> None:
    run = "simulate --strategy ratio --preset classic --games 5 --seed 1 --json --start"
    assert "expected a1 to h8" in say(run, "z99")[1]
    code, line = say(run, "d4")
    assert code == 0
    assert json.loads(line.splitlines()[0])["parameters"] == {"start": 27}


def test_boards_and_contrasts_as_json() -> None:
    assert "grid" in json.dumps(json.loads(say("boards --json")[1]))
    compared = "compare safest ratio --rows 4 --cols 4 --mines 3 --games 60 --json --estimate"
    code, line = say(compared, "conditional")
    assert code == 0
    record = json.loads(line.splitlines()[0])
    assert record["low"] <= record["difference"] <= record["high"]
    assert contrast("safest", "safest", preset="classic", games=2, seed=1).record["difference"] == 0


def test_puzzles_on_boards_that_are_no_grids_are_graphs() -> None:
    code, text = say("generate --minimal --board hexagonal-3x3 --mines 2 --seed 1")
    assert code == 0
    assert demine.loads(text).count() == 1


def test_a_repaired_board_says_so() -> None:
    line = say("generate --no-guess --repair --rows 5 --cols 5 --mines 9 --seed 1")[1]
    assert "such boards are not equally likely" in line


@pytest.mark.parametrize(
    ("ask", "error", "said"),
    [
        (lambda: simulate("strongest", preset="classic", games=1, seed=1, effort=0),
         StrategyError, "effort is 0"),
        (lambda: simulate("ratio", board=grid(3, 3), games=1, seed=1),
         InvalidGame, "a board needs its number of mines"),
        (lambda: estimate("ratio", preset="classic", games=9, seed=1).interval(1.0),
         ValueError, "confidence is 1.0"),
        (lambda: Outside("  "), StrategyError, "expected the command of a program"),
        (lambda: Outside("'"), StrategyError, "No closing quotation"),
        (lambda: minimal(grid(3, 3), 2, seed=1, grade="odd"),  # type: ignore[arg-type]
         InvalidGame, "grade 'odd'"),
        (lambda: grade_game(Game.from_mines(grid(2, 2), [0]), 0), NotFound, "the start is a mine"),
        (lambda: Game(grid(2, 2), 1, seed=1).position.count(colour=1),  # type: ignore[call-arg]
         TypeError, "unknown keyword 'colour'"),
        (lambda: demine.read(7), TypeError, "expected a path or an open file"),  # type: ignore[arg-type]
        (lambda: compile_cnf("p cnf 1 1\np cnf 1 1\n1 0"), FormatError, "a second header"),
        (lambda: compile_cnf("1 0"), FormatError, "expected the header"),
        (lambda: compile_cnf("p cnf 99999999 1\n1 0"), FormatError, "expected at most"),
        (lambda: compile_formula("a &"), FormatError, "expected"),
        (lambda: compile_formula("a b"), FormatError, "follows an operand"),
        (lambda: compile_formula("a)"), FormatError, r"'\)' without its"),
        (lambda: compile_formula("a & & b"), FormatError, "expected a variable"),
        (lambda: demine.loads("~??~"), FormatError, "graph6|known format"),
        (lambda: formats.board_of("graph-!!"), FormatError, "not packed by demine"),
    ],
)  # fmt: skip
def test_what_is_asked_wrongly_is_named(
    ask: Callable[[], object], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        ask()


def test_a_program_that_has_ended_is_named() -> None:
    player = Outside(f"{sys.executable} -c pass")
    with pytest.raises(StrategyError, match=r"ended|no answer|expected"):
        player(Position(grid(2, 2), "????", 1))


def test_counts_that_the_line_protocol_has_no_sign_for() -> None:
    star = demine.from_edges(41, [(0, v) for v in range(1, 41)])
    labels: list[str | int] = [40, *"?" * 40]
    with pytest.raises(StrategyError, match="expected \\? or a count below 36"):
        Outside("cat")(Position(star, labels))


@pytest.mark.parametrize(
    ("module", "ask"),
    [
        (
            "distributed",
            lambda _: simulate("ratio", preset="classic", games=1, seed=1, engine="dask"),
        ),
        ("matplotlib.figure", lambda folder: grid(2, 2).png(folder / "board.png")),
    ],
)
def test_what_needs_an_extra_says_which(
    module: str, ask: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(DemineError, match=r"demine\[(dask|plot)\]"):
        ask(tmp_path)


def test_vertices_are_found_by_their_names_in_any_case() -> None:
    graph = nx.Graph([("Rome", "Milan"), ("Milan", "milan")])
    board = demine.from_networkx(graph)
    assert cell_at(board, "rome") == cell_at(board, "Rome")
    assert cell_at(board, "Milan") != cell_at(board, "milan")
    with pytest.raises(FormatError, match="MILAN"):
        cell_at(board, "MILAN")


def test_long_graph6() -> None:
    board = demine.from_edges(100, [(v, v + 1) for v in range(99)])
    position = Position(board, ["?"] * 100)
    text = demine.dumps(position, "graph6")
    assert text.startswith("~")
    assert demine.loads(text).board == board


def test_words_for_the_eye() -> None:
    game = Game(grid(3, 3), 1, seed=1)
    assert repr(game) == "<Game(grid(3, 3), mines=1, seed=1, first='safe'): ready>"
    assert str(game) == str(game.position)
    assert "module of 2 cells>" in repr(demine.onemine.decomposition(grid(1, 2)))
    assert "11" in str(game.position.analyze())
    huge = Position(demine.from_edges(20_000, []), ["?"] * 20_000).solutions()
    assert "about 2^20000" in repr(huge)
    assert (huge == 1) is False
    layout = grid(2, 3).layout
    assert (layout == 1) is False
    assert hash(layout) == hash(grid(2, 3).layout)


def test_nothing_is_compared_with_what_is_no_set() -> None:
    with pytest.raises(TypeError):
        _ = Position(grid(1, 2), "??").solutions() < 3  # type: ignore[operator]


def test_two_edges_between_the_same_nodes_bend_apart(tmp_path: Path) -> None:
    """A cell of which nothing is known leads to the same node either way."""
    free = Position(grid(1, 2), "??").solutions()
    assert free.svg().count("Q") == 4
    free.png(tmp_path / "free.png")
    assert (tmp_path / "free.png").stat().st_size > 1000
    save_pages([free.picture], tmp_path / "free.pdf", "free")
    packed = (tmp_path / "free.pdf").read_bytes().partition(b"stream\n")[2]
    drawn = zlib.decompressobj().decompress(packed).decode()
    assert len(re.findall(r" c S\b", drawn)) == 4


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: demine.hexagonal(1000, 1000, radius=1000), "too many edges to hold"),
        (
            lambda: minimal(grid(3, 3), 1, seed=1, solutions=0),
            "solutions is 0: expected at least 1",
        ),
        (lambda: compile_cnf("p cnf 1 1\n1 0\n", value=False), "value=True or value=None"),
        (lambda: compile_formula("a ~b"), "'~' follows an operand: expected an operator"),
        (lambda: formats.loads('"' + "1" * (records.LONGEST_LINE + 1) + '"'), "expected"),
        (lambda: records.read("x" * (records.LONGEST_LINE + 1), {}, "a word"), "a word of at most"),
        (lambda: records.plain_values(1)({"a": 1, "b": 2}), "an object of 2 values"),
        (lambda: records.plain_values()({"a": [1]}), "'a' is \\[1\\], expected a plain value"),
        (lambda: save_pages([], "sheet.gif"), "a sheet is .pdf, .svg or .png"),
    ],
)
def test_what_is_too_much_or_no_value_is_named(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(DemineError, match=said):
        ask()


def test_a_cnf_of_satlib_ends_at_its_percent_sign() -> None:
    text = "p cnf 2 1\n1 2 0\n"
    found, same = (circuit_svg(compile_cnf(given)) for given in (text + "%\n0\n", text))
    assert found == same


def test_an_edge_of_a_tree_joins_bags() -> None:
    board = grid(1, 2)
    broken = demine.Decomposition(2, 1, [[0], [0, 1]], [(0, 2)])
    with pytest.raises(ValueError, match="an edge joins bag 2: expected 0 to 1"):
        broken.validate(board)


def test_an_empty_board_has_no_addresses() -> None:
    assert addresses(demine.from_edges(0, [])) == "none, for the board is empty"
    assert addresses(grid(2, 3)) == "a1 to c2"


def test_graphs_too_large_for_graph6_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    covered = Position(demine.from_edges(9, []), ["?"] * 9)
    text = formats.dumps(covered, "graph6")
    assert isinstance(text, str)
    monkeypatch.setattr(graph6, "_MOST_READ", 8)
    with pytest.raises(FormatError, match="9 cells: graph6 is written for at most 8"):
        formats.dumps(covered, "graph6")
    with pytest.raises(FormatError, match="a graph6 graph of at most 8 vertices"):
        graph6.parse(text.strip())


def test_the_oldest_graph_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "_KNOWN", {})
    monkeypatch.setattr(names, "_MOST_KNOWN", 2)
    known = [names.remember(demine.from_edges(size, [])) for size in (3, 4, 5)]
    assert [*names._KNOWN] == known[1:]
    assert len(names.board_of(known[2])) == 5


def test_parameters_are_words_that_any_reader_of_json_takes() -> None:
    given = {"a": True, "b": 7, "c": 1 << 70, "d": 0.5, "e": float("nan"), "f": "x", "g": (1,)}
    played = contest(partial(cast(Any, ratio), **given), preset="classic")
    plain = {"a": True, "b": 7, "c": hex(1 << 70), "d": 0.5, "e": "nan", "f": "x", "g": "(1,)"}
    assert played.parameters == plain


def test_one_game_tells_nothing() -> None:
    assert half_width(np.array([1.0]), 0.05) == 1.0
    assert 0 < half_width(np.array([0.0, 1.0] * 500), 0.05) < 0.2


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


def test_sheets_are_pictures_too(tmp_path: Path) -> None:
    drawn = Game.preset("classic", seed=1).position
    page = draw.picture(drawn, None)
    save_pages([page, page], tmp_path / "sheet.png")
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")


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


def test_a_density_has_hints_and_proofs() -> None:
    likely = demine.loads("4x1x?\nH1HH\n").with_density([0.1, 0.5, 0.5, 0.2])
    found = demine.hint(likely)
    assert (found.cell, found.measure, found.is_certain) == (0, "least risk", False)
    assert found.risk < 0.5
    certain = demine.hint(demine.loads("3x1x?\nH0H\n").with_density(0.25))
    assert certain.is_certain


def test_a_batch_says_what_was_too_much_of_a_density(tmp_path: Path) -> None:
    likely = expert("guess")[0].with_mines(None).with_density(0.2)
    for budget, verdict in (("--states 1", "too wide"), ("--seconds 1e-9", "timeout")):
        (tmp_path / "batch").write_text(json.dumps(json.loads(str(formats.dumps(likely, "graph")))))
        code, line = say(f"solve --json {budget} --batch {tmp_path / 'batch'}")
        assert (code != 0) == (verdict == "timeout"), line
        assert json.loads(line.splitlines()[0])["verdict"] == verdict


def test_seconds_beyond_all_floats_are_for_ever() -> None:
    assert Meter(seconds=10**400).left == float("inf")
    with pytest.raises(ValueError, match="expected at least 0"):
        Meter(seconds=-(10**400))


def test_known_mines_are_told_apart_from_found_ones(tmp_path: Path) -> None:
    known = Position(grid(1, 4), ["*", 2, "?", "□"])
    (tmp_path / "known.json").write_text(str(formats.dumps(known, "graph")))
    code, line = say(f"solve {tmp_path / 'known.json'}")
    assert code == 0, line
    assert "known mines: a1\n" in line
    assert "mined cells: c1\n" in line


def test_a_search_for_grades_says_how_far_it_came() -> None:
    code, line = say("generate --grade hard --count 5 --seconds 1e-9 classic --seed 1")
    assert code != 0
    assert "0 of 5 games found in 1e-09 seconds" in line


def test_a_circuit_is_drawn(tmp_path: Path) -> None:
    code, line = say("circuit a --svg", str(tmp_path / "wire.svg"))
    assert code == 0, line
    assert (tmp_path / "wire.svg").read_text().startswith("<svg")


def test_a_lost_guess_is_told_with_what_was_better() -> None:
    # One of a1 and c1 is mined; of the three cells beyond d1, one is.
    game = Game.from_mines(demine.from_edges(7, [(1, 0), (1, 2)]), [0, 4], first="risky")
    game.open(1)
    game.open(0)
    said = review(game).verdict
    assert said.startswith("Lost by a guess that was needed: move 2 opened 0, risk 1/2")
    assert "would have been 1/4" in said


def test_a_first_click_that_broke_its_promise_is_nobody_s_guess() -> None:
    """Its player was told that it is safe where the board comes from; the mines did not move."""
    game = Game.from_mines(demine.grid(1, 3), [0], first="safe")
    game.open(0)
    found = review(game)
    assert not found.guesses
    assert found.verdict == "Lost."


@pytest.mark.parametrize(
    ("edges", "said"), [([[0, 0]], "joins cell 0 to itself"), ([[0, 9]], "cells are 0 to 2")]
)
def test_a_board_beside_a_replay_has_neighbours_that_exist(
    edges: list[list[int]], said: str
) -> None:
    game = Game(demine.from_edges(3, [(0, 1)]), 1, seed=1)
    head, *moves = Replay.of(game).dumps().splitlines()
    told = json.loads(head)
    broken = told | {"board": told["board"] | {"edges": edges}}
    with pytest.raises(FormatError, match=said):
        Replay.loads("\n".join([json.dumps(broken), *moves]))


def test_a_board_beside_a_replay_is_one() -> None:
    game = Game(demine.from_edges(3, [(0, 1)]), 1, seed=1)
    head, *moves = Replay.of(game).dumps().splitlines()
    broken = json.loads(head) | {"board": {"vertices": -1}}
    with pytest.raises(FormatError, match="no board: "):
        Replay.loads("\n".join([json.dumps(broken), *moves]))


@pytest.mark.parametrize(
    ("answer", "said"),
    [(7, "7: expected cells of the board"), ([0] * 99, "more cells than the board has")],
)
def test_what_is_no_choice_of_cells_is_named(answer: Any, said: str) -> None:
    def choose(position: Position, chance: Any) -> Any:
        return answer

    with pytest.raises(StrategyError, match=said):
        simulate(choose, preset="classic", games=1, seed=1, workers=1)


def test_who_wins_less_is_said_to_win_less() -> None:
    run = "compare ratio strongest --preset classic --games 40 --seed 1 --estimate conditional"
    code, line = say(run)
    assert code == 0, line
    assert re.search(r"^ratio wins [0-9.]+% less \(", line, re.MULTILINE)


def test_statistics_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMINE_DATA", str(tmp_path))
    assert say("statistics --json") == (0, "{}\n")
    Statistics().begin("classic", Game.preset("classic", seed=1))
    code, line = say("statistics --json")
    assert code == 0
    assert json.loads(line)["classic"]["abandoned"] == 1
