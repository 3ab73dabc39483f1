"""The pictures of the site, drawn from real positions. `make snapshots` writes the files."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import demine
import demine.puzzles
from demine import Board, Position
from demine.draw.vector import svg_text
from demine.labels import COVERED

EXAMPLES = Path(__file__).parent.parent / "examples"

# Apart in brightness as well as in colour, so that they can be told apart in grey.
SHADES = ["#fde725", "#8fd744", "#35b779", "#21918c", "#31688e", "#5b4b8a", "#d98880", "#f5cba7"]

_SIDE = 30.0
_CAPTION = 66.0


def draw_all() -> dict[str, str]:
    """Every picture by its name in `_static`, as SVG."""
    expert = demine.read(EXAMPLES / "expert.mine")
    beginner = demine.read(EXAMPLES / "beginner.mine")
    return {
        "expert": demine.draw.svg(expert, expert.analyze()),
        "beginner": demine.draw.svg(beginner),
        "proof": walk(beginner, 12),
        "classes": colour(beginner, classes(beginner)),
        "decided": colour(beginner, decide(beginner)),
        "components": colour(beginner, components(beginner)),
        "answer": demine.draw.svg(beginner, beginner.analyze()),
        "diagram": small().solutions().svg(),
        "small": demine.draw.svg(small()),
        "hexagonal": _analyse("hexagonal.json"),
        "torus": _analyse("torus.json"),
        "review": reviewed(),
        "petersen": named(),
        "voronoi": irregular(),
        "sheet": sheet(),
        **{f"rules-{name}": demine.draw.svg(p, p.analyze()) for name, p in ruled().items()},
        "ones": demine.circuits.svg(demine.circuits.compile("a & b", style="ones")),
    }


def ruled() -> dict[str, Position]:
    """A position for each rule of the page about other rules."""
    grid, wide = demine.grid(5, 5), demine.grid(5, 5, radius=2)
    named = partial(demine.rules.by_letters, grid)
    cross = demine.rules.by_letters(wide, "X")
    return {
        "capacity": _ruled(grid, "01020 00000 02001 10010 00100", {"capacity": 2}),
        "liar": _ruled(
            grid, "01000 00010 01000 10010 00100", named("L"), lambda n: n - 1 if n else 1
        ),
        "weights": _ruled(grid, "01000 00010 01000 10010 00100", {"weights": _orthogonal(grid)}),
        "quad": _ruled(grid, "01000 01010 00000 10101 00000", named("Q")),
        "triplet": _ruled(grid, "01100 00010 10000 00011 11000", named("T")),
        "dual": _ruled(grid, "01100 00001 10001 10000 00110", named("D")),
        "balance": _ruled(grid, "01000 00010 10000 00001 00100", named("B")),
        "multiple": _ruled(grid, "01000 00010 01000 10010 00100", named("M")),
        "negation": _ruled(grid, "01000 00010 01000 10010 00100", named("N")),
        "cross": _ruled(wide, "01000 00010 01000 10010 00100", cross),
        "wall": _ruled(grid, "01000 00110 01000 10010 00100", named("W"), _shown(named("W"))),
        "partition": _ruled(grid, "01000 00110 01000 10010 00100", named("P"), _shown(named("P"))),
    }


def _shown(keywords: dict[str, Any]) -> Callable[[int], int]:
    """The number of a sum, where each sum has one number; four runs make the largest."""
    sums = {total: number for number in range(1112) for total in keywords["values"](number)}
    return sums.__getitem__


def _ruled(
    board: Board, mines: str, keywords: dict[str, Any], show: Callable[[int], int] = abs
) -> Position:
    """The position in which all free cells of the first three rows are open."""
    held = [int(sign) for sign in mines.replace(" ", "")]
    rules = demine.rules.Rules.of(board, **keywords)
    labels: list[str | int] = [COVERED] * len(board)
    for cell in range(15):
        if not held[cell]:
            near = board.neighbours(cell)
            labels[cell] = show(sum(rules.weight(cell, n) * held[n] for n in near))
    return Position(board, labels, **keywords)


def _orthogonal(board: Board) -> Callable[[int, int], int]:
    """Cells of the same row or column count twice."""

    def weight(number: int, cell: int) -> int:
        pairs = zip(board.coordinates(number), board.coordinates(cell), strict=True)
        return 2 if any(one == other for one, other in pairs) else 1

    return weight


def _analyse(name: str) -> str:
    position = demine.read(EXAMPLES / name)
    return demine.draw.svg(position, position.analyze())


def small() -> Position:
    """A position of which everything fits on a page."""
    return demine.loads("4x2x?\nH1HH\nHH2H\n")


def classes(position: Position) -> list[set[int]]:
    """Covered cells by the counts that they touch; those that touch none are left out."""
    by_counts: defaultdict[frozenset[int], set[int]] = defaultdict(set)
    for cell, label in enumerate(position.labels):
        counts = frozenset(
            v for v in position.board.neighbours(cell) if isinstance(position.labels[v], int)
        )
        if label == COVERED and counts:
            by_counts[counts].add(cell)
    return sorted(by_counts.values(), key=min)


def decide(position: Position) -> list[set[int]]:
    """The covered cells that are certain: free ones, then mined ones."""
    analysis = position.analyze()
    return [set(analysis.safe), set(analysis.mined)]


def components(position: Position) -> list[set[int]]:
    """Undecided cells next to counts, joined where one count speaks of both."""
    certain = set().union(*decide(position))
    left = [group - certain for group in classes(position) if group - certain]
    joined: list[tuple[set[int], set[int]]] = []
    for group in left:
        around = _counts(position, group)
        touching = [other for other in joined if other[1] & around]
        joined = [other for other in joined if not other[1] & around]
        cells = group.union(*(other[0] for other in touching))
        joined.append((cells, around.union(*(other[1] for other in touching))))
    return [cells for cells, _ in joined]


def _counts(position: Position, cells: Iterable[int]) -> set[int]:
    near = (v for cell in cells for v in position.board.neighbours(cell))
    return {v for v in near if isinstance(position.labels[v], int)}


def colour(position: Position, groups: list[set[int]]) -> str:
    """The position with groups of cells in colours and letters of their own."""
    marks = {
        cell: (SHADES[i % len(SHADES)], chr(ord("a") + i % 26))
        for i, group in enumerate(groups)
        for cell in group
    }
    return _frame(position.board, _squares(position, marks))


def walk(position: Position, cell: int) -> str:
    """The proof of a cell as a picture that moves by itself: each sentence with what it points at.

    Numbers that a sentence uses have a blue frame, what it finds out a tick or a mine, which stay.
    """
    proof = position.explain(cell)
    assert isinstance(proof, demine.Proof)
    frames = 2 + len(proof.lines)  # the question first, the answer for twice as long
    parts = list(_squares(position, {}))
    question = f"Why is {position.board.address(cell)} safe?"
    parts.append(_during({0}, frames, _asked(position.board, cell) + _caption(position, question)))
    for i, line in enumerate(proof.lines, start=1):
        last = i == len(proof.lines)
        now, from_now = {i, i + 1} if last else {i}, set(range(i, frames))
        framed = "".join(_ring(position.board, number) for number in line.numbers)
        found = "".join(_found(position.board, one, line.mined) for one in line.cells)
        parts.append(_during(now, frames, framed + _caption(position, line.sentence)))
        parts.append(_during(from_now, frames, found))
    return _frame(position.board, parts, below=_CAPTION)


def _during(shown: set[int], frames: int, parts: str) -> str:
    """Parts that are seen in some frames of the film only."""
    values = ";".join("1" if frame in shown else "0" for frame in range(frames))
    moves = f'<animate attributeName="opacity" values="{values}" dur="{2.5 * frames:g}s" '
    return f'<g opacity="0">{parts}{moves}calcMode="discrete" repeatCount="indefinite"/></g>'


def _caption(position: Position, sentence: str) -> str:
    """A sentence below the board, in lines."""
    rows, columns = position.board.layout.shape
    lines = textwrap.wrap(sentence, 34)
    middle, top = columns * _SIDE / 2, rows * _SIDE + 22
    return "".join(
        f'<text x="{middle:g}" y="{top + 18 * i:g}" fill="#1d2733">{line}</text>'
        for i, line in enumerate(lines)
    )


def _asked(board: Board, cell: int) -> str:
    return _square(board, cell, "#fff3c4") + _sign(board, cell, "?")


def _found(board: Board, cell: int, mined: bool | None) -> str:
    """What a sentence says of a cell."""
    shade, sign = ("#3d4859", "✱") if mined else ("#0a6b3d", "✓")
    return _square(board, cell, shade) + _sign(board, cell, sign, "#fff")


def _square(board: Board, cell: int, shade: str) -> str:
    row, column = board.coordinates(cell)
    at = f'x="{column * _SIDE:g}" y="{row * _SIDE:g}"'
    return f'<rect {at} width="{_SIDE:g}" height="{_SIDE:g}" fill="{shade}" stroke="#fff"/>'


def _sign(board: Board, cell: int, sign: str, ink: str = "#1d2733") -> str:
    row, column = board.coordinates(cell)
    x, y = (column + 0.5) * _SIDE, (row + 0.5) * _SIDE + 5
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" font-weight="bold">{sign}</text>'


def _ring(board: Board, cell: int) -> str:
    row, column = board.coordinates(cell)
    x, y, side = column * _SIDE + 2, row * _SIDE + 2, _SIDE - 4
    place = f'x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}"'
    return f'<rect {place} rx="4" fill="none" stroke="#0b57c9" stroke-width="3"/>'


def reviewed() -> str:
    """Where a game was lost: safe cells are ticked, the least risky guess is marked."""
    game = demine.Game.preset("beginner", seed=1)
    for cell in ("e5", "i9", "a9", "i1", "a1"):
        game.open(cell)
    return game.review().svg()


def named() -> str:
    """Petersen's graph with one number."""
    board = demine.read(EXAMPLES / "petersen.gr").board
    position = Position(board, ["?"] * 9 + [2], mines=3)
    return demine.draw.svg(position, position.analyze())


