"""Drawings: golden texts, and pictures that are whole, readable and safe to share a page."""

from __future__ import annotations

import re
import zlib
from itertools import pairwise, permutations, product
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from matplotlib import font_manager
from numpy.typing import NDArray
from PIL import ImageFont

import demine
from demine import Board, DemineError, FormatError, Game, Position, draw, grid
from demine.draw import diagram, palette, save_pages, shapes
from demine.draw.marks import Mark, MarkKind, percent
from demine.draw.palette import Colour
from paths import BEGINNER, DATA, EXAMPLES
from snapshots import Snapshot

FILES = sorted(p for p in EXAMPLES.iterdir() if p.is_file())
Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

BOARDS = [
    demine.grid(1, 1),
    demine.grid(3, 4, torus=True),
    demine.grid(3, 3, mask=[[True, True, True], [True, False, True], [True, True, True]]),
    demine.hexagonal(3, 4),
    demine.triangular(3, 5),
    demine.box((5,)),
    demine.box((2, 3, 4)),
    demine.box((2, 2, 2, 2)),
    demine.from_edges(0, []),
    demine.from_networkx(nx.petersen_graph()),
    demine.from_networkx(nx.Graph([("<a>", "&"), ("&", '"'), ("&", "\x00\ud800\n")])),
]


def cover(board: Board) -> Position:
    return Position(board, ["?"] * len(board))


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_golden_text(path: Path, snapshot: Snapshot) -> None:
    position = demine.read(path)
    golden = DATA / "drawings" / f"{path.stem}.txt"
    snapshot.check(golden, draw.text(position, position.analyze()))


def test_text_without_an_analysis() -> None:
    position = Position(demine.grid(2, 3), ["?", "□", "*", 0, 2, 12])
    assert draw.text(position) == (
        "  │    a    b    c\n──┼───────────────\n1 │    ?    □    *\n2 │    ·    2 (12)\n"
    )


def test_text_of_odd_rows_is_shifted() -> None:
    rows = draw.text(cover(demine.hexagonal(3, 2))).splitlines()[2:]
    assert rows == ["1 │   ?   ?", "2 │     ?   ?", "3 │   ?   ?"]


def test_text_of_a_graph_names_its_nodes() -> None:
    board = demine.from_networkx(nx.Graph([("alpha", "b"), ("b", "c")]))
    assert draw.text(Position(board, ["?", 1, "*"])) == (
        " cell  label    mined  neighbours\n"
        "alpha      ?           b\n"
        "    b      1           alpha, c\n"
        "    c      *           b\n"
    )


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_colours_only_add(board: Board) -> None:
    position = cover(board)
    analysis = position.analyze()
    plain = draw.text(position, analysis)
    coloured = draw.text(position, analysis, colour=True)
    assert "\x1b" not in plain
    assert ESCAPE.sub("", coloured) == plain
    assert coloured.count("\x1b[0m") == len(board)


@pytest.mark.parametrize(
    ("risk", "shown"),
    [(1e-9, "<1"), (0.0049, "<1"), (0.0051, "1"), (0.5, "50"), (0.994, "99"), (0.9999, ">99")],
)
def test_no_risk_looks_certain(risk: float, shown: str) -> None:
    assert percent(risk) == shown


def svg_of(position: Position, *, analyzed: bool) -> ElementTree.Element:
    return ElementTree.fromstring(draw.svg(position, position.analyze() if analyzed else None))


