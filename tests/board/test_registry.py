"""The registry of topologies: one function and one row are found by every face."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result
from starlette.applications import Starlette

import demine
from demine.board import Board
from demine.board.board import build
from demine.board.layout import Layout
from demine.board.recipe import read_recipe, recipe_of
from demine.board.registry import OPTIONS, TOPOLOGIES, Offer, Size, Topology
from demine.board.topologies import from_edges
from demine.cli import commands
from demine.formats import board_of, name_of
from demine.web.app import application
from demine.web.problem import Problem
from demine.web.reading import Asked


def ring(cells: int, *, torus: bool = False) -> Board:
    """A path, or with `torus` a circle: the topology that these tests add."""
    if cells > 100_000:
        raise AssertionError("built before its size was checked")
    pairs = [(cell, cell + 1) for cell in range(cells - 1)] + [(cells - 1, 0)] * torus
    plain = from_edges(cells, pairs)
    layout = Layout("square", plain.layout.present.copy())
    return build(layout, plain.edges, recipe=recipe_of(ring, cells, torus=torus))


ROW = Topology(
    sides="CELLS",
    words=("torus",),
    about="a path; 2 neighbours",
    example="ring-12-torus",
    title="Ring",
    size=lambda cells, **_: Size(cells, cells),
    menu=(Offer("A ring", "ring-20-torus", 4),),
    size_label="How many cells",
    home=__name__,
)


@pytest.fixture(autouse=True)
def row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TOPOLOGIES, "ring", ROW)


def run(*words: str) -> Result:
    return CliRunner().invoke(commands, words, standalone_mode=False, input="q\n")


async def ask_about(app: Starlette) -> Any:
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        return (await client.get("/api/about")).json()


def test_a_new_topology_has_names_that_make_its_boards_again() -> None:
    board = ring(12, torus=True)
    assert repr(board) == "ring(12, torus=True)"
    assert name_of(board) == ROW.example
    assert board_of(ROW.example) == board
    assert demine.Game.from_id(demine.Game(board, 3, seed=1).id).board == board


def test_a_new_topology_is_offered_by_the_package() -> None:
    assert demine.ring is ring  # type: ignore[attr-defined]
    assert "ring" in dir(demine)


def test_a_new_topology_is_listed_by_the_command_line() -> None:
    listed = run("boards").stdout
    assert "ring-CELLS" in listed
    assert "a path; 2 neighbours; the example has 12 cells" in listed
    assert json.loads(run("boards", "--json").stdout)["topologies"]["ring"]["options"] == ["torus"]


def test_a_new_topology_is_played_and_simulated_by_name() -> None:
    played = run("play", "--board", "ring-12-torus", "--mines", "2", "--seed", "1", "--plain")
    assert played.exception is None
    assert "2 mines" in played.stdout
    wanted = ("--board", "ring-12-torus", "--mines", "2", "--games", "3", "--json")
    tally = run("simulate", "--strategy", "ratio", *wanted)
    assert json.loads(tally.stdout)["games"] == 3


def test_a_new_topology_is_offered_by_the_server(tmp_path: Path) -> None:
    found = asyncio.run(ask_about(application(tmp_path / "games.sqlite")))
    assert found["topologies"]["ring"] == {
        "sides": "CELLS",
        "options": ["torus"],
        "about": "a path; 2 neighbours",
        "example": "ring-12-torus",
        "title": "Ring",
        "size": "How many cells",
        "menu": [{"title": "A ring", "board": "ring-20-torus", "mines": 4}],
    }


@pytest.mark.parametrize(
    "name",
    [
        "ring-1000000", "cube-300", "geodesic-100", "geodesic-30-triangle", "voronoi-12000",
        "grid-999999x999999", "grid-100x100-r40", "box-9x9x9x9x9", "triangular-200x200-torus",
    ],
)  # fmt: skip
def test_the_server_refuses_a_large_board_before_it_is_built(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    build = "demine.board.recipe.find_topology"
    monkeypatch.setattr(build, lambda _: pytest.fail("the board was built"))
    with pytest.raises(Problem) as refused:
        Asked({"board": name}).board()
    assert refused.value.kind == "TooLarge"


@pytest.mark.parametrize("name", ["ring", *TOPOLOGIES])
def test_the_size_of_a_row_bounds_its_boards(name: str) -> None:
    row = TOPOLOGIES[name]
    words = [word for word in row.words if not word.endswith("N")]
    for board in [row.example, *(f"{offer.board}-{word}" for offer in row.menu for word in words)]:
        try:
            made = board_of(board)
        except demine.FormatError:
            continue  # options that do not go together
        recipe = read_recipe(board)
        assert len(made) == recipe.size.cells
        assert len(made.edges) <= recipe.size.edges


@pytest.mark.parametrize("name", ["ring", *TOPOLOGIES])
def test_every_row_is_complete(name: str) -> None:
    row = TOPOLOGIES[name]
    assert set(row.words) <= OPTIONS.keys()
    assert row.menu
    for offer in row.menu:
        assert name_of(board_of(offer.board)) == offer.board
        assert 0 < offer.mines < len(board_of(offer.board))


@pytest.mark.parametrize(
    "name",
    ["ring-12x2", "ring-12-rook", "ring-12-r2", "grid-9", "grid-9x9-rN", "grid-9x9-s1", "cube-3x3"],
)
def test_a_name_has_the_sides_and_options_of_its_row(name: str) -> None:
    with pytest.raises(demine.FormatError, match="expected a topology"):
        board_of(name)
