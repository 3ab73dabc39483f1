"""The site: it builds without a warning, its examples are true, and nothing public is missing."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

import demine
from demine.cli import COMMANDS
from sessions import ROOT, SETTINGS, console, prompts, run

DOCS = ROOT / "docs"
EXECUTED = [*sorted((DOCS / "ways").glob("*.md")), DOCS / "how-it-works.md", DOCS / "index.md"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built anew; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.mark.parametrize(
    ("command", "output"),
    [session for path in EXECUTED for session in console(path.read_text(encoding="utf-8"))],
)
def test_console_sessions(command: str, output: str) -> None:
    assert run(command).rstrip() == output.rstrip()


@pytest.mark.parametrize("path", EXECUTED, ids=lambda path: path.stem)
def test_python_sessions(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = prompts(path.read_text(encoding="utf-8"), path.name)
    failed, tried = doctest.DocTestRunner(optionflags=SETTINGS).run(test)
    assert failed == 0
    assert tried == len(test.examples)


def test_the_five_ways_have_sessions() -> None:
    for path in (DOCS / "ways").glob("*.md"):
        page = path.read_text(encoding="utf-8")
        assert console(page) or prompts(page, path.name).examples, path.name


def test_no_public_name_is_missing(site: Path) -> None:
    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, path: path)
    names = {name.rpartition(".")[2] for kind in inventory if kind.startswith("py:")
             for name in inventory[kind]}  # fmt: skip
    rooms = {"draw", "formats", "onemine", "strategies", "circuits", "gym", "arena", "__version__"}
    plain = {"Cache", "PRESETS"}  # the engine's handle, and a table of boards
    assert set(demine.__all__) - rooms - plain - names == set()


def test_no_command_is_missing(site: Path) -> None:
    page = (site / "reference" / "command-line.html").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"demine {command.name}" in page.replace("-", " "), command.name


class _Links(HTMLParser):
    """The targets of links and pictures, and the anchors, of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.add(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def test_links_and_anchors_lead_somewhere(site: Path) -> None:
    pages = {path: _Links() for path in site.rglob("*.html")}
    for path, links in pages.items():
        links.feed(path.read_text(encoding="utf-8"))
    broken = [
        f"{path.name}: {target}"
        for path, links in pages.items()
        for target in links.targets
        if not re.match(r"https?:|mailto:|data:|#$", target) and not target.startswith("../rust/")
        if not _leads(path, target.partition("?")[0] if "#" not in target else target, pages)
    ]
    assert not broken


def _leads(page: Path, target: str, pages: dict[Path, _Links]) -> bool:
    file, _, anchor = target.partition("#")
    path = (page.parent / file.partition("?")[0]).resolve() if file else page
    if not path.exists():
        return False
    return not anchor or path not in pages or anchor in pages[path].anchors
