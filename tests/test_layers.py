"""The rooms are those of ARCHITECTURE.md: each stands there, and knows only whom it may know."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "python" / "demine"
CORE = ROOT / "crates" / "demine"


def layers(folder: Path) -> list[str]:
    """The modules of a folder in the order of ARCHITECTURE.md, lowest first."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    heading = re.escape(folder.relative_to(ROOT).as_posix())
    block = re.search(rf"^{heading}/.*\n((?:  .*\n)+)", page, re.MULTILINE)
    assert block is not None, f"ARCHITECTURE.md has no list of {heading}/"
    return re.findall(r"^  (\w+)(?:\.rs|\.py|/)", block[1], re.MULTILINE)


def modules(folder: Path, suffix: str) -> dict[str, list[Path]]:
    """The source files of each module of a folder: a file, or a folder of them."""
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob(f"*{suffix}")):
        inside = path.relative_to(folder)
        found.setdefault(Path(inside.parts[0]).stem, []).append(path)
    return found


class Room(NamedTuple):
    """A row of the table: whom a room may know, and whom it looks up only when asked."""

    knows: frozenset[str]
    looks_up: frozenset[str]


def python_rooms() -> dict[str, Room]:
    """The table of the Python rooms in ARCHITECTURE.md, lowest first."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition("## Rooms: Python")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)/?` \|.*\| ([^|]*)\|$", section, re.MULTILINE)
    names = [name for name, _ in rows]
    return {name: _room(known, names[:i]) for i, (name, known) in enumerate(rows)}


def _room(known: str, above: list[str]) -> Room:
    if known.strip() == "all above":
        return Room(frozenset(above), frozenset())
    always, _, asked = known.strip().rstrip(")").partition("(")
    return Room(frozenset(always.split()), frozenset(asked.split()))


class Import(NamedTuple):
    """A name that a file takes: `from demine.module import name`; whether when first loaded."""

    module: str
    name: str | None
    at_once: bool


def python_imports(path: Path) -> Iterator[Import]:
    """What a file takes from the package, wherever in the file it does."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    asked = {id(inner) for node in ast.walk(tree) if _is_later(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names: list[tuple[str, str | None]] = [(alias.name, None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            names = [(node.module or "", alias.name) for alias in node.names]
        else:
            continue
        for module, name in names:
            if module.split(".")[0] == "demine":
                yield Import(module, name, id(node) not in asked)


def _is_later(node: ast.AST) -> bool:
    """Whether what stands in it runs later, or is for type checkers alone."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef)


def room_of(taken: Import) -> str:
    """`demine.x.y` is in room x; what is no room is taken from the package's front."""
    inner = taken.module.split(".")[1:2] or [str(taken.name)]
    return inner[0] if inner[0] in {*modules(PACKAGE, ".py"), "_native"} else "__init__"


def door(room: str) -> set[str]:
    """The names that a room's door binds."""
    tree = ast.parse((PACKAGE / room / "__init__.py").read_text(encoding="utf-8"))
    bound: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            bound |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            bound |= {target.id for target in targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
    return bound


def python_edges() -> Iterator[tuple[str, Path, Import]]:
    """Each import of the package that leaves its room: the room, the file, what it takes."""
    for room, paths in modules(PACKAGE, ".py").items():
        for path in paths:
            for taken in python_imports(path):
                if room_of(taken) != room:
                    yield room, path, taken


def rust_uses(path: Path) -> set[str]:
    """The modules of the crate that a file names outside its unit tests."""
    source = path.read_text(encoding="utf-8").partition("#[cfg(test)]")[0]
    code = re.sub(r"//.*", "", source)
    names = re.findall(r"\bcrate::(\w+)", code)
    for group in re.findall(r"\bcrate::\{(.*?)\};", code, re.DOTALL):
        outermost = re.sub(r"\{[^{}]*\}", "", group)
        names += re.findall(r"(?:^|,)\s*(\w+)", outermost)
    # What is no module is taken from the crate's front.
    known = modules(CORE / "src", ".rs")
    return {name if name in known else "lib" for name in names}


def looks_up(order: list[str], module: str, imported: str) -> bool:
    return order.index(imported) >= order.index(module) and imported != module


def test_python_rooms_stand_in_the_architecture() -> None:
    assert set(python_rooms()) == {*modules(PACKAGE, ".py"), "_native"}


def test_python_rooms_know_only_rooms_above_them_in_the_table() -> None:
    rooms = list(python_rooms())
    for name, room in python_rooms().items():
        assert room.knows <= set(rooms[: rooms.index(name)]), name
        assert room.looks_up <= set(rooms), name


def test_python_rooms_know_only_whom_they_may_know() -> None:
    rooms = python_rooms()
    wrong = []
    for room, path, taken in python_edges():
        at_once, asked = rooms[room]
        if room_of(taken) not in (at_once if taken.at_once else at_once | asked):
            wrong.append(f"{path.relative_to(ROOT)}: {room} may not know {room_of(taken)}")
    assert not wrong


def test_python_rooms_are_entered_by_their_doors() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    wrong = [
        f"{path.relative_to(ROOT)}: {taken.module} has no door for {taken.name}"
        for _, path, taken in python_edges()
        if (room := room_of(taken)) in rooms
        if taken.module != "demine"
        if taken.module != f"demine.{room}" or taken.name not in door(room)
    ]
    assert len(list(python_edges())) > 100
    assert not wrong


def test_every_door_says_what_its_room_is_for() -> None:
    for path in sorted(PACKAGE.rglob("__init__.py")):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert len(said.splitlines()) >= 3, path


def test_rust_modules_stand_in_the_architecture() -> None:
    assert set(layers(CORE / "src")) == set(modules(CORE / "src", ".rs"))


def test_rust_uses_look_down() -> None:
    order = layers(CORE / "src")
    seen = {
        (module, used)
        for module, paths in modules(CORE / "src", ".rs").items()
        for path in paths
        for used in rust_uses(path)
    }
    assert len(seen) > len(order) / 2
    assert {pair for pair in seen if looks_up(order, *pair)} == set()


def test_the_core_crate_never_names_python() -> None:
    manifest = tomllib.loads((CORE / "Cargo.toml").read_text(encoding="utf-8"))
    assert not {"pyo3", "numpy"} & manifest.get("dependencies", {}).keys()
    texts = [path.read_text(encoding="utf-8").lower() for path in CORE.rglob("*.rs")]
    assert texts
    assert not any(word in text for text in texts for word in ("pyo3", "python"))


def test_the_core_crate_forbids_unsafe_code() -> None:
    assert "#![forbid(unsafe_code)]" in (CORE / "src" / "lib.rs").read_text(encoding="utf-8")


def imported_by(statement: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after a statement."""
    show = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}; {show}"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_library_needs_numpy_only() -> None:
    started = imported_by("pass")
    foreign = (
        imported_by("from demine import Position, draw, read") - started - sys.stdlib_module_names
    )
    assert foreign == {"demine", "numpy"}


@pytest.mark.parametrize("module", ["demine.board", "demine.reproduce"])
def test_no_module_pulls_in_the_command_line(module: str) -> None:
    assert not {"click", "rich", "matplotlib", "networkx"} & imported_by(f"import {module}")
