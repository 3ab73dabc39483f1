"""The rooms are those of ARCHITECTURE.md: each stands there, and knows only whom it may know."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from paths import ROOT
from rooms import (
    CORE,
    PACKAGE,
    Import,
    drawing,
    list_rooms,
    python_edges,
    python_imports,
    python_table,
    rooms,
    rust_edges,
)
from snapshots import Snapshot


@cache
def exports(room: str) -> set[str]:
    """The names that the `__init__.py` of a room binds."""
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


def reaches_past(taken: Import) -> bool:
    """Whether an import takes a name from a room that the room does not export."""
    room = taken.room
    if taken.module == "demine" or not (PACKAGE / room / "__init__.py").exists():
        return False
    if taken.module == f"demine.{room}":
        return taken.name is not None and taken.name not in exports(room)
    # A room may export a module: then the names of that module are public, but for private ones.
    inner = taken.module.removeprefix(f"demine.{room}.")
    return inner not in exports(room) or taken.name is None or taken.name.startswith("_")


def looks_up(order: list[str], module: str, imported: str) -> bool:
    return order.index(imported) >= order.index(module) and imported != module


def test_python_rooms_stand_in_the_architecture() -> None:
    assert set(python_table()) == {*rooms(PACKAGE, ".py"), "_native"}


def test_python_rooms_know_only_rooms_above_them_in_the_table() -> None:
    order = list(python_table())
    for name, room in python_table().items():
        assert room.knows <= set(order[: order.index(name)]), name
        assert room.looks_up <= set(order), name


def test_python_rooms_know_only_whom_they_may_know() -> None:
    table = python_table()
    wrong = []
    for room, path, taken in python_edges():
        at_once, asked = table[room]
        if taken.room not in (at_once if taken.at_once else at_once | asked):
            wrong.append(f"{path.relative_to(ROOT)}: {room} may not know {taken.room}")
    assert not wrong


def test_python_rooms_are_used_by_what_they_export() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {taken.module} does not export {taken.name}"
        for _, path, taken in python_edges()
        if reaches_past(taken)
    ]
    assert len(python_edges()) > 100
    assert not wrong


def test_every_room_says_what_it_is_for() -> None:
    for path in sorted(PACKAGE.rglob("__init__.py")):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert len(said.splitlines()) >= 3, path


@pytest.mark.parametrize(
    ("line", "past"),
    [
        ("from demine.board.layout import middles", True),
        ("from demine.board import Board", False),
        ("import demine.board.layout", True),
        ("demine.arena.tally._of", True),
        ("demine.arena.tally.merge", True),
        ("demine.arena.Tally", False),
        ("from demine import formats; formats.files.read_bytes", True),
        ("from demine import formats as f; f.zdd.parse", False),
        ("from demine.formats import zdd; zdd._HEADER", True),
        ("def later(): return demine.board.board.Board", True),
    ],
)
def test_a_name_that_is_not_exported_is_noticed(tmp_path: Path, line: str, past: bool) -> None:
    """The test above can fail: a file that does it is found, and one that does not is not."""
    file = tmp_path / "one.py"
    file.write_text(f"import demine\n{line}\n")
    assert any(map(reaches_past, python_imports(file))) == past


def test_the_drawing_of_the_rooms_is_that_of_the_sources(snapshot: Snapshot) -> None:
    snapshot.check(ROOT / "figures" / "rooms.svg", drawing())


def test_rust_rooms_stand_in_the_architecture() -> None:
    assert set(list_rooms(CORE / "src")) == set(rooms(CORE / "src", ".rs"))


def test_rust_rooms_look_down() -> None:
    order = list_rooms(CORE / "src")
    assert len(rust_edges()) > len(order) / 2
    assert {pair for pair in rust_edges() if looks_up(order, *pair)} == set()


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