def irregular() -> str:
    """A game on Voronoi cells, some of them open."""
    game = demine.Game(demine.voronoi(40), mines=6, seed=1, first="opening")
    game.open(20)
    return demine.draw.svg(game.position, game.position.analyze())


def sheet() -> str:
    """The first page of a sheet of puzzles."""
    puzzles = [demine.puzzles.minimal(demine.grid(6, 6), 6, seed=seed) for seed in range(1, 5)]
    first, *_ = demine.puzzles.sheet(puzzles)
    return svg_text(first)


def _squares(position: Position, marks: dict[int, tuple[str, str]]) -> Iterator[str]:
    for cell, label in enumerate(position.labels):
        row, column = position.board.coordinates(cell)
        usual = "#c5cdd8" if label == COVERED else "#f4f6f8"
        shade, sign = marks.get(cell, (usual, "" if label in (COVERED, 0) else str(label)))
        at = f'x="{column * _SIDE:g}" y="{row * _SIDE:g}"'
        yield f'<rect {at} width="{_SIDE:g}" height="{_SIDE:g}" fill="{shade}" stroke="#fff"/>'
        if sign:
            x, y = (column + 0.5) * _SIDE, (row + 0.5) * _SIDE + 5
            ink = "#fff" if shade in SHADES[4:6] else "#1d2733"
            yield f'<text x="{x:g}" y="{y:g}" fill="{ink}">{sign}</text>'


def _frame(board: Board, parts: Iterable[str], below: float = 0.0) -> str:
    rows, columns = board.layout.shape
    width, height = columns * _SIDE, rows * _SIDE + below
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="14" '
        'text-anchor="middle">'
    )
    return "\n".join([head, *parts, "</svg>", ""])
