"""The rooms of both languages, read from the sources and ARCHITECTURE.md, and their drawing."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from paths import ROOT

PACKAGE = ROOT / "python" / "demine"
CORE = ROOT / "crates" / "demine"

Edges = dict[str, set[str]]
"""Whom each room knows."""


def list_rooms(folder: Path) -> list[str]:
    """The rooms of a folder in the order of ARCHITECTURE.md, lowest first."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    heading = re.escape(folder.relative_to(ROOT).as_posix())
    block = re.search(rf"^{heading}/.*\n((?:  .*\n)+)", page, re.MULTILINE)
    assert block is not None, f"ARCHITECTURE.md has no list of {heading}/"
    return re.findall(r"^  (\w+)(?:\.rs|\.py|/)", block[1], re.MULTILINE)


@cache
def rooms(folder: Path, suffix: str) -> dict[str, list[Path]]:
    """The source files of each room of a folder: a file, or a folder of them."""
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob(f"*{suffix}")):
        inside = path.relative_to(folder)
        found.setdefault(Path(inside.parts[0]).stem, []).append(path)
    return found


class Room(NamedTuple):
    """A row of the table: whom a room may know, and whom it looks up only when asked."""

    knows: frozenset[str]
    looks_up: frozenset[str]


def python_table() -> dict[str, Room]:
    """The table of the Python rooms in ARCHITECTURE.md, lowest first."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition("## Python modules")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)/?` \|.*\| ([^|]*)\|$", section, re.MULTILINE)
    names = [name for name, _ in rows]
    return {name: _room(known, names[:i]) for i, (name, known) in enumerate(rows)}


GROUND = (
    *("lazy", "errors", "arguments", "_native", "alarm", "labels"),
    *("meter", "latest", "wording", "words", "pictured", "tabled"),
)
"""What the table calls the ground: rooms that all others may know."""


def _room(known: str, above: list[str]) -> Room:
    if known.strip() == "all above":
        return Room(frozenset(above), frozenset())
    always, _, asked = known.strip().rstrip(")").partition("(")
    names = always.replace("ground", " ".join(GROUND)).split()
    return Room(frozenset(names), frozenset(asked.split()))


class Import(NamedTuple):
    """A name that a file takes: `from demine.module import name`; whether when first loaded."""

    module: str
    name: str | None
    at_once: bool

    @property
    def room(self) -> str:
        """`demine.x.y` is in room x; what is no room is taken from the package's front."""
        inner = self.module.split(".")[1:2] or [str(self.name)]
        return inner[0] if inner[0] in {*rooms(PACKAGE, ".py"), "_native"} else "__init__"


def python_imports(path: Path) -> Iterator[Import]:
    """What a file takes from the package, wherever in the file it does: by import, or by a dot."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    asked = {id(inner) for node in ast.walk(tree) if _is_later(node) for inner in ast.walk(node)}
    modules = _modules_by_name(tree)
    for node in ast.walk(tree):
        for module, name in _taken(node, modules):
            if module.split(".")[0] == "demine":
                yield Import(module, name, id(node) not in asked)


def _taken(node: ast.AST, modules: dict[str, str]) -> Iterator[tuple[str, str | None]]:
    """The module and the name of everything that a node takes from some module."""
    match node:
        case ast.Import(names=aliases):
            yield from ((alias.name, None) for alias in aliases)
        case ast.ImportFrom(module=module, names=aliases):
            assert node.level == 0, "imports are written in full"
            yield from ((module or "", alias.name) for alias in aliases)
        case ast.Attribute(value=value, attr=attr):
            module = _module_of(value, modules)
            if module is not None:
                yield module, attr


def _modules_by_name(tree: ast.Module) -> dict[str, str]:
    """The modules of the package that names of a file stand for."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or "demine"] = alias.name if alias.asname else "demine"
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return {name: module for name, module in found.items() if _is_module(module)}


def _module_of(node: ast.AST, modules: dict[str, str]) -> str | None:
    """The module of the package that an expression such as `demine.arena.tally` stands for."""
    match node:
        case ast.Name(id=name):
            return modules.get(name)
        case ast.Attribute(value=value, attr=attr):
            outer = _module_of(value, modules)
            inner = f"{outer}.{attr}"
            return inner if outer is not None and _is_module(inner) else None
    return None


def _is_module(name: str) -> bool:
    first, *parts = name.split(".")
    place = PACKAGE.joinpath(*parts)
    return first == "demine" and (place.is_dir() or place.with_suffix(".py").exists())


