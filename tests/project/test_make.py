"""The commands of the Makefile: the tests that they choose, and what they say without a browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from paths import ROOT, SUPPORT
from room_tests import FOLDERS, TESTS, folders, integration_of, of_files, of_room, rust_rooms
from rooms import PACKAGE, rooms

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
OF_MAKE = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES"}


def test_every_target_is_phony_and_has_a_help_text() -> None:
    phony = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE)
    assert phony is not None
    named = set(phony[1].replace("\\\n", " ").split())
    explained = set(re.findall(r"^([a-z-]+):.*## \S", MAKEFILE, re.MULTILINE))
    assert named == explained | {"browser", "known-room", "latex"}


def test_every_module_has_tests() -> None:
    for room in {*rust_rooms(), *rooms(PACKAGE, ".py")} - {"__init__", "__main__"}:
        assert of_room(room).python, room
    assert set(FOLDERS.values()) <= set(folders())
    assert integration_of("strategy") == {"strategies"}
    assert {"golden", "known_mines"} <= integration_of("count")
    assert not integration_of("sat")


def test_an_unknown_module_is_one_line_that_lists_all() -> None:
    with pytest.raises(
        SystemExit, match="there is no module 'nowhere'; the modules are alarm, analysis"
    ):
        of_room("nowhere")


def test_an_unknown_module_is_refused_before_anything_is_built(tmp_path: Path) -> None:
    for name in ("Makefile", "ARCHITECTURE.md", "tests", "crates", "python"):
        (tmp_path / name).symlink_to(ROOT / name)
    command = ["make", "test", "ROOM=nowhere"]
    # A make that runs these tests passes its level on, and then make names its folder.
    alone = {name: value for name, value in os.environ.items() if name not in OF_MAKE}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=alone)
    assert (done.returncode, "there is no module 'nowhere'" in done.stderr) == (2, True)
    assert done.stdout == ""
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("name", "units", "tests"),
    [
        ("python/demine/arena/tally.py", set(), "arena/test_tally.py"),
        ("python/demine/circuits/gadgets.py", set(), "circuits"),
        ("python/demine/lazy.py", set(), "ground/test_lazy.py"),
        ("crates/demine/src/count/cache.rs", {"count::"}, "engine/test_cache.py"),
        ("crates/demine/src/position.rs", {"position::"}, "position/test_position.py"),
        ("crates/demine/src/sat/mod.rs", {"sat::"}, "engine/test_engine.py"),
        ("crates/demine-py/src/game.rs", set(), "engine/test_engine.py"),
        ("tests/game/test_replay.py", set(), "game/test_replay.py"),
        ("README.md", set(), "project/test_readme.py"),
    ],
)
def test_a_changed_file_chooses_its_tests(name: str, units: set[str], tests: str) -> None:
    chosen = of_files([name])
    assert chosen.units == units
    assert TESTS / tests in chosen.python
    assert TESTS / "project" / "test_layers.py" in chosen.python
    assert all(path.exists() for path in chosen.python)


APT_GET = """#!/bin/sh
echo "apt-get $1" >> {folder}/log
[ ! -e {folder}/broken ] || exit 1
[ "$1" != install ] || {{ echo > {folder}/chromium; {chmod} +x {folder}/chromium; }}
"""


def install(what: str, folder: Path, **commands: str) -> tuple[int, str]:
    """The exit code and the words of a script where these are the only commands."""
    for name, script in commands.items():
        path = folder / name.replace("_", "-")
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)
    shell = shutil.which("sh")
    assert shell is not None
    script = str(SUPPORT / f"install-{what}.sh")
    environment = {"PATH": str(folder)}
    done = subprocess.run([shell, script], env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


ROOT_ID, USER_ID = "#!/bin/sh\necho 0\n", "#!/bin/sh\necho 1000\n"
KNOWN, UNKNOWN = "#!/bin/sh\nexit 0\n", "#!/bin/sh\nexit 1\n"


def apt_get(folder: Path) -> str:
    return APT_GET.format(folder=folder, chmod=shutil.which("chmod"))


class TestBrowser:
    def test_it_is_there(self, tmp_path: Path) -> None:
        assert install("browser", tmp_path, chromium="#!/bin/sh\n") == (0, "")

    def test_it_cannot_be_installed(self, tmp_path: Path) -> None:
        code, said = install("browser", tmp_path)
        assert (code, "no apt-get" in said, "SKIP_BROWSER=1" in said) == (1, True, True)
        apt = apt_get(tmp_path)
        code, said = install("browser", tmp_path, apt_get=apt, id=USER_ID)
        assert (code, "only root may install it" in said) == (1, True)
        (tmp_path / "broken").touch()
        code, said = install("browser", tmp_path, apt_get=apt, id=ROOT_ID, apt_cache=KNOWN)
        assert (code, "apt-get cannot install Chromium" in said) == (1, True)

    @pytest.mark.parametrize("known", [True, False])
    def test_it_is_installed_and_said_so(self, tmp_path: Path, known: bool) -> None:
        apt, cache = apt_get(tmp_path), KNOWN if known else UNKNOWN
        code, said = install("browser", tmp_path, apt_get=apt, id=ROOT_ID, apt_cache=cache)
        done = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
        assert (code, "Installing a system package: chromium" in said) == (0, True)
        assert done == ["apt-get update"] * (not known) + ["apt-get install"]


class TestLatex:
    def test_it_is_there(self, tmp_path: Path) -> None:
        assert install("latex", tmp_path, pdflatex=KNOWN, kpsewhich=KNOWN) == (0, "")

    def test_the_tests_go_on_without_it(self, tmp_path: Path) -> None:
        """On systems without apt-get, for other users, and if the installation fails."""
        assert install("latex", tmp_path) == (0, "")
        apt = apt_get(tmp_path)
        assert install("latex", tmp_path, apt_get=apt, id=USER_ID) == (0, "")
        (tmp_path / "broken").touch()
        code, said = install("latex", tmp_path, apt_get=apt, id=ROOT_ID, apt_cache=KNOWN)
        assert (code, "apt-get cannot install LaTeX" in said) == (0, True)

    def test_a_class_that_is_missing_is_installed(self, tmp_path: Path) -> None:
        commands = {"pdflatex": KNOWN, "kpsewhich": UNKNOWN, "id": ROOT_ID, "apt_cache": UNKNOWN}
        code, said = install("latex", tmp_path, apt_get=apt_get(tmp_path), **commands)
        done = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
        assert (code, "texlive-latex-extra" in said) == (0, True)
        assert done == ["apt-get update", "apt-get install"]
