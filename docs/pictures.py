"""The pictures of the site, drawn by our own code from real positions when it is built."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import demine
from demine import Board, Position
from demine.position import COVERED

EXAMPLES = Path(__file__).parent.parent / "examples"

# Apart in brightness as well as in colour, so that they can be told apart in grey.
SHADES = ["#fde725", "#8fd744", "#35b779", "#21918c", "#31688e", "#5b4b8a", "#d98880", "#f5cba7"]

_SIDE = 30.0


def draw_all(folder: Path) -> None:
    """Write every picture."""
    expert = demine.read(EXAMPLES / "expert.mine")
    beginner = demine.read(EXAMPLES / "beginner.mine")
    pictures = {
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
    }
    for name, picture in pictures.items():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")


def _analyse(name: str) -> str:
    position = demine.read(EXAMPLES / name)
    return demine.draw.svg(position, position.analyze())


def small() -> Position:
    """A position of which everything fits on a page."""
    return Position(demine.grid(2, 4), ["?", 1, "?", "?", "?", 2, "?", "?"])


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
    """The proof of a cell, one sentence after the other, as a picture that moves by itself."""
    proof = position.explain(cell)
    assert isinstance(proof, demine.Proof)
    steps = [set(), *({number} for number in proof.numbers), {cell}]
    seconds, parts = 1.6 * len(steps), list(_squares(position, {}))
    for i, cells in enumerate(steps):
        frames = ";".join("1" if i <= j else "0" for j in range(len(steps)))
        shade = SHADES[2] if cells == {cell} else SHADES[0]
        rings = "".join(_ring(position.board, one, shade) for one in sorted(cells))
        moves = f'<animate attributeName="opacity" values="{frames}" dur="{seconds:g}s" '
        parts.append(f'<g>{rings}{moves}calcMode="discrete" repeatCount="indefinite"/></g>')
    return _frame(position.board, parts)


def _ring(board: Board, cell: int, shade: str) -> str:
    row, column = board.coordinates(cell)
    x, y = column * _SIDE + 2, row * _SIDE + 2
    side = _SIDE - 4
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="4" fill="{shade}" '
        f'fill-opacity="0.35" stroke="#1d2733" stroke-width="2"/>'
    )


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


def _frame(board: Board, parts: Iterable[str]) -> str:
    rows, columns = board.layout.shape
    width, height = columns * _SIDE, rows * _SIDE
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="14" '
        'text-anchor="middle">'
    )
    return "\n".join([head, *parts, "</svg>", ""])
