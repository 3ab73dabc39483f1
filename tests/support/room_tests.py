"""Run the tests of one module, or the tests that a change touches, in Rust and in Python.

python tests/support/room_tests.py count        the tests of a module (make test ROOM=count)
python tests/support/room_tests.py --known count   only refuse an unknown module
python tests/support/room_tests.py --changed    the tests of the changed files (make quick)
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from paths import ROOT
from rooms import CORE, list_rooms

TESTS: Final = ROOT / "tests"

FOLDERS: Final = {
    "questions": "position",
    "search": "position",
    "strategy": "strategies",
    "zdd": "solutions",
    **dict.fromkeys(("alarm", "arguments", "errors", "labels", "lazy", "meter"), "ground"),
    "density": "position",
    "pictured": "draw",
    "tabled": "many",
    "latest": "ground",
    "wording": "ground",
}
"""The folder of Python tests of each module whose folder has another name.

Rust modules that are not listed and have no folder of their own name are tested in `engine`."""

INTEGRATION: Final = {"solutions": "solutions", "strategies": "strategy", "campaign": ""}
"""The Rust module of an integration test; those not listed are of `count`. A campaign is slow."""

ENGINE: Final = ("test_engine", "test_golden")
"""Tests of the engine that take seconds: enough for a quick look at any change in Rust."""

_FEW: Final = 3

ALWAYS: Final = TESTS / "project" / "test_layers.py"


@dataclass
class Selection:
    """Filters of Rust unit tests, names of Rust integration tests, and paths of Python tests."""

    units: set[str] = field(default_factory=set)
    integration: set[str] = field(default_factory=set)
    python: set[Path] = field(default_factory=set)

    def commands(self) -> Iterator[list[str]]:
        """The commands that run the tests, the fastest first."""
        cargo = ["cargo", "test", "--package", "demine", "--locked", "--quiet"]
        if self.units:
            yield [*cargo, "--lib", "--", *sorted(self.units)]
        if self.integration:
            yield [
                *cargo,
                *(word for name in sorted(self.integration) for word in ("--test", name)),
            ]
        if self.python:
            paths = [str(path.relative_to(ROOT)) for path in sorted(self.python)]
            yield [sys.executable, "-m", "pytest", *_workers(self.python), *paths]


def _workers(paths: set[Path]) -> list[str]:
    """Several processes, but for a few files, which take no longer than starting them."""
    if len(paths) <= _FEW and not any(path.is_dir() for path in paths):
        return []
    return ["--numprocesses", str(os.cpu_count() or 1), "--dist", "loadfile"]


def folders() -> list[str]:
    """The folders of Python tests."""
    return sorted({path.parent.name for path in TESTS.glob("*/test_*.py")})


def rust_rooms() -> list[str]:
    """The modules of the Rust crate, lowest first."""
    return [room for room in list_rooms(CORE / "src") if room != "lib"]


def integration_of(room: str) -> set[str]:
    """The names of the integration tests of a Rust module."""
    names = {path.stem for path in (CORE / "tests").glob("*.rs")}
    return {name for name in names if INTEGRATION.get(name, "count") == room}


def folder_of(room: str) -> str:
    """The folder of the Python tests of a module."""
    if room not in folders() and room in {*rust_rooms(), "lib"}:
        return FOLDERS.get(room, "engine")
    return FOLDERS.get(room, room)


def of_room(room: str) -> Selection:
    """All tests of a module: of the Rust module and of the Python folder with that name."""
    selection = Selection()
    if room in rust_rooms():
        selection.units.add(f"{room}::")
        selection.integration.update(integration_of(room))
    if folder_of(room) in folders():
        selection.python.add(TESTS / folder_of(room))
    if not (selection.units or selection.python):
        known = sorted({*folders(), *rust_rooms(), *FOLDERS})
        sys.exit(f"there is no module {room!r}; the modules are {', '.join(known)}")
    return selection


def of_files(names: Iterable[str]) -> Selection:
    """The tests that changed files touch; the layers are always checked."""
    selection = Selection(python={ALWAYS})
    for name in map(PurePosixPath, names):
        if name.match("crates/demine/tests/*.rs"):
            selection.integration.add(name.stem)
        elif name.is_relative_to("crates/demine/src"):
            _add_rust(selection, name.relative_to("crates/demine/src"))
        elif name.is_relative_to("crates"):
            selection.python.update(TESTS / "engine" / f"{stem}.py" for stem in ENGINE)
        elif name.is_relative_to("python/demine"):
            selection.python.update(_tests_of(name.relative_to("python/demine")))
        elif name.match("tests/*/test_*.py"):
            selection.python.update(path for path in [ROOT / name] if path.exists())
        elif name.suffix == ".md":
            selection.python.add(TESTS / "project" / "test_readme.py")
    return selection


def _add_rust(selection: Selection, inside: PurePosixPath) -> None:
    selection.units.add(f"{PurePosixPath(inside.parts[0]).stem}::")
    selection.python.update(_tests_of(inside))
    selection.python.update(TESTS / "engine" / f"{stem}.py" for stem in ENGINE)


def _tests_of(inside: PurePosixPath) -> list[Path]:
    """The tests named after a source file if there are any, else all tests of its folder."""
    room = PurePosixPath(inside.parts[0]).stem
    folder = TESTS / folder_of(room)
    named = sorted(folder.glob(f"test_{inside.stem}*.py"))
    if inside.suffix == ".rs":
        return named
    return named or [folder] * folder.is_dir()


def changed_files() -> list[str]:
    """Files that differ from the last commit; if there are none, those that are not pushed."""
    now = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return now or _git("diff", "--name-only", "origin/main...HEAD")


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines()


def main(word: str) -> None:
    """Run the commands one after the other; the first that fails ends it."""
    selection = of_files(changed_files()) if word == "--changed" else of_room(word)
    for command in selection.commands():
        print(" ".join(re.sub(r"^/.*/(?=python)", "", part) for part in command), flush=True)
        code = subprocess.run(command, cwd=ROOT).returncode
        if code:
            sys.exit(code)


if __name__ == "__main__":
    of_room(sys.argv[2]) if sys.argv[1] == "--known" else main(sys.argv[1])