def cells_of(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return [group for group in picture.iter(f"{SVG}g") if group.get("class") == "cell"]


def texts_of(element: ElementTree.Element) -> list[str | None]:
    return [text.text for text in element.iter(f"{SVG}text")]


@pytest.mark.parametrize("analyzed", [False, True])
@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_picture_is_whole(board: Board, analyzed: bool) -> None:
    picture = svg_of(cover(board), analyzed=analyzed)
    assert picture.get("role") == "img"
    assert picture[0].tag == f"{SVG}title"
    assert picture[1].tag == f"{SVG}desc"
    assert (picture[1].text or "").startswith(f"{len(board)} cells")
    cells = cells_of(picture)
    assert len(cells) == len(board)
    assert all((cell[0].text or "").startswith("cell ") for cell in cells)
    assert all(texts_of(cell) == (["50%"] if analyzed else []) for cell in cells)


def points_of(picture: ElementTree.Element) -> NDArray[np.float64]:
    """The corners of all polygons and the middles of all discs."""
    corners = [polygon.get("points", "") for polygon in picture.iter(f"{SVG}polygon")]
    discs = [f"{disc.get('cx')},{disc.get('cy')}" for disc in picture.iter(f"{SVG}circle")]
    pairs = [pair.split(",") for pair in " ".join(corners + discs).split()]
    return np.array(pairs, dtype=float).reshape(-1, 2)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_everything_is_on_the_canvas(board: Board) -> None:
    source = draw.svg(cover(board))
    picture = ElementTree.fromstring(source)
    width, height = float(picture.get("width", 0)), float(picture.get("height", 0))
    assert picture.get("viewBox") == f"0 0 {picture.get('width')} {picture.get('height')}"
    points = points_of(picture)
    assert (points >= 0).all()
    assert (points <= [width, height]).all()
    assert "nan" not in source
    assert " id=" not in source


def test_every_mark_has_a_sign_of_its_own() -> None:
    board = demine.from_edges(9, [(0, 4), (1, 4), (2, 5), (3, 5), (6, 7)])
    position = Position(board, ["?", "*", "?", "□", 2, 0, "?", "?", 0])
    cells = cells_of(svg_of(position, analyzed=True))
    hints = [(cell[0].text or "").partition(": ")[2] for cell in cells]
    assert hints == [
        "mined",
        "known mine",
        "safe",
        "known free",
        "2 mined neighbours",
        "0 mined neighbours",
        "50 % chance of a mine",
        "50 % chance of a mine",
        "0 mined neighbours",
    ]
    signs = [ElementTree.tostring(cell[2]).partition(b">")[2] for cell in cells]
    uncoloured = [re.sub(rb"#[0-9a-f]{6}", b"", sign) for sign in signs]
    assert len(set(uncoloured)) == len(set(hints))


def test_a_graph_shows_its_edges() -> None:
    board = demine.from_networkx(nx.petersen_graph())
    picture = svg_of(cover(board), analyzed=False)
    assert len(list(picture.iter(f"{SVG}line"))) == len(board.edges)
    assert not list(svg_of(cover(demine.grid(3, 3)), analyzed=False).iter(f"{SVG}line"))


def test_rows_columns_and_slices_are_captioned() -> None:
    grid = svg_of(cover(demine.grid(2, 3)), analyzed=False)
    assert texts_of(grid) == ["1", "2", "a", "b", "c"]
    box = svg_of(cover(demine.box((2, 1, 1))), analyzed=False)
    assert texts_of(box) == ["1", "2"]
    graph = svg_of(cover(demine.from_networkx(nx.Graph([("hub", "rim")]))), analyzed=False)
    assert texts_of(graph) == ["hub", "rim"]


def test_notebooks_draw_positions_and_analyses() -> None:
    position = demine.read(FILES[0])
    analysis = position.analyze()
    assert position._repr_svg_() == draw.svg(position)
    assert analysis._repr_svg_() == draw.svg(position, analysis)


def luminance(colour: Colour) -> float:
    """Relative luminance as the accessibility guidelines (WCAG 2) define it."""
    parts = np.array(colour) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    "mark",
    [Mark(MarkKind.RISK, risk=risk / 20) for risk in range(21)]
    + [Mark(kind) for kind in (MarkKind.SAFE, MarkKind.MINED, MarkKind.MINE, MarkKind.COVERED)],
)
def test_signs_stand_out_from_their_ground(mark: Mark) -> None:
    ground = palette.ground(mark)
    assert ground is not None
    assert contrast(ground, palette.ink_on(ground)) >= 4.5


def test_a_proof_on_a_graph_is_ringed_and_told_in_every_format(tmp_path: Path) -> None:
    """Cells of a graph are discs, and so are their rings; one sentence needs no number."""
    proof = Position(demine.from_edges(3, [(0, 1), (1, 2)]), ["?", 2, "?"]).explain(0)
    assert isinstance(proof, demine.Proof)
    (said,) = proof.sentences
    texts = [text.text or "" for text in ElementTree.fromstring(proof.svg()).iter(f"{SVG}text")]
    assert " ".join(texts).endswith(said)
    assert "1. " not in " ".join(texts)
    plain = proof.position
    assert proof.svg().count("<circle") == plain.svg().count("<circle") + 2  # the 2, and the cell
    discs = []
    for drawn in (proof.picture, plain.picture):
        draw.save_pages([drawn], tmp_path / "x.pdf")
        packed = (tmp_path / "x.pdf").read_bytes().partition(b"stream\n")[2]
        discs.append(zlib.decompressobj().decompress(packed).count(b" c h"))
    assert discs[0] == discs[1] + 2