def _is_later(node: ast.AST) -> bool:
    """Whether what stands in it runs later, or is for type checkers alone."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef)


@cache
def python_edges() -> list[tuple[str, Path, Import]]:
    """Each import of the package that leaves its room: the room, the file, what it takes."""
    return [
        (room, path, taken)
        for room, paths in rooms(PACKAGE, ".py").items()
        for path in paths
        for taken in python_imports(path)
        if taken.room != room
    ]


def rust_uses(path: Path) -> set[str]:
    """The rooms of the crate that a file names outside its unit tests."""
    source = path.read_text(encoding="utf-8").partition("#[cfg(test)]")[0]
    code = re.sub(r"//.*", "", source)
    names = re.findall(r"\bcrate::(\w+)", code)
    for group in re.findall(r"\bcrate::\{(.*?)\};", code, re.DOTALL):
        outermost = re.sub(r"\{[^{}]*\}", "", group)
        names += re.findall(r"(?:^|,)\s*(\w+)", outermost)
    # What is no room is taken from the crate's front.
    known = rooms(CORE / "src", ".rs")
    return {name if name in known else "lib" for name in names}


def rust_edges() -> set[tuple[str, str]]:
    """Who uses whom in the core crate."""
    return {
        (room, used)
        for room, paths in rooms(CORE / "src", ".rs").items()
        for path in paths
        for used in rust_uses(path)
        if used != room
    }


def read_python() -> Edges:
    """Who knows whom in the package, from the imports that run at once."""
    known: Edges = {room: set() for room in [*rooms(PACKAGE, ".py"), "_native"]}
    for room, _, taken in python_edges():
        if taken.at_once and "__init__" not in (room, taken.room):
            known[room].add(taken.room)
    return {room: known[room] for room in known if room not in ("__init__", "__main__")}


def read_rust() -> Edges:
    """Who knows whom in the core crate; the façade knows them all and is left out."""
    known: Edges = {room: set() for room in rooms(CORE / "src", ".rs") if room != "lib"}
    for room, used in rust_edges():
        if "lib" not in (room, used):
            known[room].add(used)
    return known


def reduce_edges(edges: Edges) -> Edges:
    """The edges that do not follow from others: no shorter drawing says the same."""

    def reach(room: str) -> set[str]:
        return edges[room].union(*(reach(other) for other in edges[room]))

    return {
        room: known - set().union(*(reach(other) for other in known))
        for room, known in edges.items()
    }


def heights(edges: Edges) -> dict[str, int]:
    """How high each room stands: above all that it knows."""

    def height(room: str) -> int:
        return max((height(other) + 1 for other in edges[room]), default=0)

    return {room: height(room) for room in edges}


_WIDE, _HIGH, _BOX, _TALL = 104, 62, 88, 28


class Picture:
    """Rooms as boxes, row by row; a line goes from a room down to one that it knows."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.width = self.height = 0

    def draw(self, title: str, edges: Edges, left: int) -> int:
        """Draw one language; returns where the next one has room."""
        rows: defaultdict[int, list[str]] = defaultdict(list)
        for room, height in heights(edges).items():
            rows[height].append(room)
        widest = max(map(len, rows.values())) * _WIDE
        top = (max(rows) + 1) * _HIGH + 40
        at = {
            room: (left + widest * (i + 0.5) / len(row), top - height * _HIGH - _TALL)
            for height, row in rows.items()
            for i, room in enumerate(_order(row, edges))
        }
        self._text(left + widest / 2, 20, title, "title")
        self.parts += [
            _line(at[room], at[other])
            for room in edges
            for other in sorted(reduce_edges(edges)[room])
        ]
        for room, (x, y) in at.items():
            self.parts.append(
                f'<rect x="{x - _BOX / 2:g}" y="{y - _TALL / 2:g}" width="{_BOX}" '
                f'height="{_TALL}" rx="5"/>'
            )
            self._text(x, y + 4, room, "room")
        self.height = max(self.height, top + 8)
        self.width = left + widest
        return self.width + 40

    def _text(self, x: float, y: float, text: str, kind: str) -> None:
        self.parts.append(f'<text class="{kind}" x="{x:g}" y="{y:g}">{text}</text>')

    def svg(self) -> str:
        """The whole picture; readable in grey, on light and on dark paper."""
        size = f'width="{self.width:g}" height="{self.height:g}"'
        view = f'viewBox="0 0 {self.width:g} {self.height:g}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>'
        return "\n".join([head, _STYLE, _PAPER, *self.parts, "</svg>", ""])


_STYLE = """<style>
  text { font: 12px sans-serif; text-anchor: middle; fill: #1d2733; }
  .title { font-weight: bold; fill: #6b7683; }
  rect { fill: #eef1f5; stroke: #6b7683; }
  path { fill: none; stroke: #6b7683; stroke-width: 1.2; }
</style>"""
_PAPER = '<rect width="100%" height="100%" style="fill: #fff; stroke: none"/>'


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x, y), (u, v) = (start[0], start[1] + _TALL / 2), (end[0], end[1] - _TALL / 2)
    bend = (v - y) / 2
    return f'<path d="M{x:g} {y:g} C{x:g} {y + bend:g} {u:g} {v - bend:g} {u:g} {v:g}"/>'


def _order(row: list[str], edges: Edges) -> list[str]:
    """Rooms that know many stand in the middle."""
    by_size = sorted(row, key=lambda room: (len(edges[room]), room))
    return by_size[::2] + by_size[1::2][::-1]


def drawing() -> str:
    """Both languages beside each other."""
    picture = Picture()
    left = picture.draw("crates/demine/src", read_rust(), 0)
    picture.draw("python/demine", read_python(), left)
    return picture.svg()
