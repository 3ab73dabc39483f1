"""The layers are those of ARCHITECTURE.md: every module stands there, and imports look down."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "python" / "demine"
CORE = ROOT / "crates" / "demine"

# A notebook asks a position or a set of solutions itself for its picture, a person asks a position
# for its reasons, and a set of solutions writes itself to a file: they find `draw`, `explain` and
# `formats` when asked, not before.
LOOKS_UP = {
    ("position", "draw"),
    ("position", "explain"),
    ("solutions", "draw"),
    ("solutions", "formats"),
}


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


def python_imports(path: Path) -> Iterator[str]:
    """The modules of the package that a file names, wherever in the file it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "demine":
            names = [f"demine.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        yield from (_module_of(name) for name in names if name.split(".")[0] == "demine")


def _module_of(name: str) -> str:
    """`demine.x.y` is in module x; what is no module is taken from the package's front."""
    inner = name.split(".")[1:2]
    known = {*modules(PACKAGE, ".py"), "_native"}
    return inner[0] if inner and inner[0] in known else "__init__"


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


def test_python_modules_stand_in_the_architecture() -> None:
    assert set(layers(PACKAGE)) == {*modules(PACKAGE, ".py"), "_native"}


def test_python_imports_look_down() -> None:
    order = layers(PACKAGE)
    seen = {
        (module, imported)
        for module, paths in modules(PACKAGE, ".py").items()
        for path in paths
        for imported in python_imports(path)
    }
    assert len(seen) > len(order) / 2
    assert {pair for pair in seen if looks_up(order, *pair)} == LOOKS_UP


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


@pytest.mark.parametrize("module", ["demine.boards", "demine.reproduce"])
def test_no_module_pulls_in_the_command_line(module: str) -> None:
    assert not {"click", "rich", "matplotlib", "networkx"} & imported_by(f"import {module}")