class TestDiagrams:
    """Edges of a drawn diagram keep off nodes and off each other; they may only cross."""

    POSITIONS = (
        "4x3x3\nHHHH\n2H2H\nHHHH\n",
        "5x2x?\nH2H2H\nHHHHH\n",
        "6x3x?\nHHHHHH\nH2H3HH\nHHHHHH\n",
    )

    @pytest.mark.parametrize("text", POSITIONS)
    def test_no_edge_touches_a_node_that_is_not_its_end(self, text: str) -> None:
        discs, lines = self.drawn(text)
        assert len(discs) > 8
        for line in lines:
            ends = {line[0], line[-1]}
            for disc in discs:
                if disc not in ends:
                    assert min(self.distance(disc, a, b) for a, b in pairwise(line)) > 19

    @pytest.mark.parametrize("text", POSITIONS)
    def test_no_two_edges_run_along_each_other(self, text: str) -> None:
        _, lines = self.drawn(text)
        for one, other in permutations(lines, 2):
            for (a, b), (c, d) in product(pairwise(one), pairwise(other)):
                inner = [self.between(a, b, share) for share in (0.35, 0.5, 0.65)]
                assert max(self.distance(point, c, d) for point in inner) > 2

    @staticmethod
    def between(a: Point, b: Point, share: float) -> Point:
        return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])

    @staticmethod
    def drawn(text: str) -> tuple[list[Point], list[list[Point]]]:
        """The middles of the nodes, and the points along each edge."""
        solutions = demine.loads(text).solutions()
        picture = diagram.diagram_picture(solutions.board.address, solutions.diagram)
        discs = [(s.x, s.y) for s in picture.shapes if isinstance(s, shapes.Disc)]
        boxes = [s.points for s in picture.shapes if isinstance(s, shapes.Polygon)]
        middles = [((p[0][0] + p[2][0]) / 2, (p[0][1] + p[2][1]) / 2) for p in boxes]
        lines = [TestDiagrams.points(s) for s in picture.shapes if isinstance(s, shapes.Line)]
        return discs + middles, lines

    @staticmethod
    def points(line: shapes.Line) -> list[Point]:
        """The points of a line; of a curve some in between."""
        if line.bend is None:
            return list(line.points)
        (x1, y1), (x2, y2), (bx, by) = line.points[0], line.points[-1], line.bend
        along = [
            ((1 - t) ** 2 * x1 + 2 * t * (1 - t) * bx + t * t * x2,
             (1 - t) ** 2 * y1 + 2 * t * (1 - t) * by + t * t * y2)
            for t in (0.25, 0.5, 0.75)
        ]  # fmt: skip
        return [line.points[0], *along, line.points[-1]]

    @staticmethod
    def distance(p: Point, a: Point, b: Point) -> float:
        """From a point to a segment."""
        ux, uy = b[0] - a[0], b[1] - a[1]
        t = ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / (ux * ux + uy * uy)
        t = min(max(t, 0.0), 1.0)
        return hypot(p[0] - a[0] - t * ux, p[1] - a[1] - t * uy)


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


def test_sheets_are_pictures_too(tmp_path: Path) -> None:
    drawn = Game.preset("classic", seed=1).position
    page = draw.picture(drawn, None)
    save_pages([page, page], tmp_path / "sheet.png")
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_everything_draws_itself_into_a_file(tmp_path: Path, suffix: str) -> None:
    position = demine.read(BEGINNER)
    game = demine.Game.preset("beginner", seed=1)
    for cell in ("e5", "i9", "a9", "i1", "a1"):
        game.open(cell)
    small = demine.loads("4x2x?\nH1HH\nHH2H\n")
    things: dict[str, Any] = {
        "board": position.board,
        "position": position,
        "analysis": position.analyze(),
        "game": game,
        "hint": demine.hint(position),
        "proof": position.explain("d2"),
        "review": game.review(),
        "solutions": small.solutions(),
    }
    for name, thing in things.items():
        path = tmp_path / f"{name}.{suffix}"
        getattr(thing, suffix)(path)
        assert path.stat().st_size > 500, name
        assert thing._repr_svg_().startswith("<svg"), name


def test_a_sheet_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(DemineError, match=r"a sheet is \.pdf, \.svg or \.png"):
        save_pages([], "sheet.gif")


def test_sentences_fit_into_the_picture_in_a_wide_font() -> None:
    """DejaVu Sans, which many systems use, is wider than Helvetica."""
    font = ImageFont.truetype(font_manager.findfont("DejaVu Sans"), 1000)
    position = demine.minefield(3, 2, [1, 2], [[0, 1], [0, 1, 2]])
    long = "The number of mines next to the cells mmmmm and wwwww is 88888, more than MMMMM. " * 4
    drawn = draw.picture(position, notes=[long])
    words = [shape for shape in drawn.shapes if isinstance(shape, shapes.Text)]
    notes = [text for text in words if text.anchor == "start"]
    assert len(notes) > 3
    for note in notes:
        assert note.x + font.getlength(note.words) * note.size / 1000 <= drawn.width


@pytest.mark.parametrize("name", ["x.pdf", "x.png", "x"])
def test_a_drawing_in_svg_has_a_name_in_svg(name: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"expected a name in \.svg"):
        demine.grid(2, 2).svg(tmp_path / name)
    assert not list(tmp_path.iterdir())
